import Testing

@testable import DemoManager
@testable import DemoManagerFiles

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
