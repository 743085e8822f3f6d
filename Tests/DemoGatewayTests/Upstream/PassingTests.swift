import APIDocument
import DemoGateway
import DemoManager
import DemoManagerFiles
import LoopbackPorts
import NIOHTTP1
import SourceTexts
import Synchronization
import TestSupport
import Testing
import WireFormats

@Suite("Passed requests") struct PassingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: LoopbackServer.Answer
        let exchange: MockExchange

        init(
            _ name: String, from answer: @escaping LoopbackServer.Answer,
            gets exchange: MockExchange
        ) { (testDescription, self.answer, self.exchange) = (name, answer, exchange) }

        /// A server that sends these bytes.
        init(_ name: String, raw: String, gets exchange: MockExchange) {
            self.init(name, from: { _ in .init(raw: raw) }, gets: exchange)
        }
    }

    static let cases: [Case] = [
        Case(
            "a reply with a head that is too large says so",
            from: { _ in .init(headers: [("X-A", String(repeating: "a", count: 200_000))], body: "live") },
            gets: MockExchange("GET /a", status: 502, says: "the head of its reply is too large")),
        Case(
            "a redirect to the upstream's address leads to the gateway",
            from: { request in
                let host = request.head.headers["host"].first ?? ""
                return .init(status: 302, headers: [("Location", "http://\(host)/next?a=b")])
            }, gets: MockExchange("GET /a", status: 302, says: "Location: /next?a=b\r\n")),
        Case(
            "a reply that breaks off has no last chunk",
            raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            gets: MockExchange("GET /a", says: "hello", lacks: ["0\r\n\r\n"])),
        Case("text that is not HTTP is 502", raw: "nonsense", gets: MockExchange("GET /a", status: 502)),
        Case("a status 000 is 502", raw: "HTTP/1.1 000 \r\n\r\n", gets: MockExchange("GET /a", status: 502)),
        Case(
            "two lengths are 502", raw: "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            gets: MockExchange("GET /a", status: 502)),
        Case(
            "an upgrade is 502", raw: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
            gets: MockExchange("GET /a", status: 502)),
        Case("no reply is 502", raw: "", gets: MockExchange("GET /a", status: 502)),
    ]

    @Test("Each passed request gets the expected response", arguments: cases) func replies(_ each: Case) async throws {
        try await withServer(each.answer) { gateway, _ in try await gateway.expect(each.exchange) }
    }

    @Test("A request passes with path, headers and body, and its reply returns with the decision")
    func passes() async throws {
        try await withServer({ _ in .init(status: 202, headers: [("X-A", "b")], body: "live") }) { gateway, upstream in
            try await gateway.expect(
                MockExchange(
                    "PUT /a%2Fb//c?x=%7B&y=[1]&z=5%", "X-Mine: 1", body: "hello", status: 202, says: "X-A: b\r\n",
                    "X-Demo-Decision: passed\r\n", ends: "live"))
            let request = try #require(upstream.requests.first)
            #expect(request.head.uri == "/a%2Fb//c?x=%7B&y=[1]&z=5%")
            #expect(request.head.headers["x-mine"] == ["1"])
            #expect(request.head.headers["host"] == ["127.0.0.1:\(upstream.port)"])
            let asked = gateway.manager.journal.exchanges.first?.call.asked
            #expect(asked?.authority == "localhost" && asked?.path == "/a%2Fb//c?x=%7B&y=[1]&z=5%")
            #expect(String(decoding: request.body, as: UTF8.self) == "hello")
        }
    }

    @Test("Blanks around a header's value are removed") func outerBlanks() async throws {
        try await withServer { gateway, upstream in
            let text =
                "POST /a HTTP/1.1\r\nHost: localhost\t\r\nAuthorization: Bearer \r\nX-A: \t a b \t \r\nX-B:  \r\n"
                + "Content-Length: 2 \r\nConnection: close\r\n\r\nhi"
            try await gateway.expect(MockExchange(raw: text, status: 200))
            let request = try #require(upstream.requests.first)
            #expect(request.head.headers["authorization"] == ["Bearer"])
            #expect(request.head.headers["x-a"] == ["a b"] && request.head.headers["x-b"] == [""])
            #expect(String(decoding: request.body, as: UTF8.self) == "hi")
        }
    }

    @Test("The upstream's own path precedes the request's, which clients may omit") func upstreamPath() async throws {
        let upstream = try await LoopbackServer.start()
        try await withFront(of: "http://127.0.0.1:\(upstream.port)/v1") { gateway in
            for path in ["/a?b=/v1", "/v1/a", "/v1", "/v1?a", "/v10"] { _ = try await gateway.get(path) }
            #expect(upstream.requests.map(\.head.uri) == ["/v1/a?b=/v1", "/v1/a", "/v1", "/v1?a", "/v1/v10"])
        }
        await upstream.stop()
    }

    @Test("A request that returns from the upstream gets 508 and is not sent again") func loop() async throws {
        try await withServer { gateway, upstream in
            _ = try await gateway.get("/a")
            let via = try #require(upstream.requests.first?.head.headers["via"].first)
            try await gateway.expect(MockExchange("GET /a", "Via: \(via), 1.1 other", status: 508, says: "leads back"))
            #expect(upstream.requests.count == 1)
        }
    }

    @Test("The limit of bodies for matching does not limit passed bodies") func smallBound() async throws {
        try await withServer(configure: { $0.limits.body = 10 }) { gateway, _ in
            try await gateway.expect(MockExchange("POST /a", body: String(repeating: "x", count: 100), ends: "live"))
        }
    }

    @Test("A bypass and a screen's switch select stub or server; unknown screens are ignored")
    func switches() async throws {
        try await withGateway(upstream: LoopbackServer.start()) { configuration, manager in
            let text = "{openapi: 3.1.0, paths: {/b: {get: {operationId: getB, responses: {}}}}}"
            let document = try APIDocument(SourceText(name: "b.yaml", bytes: Array(text.utf8)))
            let router = OperationRouter(document, below: "")
            let served = ServedDocument(document, router, screens: ["getB": "profile"])
            try manager.use(APIDescription(routes: ServedDocuments([served])))
            try manager.add(.get, "/a", Reply(body: Array("stub".utf8)))
            manager.setEnabled(.off, for: "slip")
            manager.setEnabled(.off, for: "profile")
        } _: { gateway in
            try await gateway.expect(
                MockExchange("GET /a", ends: "stub"), MockExchange("GET /a", "X-Demo-Bypass: 1", ends: "live"),
                MockExchange("GET /a", "X-Demo-Screen: slip", ends: "stub"),
                MockExchange("GET /a", "X-Demo-Screen: Profile", ends: "live"))
        }
        try await withGateway(upstream: LoopbackServer.start()) { _, manager in
            try manager.add(.get, "/a", Reply(body: Array("stub".utf8)))
            manager.isEnabled = false
            manager.setEnabled(.on, for: "profile")
        } _: { gateway in
            try await gateway.expect(
                MockExchange("GET /a", "X-Demo-Screen: profile", ends: "stub"),
                MockExchange("GET /a", "X-Demo-Screen: else", ends: "live"))
        }
    }

    @Test("A screen in demo lets no write at its paths through, whatever its method and its slashes")
    func writes() async throws {
        try await withGateway(upstream: LoopbackServer.start()) { _, manager in
            let text = openAPI(
                "T",
                """
                GET /items/{id:} item -> {name: string}
                GET /items/me mine -> {name: string}
                GET /else other -> {name: string}
                """)
            let document = try APIDocument(SourceText(name: "a.yaml", bytes: Array(text.utf8)))
            try manager.use(.mock(document, screens: ["item": "items", "mine": "others", "other": "others"]))
            manager.unmatched = .guard
            manager.isEnabled = false
            manager.setEnabled(.on, for: "items")
        } _: { gateway in
            for request in [
                "PATCH /items/1", "DELETE /items/1/", "PUT //items/1", "POST /items//1?a=b", "PATCH /items/me",
                "PUT /a/../items//me",
            ] {
                let status = request.contains("//") ? 404 : 405
                try await gateway.expect(MockExchange(request, status: status))
            }
            try await gateway.expect(
                MockExchange("PATCH /else", ends: "live"), MockExchange("POST /items", ends: "live"))
        }
    }

    @Test("The log hides tokens in paths and reports an upgrade that is not passed on") func logged() async throws {
        try await withServer { gateway, _ in
            _ = try await gateway.get("/confirm/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln")
            _ = try await gateway.get("/a;jsessionid=1F2E/b")
            #expect(try await gateway.logs("/a;jsessionid=REDACTED/b") && !gateway.log.contains("eyJ"))
            _ = try await gateway.get("/socket", "Upgrade: websocket")
            #expect(try await gateway.logs("(Upgrade)"))
        }
    }

    @Test(
        "Connections to the upstream are reused, even after replies that clients read slowly",
        arguments: [4, 200_000])
    func reuse(size: Int) async throws {
        let body = String(repeating: "a", count: size)
        try await withServer({ _ in .init(body: body) }) { gateway, upstream in
            for number in 1...20 {
                let reply = try await gateway.get("/\(number)")
                #expect(reply.hasSuffix("\r\n\r\n" + body))
            }
            #expect(upstream.requests.count == 20 && upstream.connections < 20)
        }
    }

    @Test("A reply before the end of its request is passed on, and its connection is reused", arguments: ["", "ok"])
    func earlyReply(body: String) async throws {
        let upstream = try await LoopbackServer.start(
            early: "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        try await withFront(of: "http://127.0.0.1:\(upstream.port)") { gateway in
            for _ in 1...5 {
                let client = try await RawClient(port: gateway.port)
                client.send(MockExchange("POST /a", "Transfer-Encoding: chunked").message + "2\r\nab\r\n")
                _ = await client.text { $0.hasSuffix("\r\n\r\n" + body) }
                client.send("0\r\n\r\n")
                let reply = await client.text()
                #expect(reply.hasPrefix("HTTP/1.1 200 ") && reply.hasSuffix("\r\n\r\n" + body))
            }
            // The client has its reply before the server has read the end of the request.
            #expect(try await comes { upstream.requests.count == 5 } && upstream.connections == 1)
        }
        await upstream.stop()
    }

    @Test("Bytes that a server sends after its reply never answer the next request") func surplus() async throws {
        try await withServer({ request in
            let own = "HTTP/1.1 200 OK\r\nContent-Length: \(request.head.uri.utf8.count)\r\n\r\n\(request.head.uri)"
            return .init(raw: own + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong", then: .keep)
        }) { gateway, _ in
            for number in 1...20 {
                let reply = try await gateway.get("/\(number)")
                #expect(reply.hasSuffix("\r\n\r\n/\(number)"), "\(reply)")
            }
        }
    }

    @Test("A server that closes new connections without a reply is asked once", arguments: ["GET", "HEAD", "OPTIONS"])
    func silentServer(method: String) async throws {
        try await withServer({ _ in .init(raw: "") }) { gateway, upstream in
            let reply = try await gateway.get("/a", method: method)
            #expect(reply.hasPrefix("HTTP/1.1 502 "))
            #expect(upstream.requests.count == 1)
        }
    }

    @Test("A read on a kept connection that the server closed is repeated once; a write is not")
    func staleConnection() async throws {
        let count = Atomic(0)
        try await withServer({ _ in
            count.add(1, ordering: .relaxed).newValue.isMultiple(of: 2) ? .init(raw: "") : .init(body: "live")
        }) { gateway, upstream in
            for _ in 1...3 {
                let reply = try await gateway.get("/a")
                #expect(reply.hasPrefix("HTTP/1.1 200 "))
            }
            #expect(upstream.requests.count == 5)
            let written = try await gateway.get("/a", method: "POST")
            #expect(written.hasPrefix("HTTP/1.1 502 "))
            #expect(upstream.requests.count == 6)
        }
    }

    @Test("A server that closes its connections causes no lost request") func ended() async throws {
        let raw = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlive"
        try await withServer({ _ in .init(raw: raw) }) { gateway, upstream in
            for number in 1...20 {
                let reply = try await gateway.get("/\(number)")
                #expect(reply.hasSuffix("\r\n\r\nlive"))
            }
            #expect(upstream.requests.count == 20)
        }
    }

    @Test("A large body is passed completely through a delayed forward", arguments: [true, false])
    func delayedForward(isChunked: Bool) async throws {
        let upstream = try await LoopbackServer.start()
        try await withGateway { _, manager in
            try manager.forward("{\"url\": \"/a\"}", to: upstream, "\"fixedDelayMilliseconds\": 20")
        } _: { gateway in
            let body = String(repeating: "a", count: 200_000)
            let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 200000"
            let sent = isChunked ? "30d40\r\n\(body)\r\n0\r\n\r\n" : body
            let reply = try await gateway.exchange(
                "POST /a HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\nConnection: close\r\n\r\n\(sent)")
            #expect(reply.hasPrefix("HTTP/1.1 200 ") && upstream.requests.first?.body.count == 200_000)
        }
        await upstream.stop()
    }

    @Test("HEAD stays HEAD when a forwarding stub for GET matches") func forwardedHead() async throws {
        let upstream = try await LoopbackServer.start()
        try await withGateway { _, manager in
            try manager.forward("{\"method\": \"GET\", \"url\": \"/a\"}", to: upstream)
        } _: { gateway in
            let reply = try await gateway.get("/a", method: "HEAD")
            #expect(reply.hasSuffix("\r\n\r\n"))
            #expect(upstream.requests.map(\.head.method) == [.HEAD])
        }
        await upstream.stop()
    }

    @Test("Hop-by-hop headers and headers for the gateway are not forwarded") func hopByHop() async throws {
        let sent = [("Connection", "X-Secret"), ("X-Secret", "1"), ("Keep-Alive", "timeout=9"), ("X-Kept", "1")]
        try await withServer({ _ in .init(headers: sent) }) { gateway, upstream in
            let reply = try await gateway.get(
                "/a", "Connection: X-Hop, content-length", "X-Hop: 1", "Keep-Alive: 1", "TE: trailers",
                "Proxy-Connection: x", "Proxy-Authorization: Basic x", "X-Demo-Screen: s", "X-Demo-Session: t",
                "X-Demo-Bypass: 1", "X-Kept: 1")
            #expect(!reply.contains("X-Secret") && !reply.contains("Keep-Alive") && reply.contains("X-Kept: 1"))
            let headers = try #require(upstream.requests.first?.head.headers)
            for name in [
                "x-hop", "keep-alive", "te", "proxy-connection", "proxy-authorization", "x-demo-screen",
                "x-demo-session", "x-demo-bypass",
            ] {
                #expect(headers[name].isEmpty, "\(name)")
            }
            #expect(headers["x-kept"] == ["1"])
            #expect(headers["via"].first?.hasPrefix("1.1 demo-tui-") == true)
            #expect(headers["x-forwarded-for"] == ["127.0.0.1"] && headers["x-forwarded-host"] == ["localhost"])
        }
    }

    @Test("A body of unknown length is passed in chunks") func chunks() async throws {
        try await withServer { gateway, upstream in
            let client = try await RawClient(port: gateway.port)
            client.send(MockExchange("POST /a", "Transfer-Encoding: chunked").message + "3\r\nabc\r\n")
            client.send("2;x=y\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n")
            let reply = await client.text()
            #expect(reply.hasSuffix("live"))
            #expect(upstream.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["abcde"])
            await client.close()
        }
    }

    @Test("An upstream that does not listen gives 502") func refused() async throws {
        let closed = try ClosedPort()
        try await withFront(of: "http://127.0.0.1:\(closed.number)") { gateway in
            let reply = try await gateway.get("/a")
            #expect(reply.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n") && reply.contains("nothing listens there"))
            #expect(reply.contains("application/problem+json"))
        }
    }

    @Test("An upstream that does not reply gives 504") func silent() async throws {
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

    @Test("An event reaches the client before the server sends the next one") func events() async throws {
        try await withServer({ _ in
            .init(
                raw: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "9\r\ndata: 1\n\n\r\n", then: .keep)
        }) { gateway, _ in
            let request = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let reply = try await gateway.exchange(request) { $0.contains("data: 1\n\n") }
            #expect(reply.contains("Content-Type: text/event-stream\r\n") && reply.contains("data: 1\n\n"))
        }
    }

    @Test("A large reply arrives completely at a slow client") func largeReply() async throws {
        let body = String(repeating: "abcdefghijklmnop", count: 1 << 20)
        try await withServer({ _ in .init(body: body) }) { gateway, _ in
            let reply = try await gateway.get("/a")
            #expect(reply.utf8.suffix(body.utf8.count).elementsEqual(body.utf8))
        }
    }
}

extension DemoManager {
    /// Adds a stub that forwards to a server what fits a request pattern in JSON.
    fileprivate func forward(_ request: String, to server: LoopbackServer, _ response: String...) throws {
        let members = [#""proxyBaseUrl": "http://127.0.0.1:\#(server.port)""#] + response
        let mapping = #"{"request": \#(request), "response": {\#(members.joined(separator: ", "))}}"#
        try add(MappingParser().stubs(in: JSONValue(parsing: mapping), named: "test"))
        unmatched = .guard
    }
}
