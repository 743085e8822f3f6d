import DemoManager
import Dispatch
import NIOCore
import NIOPosix
import Synchronization
import Testing
import WireFormats

@testable import DemoGateway

@Suite("Limits of a client") struct LimitTests {
    private static let request = "GET /me HTTP/1.1\r\nHost: localhost\r\n"

    @Test(
        "Heads that are too long are refused with a status for the long part",
        arguments: [
            ("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
            (request + "X: \(String(repeating: "a", count: 20_000))\r\n\r\n", 431),
            (request + (0..<200).map { "X\($0): a\r\n" }.joined() + "\r\n", 431),
        ])
    func heads(text: String, status: Int) async throws {
        try await withGateway { try await $0.expect(MockExchange(raw: text, status: status)) }
    }

    @Test(
        "An endless head or body gets 408, and a silent connection is closed without a response",
        arguments: [
            ("GET / HTTP/1.1\r\nHost: loc", "HTTP/1.1 408 "),
            ("POST /me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nab", "HTTP/1.1 408 "), ("", ""),
        ])
    func unfinished(text: String, start: String) async throws {
        try await withStubs(
            .post("/me"),
            configure: {
                if text.isEmpty { $0.limits.idle = .milliseconds(20) }
                ($0.limits.headTime, $0.limits.bodyTime) = (.milliseconds(20), .milliseconds(20))
            }
        ) { gateway in
            let reply = try await gateway.exchange(text)
            #expect(reply.hasPrefix(start) && reply.isEmpty == start.isEmpty)
        }
    }

    @Test("A second request that began before the first reply gets 408, too, if it never ends")
    func unfinishedNext() async throws {
        try await withStubs(
            .get("/slow", Reply(delay: .fixed(.milliseconds(40)))),
            configure: { $0.limits.headTime = .milliseconds(20) }
        ) { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            var changes = gateway.manager.changes().makeAsyncIterator()
            while gateway.manager.journal.exchanges.isEmpty { _ = await changes.next() }
            client.send("GET /next HTTP/1.1\r\nHost: loc")
            let replies = await client.text()
            #expect(replies.hasPrefix("HTTP/1.1 200 ") && replies.contains("HTTP/1.1 408 "))
            await client.close()
        }
    }

    @Test("A client that does not read its reply is disconnected") func slowReader() async throws {
        let big = Reply(body: [UInt8](repeating: 65, count: 20 << 20))
        try await withStubs(.get("/big", big), configure: { $0.limits.silence = .milliseconds(50) }) { gateway in
            let client = try await RawClient(port: gateway.port)
            try await client.setReading(false)
            client.send("GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n")
            var changes = gateway.manager.changes().makeAsyncIterator()
            while gateway.manager.journal.exchanges.last?.outcome == nil { _ = await changes.next() }
            let end = gateway.manager.journal.exchanges.last?.outcome?.end
            #expect(end == .failure("the client took nothing of the reply"))
            await client.close()
        }
    }

    @Test("A server that stops reading a body times out") func deafServer() async throws {
        let deaf = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.autoRead, value: false).bind(host: "127.0.0.1", port: 0).get()
        try await withGateway { configuration, manager in
            configuration.upstream = try UpstreamServer("http://127.0.0.1:\(deaf.localAddress?.port ?? 0)")
            configuration.limits.firstByte = .milliseconds(200)
            manager.isEnabled = false
        } _: { gateway in
            let head = "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(32 << 20)\r\n\r\n"
            let reply = try await gateway.exchange(Array(head.utf8) + [UInt8](repeating: 65, count: 32 << 20)) {
                $0.contains("it did not reply in time")
            }
            #expect(reply.hasPrefix("HTTP/1.1 504 "))
        }
        try await deaf.close()
    }

    /// Runs `body` with a gateway for one connection, in all two sockets.
    private func withOne(_ body: (TestGateway) async throws -> Void) async throws {
        try await withStubs(.get("/me"), configure: { $0.limits.connections = 1 }, body)
    }

    @Test("A connection above the limit gets 503, and is not counted") func connections() async throws {
        try await withOne { gateway in
            let first = try await RawClient(port: gateway.port)
            first.send(Self.request + "\r\n")
            _ = await first.text { $0.contains("200 OK") }
            let refused = try await RawClient(port: gateway.port)
            let words = await refused.text { $0.contains("Try again.") }
            #expect(words.hasPrefix("HTTP/1.1 503 "))
            #expect(try await gateway.logs("503 refused  too many connections"))
            await first.close()
            // The refused client has not left yet.
            let reply = try await gateway.exchange(Self.request + "\r\n") { $0.contains("\r\n\r\n") }
            #expect(reply.hasPrefix("HTTP/1.1 200 "))
            await refused.close()
        }
    }

    @Test("Clients that stay connected after an error soon make room for others") func lingering() async throws {
        // A silent reader would have ten minutes here.
        try await withOne { gateway in
            let bad = try await RawClient(port: gateway.port)
            bad.send("GET / HTTP/1.1\r\n\r\n")
            let error = await bad.text()
            #expect(error.hasPrefix("HTTP/1.1 400 "))
            let refused = try await RawClient(port: gateway.port)
            let words = await refused.text()
            #expect(words.hasPrefix("HTTP/1.1 503 "))
            let reply = try await gateway.exchange(Self.request + "\r\n") { $0.contains("\r\n\r\n") }
            #expect(reply.hasPrefix("HTTP/1.1 200 "))
            for client in [bad, refused] { await client.close() }
        }
    }

    @Test("A reply that is generated slowly does not block its thread") func longReply() async throws {
        let made = DispatchSemaphore(value: 0)
        try await withGateway { _, manager in
            try manager.add(.get, "/quick", Reply(body: Array("quick".utf8)))
            var reply = Reply()
            reply.maker = ReplyMaker(needsBody: false) { _, reply in
                // With a bound, so that the test ends where it fails.
                guard made.wait(timeout: .now() + 20) == .success else { return }
                reply.body = Array("long".utf8)
            }
            try manager.add(.get, "/long", reply)
        } _: { gateway in
            let long = try await RawClient(port: gateway.port)
            long.send("GET /long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let quick = try await gateway.get("/quick")
            #expect(quick.hasSuffix("quick"))
            made.signal()
            let reply = await long.text()
            #expect(reply.hasSuffix("long"))
            await long.close()
        }
    }

    @Test("With few descriptors, fewer connections are accepted, each with one for its upstream request")
    func capacity() {
        let plenty = Capacity(connections: 512, free: nil)
        #expect(plenty.connections == 512 && plenty.sockets == 1_024)
        for free in [0, 20, 64, 300, 1_000, 1_300, 5_000] {
            let capacity = Capacity(connections: 512, free: free)
            #expect((1...512).contains(capacity.connections) && capacity.sockets > capacity.connections)
            #expect(free < 20 || capacity.sockets + capacity.connections <= free, "\(free): \(capacity)")
        }
    }

    @Test("A body that is too large for matching is refused, unless no stub matches by it")
    func largeBodies() async throws {
        try await withGateway { configuration, manager in
            configuration.limits.body = 100_000
            var pattern = RequestPattern(method: .one(.post), url: .path("/matched"))
            pattern.body = [.contains("a")]
            try manager.add(Stub(request: pattern, sequence: [SequenceEntry(Reply())], origin: .made(by: "test")))
            try manager.add(.post, "/any", Reply())
        } _: { gateway in
            let body = String(repeating: "a", count: 200_000)
            let head = "POST /matched HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            try await gateway.expect(
                MockExchange("POST /matched", body: body, status: 413), MockExchange("POST /any", body: body),
                MockExchange(raw: head + "30d40\r\n\(body)\r\n0\r\n\r\n", status: 413))
        }
    }

    @Test("A client that closes its sending side still gets the reply") func halfClose() async throws {
        let late = Reply(body: Array("late".utf8), delay: .fixed(.milliseconds(20)))
        try await withStubs(.get("/me", late)) { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send(Self.request + "\r\n")
            client.finish()
            let reply = await client.text()
            #expect(reply.hasSuffix("late"))
            await client.close()
        }
    }

    @Test("A disconnected client is not waited for, however slow the reply") func leftClients() async throws {
        let late = Reply(body: Array("late".utf8), delay: .fixed(.seconds(600)))
        let paced = Reply(body: Array("paced".utf8), pacing: .even(chunks: 5, duration: .seconds(600)))
        try await withStubs(
            .get("/late", late), .get("/paced", paced), configure: { $0.limits.halfClosed = .milliseconds(20) }
        ) { gateway in
            for path in ["/late", "/paced"] {
                let client = try await RawClient(port: gateway.port)
                client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                client.finish()
                let reply = await client.text()
                #expect(!reply.contains("late"))
                await client.close()
            }
        }
    }

    @Test("A stalled reader of the log delays no request; lines it misses are counted") func slowLog() async throws {
        let lines = Mutex<[String]>([])
        let isWriting = Mutex(false)
        let reader = DispatchSemaphore(value: 0)
        var configuration = GatewayConfiguration()
        configuration.port = 0
        let log = RequestLog(limit: 3) { new in
            isWriting.withLock { $0 = true }
            reader.wait()
            lines.withLock { $0 += new }
        }
        let gateway = try await Gateway.start(configuration, manager: DemoManager(), log: log, threads: 1)
        for _ in 0..<6 {
            _ = try await RawClient.exchange(Array(MockExchange("GET /a").message.utf8), port: gateway.port)
            while !isWriting.withLock({ $0 }) { await Task.yield() }
        }
        for _ in 0..<10 { reader.signal() }
        await gateway.stop()
        let written = lines.withLock { $0 }
        #expect(written.count == 5 && written.last == "- - log  missing, because they were read too slowly: 2 lines")
    }

    @Test("A port in use is reported with the remedy") func portTaken() async throws {
        try await withGateway { gateway in
            var configuration = GatewayConfiguration()
            configuration.port = gateway.port
            let complaint = await #expect(throws: Complaint.self) {
                try await Gateway.start(configuration, manager: DemoManager(), log: RequestLog { _ in }, threads: 1)
            }
            #expect(complaint?.description.contains("Port \(gateway.port) is taken") == true)
        }
    }
}
