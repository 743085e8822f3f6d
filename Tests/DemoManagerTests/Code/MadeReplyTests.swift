import DemoManager
import Foundation
import Testing

@Suite("Replies from variables")
struct MadeReplyTests {
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
