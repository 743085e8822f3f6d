import DemoManager
import DemoManagerFiles
import Foundation
import Testing

/// True if a thousand more connections are possible.
private var canOpenMany: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 && limit.rlim_cur >= 8_192
}

/// Many connections, as only a process of its own has them.
@Suite("Connections of a gateway", .enabled(if: GatewayProcess.isAvailable && canOpenMany), .serialized)
struct GatewayConnectionTests {
    @Test("A thousand idle connections leave 512 open; the others get 503, and memory is bounded")
    func idle() async throws {
        let folder = try GatewayFolder(["a": Array("it".utf8)])
        try await onThread {
            let server = try folder.server()
            let before = server.residentBytes
            let sockets = try (0..<1_000).map { _ in try ClientSocket(port: server.port) }
            #expect(eventually { sockets.count { $0.hasNews } >= 488 })
            let (refused, taken) = (sockets.filter(\.hasNews), sockets.filter { !$0.hasNews })
            #expect(taken.count == 512)
            #expect(refused.first?.reply()?.status == 503)
            #expect(server.residentBytes - before < 100 << 20)
            let first = try #require(taken.first)
            #expect(first.ask("/a/1")?.body == Array("it".utf8))
            for socket in sockets { socket.close() }
            #expect(
                try eventually {
                    let next = try ClientSocket(port: server.port)
                    return next.ask("/a/1")?.status == 200
                })
            #expect(server.end(SIGTERM) == 143)
        }
    }

    @Test("Without a free descriptor the gateway accepts no more, keeps running idle, and continues later")
    func descriptors() async throws {
        let folder = try GatewayFolder(["a": Array("it".utf8)])
        try await onThread {
            let usual = try folder.server()
            // Threads have descriptors too, as many as there are processors.
            let limit = usual.openFiles + 40
            usual.end(SIGKILL)
            let server = try GatewayProcess(
                ["--stubs", folder.stubs, "--quiet"], in: folder.path, after: "ulimit -n \(limit)")
            let first = try ClientSocket(port: server.port)
            #expect(first.ask("/a/1")?.status == 200)
            let others = try (0..<limit).map { _ in try ClientSocket(port: server.port) }
            #expect(eventually { others.contains(where: \.hasNews) })
            let (start, used) = (ContinuousClock.now, server.processorTime)
            #expect(first.ask("/a/2")?.status == 200)
            for socket in others { socket.close() }
            // The gateway sees the closed connections a little later.
            #expect(try eventually { try ClientSocket(port: server.port).ask("/a/3")?.status == 200 })
            // However busy the machine is: who waits uses no processor.
            #expect(server.processorTime - used < start.duration(to: .now) / 2 + .milliseconds(300))
            #expect(server.end(SIGTERM) == 143)
        }
    }

    @Test("Clients that use every connection leave a descriptor for a request to the server")
    func reserve() async throws {
        let folder = try GatewayFolder(["a": Array("it".utf8)])
        try await onThread {
            let upstream = try folder.server()
            let limit = upstream.openFiles + 40
            let gateway = try GatewayProcess(
                ["--upstream", "http://127.0.0.1:\(upstream.port)", "--quiet"], in: folder.path,
                after: "ulimit -n \(limit)")
            let sockets = try (0..<limit).map { _ in try ClientSocket(port: gateway.port) }
            #expect(eventually { sockets.contains(where: \.hasNews) })
            for socket in sockets where !socket.hasNews { socket.get("/a/1") }
            // The event loops admit in any order; too many is 503, a missing descriptor would be 502.
            let statuses = sockets.prefix(8).map { $0.reply()?.status }
            #expect(statuses.contains(200) && statuses.allSatisfy { $0 == 200 || $0 == 503 })
            #expect(gateway.end(SIGTERM) == 143 && upstream.end(SIGTERM) == 143)
        }
    }

    @Test("The hard limit of descriptors limits the connections; the soft one does not") func softLimit() async throws {
        let folder = try GatewayFolder(["a": Array("it".utf8)])
        try await onThread {
            let server = try GatewayProcess(
                ["--stubs", folder.stubs, "--quiet"], in: folder.path, after: "ulimit -Sn 64")
            let sockets = try (0..<200).map { _ in try ClientSocket(port: server.port) }
            for socket in sockets { socket.get("/a/1") }
            #expect(sockets.allSatisfy { $0.reply()?.status == 200 })
            #expect(server.end(SIGTERM) == 143)
        }
    }

    @Test("The log shows hidden characters of a client by number") func log() async throws {
        let folder = try GatewayFolder(["a": Array("it".utf8)])
        try await onThread {
            let server = try GatewayProcess(["--stubs", folder.stubs], in: folder.path)
            let socket = try ClientSocket(port: server.port)
            #expect(socket.ask("/a/1", headers: "Origin: http://x\u{34F}\u{FE0F}\u{3164}\u{202E}y\r\n")?.status == 200)
            #expect(eventually { server.errorText.contains("http://x<U+034F><U+FE0F><U+3164><U+202E>y cannot") })
            #expect(server.end(SIGTERM) == 143)
        }
    }

    @Test("Five hundred clients that disconnect within their replies leave no connection open")
    func aborts() async throws {
        let folder = try GatewayFolder(["big": [UInt8](repeating: 0x61, count: 4 << 20), "a": Array("it".utf8)])
        try await onThread {
            let upstream = try folder.server()
            let gateway = try GatewayProcess(
                ["--upstream", "http://127.0.0.1:\(upstream.port)", "--quiet"], in: folder.path)
            func check() throws -> Bool {
                let socket = try ClientSocket(port: gateway.port)
                return socket.ask("/a/1")?.body == Array("it".utf8)
            }
            #expect(try check())
            let before = gateway.openSockets
            let sockets = try (0..<500).map { _ in try ClientSocket(port: gateway.port) }
            for (number, socket) in sockets.enumerated() {
                socket.get("/\(number % 25 == 0 ? "big" : "slow")/\(number)")
            }
            for socket in sockets { #expect(!socket.receive().isEmpty) }
            for (number, socket) in sockets.enumerated() {
                // Of a large reply the next write tells that nobody is there; of a slow one only the reset does at once.
                if number % 50 == 0 { socket.close() } else { socket.abort() }
            }
            #expect(eventually { gateway.openSockets <= before })
            #expect(try check())
            #expect(gateway.end(SIGTERM) == 143 && upstream.end(SIGTERM) == 143)
        }
    }
}

/// Memory and files of a gateway process under load.
@Suite("A gateway and its memory", .enabled(if: GatewayProcess.isAvailable), .serialized) struct GatewayMemoryTests {
    private static let size = 100 << 20
    /// Far below what goes through, and above what buffers of a connection take.
    private static let room = 40 << 20

    /// Waits until a number of bytes grows no more: whoever waits for nobody would have taken all by then.
    private static func rest(_ bytes: () -> Int) {
        var (last, looks) = (-1, 0)
        while looks < 60 {
            let now = bytes()
            looks = now == last ? looks + 1 : 0
            last = now
            usleep(5_000)
        }
    }

    @Test("A hundred megabytes pass in each direction at the receiver's speed, without being kept")
    func bodies() async throws {
        let folder = try GatewayFolder()
        try await onThread {
            let upstream = try BulkServer()
            defer { upstream.stop() }
            let gateway = try GatewayProcess(
                ["--upstream", "http://127.0.0.1:\(upstream.port)", "--quiet"], in: folder.path)
            // What is made once is there before.
            let first = try ClientSocket(port: gateway.port)
            #expect(first.ask("/down/10")?.body.count == 10)
            let before = gateway.residentBytes
            func growth() -> Int { gateway.residentBytes - before }

            let down = try ClientSocket(port: gateway.port)
            down.get("/down/\(Self.size)")
            Self.rest { upstream.sent }
            #expect(growth() < Self.room, "a client that takes nothing: \(growth()) more")
            #expect(down.count(until: Self.size) >= Self.size)
            #expect(growth() < Self.room, "downwards: \(growth()) more")

            let up = try ClientSocket(port: gateway.port)
            up.post("/up", zeros: Self.size)
            Self.rest { up.sent }
            #expect(growth() < Self.room, "a server that takes nothing: \(growth()) more")
            upstream.take()
            #expect(up.reply()?.body == Array("\(Self.size)".utf8))
            #expect(growth() < Self.room, "upwards: \(growth()) more")
            #expect(gateway.end(SIGTERM) == 143)
        }
    }

    @Test("After thousands of stubbed, passed and aborted requests, memory and files are as before")
    func requests() async throws {
        let folder = try GatewayFolder(["a": [UInt8](repeating: 0x61, count: 2_000)])
        try await onThread {
            let upstream = try BulkServer()
            defer { upstream.stop() }
            let gateway = try GatewayProcess(
                ["--upstream", "http://127.0.0.1:\(upstream.port)", "--stubs", folder.stubs, "--demo", "--quiet"],
                in: folder.path)
            /// So many requests, a hundred on a connection; the last is left before its answer has come.
            func ask(_ count: Int) throws {
                for round in 0..<count / 100 {
                    let socket = try ClientSocket(port: gateway.port)
                    for number in 0..<99 {
                        guard socket.ask(["/a/1", "/down/2000", "/a/\(number)"][number % 3])?.body.count == 2_000 else {
                            Issue.record("no answer")
                            return
                        }
                    }
                    socket.get("/slow/\(round)")
                    socket.abort()
                }
            }
            // The journal is full after two thousand.
            try ask(2_200)
            let (memory, sockets) = (gateway.residentBytes, gateway.openSockets)
            try ask(3_000)
            #expect(eventually { gateway.openSockets <= sockets })
            #expect(gateway.residentBytes - memory < 8 << 20, "\(gateway.residentBytes - memory) more")
            #expect(gateway.end(SIGTERM) == 143)
        }
    }
}

/// Recordings of a whole process: killed, and on a disk that is full.
@Suite("A gateway that records", .enabled(if: GatewayProcess.isAvailable), .serialized) struct RecordingProcessTests {
    private static let body = [UInt8](repeating: 0x62, count: 5_000)

    /// Asks for paths one after the other; how many replies came whole.
    private static func ask(_ gateway: GatewayProcess, _ count: Int) throws -> Int {
        let socket = try ClientSocket(port: gateway.port)
        for number in 0..<count {
            guard let reply = socket.ask("/item/\(number)"), reply == (200, body) else { return number }
        }
        return count
    }

    @Test("A killed gateway leaves whole files; the next start removes temporary ones") func killed() async throws {
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

    @Test("A second recorder of a folder does not start and names the reason, until the first has ended")
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
        "A full disk stops the recording but no reply: one line, no incomplete file, exit code 1",
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
