import Testing

@testable import DemoManager

/// Changes of one stub leave the others alone.
@Suite struct OneStubTests {
    /// Stubs for the same request, the newest first to be tried: `3`, `2`, `1`.
    private func three() throws -> (DemoManager, [StubID]) {
        let manager = demoManager()
        let ids = try (1...3).map { number in
            try manager.addPath("/a", "\(number)") {
                $0.sequence.append(SequenceEntry(Reply(body: [0x30 + UInt8(number)])))
            }
        }
        return (manager, ids)
    }

    private func facts(_ manager: DemoManager, without id: StubID) -> [String] {
        manager.stubs.filter { $0.id != id }.map { "\($0.id) \($0.isEnabled) \($0.hits) \($0.served)" }
    }

    @Test("a stub knows its source line") func line() throws {
        let manager = demoManager()
        let first = #line + 1
        try manager.stub(.get("/1"), .json([])).thenRespondWith(to: .get("/2"), statusCode: 201)
        try manager.stub(matching: .get("/3"), .json([]))
        try manager.stub(.get("/4"), statusCode: 404)
        try manager.stubResponse(containing: "/5")
        let origins = manager.stubs.reversed().map(\.stub.origin)
        #expect(origins == [0, 0, 1, 2, 3].map { .code(fileID: #fileID, line: first + $0) })
    }

    @Test("Removing a stub keeps the order, hits and positions of the others") func removing() throws {
        let (manager, ids) = try three()
        #expect(manager.answer("/a") == "3")
        manager.setEnabled(false, stub: ids[2])
        #expect(manager.answer("/a") == "2")
        let before = facts(manager, without: ids[0])
        manager.remove(ids[0])
        manager.remove(ids[0])
        #expect(try !manager.update(ids[0]) { $0.priority = 1 })
        #expect(facts(manager, without: ids[0]) == before)
        manager.setEnabled(true, stub: ids[2])
        manager.remove(ids[2])
        #expect(manager.answer("/a") == "2")
        #expect(manager.stubs.map(\.id) == [ids[1]])
    }

    @Test("Disabling and enabling a stub keeps its position, and does not affect the others") func disabling() throws {
        let (manager, ids) = try three()
        _ = manager.answer("/a")
        let before = facts(manager, without: ids[2])
        manager.setEnabled(false, stub: ids[2])
        #expect(facts(manager, without: ids[2]) == before)
        manager.setEnabled(true, stub: ids[2])
        #expect(manager.stubs.first?.served == 1)
        #expect(try manager.update(ids[2]) { $0.isEnabled = false })
        #expect(manager.answer("/a") == "2")
        #expect(try manager.update(ids[2]) { $0.isEnabled = true })
        #expect(manager.answer("/a") == "3")
    }

    @Test("A new priority moves one stub; a refused change has no effect") func reordering() throws {
        let (manager, ids) = try three()
        _ = manager.answer("/a")
        let before = facts(manager, without: ids[0])
        #expect(try manager.update(ids[0]) { $0.priority = 1 })
        #expect(manager.stubs.map(\.id) == [ids[0], ids[2], ids[1]])
        #expect(facts(manager, without: ids[0]) == before)
        #expect(manager.answer("/a") == "1")
        #expect(throws: Problem.self) { try manager.update(ids[0]) { $0.sequence[0].reply.status = 0 } }
        #expect(manager.stubs.map(\.id) == [ids[0], ids[2], ids[1]])
        #expect(manager.stubs.first?.hits == 1)
    }

    @Test("A change runs again if the stub changed meanwhile") func changedMeanwhile() throws {
        let manager = demoManager()
        let id = try manager.addPath("/a", "x")
        var runs = 0
        try manager.update(id) { stub in
            runs += 1
            if runs == 1 { #expect((try? manager.update(id) { $0.priority = 3 }) == true) }
            stub.name = "renamed"
        }
        #expect(runs == 2)
        #expect(manager.state(of: id)?.stub.priority == 3)
        #expect(manager.state(of: id)?.stub.name == "renamed")
    }
}

@Suite("Stubs for a list") struct BrowseTests {
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
