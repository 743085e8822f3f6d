import DemoManager
import Testing

@Suite("Answers over a connection")
struct AnswerTests {
    @Test("A stub answers with its status, headers and body, and the reply says so")
    func stub() async throws {
        try await withGateway { _, manager in
            try manager.add(
                .get, "/me", Reply(status: 201, headers: [.contentType: "text/plain"], body: Array("hi".utf8)))
        } _: { gateway in
            let reply = try await gateway.get("/me")
            #expect(reply.hasPrefix("HTTP/1.1 201 Created\r\n"))
            #expect(reply.contains("\r\nContent-Type: text/plain\r\n"))
            #expect(reply.contains("\r\nContent-Length: 2\r\n"))
            #expect(reply.contains("\r\nX-Demo-Decision: stubbed\r\n"))
            #expect(reply.hasSuffix("\r\n\r\nhi"))
        }
    }

    @Test("A refused request is told as problem details with method and path")
    func refused() async throws {
        try await withGateway { gateway in
            let reply = try await gateway.get("/nope?token=s3cret")
            #expect(reply.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
            #expect(reply.contains("Content-Type: application/problem+json"))
            #expect(reply.contains("X-Demo-Decision: refused"))
            #expect(reply.contains(#""method":"GET""#) && reply.contains("/nope"))
            #expect(!reply.contains("s3cret") && !gateway.log.contains("s3cret"))
        }
    }

    @Test(
        "The journal keeps what a client was told instead of a reply: of a refusal, and of a server that cannot be reached"
    )
    func notices() async throws {
        for mode in [true, false] {
            try await withGateway { _, manager in
                manager.isEnabled = mode
            } _: { gateway in
                _ = try await gateway.get("/nope")
                let outcome = try #require(gateway.manager.journal.exchanges.last?.outcome)
                #expect(outcome.notice?.status == (mode ? 404 : 502))
                #expect(outcome.notice.map { String(decoding: $0.body, as: UTF8.self).contains("/nope") } == true)
                guard case .failure = outcome.end else { return #expect(Bool(false), "a reply of nobody") }
            }
        }
    }

    @Test("A refusal says how to see the stubs that came closest, and a request that asks for them gets them")
    func explained() async throws {
        try await withGateway { _, manager in
            try manager.add(.post, "/me", Reply())
        } _: { gateway in
            let plain = try await gateway.get("/me")
            #expect(plain.contains("Send the request again with the header X-Demo-Explain: 1"))
            let explained = try await gateway.get("/me", "X-Demo-Explain: 1")
            #expect(explained.hasPrefix("HTTP/1.1 404 ") && explained.contains(#""nearMisses":["#))
            // The method of the stub that nearly matched.
            #expect(explained.contains("POST") && !plain.contains("POST"))
        }
    }

    @Test("Pipelined requests are answered in order, delays or not")
    func pipelining() async throws {
        try await withGateway { _, manager in
            try manager.add(.get, "/slow", Reply(body: Array("first".utf8), delay: .fixed(.milliseconds(30))))
            try manager.add(.get, "/fast", Reply(body: Array("second".utf8)))
        } _: { gateway in
            let reply = try await gateway.exchange(
                "GET /slow HTTP/1.1\r\nHost: a.localhost\r\n\r\nGET /fast HTTP/1.1\r\nHost: a.localhost\r\nConnection: close\r\n\r\n"
            )
            let bodies = ["first", "second"].map { reply.firstRange(of: $0)?.lowerBound }
            let first = try #require(bodies[0])
            let second = try #require(bodies[1])
            #expect(first < second)
        }
    }

    @Test("HEAD gets the head of the reply without its body")
    func head() async throws {
        try await withGateway { _, manager in
            try manager.add(.head, "/me", Reply(body: Array("hello".utf8)))
        } _: { gateway in
            let reply = try await gateway.get("/me", method: "HEAD")
            #expect(reply.contains("Content-Length: 5"))
            #expect(reply.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("A client of HTTP/1.0 gets no chunks, and its connection ends")
    func oldClient() async throws {
        try await withGateway { _, manager in
            let dribble = Dribble(chunks: 2, duration: .milliseconds(2))
            try manager.add(.get, "/me", Reply(body: Array("hello".utf8), dribble: dribble))
        } _: { gateway in
            let reply = try await gateway.exchange("GET /me HTTP/1.0\r\n\r\n")
            #expect(!reply.contains("chunked") && reply.contains("Connection: close"))
            #expect(reply.hasSuffix("\r\n\r\nhello"))
        }
    }

    @Test("A paced body comes in chunks")
    func dribble() async throws {
        try await withGateway { _, manager in
            let dribble = Dribble(chunks: 2, duration: .milliseconds(2))
            try manager.add(.get, "/me", Reply(body: Array("abcd".utf8), dribble: dribble))
        } _: { gateway in
            let reply = try await gateway.get("/me")
            #expect(reply.hasSuffix("\r\n\r\n2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n"))
        }
    }

    @Test("A client that waits for 100 Continue is told to go on, and its body decides")
    func expectation() async throws {
        try await withGateway { _, manager in
            var pattern = RequestPattern(method: .one(.post), url: .path("/me"))
            pattern.body = [.contains("yes")]
            let reply = Reply(body: Array("seen".utf8))
            try manager.add(Stub(request: pattern, sequence: [SequenceEntry(reply)], origin: .made(by: "test")))
        } _: { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send(
                "POST /me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"
            )
            _ = await client.text { $0.contains("100 Continue\r\n\r\n") }
            client.send("yes")
            let reply = await client.text()
            #expect(reply.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
            #expect(reply.hasSuffix("seen"))
            await client.close()
        }
    }

    @Test("A large body arrives whole and unchanged")
    func largeBody() async throws {
        let body = (0..<3_000_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
        try await withGateway { _, manager in
            try manager.add(.get, "/big", Reply(body: body))
        } _: { gateway in
            let reply = try await gateway.get("/big")
            #expect(reply.utf8.suffix(body.count).elementsEqual(body))
        }
    }
}
