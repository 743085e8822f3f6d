import Testing
import WireFormats

@testable import DemoManager

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

    @Test("Stubs in code, opted-out stubs, written sequences, scenarios and conditions ignore writes")
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
        _ = manager.setCondition(.success, forScreen: "s")
        #expect(manager.decide(.get("/a"), call: Call(id: 2, screen: "s", mode: .demo)).text == "A")
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
