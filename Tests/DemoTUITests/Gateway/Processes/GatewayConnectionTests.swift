import Foundation
import Testing

/// Whether a thousand connections more can be made here.
private var canOpenMany: Bool {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 && limit.rlim_cur >= 8_192
}

/// Many connections, as only a process of its own has them.
@Suite("A gateway and what its clients use up", .enabled(if: GatewayProcess.isAvailable && canOpenMany), .serialized)
struct GatewayConnectionTests {
    @Test("A thousand idle connections: as many as are taken stay, the others are told to try again, memory is bounded")
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
            first.get("/a/1")
            #expect(first.reply()?.body == Array("it".utf8))
            for socket in sockets { socket.close() }
            #expect(
                try eventually {
                    let next = try ClientSocket(port: server.port)
                    next.get("/a/1")
                    return next.reply()?.status == 200
                })
            #expect(server.end(SIGTERM) == 143)
        }
    }

    @Test("Without a free descriptor it takes nobody more, neither ends nor spins, and goes on once there is one")
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
            first.get("/a/1")
            #expect(first.reply()?.status == 200)
            let others = try (0..<limit).map { _ in try ClientSocket(port: server.port) }
            #expect(eventually { others.contains(where: \.hasNews) })
            let (start, used) = (ContinuousClock.now, server.processorTime)
            first.get("/a/2")
            #expect(first.reply()?.status == 200)
            for socket in others { socket.close() }
            let next = try ClientSocket(port: server.port)
            next.get("/a/3")
            #expect(next.reply()?.status == 200)
            // However busy the machine is: who waits uses no processor.
            #expect(server.processorTime - used < start.duration(to: .now) / 2 + .milliseconds(300))
            #expect(server.end(SIGTERM) == 143)
        }
    }

    @Test("Clients that take every connection leave a descriptor for a request to the server")
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

    @Test("A soft limit of descriptors does not bound the connections; the hard one does")
    func softLimit() async throws {
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

    @Test("The log names what a client sends without one character that a terminal would hide or reorder")
    func log() async throws {
        let folder = try GatewayFolder(["a": Array("it".utf8)])
        try await onThread {
            let server = try GatewayProcess(["--stubs", folder.stubs], in: folder.path)
            let socket = try ClientSocket(port: server.port)
            socket.get("/a/1", headers: "Origin: http://x\u{34F}\u{FE0F}\u{3164}\u{202E}y\r\n")
            #expect(socket.reply()?.status == 200)
            #expect(eventually { server.errorText.contains("http://x<U+034F><U+FE0F><U+3164><U+202E>y cannot") })
            #expect(server.end(SIGTERM) == 143)
        }
    }

    @Test("Five hundred clients that leave in the middle of their replies: nothing ends, nothing stays open")
    func aborts() async throws {
        let folder = try GatewayFolder(["big": [UInt8](repeating: 0x61, count: 4 << 20), "a": Array("it".utf8)])
        try await onThread {
            let upstream = try folder.server()
            let gateway = try GatewayProcess(
                ["--upstream", "http://127.0.0.1:\(upstream.port)", "--quiet"], in: folder.path)
            func check() throws -> Bool {
                let socket = try ClientSocket(port: gateway.port)
                socket.get("/a/1")
                return socket.reply()?.body == Array("it".utf8)
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
