import Foundation
import TestSupport
import Testing

@testable import DemoManager

@Suite struct CodeStubTests {
    private let manager = demoManager()
    private let api = "https://api.example.com"

    @Test("stubResponse matches parts of the absolute URL, header values of any name, parts of the body")
    func containing() throws {
        try manager.stubResponse(
            containing: "example.com/user", queryParamPart: "page=2", requiredHeaderValues: "abc", nil,
            bodyPart: ["one", "two"], method: .post, statusCode: 201)
        var request = HTTPRequest.post("\(api)/user?page=2", headers: [.authorization: "abc"])
        let decision = manager.decide(request, body: "two and one")
        #expect(decision.status == 201)
        #expect(decision.reply?.headers[.contentType] == nil, "there is no body")
        #expect(decision.reply?.body == [])
        #expect(manager.decide(request, body: "one").refusal == .noStub)
        #expect(manager.decide(.post("\(api)/user?page=2"), body: "one two").refusal == .noStub)
        request.path = "/user?page=1"
        #expect(manager.decide(request, body: "one two").refusal == .noStub)
    }

    @Test("the method defaults to GET; nil is any") func method() throws {
        try manager.stubResponse(containing: "/get")
        try manager.stubResponse(containing: "/any", method: nil)
        #expect(manager.decide(.get("\(api)/get")).reply != nil)
        #expect(manager.decide(.post("\(api)/get")).refusal == .noStub)
        #expect(manager.decide(.delete("\(api)/any")).reply != nil)
    }

    @Test("from: reads a fixture when the stub is added, and a missing one is an error then") func fixtures() throws {
        let folder = try Folder(["me.json": "{\"id\":1}"])
        let manager = DemoManager(configuration: .init(fixtures: [folder.path]))
        manager.isEnabled = true
        try manager.stubResponse(containing: "/me", from: "me")
        #expect(manager.decide(.get("\(api)/me")).text == "{\"id\":1}")
        #expect(throws: Problem.self) { try manager.stubResponse(containing: "/me", from: "none") }
        #expect(throws: Problem.self) { try manager.stubResponse(containing: "/me", from: "../me") }
        #expect(throws: Problem.self) { try demoManager().stubResponse(containing: "/me", from: "me") }
    }

    @Test("stub matches method and absolute URL with query, on a default port or not") func equality() throws {
        try manager.stub(.get("\(api)/me?x=1"), result: .success(Data("hi".utf8)))
        #expect(manager.decide(.get("https://API.example.com:443/me?x=1")).text == "hi")
        for other in ["\(api)/me", "\(api)/me?x=2", "http://api.example.com/me?x=1", "https://other.example/me?x=1"] {
            #expect(manager.decide(.get(other)).refusal == .noStub, "\(other)")
        }
        #expect(manager.decide(.post("\(api)/me?x=1")).refusal == .noStub)
        try manager.stub(.get("/anywhere"))
        #expect(manager.decide(.get("http://any.example/anywhere")).reply != nil)
    }

    @Test("Replies across requests are given in order, ignoring the case of the host; the last one repeats")
    func chain() throws {
        let chain = try manager.stub(.get("\(api)/me"), statusCode: 401)
            .thenRespondWith(to: .post("\(api)/auth/refresh"), .json(["token": "a"]))
            .thenRespondWith(to: .get("https://API.example.com:443/me"), .json(["n": 1]), times: 2)
            .thenRespondWith(to: .get("\(api)/me"), statusCode: 401)
            .thenRespondWith(to: .post("\(api)/auth/refresh"), .json(["token": "b"]))
            .thenRespondWith(.json(["n": 2]))
        #expect(chain.stubs.count == 2)
        let me = (0..<6).map { _ in manager.decide(.get("\(api)/me")).status }
        #expect(me == [401, 200, 200, 401, 200, 200])
        let tokens = (0..<3).map { _ in manager.decide(.post("\(api)/auth/refresh")).text }
        #expect(tokens == [#"{"token":"a"}"#, #"{"token":"b"}"#, #"{"token":"b"}"#])
        #expect(manager.decide(.get("\(api)/me")).text == #"{"n":2}"#)
    }

    @Test("A reply that is never given is refused") func noTimes() throws {
        let chain = try manager.stub(.get("\(api)/me"), statusCode: 401)
        #expect(throws: Problem.self) { try chain.thenRespondWith(.json([]), times: 0) }
    }

    @Test("A check applies to the last reply of the chain, whatever its request") func verifyAcrossRequests() throws {
        try manager.stub(.get("\(api)/me"))
            .thenRespondWith(to: .post("\(api)/log"))
            .thenVerifyRequest { guard $0.headers[.authorization] == "Bearer new" else { throw Unexpected() } }
        #expect(manager.decide(.get("\(api)/me")).reply != nil)
        #expect(manager.decide(.post("\(api)/log")).refusal == .verification)
        #expect(manager.decide(.post("\(api)/log", headers: [.authorization: "Bearer new"])).reply != nil)
    }

    @Test("A chain in a variable works like one expression") func splitChain() throws {
        let chain = try manager.stub(.get("\(api)/me"), statusCode: 401)
        try chain.thenRespondWith(to: .post("\(api)/refresh"), .json(["token": "a"]))
        try chain.thenVerifyRequest { guard $0.headers[.authorization] == "Bearer old" else { throw Unexpected() } }
        try chain.thenRespondWith(to: .post("\(api)/refresh"), .json(["token": "b"]))
        #expect(chain.stubs.count == 2)
        #expect(manager.decide(.get("\(api)/me")).status == 401)
        #expect(
            manager.decide(.post("\(api)/refresh", headers: [.authorization: "Bearer old"])).text == #"{"token":"a"}"#)
        #expect(manager.decide(.post("\(api)/refresh")).text == #"{"token":"b"}"#)
        let other = try manager.stub(.get("\(api)/you"))
        try other.thenVerifyRequest { _ in throw Unexpected() }
        #expect(manager.decide(.get("\(api)/you")).refusal == .verification)
    }

    @Test("A chain whose stub was removed is an error") func removedChain() throws {
        let chain = try manager.stub(.get("\(api)/me"))
        manager.remove(chain.stubs[0])
        #expect(throws: Problem.self) { try chain.thenRespondWith(statusCode: 500) }
        #expect(throws: Problem.self) { try chain.thenVerifyRequest { _ in } }
        #expect(manager.stubs.isEmpty)
    }

    @Test("thenVerifyRequest checks only requests of the preceding reply") func verify() throws {
        let line = #line + 3
        try manager.stub(.post("\(api)/user"), statusCode: 200)
            .thenRespondWith(statusCode: 201)
            .thenVerifyRequest { request in
                guard request.body == Data("b".utf8), request.method == .post, request.url.hasSuffix("/user") else {
                    throw Unexpected()
                }
            }
        let call = manager.beginCall()
        #expect(manager.needsBody(.post("\(api)/user"), call: call))
        #expect(manager.decide(.post("\(api)/user"), body: "a").status == 200)
        #expect(manager.decide(.post("\(api)/user"), body: "b").status == 201)
        let failed = manager.decide(.post("\(api)/user"), body: "c")
        #expect(failed.refusal == .verification)
        guard case .refuse(let refusal) = failed.action else { return }
        #expect(refusal.origin == .code(fileID: #fileID, line: line))
        #expect(failed.reason.contains("CodeStubTests.swift:\(line)"))
        #expect(manager.exchange(failed.exchange)?.reason == failed.reason)
    }
    private struct Unexpected: Error {}

    @Test("A failure is the given error, and the fault closest to it") func failure() throws {
        let offline = NSError(domain: NSURLErrorDomain, code: NSURLErrorNotConnectedToInternet)
        try manager.stub(.get("\(api)/a"), result: .failure(offline))
        let reply = try #require(manager.decide(.get("\(api)/a")).reply)
        #expect(reply.fault == .noNetwork)
        #expect((reply.error as NSError?)?.code == NSURLErrorNotConnectedToInternet)
    }
}
