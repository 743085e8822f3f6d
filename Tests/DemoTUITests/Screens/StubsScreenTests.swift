import DemoManager
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Stubs")
struct StubsScreenTests {
    private func line(_ text: String, in app: Harness) -> String {
        app.screen.split(separator: "\n").map { String($0.split(separator: "│", maxSplits: 1).last ?? $0) }
            .first { $0.contains(text) } ?? ""
    }

    /// Adds a stub for `/cards` that answers in turn.
    private func sequence(_ app: Harness, scenario: ScenarioRule? = nil) throws -> StubID {
        try app.manager.add(
            Stub(
                name: "in turn", request: RequestPattern(method: .one(.get), url: .path("/cards")),
                sequence: [500, 403, 404].map { SequenceEntry(Reply(status: $0)) }, scenario: scenario,
                origin: .made(by: "the test")))
    }

    @Test("S lists every stub in the order in which they are tried, with its file and how often it answered")
    func lists() async throws {
        try await Harness.run { app in
            await app.press("4", "S")
            #expect(app.title.contains("Stubs \(app.manager.stubs.count)"), "\(app.screen)")
            let shown = (app.state.mainPanel as? StubsScreen)?.list.stubs.map(\.id)
            #expect(shown == app.manager.stubs.map(\.id))
            await app.press("f")
            #expect(
                line("cards ", in: app).split(separator: " ") == ["on", "cards", "1"], "\(app.screen)")
        }
    }

    @Test(
        "Space and Enter switch a stub, told in words; its screen answers otherwise afterwards",
        arguments: ["Space", "Enter"])
    func toggles(_ key: String) async throws {
        try await Harness.run { app in
            let id = try app.stub(.get, "/cards", status: 500)
            await app.press("4", "S", "g", key)
            #expect(app.manager.state(of: id)?.isEnabled == false)
            #expect(line("GET /cards", in: app).hasPrefix(" off") && app.footer.contains("GET /cards is off."))
            await app.press("Esc")
            #expect(app.screen.contains("Network"), "the sample's own stub answers\n\(app.screen)")
            await app.press("S", "g", key)
            #expect(app.manager.state(of: id)?.isEnabled == true)
            await app.press("Esc")
            #expect(app.screen.contains("500"), "\(app.screen)")
        }
    }

    @Test("switching one stub loads only the screens it may answer anew")
    func reloadsOnlyItsScreens() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/insights", #"{"data": []}"#)
            await app.press("4", "5", "4")
            let before = app.exchanges.count
            await app.press("S", "g", "Space", "Esc")
            #expect(app.exchanges.count == before)
        }
    }

    @Test("z begins the selected stub again, Z everything; both say so")
    func resets() async throws {
        try await Harness.run { app in
            let id = try sequence(app)
            await app.press("4", "r", "S", "g")
            #expect(line("in turn", in: app).contains("3/3"), "\(app.screen)")
            await app.press("z")
            #expect(app.manager.state(of: id)?.served == 0)
            #expect(line("in turn", in: app).contains("1/3") && app.footer.contains("in turn starts"))
            await app.press("Esc", "r", "S", "g", "Z")
            #expect(line("in turn", in: app).contains("1/3") && app.footer.contains("starts again"))
        }
    }

    @Test("what is written in demo stays, the stubs' screen says what, and Z forgets it")
    func remembers() async throws {
        try await Harness.run { app in
            await app.press("1", "e")
            await app.type("Ada of ")
            await app.press("^S")
            await app.press("2", "1", "r")
            #expect(app.screen.contains("Ada of"), "\(app.screen)")
            await app.press("S")
            #expect(app.screen.contains("/user: 1 changed"), "\(app.screen)")
            await app.press("Z", "Esc", "r")
            #expect(!app.screen.contains("Ada of"), "\(app.screen)")
        }
    }

    @Test("a state is chosen for a scenario, and begun again")
    func scenarios() async throws {
        try await Harness.run { app in
            _ = try sequence(app, scenario: ScenarioRule(name: "card", requiredState: "blocked", newState: "freed"))
            await app.press("4", "S", "Tab")
            #expect(line("card ", in: app).contains("Started") && line("card ", in: app).contains("blocked, freed"))
            await app.press("Enter", "j", "Enter")
            #expect(app.manager.scenarioStates == ["card": "blocked"])
            #expect(app.footer.contains("The scenario card is in the state blocked."))
            #expect(line("card ", in: app).contains("blocked"))
            await app.press("z")
            #expect(app.manager.scenarioStates.isEmpty, "\(app.screen)")
        }
    }

    @Test("a scenario whose state each screen has for itself is shown and begun again, not chosen")
    func scopedScenario() async throws {
        try await Harness.run { app in
            _ = try sequence(app, scenario: ScenarioRule(name: "card", newState: "seen", scope: .screen))
            await app.press("4", "S", "Tab")
            #expect(app.screen.contains("card (screen cards)") && app.screen.contains("seen"), "\(app.screen)")
            await app.press("G", "Enter")
            #expect(app.state.popups.isEmpty && app.footer.contains("requests move it"))
            await app.press("z")
            #expect(app.manager.scenarioStates.isEmpty)
        }
    }

    @Test("f leaves the stubs of the screen behind, / those that contain a text, Esc shows all again")
    func narrows() async throws {
        try await Harness.run { app in
            await app.press("4", "S", "f")
            #expect(app.title.contains("for Cards") && app.screen.contains("planned.yaml"), "\(app.screen)")
            #expect(!app.screen.contains("insights"), "\(app.screen)")
            await app.press("Esc", "/")
            await app.type("INSIGHTS")
            await app.press("Enter")
            #expect(app.title.contains("\"INSIGHTS\"") && app.screen.contains("GET /insights"), "\(app.screen)")
            await app.press("/")
            await app.type("xyzzy")
            #expect(app.screen.contains("No stub contains"), "\(app.screen)")
            await app.press("Enter", "Esc")
            #expect(app.title.contains("Stubs \(app.manager.stubs.count)"))
            await app.press("Esc")
            #expect(app.title.contains("Cards"), "\(app.screen)")
        }
    }

    @Test("the list follows what happens: a new stub, one that is gone, an answer", .timeLimit(.minutes(5)))
    func follows() async throws {
        try await Harness.run { app in
            await app.press("4", "S")
            let id = try app.stub(.get, "/followed")
            await app.wait { app.screen.contains("GET /followed") }
            #expect(app.screen.contains("GET /followed"), "\(app.screen)")
            app.manager.remove(id)
            await app.wait { !app.screen.contains("GET /followed") }
            #expect(!app.screen.contains("GET /followed"))
        }
    }

    @Test("the selected stub stays selected when others come before it")
    func keepsSelection() async throws {
        try await Harness.run { app in
            let id = try app.stub(.get, "/first")
            await app.press("S", "g")
            try app.stub(.get, "/second")
            await app.press("r")
            #expect((app.state.mainPanel as? StubsScreen)?.selectedStub?.id == id)
        }
    }

    @Test("v shows a stub in full, with the line of its file and the reply that comes next; y copies")
    func inFull() async throws {
        try await Harness.run(size: Size(columns: 120, rows: 30)) { app in
            await app.press("4", "S", "/")
            await app.type("cards")
            await app.press("Enter", "v")
            #expect(app.words.contains("planned.yaml, line 3"), "\(app.screen)")
            #expect(app.words.contains("answered 1 time") && app.words.contains("200, body from"), "\(app.screen)")
            await app.press("Esc", "y", "m")
            #expect(app.terminal.acts.last == .copied(Array("GET /cards".utf8)))
        }
    }

    @Test("without stubs the screen says how to add one")
    func empty() async throws {
        try await Harness.run { app in
            app.manager.removeAll()
            await app.press("S", "r")
            #expect(app.words.contains("There are no stubs.") && app.words.contains("press E there"), "\(app.screen)")
            await app.press("Space")
            #expect(app.footer.contains("There is no stub here."))
        }
    }

    @Test("a key costs the same among ten thousand stubs: the list is read once per change")
    func readsOnce() async throws {
        try await Harness.run { app in
            try app.manager.add(
                (0..<10_000).map { number in
                    Stub(
                        request: RequestPattern(method: .one(.get), url: .path("/many/\(number)")),
                        sequence: [SequenceEntry(Reply(status: 200))], origin: .made(by: "the test"))
                })
            var state = app.state
            let opened = state.update(.key(.character("S")))
            #expect(opened.contains { if case .fetchStubs = $0 { true } else { false } })
            for key in ["j", "PgDn", "G", "Tab", "Tab", "k"] {
                let effects = state.update(.key(try #require(Key(spelled: key))))
                #expect(effects.isEmpty, "\(key)")
            }
        }
    }
}
