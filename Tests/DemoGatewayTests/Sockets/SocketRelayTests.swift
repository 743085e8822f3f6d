import DemoManager
import Foundation
import LoopbackPorts
import Testing

@testable import DemoGateway

@Suite("WebSockets to a server") struct SocketRelayTests {
    private static let chat: JSONValue = [
        "subprotocol": "chat.v1", "send": [["text": "hello"]],
        "replies": [
            ["when": ["equalTo": "bye"], "send": [["close": 4_002, "reason": "server"]]],
            ["when": ["equalTo": "bytes"], "send": [["base64": "AAEC"]]], ["send": [["text": "got it"]]],
        ],
    ]

    /// Runs `body` with a gateway in front of another one, whose stub is the server.
    private func withChat(
        _ prepare: (inout GatewayConfiguration, DemoManager) throws -> Void = { _, _ in },
        _ body: (TestGateway, TestGateway) async throws -> Void
    ) async throws {
        try await withGateway { _, manager in
            try manager.addScript(Self.chat)
        } _: { server in
            try await withGateway { configuration, manager in
                configuration.upstream = try UpstreamServer("http://127.0.0.1:\(server.port)")
                manager.unmatched = .guard
                manager.isEnabled = false
                try prepare(&configuration, manager)
            } _: {
                try await body($0, server)
            }
        }
    }

    @Test("Messages are passed in both directions, and the exchange shows them") func both() async throws {
        try await withChat { gateway, server in
            let client = try await SocketClient(
                port: gateway.port, "/live",
                headers: [
                    "Sec-WebSocket-Protocol": "chat.v1", "Sec-WebSocket-Extensions": "permessage-deflate",
                    "Cookie": "a=b", "X-Demo-Session": "me",
                ])
            #expect(client.status == 101 && client.header("X-Demo-Decision") == "passed")
            #expect(client.header("Sec-WebSocket-Protocol") == "chat.v1")
            #expect(await client.next() == .text("hello"))
            client.send("bytes")
            #expect(await client.next() == .binary([0, 1, 2]))
            client.send(2, [UInt8](repeating: 7, count: 1_000_000))
            client.send(9, [1])
            #expect(await client.next(2) == [.text("got it"), .pong("\u{1}")])
            let seen = try #require(server.manager.journal.exchanges.last?.request.headerFields)
            #expect(
                seen[.cookie] == "a=b"
                    && seen.contains { $0.name.canonicalName == "via" && $0.value.hasPrefix("1.1 demo-tui") })
            #expect(seen[.secWebSocketExtensions] == nil && seen[.demoSession] == nil)
            let exchange = try #require(gateway.manager.journal.exchanges.last)
            #expect(exchange.outcome?.end == .status(101))
            let messages = try #require(exchange.messages?.newest)
            #expect(messages.map(\.sender) == [.server, .client, .server, .client, .server])
            #expect(messages.map(\.size) == [5, 5, 3, 1_000_000, 6])
            client.close(3_000, "mine")
            #expect(await client.next(2) == [.close(3_000, "mine"), .end])
            #expect(try await gateway.logs("GET /live 3000 closed") && gateway.log.contains("2 received, 3 sent"))
            #expect(try await server.logs("by the client: mine"))
        }
    }

    @Test("A message sent with the handshake is passed", arguments: [true, false])
    func early(isStub: Bool) async throws {
        try await withChat { _, manager in
            manager.isEnabled = isStub
            try manager.addScript(Self.chat)
        } _: { gateway, _ in
            let client = try await SocketClient(
                port: gateway.port, "/live", body: [0x81, 0x81, 0, 0, 0, 0, UInt8(ascii: "a")])
            #expect(Set(await client.next(2)) == [.text("hello"), .text("got it")])
            await client.leave()
        }
    }

    @Test("The server's close reaches the client, and the client's reply the server") func serverCloses() async throws {
        try await withChat { gateway, server in
            let client = try await SocketClient(port: gateway.port, "/live")
            client.send("bye")
            #expect(await client.next(2) == [.text("hello"), .close(4_002, "server")])
            client.close(4_002)
            #expect(await client.next() == .end)
            #expect(try await server.logs("GET /live 4002 closed"))
        }
    }

    @Test("A client that disconnects ends the server's connection") func clientLeaves() async throws {
        try await withChat { gateway, server in
            let client = try await SocketClient(port: gateway.port, "/live")
            #expect(await client.next() == .text("hello"))
            await client.leave()
            #expect(try await gateway.logs("GET /live 1006 closed"))
            #expect(try await server.logs("GET /live 1006 closed"))
        }
    }

    @Test("A message over the limit closes both sides with 1009") func large() async throws {
        try await withChat { configuration, _ in
            configuration.limits.body = 1_000
        } _: { gateway, server in
            let client = try await SocketClient(port: gateway.port, "/live")
            client.send(2, [UInt8](repeating: 7, count: 1_001))
            let events = await client.next(2)
            // It may come before the greeting.
            #expect(events.contains { $0.code == 1_009 }, "\(events)")
            #expect(try await server.logs("GET /live 1009 closed"))
        }
    }

    enum Switch: Sendable, CaseIterable { case everyone, screen, session, policy }

    @Test("A switch closes affected connections with 1012, and no more messages are sent", arguments: Switch.allCases)
    func switched(by change: Switch) async throws {
        try await withChat { _, manager in
            if change == .policy { (manager.isEnabled, manager.unmatched) = (true, .passThrough) }
        } _: { gateway, server in
            let headers: [String: String?] = [
                "X-Demo-Session": change == .session ? "me" : nil, "X-Demo-Screen": "chat",
            ]
            let client = try await SocketClient(port: gateway.port, "/live", headers: headers)
            #expect(await client.next() == .text("hello"))
            switch change {
            case .everyone: gateway.manager.isEnabled = true
            case .screen: gateway.manager.setEnabled(.on, for: "chat")
            case .session: gateway.sessions.known("me")?.isEnabled = true
            case .policy: gateway.manager.unmatched = .guard
            }
            client.send("secret")
            #expect(await client.next() == .close(1_012, "switched between demo and live"))
            client.close(1_012)
            #expect(await client.next() == .end)
            #expect(try await server.logs("GET /live 1001 closed"))
            let seen = server.manager.journal.exchanges.last?.messages?.newest ?? []
            #expect(!seen.contains { $0.kind == .text && $0.sender == .client })
            let again = try await SocketClient(port: gateway.port, "/live", headers: headers)
            #expect(again.status == 404)
            await again.leave()
        }
    }

    @Test("A stub's connection is closed when its screen is live again") func switchedToLive() async throws {
        try await withChat { _, manager in
            manager.isEnabled = true
            try manager.addScript(["send": [["text": "stub"]]])
        } _: { gateway, _ in
            let client = try await SocketClient(port: gateway.port, "/live")
            #expect(await client.next() == .text("stub"))
            gateway.manager.isEnabled = false
            #expect(await client.next() == .close(1_012, "switched between demo and live"))
            client.close(1_012)
            let again = try await SocketClient(port: gateway.port, "/live")
            #expect(await again.next() == .text("hello"))
            await again.leave()
        }
    }

    @Test(
        "In demo mode a WebSocket without a stub is refused, like a write",
        arguments: [(UnmatchedPolicy.error, 404), (.guard, 404), (.passThrough, 101)])
    func unmatched(policy: UnmatchedPolicy, status: Int) async throws {
        try await withChat { _, manager in
            (manager.isEnabled, manager.unmatched) = (true, policy)
        } _: { gateway, server in
            let client = try await SocketClient(port: gateway.port, "/live")
            #expect(client.status == status)
            #expect(server.manager.journal.exchanges.isEmpty == (status != 101))
            await client.leave()
        }
    }

    @Test(
        "Conditions and failures are answered with HTTP",
        arguments: [(Condition.forbidden, 403), (.serverError, 500), (.noNetwork, 0), (.unauthorized, 401)])
    func conditions(condition: Condition, status: Int) async throws {
        try await withChat { _, manager in
            manager.setCondition(condition, forScreen: "chat")
        } _: { gateway, server in
            let client = try await SocketClient(port: gateway.port, "/live", headers: ["X-Demo-Screen": "chat"])
            #expect(client.status == status)
            #expect(server.manager.journal.exchanges.isEmpty)
            await client.leave()
        }
    }

    @Test(
        "A refused upgrade is passed on, an invalid one gives 502",
        arguments: [
            ("HTTP/1.1 401 Unauthorized\r\nContent-Length: 3\r\nX-Why: me\r\n\r\nwho", 401, "who"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok"),
            ("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 502, "not valid"),
            (
                "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Extensions: x\r\n\r\n",
                502, "not valid"
            ),
            ("HTTP/1.1 000 \r\n\r\n", 502, "not valid HTTP"), ("nonsense\r\n\r\n", 502, "not valid HTTP"),
            ("", 502, "closed the connection"),
        ])
    func refused(raw: String, status: Int, words: String) async throws {
        try await withServer({ _ in .init(raw: raw) }) { gateway, _ in
            let reply = try await gateway.exchange(
                "GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 \(status) ") && reply.contains(words), "\(reply)")
            #expect(try await gateway.logs("GET /live \(status)"))
        }
    }

    @Test(
        "A page of another origin cannot open a WebSocket to the server",
        arguments: [("https://evil.test", 403), ("http://localhost:5173", 101)])
    func origins(origin: String, status: Int) async throws {
        try await withChat { gateway, _ in
            let client = try await SocketClient(port: gateway.port, "/live", headers: ["Origin": origin])
            #expect(client.status == status)
            await client.leave()
        }
    }

    @Test("A WebSocket goes through a proxy and TLS to the server", arguments: [nil, "user:p%40ss"])
    func tunnel(user: String?) async throws {
        let proxy = try await TestProxy(credentials: user.map { _ in Data("user:p@ss".utf8).base64EncodedString() })
        try await withSecureGateway(.http1) { _, manager in
            try manager.addScript(Self.chat)
        } _: { stage async throws in
            let url = "http://\(user.map { $0 + "@" } ?? "")127.0.0.1:\(proxy.port)"
            try await stage.withFront(proxy: url) { gateway async throws in
                let client = try await SocketClient(port: gateway.port, "/live")
                #expect(await client.next() == .text("hello"))
                #expect(proxy.lines == ["CONNECT localhost:\(stage.gateway.port) HTTP/1.1"])
                await client.leave()
            }
        }
        await proxy.stop()
    }

    @Test("A server at an https address that does not speak TLS is explained") func plainText() async throws {
        try await withServer { upstream, _ async throws in
            try await withFront(of: "https://localhost:\(upstream.port)", proxy: nil) { gateway async throws in
                try await gateway.expect(MockExchange("GET /a", status: 502, says: "does not speak TLS; try http"))
            }
        }
    }

    @Test(
        "An unreachable server or proxy is named",
        arguments: [
            ("https", false, "its certificate is not trusted"), ("http", true, "asks for a user and a password"),
        ])
    func unreachable(scheme: String, hasProxy: Bool, words: String) async throws {
        let proxy = try await TestProxy(credentials: "other")
        try await withSecureGateway(.http1) { stage async throws in
            let url = "http://user:secret@127.0.0.1:\(proxy.port)"
            try await withFront(
                of: "\(scheme)://localhost:\(stage.gateway.port)", proxy: hasProxy ? url : nil
            ) { gateway async throws in
                let client = try await SocketClient(port: gateway.port, "/live")
                #expect(client.status == 502)
                #expect(try await gateway.logs(words) && !gateway.log.contains("secret"))
                await client.leave()
            }
        }
        await proxy.stop()
    }
}
