import Testing

@testable import DemoManager

@Suite("Stubs for a list")
struct BrowseTests {
    private func stub(_ path: String, screens: [String]? = nil, scenario: ScenarioRule? = nil) -> Stub {
        Stub(
            screens: screens, request: RequestPattern(method: .one(.get), url: .path(path)),
            replies: [Reply(status: 200), Reply(status: 500)], scenario: scenario)
    }

    private let manager = demoManager()

    init() {
        manager.describe(
            ["listCards": "GET /cards"],
            screens: [ScreenDescription(id: "cards", operations: ["listCards"]), ScreenDescription(id: "me")])
    }

    @Test("a screen's stubs are those scoped to it and those that match its operations") func ofScreen() throws {
        let ids = try manager.add([
            stub("/cards"), stub("/other"), stub("/other", screens: ["cards"]), stub("/cards", screens: ["me"]),
        ])
        #expect(manager.stubIDs(ofScreen: "cards") == [ids[0], ids[2]])
        #expect(manager.stubIDs(ofScreen: "unknown").isEmpty)
        #expect(ids.map { manager.screens(ofStub: $0) } == [["cards"], [], ["cards"], ["me"]])
    }

    @Test("A stub's state equals that in the list; a removed stub has none") func state() throws {
        let id = try manager.add(stub("/cards"))
        _ = manager.decide(.get("https://h/cards"), call: Call(id: 1, mode: .demo))
        manager.setEnabled(false, stub: id)
        let state = try #require(manager.state(of: id))
        #expect((state.hits, state.position, state.isEnabled) == (1, 1, false))
        manager.remove(id)
        #expect(manager.state(of: id) == nil)
    }

    @Test("A reset scenario restarts in every scope; other scenarios and sequences stay") func scenario() throws {
        let id = try manager.add(stub("/cards", scenario: ScenarioRule(name: "card", newState: "seen", scope: .screen)))
        _ = manager.decide(.get("https://h/cards"), call: Call(id: 1, screen: "cards", mode: .demo))
        manager.setScenario("other", to: "open")
        manager.reset(scenario: "card")
        #expect(manager.scenarioStates == ["other": "open"])
        #expect(manager.state(of: id)?.served == 1)
    }
}
