import Foundation

/// A folder of its own, removed when it is no longer used.
package final class Folder: Sendable {
    package let path: String

    package init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "demo-tui-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (name, text) in files { try write(name, text) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a name in it.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and the folders it needs.
    package func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }

    package func write(_ name: String, _ bytes: Data) throws {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: url)
    }

    package func read(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    package func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }
}
