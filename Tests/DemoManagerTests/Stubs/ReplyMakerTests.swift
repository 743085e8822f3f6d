import Testing

@testable import DemoManager

@Suite struct ReplyMakerTests {
    private struct Unwilling: Error {}

    private let manager = DemoManager(configuration: .init(unmatched: .error))
    private let call = Call(id: 1, screen: "s", mode: .demo)

    private func add(_ maker: ReplyMaker, body: [UInt8] = []) throws {
        let pattern = RequestPattern(url: .template(try URLTemplate("/users/{id}")))
        try manager.add(Stub(request: pattern, replies: [Reply(status: 201, body: body, maker: maker)]))
    }

    @Test("A generated reply gets the request and the stub's own reply") func made() throws {
        try add(
            ReplyMaker { request, reply in
                reply.body = Array("\(request.url) \(String(decoding: request.body, as: UTF8.self))".utf8)
            })
        let decision = manager.decide(.get("/users/42"), body: Array("x".utf8), call: call)
        #expect(decision.status == 201)
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

    @Test("A body is collected only if the maker reads it") func body() throws {
        try add(ReplyMaker(needsBody: false) { _, _ in })
        #expect(!manager.needsBody(.get("/users/1"), call: call))
        try add(ReplyMaker { _, _ in })
        #expect(manager.needsBody(.get("/users/1"), call: call))
    }
}

@Suite struct ReplyTests {
    @Test("A paced body is sent completely in pieces over the whole duration") func pacing() {
        let reply = StubReply(body: Array(0..<10), pacing: .even(chunks: 4, duration: .milliseconds(100)))
        let chunks = reply.chunks
        #expect(chunks.count == 4)
        #expect(chunks.flatMap { Array($0.bytes) } == Array(0..<10))
        #expect(chunks.map(\.pause) == Array(repeating: .milliseconds(25), count: 4))
        #expect(StubReply(body: [1], pacing: .even(chunks: 9, duration: .seconds(1))).chunks.count == 1)
        #expect(StubReply(body: []).chunks.count == 1)
    }

    @Test("Random delays are within their range, and log-normal ones around their median") func delays() {
        var generator = SystemRandomNumberGenerator()
        let uniform = Delay(fixed: .milliseconds(5), random: .uniform(.milliseconds(10)...(.milliseconds(20))))
        let lognormal = Delay(random: .lognormal(median: .milliseconds(80), sigma: 0.4, maximum: .milliseconds(90)))
        for _ in 0..<500 {
            #expect((.milliseconds(15)...(.milliseconds(25))).contains(uniform.drawn(using: &generator)))
            #expect((.zero...(.milliseconds(90))).contains(lognormal.drawn(using: &generator)))
        }
        let wide = Delay(random: .lognormal(median: .milliseconds(80), sigma: 0.4, maximum: nil))
        let drawn = (0..<2_000).map { _ in wide.drawn(using: &generator) }.sorted()
        #expect((.milliseconds(70)...(.milliseconds(90))).contains(drawn[1_000]))
    }
}
