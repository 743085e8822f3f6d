import Foundation

/// A folder of a test's own, with stubs to answer by.
final class GatewayFolder: Sendable {
    let path: String

    /// - Parameter bodies: the body of every path below a name: `["big": ...]` answers `/big/1`, `/big/2` ...
    init(_ bodies: [String: [UInt8]] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-process-\(UUID())").path
        for part in ["stubs/mappings", "stubs/__files"] {
            try FileManager.default.createDirectory(atPath: "\(path)/\(part)", withIntermediateDirectories: true)
        }
        for (name, body) in bodies {
            try Data(body).write(to: URL(fileURLWithPath: "\(path)/stubs/__files/\(name)"))
            let mapping =
                #"{"request": {"urlPathPattern": "/\#(name)/.*"}, "response": {"bodyFileName": "\#(name)"}}"#
            try Data(mapping.utf8).write(to: URL(fileURLWithPath: "\(path)/stubs/mappings/\(name).json"))
        }
        // What begins and does not end while a test runs.
        let slow = """
            {"request": {"urlPathPattern": "/slow/.*"}, "response": {"body": "0123456789",
             "chunkedDribbleDelay": {"numberOfChunks": 10, "totalDuration": 6000000}}}
            """
        try Data(slow.utf8).write(to: URL(fileURLWithPath: "\(path)/stubs/mappings/slow.json"))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var stubs: String { path + "/stubs" }

    /// A gateway that answers by them.
    func server() throws -> GatewayProcess { try GatewayProcess(["--stubs", stubs, "--quiet"], in: path) }
}
