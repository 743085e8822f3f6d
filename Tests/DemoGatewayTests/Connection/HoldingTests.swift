import DemoGateway
import DemoManager
import Foundation
import LoopbackPorts
import NIOHTTP1
import Testing

@Suite("Breakpoints of the gateway", .timeLimit(.minutes(2))) struct HoldingTests {
    /// Runs a client's request, and what a person does about it at the breakpoints it meets, one after the other.
    private func reply(
        _ gateway: TestGateway, _ message: String, _ acts: (HeldCall) -> HoldEnd...
    ) async throws -> String {
        async let reply = gateway.exchange(message)
        for act in acts {
            while gateway.manager.heldCalls.isEmpty { await Task.yield() }
            let call = try #require(gateway.manager.heldCalls.first)
            gateway.manager.end(call.id, with: act(call))
        }
        return try await reply
    }

    private func edit(_ call: HeldCall, body: String? = nil, _ change: (inout HTTPRequest) -> Void) -> HoldEnd {
        var request = call.exchange.request
        change(&request)
        return .proceed(RequestEdit(from: call.exchange.request, to: request, body: body.map { Array($0.utf8) }))
    }

    private static let get = MockExchange("GET /a").message

    @Test("A held request is decided when it continues, by the switches at that time") func decidedLate() async throws {
        try await withStubs(.get("/a", "first")) { gateway in
            gateway.manager.setBreakpoint("GET /a", isOn: true)
            let reply = try await reply(gateway, Self.get) { call in
                try? gateway.manager.add(.get, "/a", Reply(body: Array("second".utf8)))
                return .proceed()
            }
            #expect(reply.hasSuffix("second"))
            #expect(gateway.manager.journal.exchanges.last?.call.heldBy == "GET /a")
        }
    }

    @Test("An edited request is matched and sent as edited") func edited() async throws {
        try await withServer { gateway, server in
            gateway.manager.setBreakpoint("POST /a", isOn: true)
            _ = try await reply(gateway, MockExchange("POST /a", "X-Old: 1", body: "old").message) { call in
                #expect(call.exchange.requestBody == Array("old".utf8) && call.hasBody)
                return edit(call, body: "a new body") { request in
                    request.path = "/b?c=1"
                    request.headerFields = request.headerFields.filter { $0.name.canonicalName != "x-old" }
                }
            }
            let sent = try #require(server.requests.last)
            #expect(sent.head.method == .POST && sent.head.uri == "/b?c=1")
            #expect(sent.body == Array("a new body".utf8) && !sent.head.headers.contains(name: "X-Old"))
            let exchange = gateway.manager.journal.exchanges.last
            #expect(exchange?.call.isRequestEdited == true && exchange?.request.path == "/b?c=1")
        }
    }

    @Test("A held request is answered or dropped without a server") func answered() async throws {
        try await withServer { gateway, server in
            gateway.manager.setBreakpoint("GET /a", isOn: true)
            let answer = StubReply(
                status: .init(code: 418), headers: [.contentType: "text/plain"], body: Array("tea".utf8))
            let answered = try await reply(gateway, Self.get) { _ in .answer(answer) }
            #expect(answered.hasPrefix("HTTP/1.1 418 ") && answered.hasSuffix("tea"))
            let dropped = try await reply(gateway, Self.get) { _ in .dropped }
            #expect(dropped.isEmpty)
            #expect(server.requests.isEmpty)
            #expect(gateway.manager.journal.exchanges.map(\.reason) == ["You answered", "You answered"])
        }
    }

    @Test("A held reply is returned as edited, a server's or a stub's", arguments: [true, false])
    func reply(isStub: Bool) async throws {
        try await withServer { gateway, _ in
            gateway.manager.isEnabled = isStub
            try gateway.manager.add(.get, "/a", Reply(body: Array("usual".utf8)))
            gateway.manager.setBreakpoint("GET /a", isOn: true)
            let returned = try await reply(
                gateway, Self.get, { _ in .proceed(holdsReply: true) },
                { call in
                    #expect(call.reply?.status.code == 200 && call.reply?.body.isEmpty == false)
                    return .answer(StubReply(status: .created, body: Array("edited".utf8)))
                })
            #expect(returned.hasPrefix("HTTP/1.1 201 ") && returned.hasSuffix("\r\n\r\nedited"))
            let exchange = try #require(gateway.manager.journal.exchanges.last)
            #expect(exchange.call.isReplyEdited && exchange.outcome?.body == Array("edited".utf8))
            let asItWas = try await reply(gateway, Self.get, { _ in .proceed(holdsReply: true) }, { _ in .proceed() })
            #expect(asItWas.hasPrefix("HTTP/1.1 200 ") && !asItWas.contains("edited"))
        }
    }

    @Test("Other requests continue while one is held, even on the same loop") func others() async throws {
        try await withStubs(.get("/a", "a"), .get("/b", "b")) { gateway in
            gateway.manager.setBreakpoint("GET /a", isOn: true)
            async let held = gateway.exchange(Self.get)
            while gateway.manager.heldCalls.isEmpty { await Task.yield() }
            let other = try await gateway.get("/b")
            #expect(other.hasSuffix("b"))
            gateway.manager.setBreakpoint("GET /a", isOn: false)
            let reply = try await held
            #expect(reply.hasSuffix("a"))
        }
    }

    @Test("Each request of a connection is held; a client that disconnects is forgotten") func leaves() async throws {
        try await withStubs(.get("/a", "a"), configure: { $0.limits.halfClosed = .seconds(600) }) { gateway in
            gateway.manager.setBreakpoint("GET /a", isOn: true)
            let client = try await RawClient(port: gateway.port)
            for _ in 0..<2 {
                client.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
                while gateway.manager.heldCalls.isEmpty { await Task.yield() }
                let id = try #require(gateway.manager.heldCalls.first?.id)
                gateway.manager.end(id, with: .proceed())
            }
            _ = await client.text { $0.components(separatedBy: "HTTP/1.1 200").count == 3 }
            client.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
            while gateway.manager.heldCalls.isEmpty { await Task.yield() }
            client.finish()
            while !gateway.manager.heldCalls.isEmpty { await Task.yield() }
            #expect(try await gateway.logs("GET /a - unanswered"), "\(gateway.log)")
            await client.close()
        }
    }

    @Test("The gateway's response for a server without a reply is held, too") func failed() async throws {
        let server = try await LoopbackServer.start()
        await server.stop()
        try await withGateway(upstream: server) { _, manager in
            manager.isEnabled = false
            manager.setBreakpoint("GET /a", isOn: true)
        } _: { gateway in
            let returned = try await reply(
                gateway, Self.get, { _ in .proceed(holdsReply: true) },
                { call in
                    #expect(call.reply?.status.code == 502)
                    return .answer(StubReply(status: .created, body: Array("edited".utf8)))
                })
            #expect(returned.hasPrefix("HTTP/1.1 201 ") && returned.hasSuffix("edited"))
        }
    }

    @Test("A gateway that stops lets held requests continue") func ends() async throws {
        let gateway = try await TestGateway { _, manager in
            try manager.add(.get, "/a", Reply(body: Array("a".utf8)))
            manager.setBreakpoint("GET /a", isOn: true)
        }
        async let held = gateway.exchange(Self.get)
        while gateway.manager.heldCalls.isEmpty { await Task.yield() }
        await gateway.stop()
        _ = try await held
        #expect(gateway.manager.heldCalls.isEmpty && gateway.manager.breakpoints.isEmpty)
    }

    @Test("A streamed body is not read before the request continues") func streamed() async throws {
        try await withServer(configure: { $0.limits.body = 4 }) { gateway, server in
            gateway.manager.setBreakpoint("POST /a", isOn: true)
            _ = try await reply(gateway, MockExchange("POST /a", body: "0123456789").message) { call in
                #expect(!call.hasBody && call.exchange.requestBody == nil)
                return .proceed()
            }
            #expect(server.requests.last?.body == Array("0123456789".utf8))
        }
    }
}
