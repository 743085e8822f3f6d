import DemoGateway
import DemoManager
import LoopbackPorts
import NIOHTTP1
import Synchronization
import Testing
import WireFormats

@Suite("Requests that are passed")
struct PassingTests {
    private func live(_ configuration: inout GatewayConfiguration, _ manager: DemoManager) { manager.isEnabled = false }

    @Test("A request goes on with its path, headers and body, and the reply comes back and says so")
    func passes() async throws {
        let upstream = try await TestServer.start { _ in .init(status: 202, headers: [("X-A", "b")], body: "live") }
        try await withGateway(upstream: upstream, live) { gateway in
            let reply = try await gateway.exchange(
                "PUT /a%2Fb//c?x=%7B&y=[1]&z=5% HTTP/1.1\r\nHost: localhost\r\nX-Mine: 1\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
            )
            #expect(reply.hasPrefix("HTTP/1.1 202 ") && reply.hasSuffix("live"))
            #expect(reply.contains("X-A: b\r\n") && reply.contains("X-Demo-Decision: passed\r\n"))
            let request = try #require(upstream.received.first)
            #expect(request.head.uri == "/a%2Fb//c?x=%7B&y=%5B1%5D&z=5%25")
            #expect(request.head.headers["x-mine"] == ["1"])
            #expect(request.head.headers["host"] == ["127.0.0.1:\(upstream.port)"])
            let asked = gateway.manager.journal.exchanges.first?.call.asked
            #expect(asked?.authority == "localhost" && asked?.path == "/a%2Fb//c?x=%7B&y=[1]&z=5%")
            #expect(String(decoding: request.body, as: UTF8.self) == "hello")
        }
    }

    @Test("A reply whose head is too large is said to be so")
    func largeHead() async throws {
        let upstream = try await TestServer.start { _ in
            .init(headers: [("X-A", String(repeating: "a", count: 200_000))], body: "live")
        }
        try await withGateway(upstream: upstream, live) { gateway in
            let reply = try await gateway.get("/a")
            #expect(reply.hasPrefix("HTTP/1.1 502 ") && reply.contains("the head of its reply is too large"))
        }
    }

    @Test("The log hides tokens in paths, and says that no other protocol is passed")
    func logged() async throws {
        let upstream = try await TestServer.start { _ in .init(body: "live") }
        try await withGateway(upstream: upstream, live) { gateway in
            _ = try await gateway.get("/confirm/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln")
            _ = try await gateway.get("/a;jsessionid=1F2E/b")
            #expect(try await gateway.logs("/a;jsessionid=REDACTED/b") && !gateway.log.contains("eyJ"))
            _ = try await gateway.get("/socket", "Upgrade: websocket")
            #expect(try await gateway.logs("(Upgrade)"))
        }
    }

    @Test("Connections to the upstream are used again")
    func reuse() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream, live) { gateway in
            for number in 1...20 { _ = try await gateway.get("/\(number)") }
            #expect(upstream.received.count == 20 && upstream.connections < 20)
        }
        await upstream.stop()
    }

    @Test("What a server sends beyond its reply never answers the next request")
    func surplus() async throws {
        let upstream = try await TestServer.start { request in
            let own = "HTTP/1.1 200 OK\r\nContent-Length: \(request.head.uri.utf8.count)\r\n\r\n\(request.head.uri)"
            return .init(raw: own + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong", keepsAlive: true)
        }
        try await withGateway(upstream: upstream, live) { gateway in
            for number in 1...20 {
                let reply = try await gateway.get("/\(number)")
                #expect(reply.hasSuffix("\r\n\r\n/\(number)"), "\(reply)")
            }
        }
        await upstream.stop()
    }

    @Test("A server that ends new connections without a reply is asked once", arguments: ["GET", "HEAD", "OPTIONS"])
    func silentServer(method: String) async throws {
        let upstream = try await TestServer.start { _ in .init(raw: "") }
        try await withGateway(upstream: upstream, live) { gateway in
            let reply = try await gateway.get("/a", method: method)
            #expect(reply.hasPrefix("HTTP/1.1 502 "))
            #expect(upstream.received.count == 1)
        }
    }

    @Test("A read that meets a kept connection which the server ends is sent once more; a write is not")
    func staleConnection() async throws {
        let count = Atomic(0)
        let upstream = try await TestServer.start { _ in
            count.add(1, ordering: .relaxed).newValue.isMultiple(of: 2) ? .init(raw: "") : .init(body: "live")
        }
        try await withGateway(upstream: upstream, live) { gateway in
            for _ in 1...3 {
                let reply = try await gateway.get("/a")
                #expect(reply.hasPrefix("HTTP/1.1 200 "))
            }
            #expect(upstream.received.count == 5)
            let written = try await gateway.get("/a", method: "POST")
            #expect(written.hasPrefix("HTTP/1.1 502 "))
            #expect(upstream.received.count == 6)
        }
    }

    @Test("Blanks around a header's value are no part of it, and the server gets it without them")
    func outerBlanks() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream, live) { gateway in
            let reply = try await gateway.exchange(
                "POST /a HTTP/1.1\r\nHost: localhost\t\r\nAuthorization: Bearer \r\nX-A: \t a b \t \r\nX-B:  \r\n"
                    + "Content-Length: 2 \r\nConnection: close\r\n\r\nhi")
            #expect(reply.hasPrefix("HTTP/1.1 200 "))
            let request = try #require(upstream.received.first)
            #expect(request.head.headers["authorization"] == ["Bearer"])
            #expect(request.head.headers["x-a"] == ["a b"] && request.head.headers["x-b"] == [""])
            #expect(String(decoding: request.body, as: UTF8.self) == "hi")
        }
    }

    @Test("A server that ends its connections without a word costs no request")
    func ended() async throws {
        let upstream = try await TestServer.start { _ in
            .init(raw: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlive")
        }
        try await withGateway(upstream: upstream, live) { gateway in
            for number in 1...20 {
                let reply = try await gateway.get("/\(number)")
                #expect(reply.hasSuffix("\r\n\r\nlive"))
            }
            #expect(upstream.received.count == 20)
        }
        await upstream.stop()
    }

    @Test("A path of the upstream's own stands before every request's, whether the client sends it or not")
    func upstreamPath() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { configuration, manager in
            configuration.upstream = try UpstreamServer("http://127.0.0.1:\(upstream.port)/v1")
            manager.isEnabled = false
        } _: { gateway in
            for path in ["/a?b=/v1", "/v1/a", "/v1", "/v1?a", "/v10"] { _ = try await gateway.get(path) }
            #expect(upstream.received.map(\.head.uri) == ["/v1/a?b=/v1", "/v1/a", "/v1", "/v1?a", "/v1/v10"])
        }
    }

    @Test("A large body that waits for a delayed forward goes on whole", arguments: [true, false])
    func delayedForward(isChunked: Bool) async throws {
        let upstream = try await TestServer.start()
        try await withGateway { _, manager in
            let mapping = """
                {"request": {"url": "/a"}, "response": {"proxyBaseUrl": "http://127.0.0.1:\(upstream.port)",
                 "fixedDelayMilliseconds": 20}}
                """
            try manager.add(MappingParser().stubs(in: JSONValue(parsing: Array(mapping.utf8)), named: "test"))
            manager.unmatched = .guard
        } _: { gateway in
            let body = String(repeating: "a", count: 200_000)
            let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 200000"
            let sent = isChunked ? "30d40\r\n\(body)\r\n0\r\n\r\n" : body
            let reply = try await gateway.exchange(
                "POST /a HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\nConnection: close\r\n\r\n\(sent)")
            #expect(reply.hasPrefix("HTTP/1.1 200 ") && upstream.received.first?.body.count == 200_000)
        }
        await upstream.stop()
    }

    @Test("HEAD that a forwarding stub was found for by GET stays HEAD")
    func forwardedHead() async throws {
        let upstream = try await TestServer.start()
        try await withGateway { _, manager in
            let base = "http://127.0.0.1:\(upstream.port)"
            let mapping = #"{"request": {"method": "GET", "url": "/a"}, "response": {"proxyBaseUrl": "\#(base)"}}"#
            try manager.add(MappingParser().stubs(in: JSONValue(parsing: Array(mapping.utf8)), named: "test"))
            manager.unmatched = .guard
        } _: { gateway in
            let reply = try await gateway.get("/a", method: "HEAD")
            #expect(reply.hasSuffix("\r\n\r\n"))
            #expect(upstream.received.map(\.head.method) == [.HEAD])
        }
        await upstream.stop()
    }

    @Test("What concerns one connection, and what is said to the gateway, goes no further")
    func hopByHop() async throws {
        let upstream = try await TestServer.start { _ in
            .init(headers: [
                ("Connection", "X-Secret"), ("X-Secret", "1"), ("Keep-Alive", "timeout=9"), ("X-Kept", "1"),
            ])
        }
        try await withGateway(upstream: upstream, live) { gateway in
            let reply = try await gateway.get(
                "/a", "Connection: X-Hop, content-length", "X-Hop: 1", "Keep-Alive: 1", "TE: trailers",
                "Proxy-Connection: x",
                "Proxy-Authorization: Basic x", "X-Demo-Screen: s", "X-Demo-Session: t", "X-Demo-Bypass: 1", "X-Kept: 1"
            )
            #expect(!reply.contains("X-Secret") && !reply.contains("Keep-Alive") && reply.contains("X-Kept: 1"))
            let headers = try #require(upstream.received.first?.head.headers)
            for name in [
                "x-hop", "keep-alive", "te", "proxy-connection", "proxy-authorization", "x-demo-screen",
                "x-demo-session",
                "x-demo-bypass",
            ] {
                #expect(headers[name].isEmpty, "\(name)")
            }
            #expect(headers["x-kept"] == ["1"])
            #expect(headers["via"].first?.hasPrefix("1.1 demo-tui-") == true)
            #expect(headers["x-forwarded-for"] == ["127.0.0.1"] && headers["x-forwarded-host"] == ["localhost"])
        }
    }

    @Test("A body of unknown length goes on as it comes")
    func chunks() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream, live) { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send(
                "POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n"
            )
            client.send("2;x=y\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n")
            let reply = await client.text()
            #expect(reply.hasSuffix("live"))
            #expect(upstream.received.map { String(decoding: $0.body, as: UTF8.self) } == ["abcde"])
            await client.close()
        }
    }

    @Test("Nothing that listens is 502, in words")
    func refused() async throws {
        let closed = try ClosedPort()
        try await withGateway { configuration, manager in
            configuration.upstream = try UpstreamServer("http://127.0.0.1:\(closed.number)")
            manager.isEnabled = false
        } _: { gateway in
            let reply = try await gateway.get("/a")
            #expect(reply.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n") && reply.contains("nothing listens there"))
            #expect(reply.contains("application/problem+json"))
        }
    }

    @Test("An upstream that does not begin to reply is 504")
    func silent() async throws {
        try await withGateway { gateway in
            // The gateway itself never answers this one: a server that keeps silent.
            try gateway.manager.add(.get, "/a", Reply(fault: .timeout))
            let front = try await TestGateway(upstream: gateway.port) { configuration, manager in
                configuration.limits.firstByte = .milliseconds(30)
                manager.isEnabled = false
            }
            let reply = try await front.get("/a")
            #expect(reply.hasPrefix("HTTP/1.1 504 Gateway Timeout\r\n"))
            await front.stop()
        }
    }

    @Test(
        "A reply that is none is 502",
        arguments: [
            "nonsense", "HTTP/1.1 000 \r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "",
        ])
    func malformed(raw: String) async throws {
        let upstream = try await TestServer.start { _ in .init(raw: raw) }
        try await withGateway(upstream: upstream, live) { gateway in
            let reply = try await gateway.get("/a")
            #expect(reply.hasPrefix("HTTP/1.1 502 "))
        }
    }

    @Test("A reply that breaks off is seen to break off")
    func brokenOff() async throws {
        let upstream = try await TestServer.start { _ in
            .init(raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        }
        try await withGateway(upstream: upstream, live) { gateway in
            let reply = try await gateway.get("/a")
            #expect(reply.contains("hello") && !reply.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test("A request that comes back from the upstream is 508 and goes no further")
    func loop() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream, live) { gateway in
            _ = try await gateway.get("/a")
            // What would come back is what was sent.
            let via = try #require(upstream.received.first?.head.headers["via"].first)
            let reply = try await gateway.get("/a", "Via: \(via), 1.1 other")
            #expect(reply.hasPrefix("HTTP/1.1 508 ") && reply.contains("leads back"))
            #expect(upstream.received.count == 1)
        }
    }

    @Test("A redirect to the upstream's own address leads to the gateway")
    func redirect() async throws {
        let upstream = try await TestServer.start { request in
            let host = request.head.headers["host"].first ?? ""
            return .init(status: 302, headers: [("Location", "http://\(host)/next?a=b")])
        }
        try await withGateway(upstream: upstream, live) { gateway in
            let reply = try await gateway.get("/a")
            #expect(reply.contains("Location: /next?a=b\r\n"))
        }
    }

    @Test("A bypass reaches the server while demo is on; without one, a stub answers")
    func bypass() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { _, manager in
            try manager.add(.get, "/a", Reply(body: Array("stub".utf8)))
        } _: { gateway in
            let stubbed = try await gateway.get("/a")
            #expect(stubbed.hasSuffix("stub"))
            let passed = try await gateway.get("/a", "X-Demo-Bypass: 1")
            #expect(passed.hasSuffix("live"))
        }
    }

    @Test("A screen's switch counts for requests that name the screen")
    func screen() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { _, manager in
            try manager.add(.get, "/a", Reply(body: Array("stub".utf8)))
            manager.isEnabled = false
            manager.setEnabled(.on, for: "profile")
        } _: { gateway in
            let named = try await gateway.get("/a", "X-Demo-Screen: profile")
            #expect(named.hasSuffix("stub"))
            let other = try await gateway.get("/a", "X-Demo-Screen: else")
            #expect(other.hasSuffix("live"))
        }
    }

    @Test("A name that is no screen of the document counts for nothing; capitals are forgiven")
    func unknownScreen() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { configuration, manager in
            configuration.screens = ["getA": "profile"]
            try manager.add(.get, "/a", Reply(body: Array("stub".utf8)))
            manager.setEnabled(.off, for: "slip")
            manager.setEnabled(.off, for: "profile")
        } _: { gateway in
            let slip = try await gateway.get("/a", "X-Demo-Screen: slip")
            #expect(slip.hasSuffix("stub"))
            let capital = try await gateway.get("/a", "X-Demo-Screen: Profile")
            #expect(capital.hasSuffix("live"))
        }
    }

    @Test("A bound of bodies that stubs are matched by does not bound what passes")
    func smallBound() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { configuration, manager in
            configuration.limits.body = 10
            manager.isEnabled = false
        } _: { gateway in
            let body = String(repeating: "x", count: 100)
            let reply = try await gateway.exchange(
                "POST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 100\r\n\r\n\(body)")
            #expect(reply.hasPrefix("HTTP/1.1 200 ") && reply.hasSuffix("live"))
        }
    }

    @Test("A large reply arrives whole, however often the client has to be waited for")
    func largeReply() async throws {
        let body = String(repeating: "abcdefghijklmnop", count: 1 << 20)
        let upstream = try await TestServer.start { _ in .init(body: body) }
        try await withGateway(upstream: upstream, live) { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send("GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let reply = await client.text()
            #expect(reply.utf8.suffix(body.utf8.count).elementsEqual(body.utf8))
            await client.close()
        }
    }
}
