import Testing

@testable import DemoManager
@testable import DemoManagerFiles

@Suite struct SequenceTests {
    private func manager(_ end: SequenceEnd, counts: [Int] = [1, 1], policy: UnmatchedPolicy = .error) throws
        -> DemoManager
    {
        let manager = demoManager(unmatched: policy)
        try manager.addPath("/a", "") { stub in
            stub.sequence = counts.enumerated().map { SequenceEntry(Reply(status: 200 + $0), count: $1) }
            stub.sequenceEnd = end
        }
        return manager
    }
    private func statuses(_ manager: DemoManager, _ count: Int) -> [Int?] {
        (0..<count).map { _ in manager.decide(.get("/a")).status }
    }

    @Test("The last reply repeats by default, and an entry may repeat") func repeats() throws {
        #expect(statuses(try manager(.repeatLast), 4) == [200, 201, 201, 201])
        #expect(statuses(try manager(.repeatLast, counts: [2, 1, 3]), 7) == [200, 200, 201, 202, 202, 202, 202])
        #expect(statuses(try manager(.cycle, counts: [2, 1]), 7) == [200, 200, 201, 200, 200, 201, 200])
    }

    @Test("A used-up sequence fails, or applies the policy") func usedUp() throws {
        let failing = try manager(.fail)
        #expect(statuses(failing, 3) == [200, 201, nil])
        #expect(failing.decide(.get("/a")).refusal == .sequenceUsedUp)
        let refused = try manager(.passThrough)
        _ = statuses(refused, 2)
        #expect(refused.decide(.get("/a")).refusal == .noStub)
        let passed = try manager(.passThrough, policy: .guard)
        _ = statuses(passed, 2)
        #expect(passed.decide(.get("/a")).passed == .unmatched)
    }

    @Test("Switching demo or one stub off and on never advances a sequence") func toggles() throws {
        let manager = try manager(.repeatLast, counts: [1, 1, 1])
        #expect(statuses(manager, 1) == [200])
        manager.toggleAll()
        _ = manager.decide(.get("/a"))
        manager.toggleAll()
        #expect(statuses(manager, 1) == [201])
        #expect(manager.stubs.first?.position == 2)
        #expect(manager.stubs.first?.hits == 2)
    }

    @Test("A reset restarts all sequences, or only those of a screen") func reset() throws {
        let manager = try manager(.repeatLast)
        try manager.addPath("/b", "") { stub in
            stub.sequence = [SequenceEntry(Reply(status: 200)), SequenceEntry(Reply(status: 201))]
            stub.screens = ["b"]
        }
        manager.describe(["getA": "GET /a"], screens: [ScreenDescription(id: "a", operations: ["getA"])])
        func b() -> Int? { manager.decide(.get("/b"), screen: "b").status }
        #expect(statuses(manager, 1) == [200])
        #expect(b() == 200)
        manager.reset(screen: "a")
        #expect(statuses(manager, 1) == [200])
        #expect(b() == 201)
        manager.reset(screen: "b")
        #expect(b() == 200)
        manager.resetAll()
        #expect(b() == 200)
        #expect(statuses(manager, 1) == [200])
    }
}

@Suite struct ScenarioTests {
    private let manager = demoManager()

    init() throws {
        func add(_ path: String, _ body: String, _ required: String?, _ next: String?) throws {
            try manager.addPath(path, body) {
                $0.scenario = ScenarioRule(name: "cart", requiredState: required, newState: next)
            }
        }
        try add("/cart", "empty", "Started", nil)
        try add("/cart", "full", "Filled", nil)
        try add("/fill", "ok", nil, "Filled")
        try add("/cart/case", "wrong", "filled", "Lost")
    }

    @Test("a scenario begins Started and moves with the stub that answers") func moves() throws {
        #expect(manager.answer("/cart") == "empty")
        #expect(manager.answer("/fill") == "ok")
        #expect(manager.answer("/cart") == "full")
        #expect(manager.scenarioStates == ["cart": "Filled"])
    }

    @Test("No required state matches any; states are case-sensitive; a stub that does not answer changes no state")
    func states() throws {
        #expect(manager.answer("/fill") == "ok")
        #expect(manager.answer("/fill") == "ok")
        #expect(manager.decide(.get("/cart/case")).refusal == .noStub)
        #expect(manager.scenarioStates == ["cart": "Filled"])
    }

    @Test("Toggles keep the state; resets and setScenario change it, and so do faults") func changes() throws {
        try manager.addPath("/fault", "") {
            $0.sequence = [SequenceEntry(Reply(fault: .timeout))]
            $0.scenario = ScenarioRule(name: "cart", newState: "Filled")
        }
        #expect(manager.decide(.get("/fault")).reply?.fault == .timeout)
        manager.toggleAll()
        manager.toggleAll()
        #expect(manager.answer("/cart") == "full")
        manager.resetAll()
        #expect(manager.answer("/cart") == "empty")
        manager.setScenario("cart", to: "Filled")
        #expect(manager.answer("/cart") == "full")
    }

    @Test("A scenario can have a state per screen or header value") func scopes() throws {
        let text = """
            mappings:
            - {scenarioName: s, newScenarioState: Next, scenarioScope: screen, request: {urlPath: /a}, response: {body: first},
               requiredScenarioState: Started}
            - {scenarioName: s, requiredScenarioState: Next, request: {urlPath: /a}, response: {body: second},
               metadata: {demo-tui: {scenarioScope: screen}}}
            - {scenarioName: h, newScenarioState: Next, scenarioScope: "header:X-User", request: {urlPath: /h},
               response: {body: first}, requiredScenarioState: Started}
            """
        let content = mappings(text)
        #expect(content.problems == [])
        try manager.add(content.stubs)
        #expect(manager.answer("/a", screen: "one") == "first")
        #expect(manager.answer("/a", screen: "one") == "second")
        #expect(manager.answer("/a", screen: "two") == "first")
        let request = HTTPRequest.get("/h", headers: [.init("X-User")!: "7"])
        #expect(manager.decide(request).text == "first")
        #expect(manager.decide(request).refusal == .noStub)
        #expect(manager.decide(.get("/h")).text == "first")
        #expect(manager.scenarioStates["s (screen one)"] == "Next")
        #expect(!mappings("{request: {urlPath: /a}, scenarioName: s, scenarioScope: all}").problems.isEmpty)
    }
}
