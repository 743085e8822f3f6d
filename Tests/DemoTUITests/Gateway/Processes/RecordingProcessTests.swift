import DemoManager
import Foundation
import Testing

/// Recordings of a whole process: killed, and on a disk that is full.
@Suite("A gateway that records", .enabled(if: GatewayProcess.isAvailable), .serialized)
struct RecordingProcessTests {
    private static let body = [UInt8](repeating: 0x62, count: 5_000)

    /// Asks for paths one after the other; how many replies came whole.
    private static func ask(_ gateway: GatewayProcess, _ count: Int) throws -> Int {
        let socket = try ClientSocket(port: gateway.port)
        for number in 0..<count {
            socket.get("/item/\(number)")
            guard let reply = socket.reply(), reply == (200, body) else { return number }
        }
        return count
    }

    @Test("Killed at any moment it leaves whole files, and at most temporary ones that the next start removes")
    func killed() async throws {
        let folder = try GatewayFolder(["item": Self.body])
        let recordings = folder.path + "/recordings"
        try await onThread {
            let upstream = try folder.server()
            let arguments = ["--upstream", "http://127.0.0.1:\(upstream.port)", "--record", recordings, "--quiet"]
            for _ in 0..<4 {
                let gateway = try GatewayProcess(arguments, in: folder.path)
                let count = Int.random(in: 1...25)
                #expect(try Self.ask(gateway, count) == count)
                #expect(gateway.end(SIGKILL) == 128 + SIGKILL)
                #expect(DemoManager().loadStubs(folder: recordings) == [])
                for name in try Self.names(recordings + "/__files") where !name.hasPrefix(".") {
                    #expect(FileManager.default.contents(atPath: "\(recordings)/__files/\(name)") == Data(Self.body))
                }
            }
            let last = try GatewayProcess(arguments, in: folder.path)
            #expect(try Self.ask(last, 25) == 25)
            #expect(last.end(SIGTERM) == 143)
            let names = try Self.names(recordings + "/mappings") + Self.names(recordings + "/__files")
            #expect(!names.contains { $0.hasPrefix(".") })
            let manager = DemoManager()
            #expect(manager.loadStubs(folder: recordings) == [])
            #expect(manager.stubs.count == 25)
        }
    }

    @Test("Of two that would record into one folder the second does not start, and says why; later it does")
    func two() async throws {
        let folder = try GatewayFolder(["item": Self.body])
        try await onThread {
            let arguments = ["--upstream", "http://127.0.0.1:1", "--record", folder.path + "/recordings", "--quiet"]
            let first = try GatewayProcess(arguments, in: folder.path)
            let refusal = #expect(throws: GatewayProcess.NotStarted.self) {
                try GatewayProcess(arguments, in: folder.path)
            }
            #expect(refusal?.errors.contains("another program records into it") == true)
            first.end(SIGKILL)
            let second = try GatewayProcess(arguments, in: folder.path)
            #expect(second.end(SIGTERM) == 143)
        }
    }

    @Test(
        "A full disk costs the recording and no reply: one line says so, nothing half stays, the exit code is 1",
        .enabled("No file system can be mounted here: user namespaces are not permitted.") { Mount.isPermitted })
    func fullDisk() async throws {
        let folder = try GatewayFolder(["item": Self.body])
        try await onThread {
            let upstream = try folder.server()
            let disk = folder.path + "/disk"
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
            let gateway = try GatewayProcess(
                ["--upstream", "http://127.0.0.1:\(upstream.port)", "--record", disk + "/recordings", "--quiet"],
                in: folder.path, wrapper: Mount.wrapper, after: "mount -t tmpfs -o size=64k tmpfs '\(disk)'")
            #expect(try Self.ask(gateway, 40) == 40)
            #expect(eventually { gateway.errorText.contains("No space left on device") })
            #expect(try Self.ask(gateway, 40) == 40)
            let seen = "/proc/\(gateway.pid)/root\(disk)/recordings"
            let names = try ["mappings", "__files"].flatMap { part in
                try Self.names("\(seen)/\(part)").map { "\(part)/\($0)" }
            }
            #expect(!names.isEmpty && !names.contains { $0.contains("/.") })
            // Out of the namespace, where they can be read as stubs.
            let copy = try GatewayFolder()
            for name in names {
                let data = try #require(FileManager.default.contents(atPath: "\(seen)/\(name)"))
                try data.write(to: URL(fileURLWithPath: "\(copy.stubs)/\(name)"))
            }
            #expect(DemoManager().loadStubs(folder: copy.stubs) == [])
            #expect(gateway.end(SIGTERM) == 1)
            let lines = gateway.errorText.split(separator: "\n")
            #expect(lines.count { $0.contains("Recording failed") } == 1)
        }
    }

    private static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder)
    }
}

/// A file system of a test's own, in a namespace that nobody else sees.
private enum Mount {
    static let wrapper = ["unshare", "--user", "--map-root-user", "--mount"]

    static var isPermitted: Bool {
        Tmux.run(wrapper + ["mount", "-t", "tmpfs", "tmpfs", "/mnt"], to: "/dev/null") == 0
    }
}
