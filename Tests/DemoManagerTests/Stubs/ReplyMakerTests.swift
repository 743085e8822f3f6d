import Testing
import WireFormats

@testable import DemoManager

@Suite struct ReplyMakerTests {
    private struct Unwilling: Error {}

    private let manager = DemoManager(configuration: .init(unmatched: .error))
    private let call = Call(id: 1, screen: "s", mode: .demo)

    private func add(_ maker: ReplyMaker, body: [UInt8] = []) throws {
        let pattern = RequestPattern(url: .template(try URLTemplate("/users/{id}")))
        var reply = Reply(status: 201, body: body)
        reply.maker = maker
        try manager.add(Stub(request: pattern, replies: [reply]))
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

@Suite struct ReplyMemoryTests {
    /// Answers what it was asked, and counts what it was told to forget.
    private struct Echo: ReplyMemory {
        let forgotten = Lock<[Set<String>?]>([])

        func needsBody(_ request: HTTPRequest) -> Bool { request.method == .put }
        func reply(_ reply: StubReply, to request: ReceivedRequest, of call: Call, from source: StubSource) -> StubReply
        {
            var reply = reply
            reply.status = .notFound
            reply.body += Array("\(request.url) \(call.session ?? "") ".utf8) + request.body
            return reply
        }
        func forget(_ operations: Set<String>?, of session: String?) { forgotten.withLock { $0.append(operations) } }
        var remembered: [RememberedResource] { [] }
    }

    private let manager = DemoManager(configuration: .init(unmatched: .error))
    private let memory = Echo()
    private let call = Call(id: 1, session: "demo", mode: .demo)

    init() { manager.memory = memory }

    private func stub(_ source: StubSource, _ replies: [Reply] = [Reply(body: [65])]) -> Stub {
        Stub(
            source: source, request: RequestPattern(url: .path("/a")), sequence: replies.map { SequenceEntry($0) },
            origin: .made(by: "test"))
    }

    private func answer(_ request: HTTPRequest = .get("/a"), body: String = "") -> String? {
        let decision = manager.decide(request, body: Array(body.utf8), call: call)
        return decision.reply.map { "\($0.status.code) \(decision.text)" }
    }

    @Test(
        "Replies of files, recordings, examples and generated stubs show remembered writes",
        arguments: [StubSource.file, .recording, .documentExample, .generated])
    func remembered(source: StubSource) throws {
        try manager.add(stub(source))
        #expect(answer(body: "x") == "404 A/a demo x")
        let exchange = try #require(manager.journal.exchanges.last)
        let kept = Decision(exchange: exchange.id, action: exchange.action).reply
        #expect(kept?.status == .notFound)
        #expect(kept?.body.isEmpty == true, "the journal counts bodies with the outcome")
    }

    @Test("Stubs in code, opted-out stubs, written sequences, scenarios and most conditions ignore writes")
    func untouched() throws {
        let two = [Reply(body: [65]), Reply(body: [66])]
        var optedOut = stub(.file)
        optedOut.isRemembered = false
        var inScenario = stub(.file)
        inScenario.scenario = ScenarioRule(name: "cart")
        for untouched in [stub(.code), optedOut, stub(.file, two), inScenario] {
            let id = try manager.add(untouched)
            #expect(answer() == "200 A", "\(untouched)")
            manager.remove(id)
        }
        let recorded = try manager.add(stub(.recording, two))
        #expect(
            [answer(), answer()] == ["404 A/a demo ", "404 B/a demo "], "what was recorded follows what was written")
        manager.remove(recorded)
        try manager.add(stub(.file))
        for (condition, text) in [(Condition.empty, "A"), (.success, "A/a  ")] {
            _ = manager.setCondition(condition, forScreen: "s")
            #expect(manager.decide(.get("/a"), call: Call(id: 2, screen: "s", mode: .demo)).text == text)
        }
    }

    @Test("A body is collected if the memory needs it") func body() throws {
        try manager.add(stub(.file))
        #expect(manager.needsBody(.put("/a"), call: call))
        #expect(!manager.needsBody(.get("/a"), call: call))
    }

    @Test("Resetting a screen forgets its operations, resetting all forgets everything") func reset() {
        manager.describe(screens: [ScreenDescription(id: "s", operations: ["a", "b"])], operations: [])
        manager.reset(screen: "s")
        manager.resetAll()
        #expect(memory.forgotten.withLock { $0 } == [["a", "b"], nil])
    }
}
