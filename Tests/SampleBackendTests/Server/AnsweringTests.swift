import SampleBackend
import Testing
import WireFormats

@Suite struct AnsweringTests {
    @Test(
        "An unknown address is 404, even without a token",
        arguments: ["/", "/nothing", "/user", "/transactions/tx-00001"])
    func unknownPath(path: String) async throws {
        try await withBackend { client in
            var nobody = client
            nobody.token = nil
            let answer = try await nobody.get(path)
            #expect(answer.status == 404)
            #expect(answer.error["code"] == 404)
        }
    }

    @Test(
        "A method an address does not have is 405 and names those it has",
        arguments: [
            ("DELETE", "/user/usr-1001", "GET, HEAD, PUT"), ("POST", "/transactions", "GET, HEAD"),
            ("GET", "/transfers", "POST"), ("OPTIONS", "/me", "GET, HEAD"),
        ])
    func wrongMethod(method: String, path: String, allowed: String) async throws {
        try await withBackend { client in
            let answer = try await client.send(method, path)
            #expect(answer.status == 405)
            #expect(answer.headers["allow"] == allowed)
            #expect(answer.error["code"] == 405)
        }
    }

    @Test("A body beyond a megabyte is 413") func tooLarge() async throws {
        try await withBackend { client in
            let body = String(repeating: "x", count: 1_048_577)
            let answer = try await client.send("PUT", "/user/usr-1001", body: body)
            #expect(answer.status == 413)
            #expect(answer.error["code"] == 413)
        }
    }

    @Test("HEAD answers what GET does, without the body") func head() async throws {
        try await withBackend { client in
            let length = try await client.get("/me").body.count
            let head = try await client.send("HEAD", "/me")
            #expect(head.status == 200)
            #expect(head.headers["content-length"] == String(length))
            #expect(head.body.isEmpty)
        }
    }

    @Test("Latency holds every answer back") func latency() async throws {
        try await withBackend(.init(latency: .milliseconds(50))) { client in
            let began = ContinuousClock.now
            let answer = try await client.get("/nothing")
            #expect(answer.status == 404)
            #expect(ContinuousClock.now - began >= .milliseconds(50))
        }
    }
}
