import DemoManager
import HTTPTypes
import Testing

@testable import DemoGateway

/// Event streams, which stay open until their server, their client or a switch ends them.
@Suite struct StreamTests {
    /// An event at once, and another one in ten minutes.
    private static func stream(_ event: String, type: String = "text/event-stream") -> Reply {
        let events = "data: \(event)\n\n"
        let pace = Pacing.pieces([.init(pause: .zero, count: events.utf8.count), .init(pause: .seconds(600), count: 1)])
        return Reply(headers: [.contentType: type], body: Array((events + "x").utf8), pacing: pace)
    }

    private static let request = "GET /ticks HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let end = "\r\n0\r\n\r\n"

    @Test("A switch to demo ends a passed stream, and its request to the server") func passed() async throws {
        try await withGateway { _, manager in
            try manager.add(.get, "/ticks", Self.stream("live"))
        } _: { server in
            try await withGateway { configuration, manager in
                configuration.upstream = try UpstreamServer("http://127.0.0.1:\(server.port)")
                manager.isEnabled = false
                try manager.add(.get, "/ticks", Self.stream("stub"))
            } _: { gateway in
                let client = try await RawClient(port: gateway.port)
                client.send(Self.request)
                #expect(await client.text { $0.contains("data: live") }.contains("data: live"))
                gateway.manager.isEnabled = true
                #expect(await client.text { $0.hasSuffix(Self.end) }.hasSuffix(Self.end))
                #expect(try await server.logs("the client left"))
                client.send(Self.request)
                #expect(await client.text { $0.contains("data: stub") }.contains("data: stub"))
                await client.close()
            }
        }
    }

    @Test("A switch before the server responds ends its stream") func switchedEarly() async throws {
        try await withGateway { _, manager in
            var late = Self.stream("live")
            late.delay.fixed = .seconds(1)
            try manager.add(.get, "/ticks", late)
        } _: { server in
            try await withGateway { configuration, manager in
                configuration.upstream = try UpstreamServer("http://127.0.0.1:\(server.port)")
                manager.isEnabled = false
            } _: { gateway in
                let client = try await RawClient(port: gateway.port)
                client.send(Self.request)
                while server.manager.journal.exchanges.isEmpty { await Task.yield() }
                gateway.manager.isEnabled = true
                #expect(await client.text { $0.hasSuffix(Self.end) }.hasSuffix(Self.end))
                await client.close()
            }
        }
    }

    @Test("A switch to live ends a stub's stream, but no other paced replies") func stubbed() async throws {
        try await withGateway { _, manager in
            try manager.add(.get, "/ticks", Self.stream("stub"))
            try manager.add(.get, "/slow", Self.stream("slow", type: "text/plain"))
        } _: { gateway in
            let (client, other) = (try await RawClient(port: gateway.port), try await RawClient(port: gateway.port))
            client.send(Self.request)
            other.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await client.text { $0.contains("data: stub") }.contains("data: stub"))
            #expect(await other.text { $0.contains("data: slow") }.contains("data: slow"))
            gateway.manager.isEnabled = false
            #expect(await client.text { $0.hasSuffix(Self.end) }.hasSuffix(Self.end))
            let seen = gateway.manager.journal.exchanges
            #expect(seen.first { $0.request.path == "/slow" }?.outcome == nil)
            let ended = try #require(seen.first { $0.request.path == "/ticks" }?.outcome)
            #expect(ended.isCut && ended.end == .status(200))
            #expect(try await gateway.logs("switched between demo and live"))
            await client.close()
            await other.close()
        }
    }
}
