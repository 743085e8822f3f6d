import Foundation
import HTTPTypes
import Testing

@testable import DemoManager

@Suite struct ReplyMakerTests {
    private struct Unwilling: Error {}

    private let manager = DemoManager(configuration: .init(unmatched: .error))
    private let call = Call(id: 1, screen: "s", mode: .demo)

    private func add(_ maker: ReplyMaker, body: [UInt8] = []) throws {
        let pattern = RequestPattern(url: .template(try URLTemplate("/users/{id}")))
        try manager.add(
            Stub(
                request: pattern, sequence: [SequenceEntry(Reply(status: 201, body: body, maker: maker))],
                origin: .made(by: "test")))
    }

    @Test("A generated reply gets the request and the stub's own reply") func made() throws {
        try add(
            ReplyMaker { request, reply in
                reply.body = Array("\(request.url) \(String(decoding: request.body, as: UTF8.self))".utf8)
            })
        let decision = manager.decide(.get("/users/42"), body: Array("x".utf8), call: call)
        #expect(decision.reply?.status.code == 201)
        #expect(decision.text == "/users/42 x")
    }

    @Test("An error of a reply maker refuses the request with the stub's name") func failing() throws {
        try add(ReplyMaker { _, _ in throw Unwilling() })
        let decision = manager.decide(.get("/users/42"), call: call)
        #expect(decision.refusal == .replyFailed)
        #expect(decision.text.contains("GET /users/42: Unwilling()"))
        #expect(manager.journal.exchanges.last?.action.reason(of: nil) == decision.text)
    }

    @Test("An invalid generated reply is refused") func impossible() throws {
        try add(ReplyMaker { _, reply in reply.status = .init(code: 0) })
        #expect(manager.decide(.get("/users/42"), call: call).refusal == .replyFailed)
        try add(ReplyMaker { _, reply in reply.delay = .seconds(-1) })
        #expect(manager.decide(.get("/users/42"), call: call).refusal == .replyFailed)
    }

    @Test("Conditions derive from the generated reply") func conditions() throws {
        try add(ReplyMaker(needsBody: false) { _, reply in reply.body = Array(#"{"items": [1], "total": 1}"#.utf8) })
        _ = manager.setCondition(.empty, forScreen: "s")
        #expect(manager.decide(.get("/users/42"), call: call).text == #"{"items":[],"total":0}"#)
    }

    @Test("Only a maker that looks at the body has it collected") func body() throws {
        try add(ReplyMaker(needsBody: false) { _, _ in })
        #expect(!manager.needsBody(.get("/users/1"), call: call))
        try add(ReplyMaker { _, _ in })
        #expect(manager.needsBody(.get("/users/1"), call: call))
    }
}
