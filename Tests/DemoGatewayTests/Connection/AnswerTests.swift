import DemoManager
import Foundation
import Testing

@Suite("Responses over a connection") struct AnswerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let stubs: [TestStub]
        let exchanges: [MockExchange]

        init(_ name: String, _ stubs: TestStub..., gets exchanges: MockExchange...) {
            (testDescription, self.stubs, self.exchanges) = (name, stubs, exchanges)
        }
    }

    private static let pace = Pacing.even(chunks: 2, duration: .milliseconds(2))
    static let cases: [Case] = [
        Case(
            "a stub answers with status, headers and body, and the decision",
            .get("/me", Reply(status: 201, headers: [.contentType: "text/plain"], body: Array("hi".utf8))),
            gets: MockExchange(
                "GET /me", status: 201, says: "HTTP/1.1 201 Created\r\n", "\r\nContent-Type: text/plain\r\n",
                "\r\nContent-Length: 2\r\n", "\r\nX-Demo-Decision: stubbed\r\n", ends: "\r\n\r\nhi")),
        Case(
            "a refusal is problem details with method and path, without secrets",
            gets: MockExchange(
                "GET /nope?token=s3cret", status: 404, says: "HTTP/1.1 404 Not Found\r\n",
                "Content-Type: application/problem+json", "X-Demo-Decision: refused", #""method":"GET""#, "/nope",
                lacks: ["s3cret"])),
        Case(
            "a refusal says how to see the closest stubs, and a request that asks for them gets them",
            .post("/me"),
            gets: MockExchange(
                "GET /me", status: 404, says: "Send the request again with the header X-Demo-Explain: 1",
                lacks: ["POST"]),
            MockExchange("GET /me", "X-Demo-Explain: 1", status: 404, says: #""nearMisses":["#, "POST")),
        Case(
            "HEAD gets the head without the body", .head("/me", "hello"),
            gets: MockExchange("HEAD /me", says: "Content-Length: 5", ends: "\r\n\r\n")),
        Case(
            "a client of HTTP/1.0 gets no chunks, and its connection ends",
            .get("/me", Reply(body: Array("hello".utf8), pacing: pace)),
            gets: MockExchange(
                raw: "GET /me HTTP/1.0\r\n\r\n", says: "Connection: close", lacks: ["chunked"], ends: "\r\n\r\nhello")),
        Case(
            "a paced body comes in chunks", .get("/me", Reply(body: Array("abcd".utf8), pacing: pace)),
            gets: MockExchange("GET /me", ends: "\r\n\r\n2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n")),
        Case(
            "one piece after a pause is paced, too",
            .get("/me", Reply(body: [0x61], pacing: .pieces([.init(pause: .milliseconds(2), count: 1)]))),
            gets: MockExchange("GET /me", says: "chunked", ends: "\r\n\r\n1\r\na\r\n0\r\n\r\n")),
    ]

    private static func kept(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
    private static func last(_ path: String) -> String { MockExchange("GET \(path)").message }

    @Test("Each HTTP request gets the expected response", arguments: cases) func answers(_ each: Case) async throws {
        try await withGateway { _, manager in
            for stub in each.stubs { try manager.add(stub.method, stub.path, stub.reply) }
        } _: { gateway in
            try await gateway.expect(each.exchanges)
            #expect(!gateway.log.contains("s3cret"))
        }
    }

    @Test("A reply without a body has no length, and the next one follows its head directly", arguments: [204, 304])
    func bodiless(status: Int) async throws {
        let reply = Reply(status: status, headers: [.contentLength: "6"], body: Array("hidden".utf8))
        try await withStubs(.get("/none", reply), .get("/me", "me")) { gateway in
            let parts = try await gateway.exchange(Self.kept("/none") + Self.last("/me"))
                .components(separatedBy: "\r\n\r\n")
            try #require(parts.count == 3)
            #expect(parts[0].hasPrefix("HTTP/1.1 \(status) ") && !parts[0].contains("Content-Length"))
            #expect(parts[1].hasPrefix("HTTP/1.1 200 ") && parts[2] == "me")
        }
    }

    @Test("The journal has the error that a client got instead of a reply", arguments: [(true, 404), (false, 502)])
    func notices(isEnabled: Bool, status: Int) async throws {
        try await withGateway { _, manager in
            manager.isEnabled = isEnabled
        } _: { gateway in
            _ = try await gateway.get("/nope")
            let outcome = try #require(gateway.manager.journal.exchanges.last?.outcome)
            #expect(outcome.notice?.status == status)
            #expect(outcome.notice.map { String(decoding: $0.body, as: UTF8.self).contains("/nope") } == true)
            guard case .failure = outcome.end else { return #expect(Bool(false), "a reply of nobody") }
        }
    }

    @Test("Pipelined requests are answered in order, with and without delays") func pipelining() async throws {
        let slow = Reply(body: Array("first".utf8), delay: .fixed(.milliseconds(30)))
        try await withStubs(.get("/slow", slow), .get("/fast", "second")) { gateway in
            let reply = try await gateway.exchange(Self.kept("/slow") + Self.last("/fast"))
            let first = try #require(reply.firstRange(of: "first")?.lowerBound)
            let second = try #require(reply.firstRange(of: "second")?.lowerBound)
            #expect(first < second)
        }
    }

    @Test("A kept connection serves a second request, even after a refusal", arguments: ["/first", "/nope"])
    func keptConnection(path: String) async throws {
        try await withStubs(.get("/first", "{one}"), .get("/second", "two")) { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send(Self.kept(path))
            let first = await client.text { $0.hasSuffix("}") }
            #expect(!first.contains("Connection:") && first.hasPrefix("HTTP/1.1 \(path == "/nope" ? 404 : 200) "))
            client.send(Self.last("/second"))
            let both = await client.text()
            #expect(both.hasPrefix(first + "HTTP/1.1 200 ") && both.hasSuffix("two"))
            await client.close()
        }
    }

    @Test("A client that waits for 100 Continue gets it, and its body decides") func expectation() async throws {
        try await withGateway { _, manager in
            var pattern = RequestPattern(method: .one(.post), url: .path("/me"))
            pattern.body = [.contains("yes")]
            let reply = Reply(body: Array("seen".utf8))
            try manager.add(Stub(request: pattern, sequence: [SequenceEntry(reply)], origin: .made(by: "test")))
        } _: { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send(MockExchange("POST /me", "Content-Length: 3", "Expect: 100-continue").message)
            _ = await client.text { $0.contains("100 Continue\r\n\r\n") }
            client.send("yes")
            let reply = await client.text()
            #expect(reply.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
            #expect(reply.hasSuffix("seen"))
            await client.close()
        }
    }

    @Test("A large body arrives complete and unchanged") func largeBody() async throws {
        let body = (0..<3_000_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        try await withStubs(.get("/big", Reply(body: body))) { gateway in
            let reply = try await gateway.get("/big")
            #expect(reply.utf8.suffix(body.count).elementsEqual(body))
        }
    }
}
