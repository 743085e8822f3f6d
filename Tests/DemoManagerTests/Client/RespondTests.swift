import Foundation
import Testing

@testable import DemoManager

@Suite struct RespondTests {
    @Test("A stubbed request is answered and recorded; others return nil") func answers() async throws {
        let manager = demoManager(unmatched: .passThrough)
        try manager.addPath("/a", "hi")
        let response = try #require(try await manager.respond(to: .get("/a")))
        #expect(response.head.status == .ok && response.body == Array("hi".utf8))
        #expect(manager.journal.exchanges.last?.outcome?.end == .status(200))
        #expect(try await manager.respond(to: .get("/b")) == nil)
    }

    @Test("faults, errors of code stubs and refusals are thrown, with their messages") func throwing() async throws {
        let manager = demoManager()
        try manager.addPath("/fault", "") { $0.sequence = [SequenceEntry(Reply(fault: .noNetwork))] }
        try manager.stub(.get("/error"), result: .failure(Mine()))
        let fault = await #expect(throws: StubbedFault.self) { try await manager.respond(to: .get("/fault")) }
        #expect(fault?.fault == .noNetwork && fault?.localizedDescription.hasPrefix("no network") == true)
        await #expect(throws: Mine.self) { try await manager.respond(to: .get("/error")) }
        let refusal = await #expect(throws: Refusal.self) { try await manager.respond(to: .get("/none")) }
        #expect(refusal?.kind == .noStub && refusal?.localizedDescription == refusal?.message)
    }
    private struct Mine: Error {}

    @Test("A stub's own time-out is thrown at once, without the wait of the condition") func ownTimeout() async throws {
        let manager = demoManager()
        try manager.stub(.get("/late"), result: .failure(URLError(.timedOut)))
        await #expect(throws: URLError.self) { try await manager.respond(to: .get("/late")) }
        #expect(try #require(manager.journal.exchanges.last?.outcome).duration < .seconds(30))
    }

    @Test("A forwarding stub: respond(to:) refuses, answer(to:) returns the request to send")
    func forwarded() async throws {
        let manager = demoManager(unmatched: .guard)
        let base = try ProxyBase("http://other.example/v1")
        try manager.addPath("/a", "") { $0.sequence[0].reply.proxyBase = base }
        let refusal = await #expect(throws: Refusal.self) {
            try await manager.respond(to: .get("https://api.example/a?x=1"))
        }
        #expect(refusal?.kind == .forwarded && refusal?.message.contains("answer(to:)") == true)
        #expect(manager.journal.exchanges.last?.outcome != nil)
        let sent = try await manager.answer(to: .get("https://api.example/a?x=1")).sent
        #expect(sent?.authority == "other.example" && sent?.path == "/v1/a?x=1")
    }

    @Test("answer(to:) returns a stub's response, and a request without a stub unchanged") func answer() async throws {
        let manager = demoManager(unmatched: .guard)
        try manager.addPath("/a", "hi")
        guard case .stubbed(let response) = try await manager.answer(to: .get("/a")) else { throw Mine() }
        #expect(response.body == Array("hi".utf8))
        #expect(try await manager.answer(to: .get("https://api.example/b")).sent == .get("https://api.example/b"))
    }

    @Test("cancelling ends a delayed answer, or the wait before a request is forwarded", arguments: [false, true])
    func cancelled(isForwarded: Bool) async throws {
        let manager = demoManager(unmatched: .guard)
        let base = isForwarded ? try ProxyBase("http://other.example") : nil
        try manager.addPath("/a", "") {
            $0.sequence[0].reply.delay = .fixed(.seconds(60))
            $0.sequence[0].reply.proxyBase = base
        }
        let task = Task {
            if isForwarded {
                _ = try await manager.answer(to: .get("/a"))
            } else {
                _ = try await manager.respond(to: .get("/a"))
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(manager.journal.exchanges.last?.outcome?.end == .cancelled)
    }

    @Test("Messages of refusals contain no secrets") func secrets() throws {
        let manager = demoManager()
        let url = "/a?token=s3cr3t"
        #expect(!manager.decide(.get(url)).text.contains("s3cr3t"))
        try manager.stub(.get("/b?token=s3cr3t"), .json([:])).thenVerifyRequest { _ in throw Mine() }
        let refused = manager.decide(.get("/b?token=s3cr3t"))
        #expect(refused.refusal == .verification)
        #expect(!refused.text.contains("s3cr3t"))
        let invalid = #expect(throws: InvalidText.self) { try ProxyBase("https://u:s3cr3t@h") }
        #expect(invalid?.description.contains("s3cr3t") == false)
    }
}

@Suite("Replies from variables") struct MadeReplyTests {
    private let manager = demoManager()

    private func body(_ request: HTTPRequest) async throws -> String? {
        try await manager.respond(to: request).map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test("A reply is made from its request") func made() async throws {
        try manager.stub(matching: .get("/users/{id}"), .made { try .json(["url": $0.url], status: 203) })
        let reply = try await manager.respond(to: .get("https://a.example/users/7"))
        #expect(reply?.head.status.code == 203)
        #expect(reply?.head.headerFields[.contentType] == "application/json")
        #expect(reply.map { String(decoding: $0.body, as: UTF8.self) }?.contains("7") == true)
    }

    @Test("An error of a reply's closure refuses the request with its text") func failing() async throws {
        try manager.stub(.get("/a"), .made { _ in throw Problem("no such user", file: "stub") })
        await #expect { try await manager.respond(to: .get("/a")) } throws: { "\($0)".contains("no such user") }
        try manager.stub(.get("/b"), .made { _ in Reply(fault: .noNetwork) })
        await #expect(throws: StubbedFault.self) { try await manager.respond(to: .get("/b")) }
    }

    @Test("Variables of several types make an object") func variables() async throws {
        let (id, name, tags) = (7, "Ada", ["a", "b"])
        try manager.stub(.get("/a"), .json(["id": id, "name": name, "tags": tags]))
        #expect(try await body(.get("/a")) == #"{"id":7,"name":"Ada","tags":["a","b"]}"#)
        // A literal stays one.
        let literal: Reply = .json(["id": 7, "name": "Ada"])
        #expect(String(decoding: literal.body, as: UTF8.self) == #"{"id":7,"name":"Ada"}"#)
    }

    @Test("Foundation's URLs are accepted like strings") func urls() async throws {
        let url = try #require(URL(string: "https://a.example/x?y=1"))
        try manager.stub(.get(url), .json([]))
        #expect(try await body(.get("https://a.example/x?y=1")) == "[]")
        try manager.verify(.get(url))
    }

    @Test("All attempts of a call keep its mode") func attempts() async throws {
        try manager.stub(.get("/a"), statusCode: 503).thenRespondWith(.json([]))
        let call = manager.beginCall()
        #expect(try await manager.respond(to: .get("/a"), call: call)?.head.status.code == 503)
        manager.isEnabled = false
        #expect(try await manager.respond(to: .get("/a"), call: call, attempt: 2)?.head.status.code == 200)
        #expect(try await manager.respond(to: .get("/a")) == nil)
        let last = try #require(manager.journal.exchanges.last { $0.call.id == call.id })
        #expect(last.status == 200)
        #expect(last.duration != nil)
    }

    @Test("Errors have a description") func descriptions() throws {
        func text(_ body: () throws -> Void) -> String {
            do { try body() } catch { return (error as any Error).localizedDescription }
            return ""
        }
        #expect(text { _ = try RegularExpression("a)(b") }.contains("a)(b"))
        #expect(text { _ = try JSONPath("$.") }.contains("$."))
        #expect(text { _ = try URLTemplate("/a/{id") }.contains("/a/{id"))
        #expect(text { _ = try ProxyBase("ftp://a") }.contains("ftp://a"))
        #expect(text { _ = try JSONValue(parsing: "{") }.contains("1:"))
        #expect(text { try manager.stub(.get("users")) }.contains("users"))
        #expect(text { try manager.verify(.get("/a")) }.contains("nothing was received"))
        try manager.stub(.get("/c")).thenVerifyRequest { _ in throw InvalidID() }
        #expect(manager.decide(.get("/c")).text.contains("the id is not valid"))
    }
}

private struct InvalidID: LocalizedError {
    var errorDescription: String? { "the id is not valid" }
}
