import DemoManager
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor @Suite("Stubs") struct StubsScreenTests {
    /// Adds a stub for `/cards` that answers in turn.
    nonisolated private static func sequence(scenario: ScenarioRule? = nil) -> Step {
        Step {
            $0.lastStub = try $0.manager.add(
                Stub(
                    name: "in turn", request: RequestPattern(method: .one(.get), url: .path("/cards")),
                    sequence: [500, 403, 404].map { SequenceEntry(Reply(status: $0)) }, scenario: scenario,
                    origin: .made(by: "the test")))
        }
    }

    nonisolated private static func toggle(by key: String) -> Walk {
        Walk(
            "\(key) switches a stub, and its screen gets another answer", .stub(.get, "/cards", status: 500),
            .press("4 S g \(key)"), .lastStub { $0?.isEnabled == false },
            .holds { $0.line("GET /cards").hasPrefix("▌off") }, .footer("GET /cards is off."), .press("Esc"),
            .sees("Network"), .press("S g \(key)"), .lastStub { $0?.isEnabled == true }, .press("Esc"), .sees("500"))
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "switching one stub reloads only the screens that it may answer",
            .stub(.get, "/insights", #"{"data": []}"#), .press("4 5 4"), .mark, .press("S g Space Esc"), .calls(0)),
        Walk(
            "a change in demo stays, the stubs' screen lists it, and Z forgets it", .press("1 e"),
            .type("Ada of "), .press("^S 2 1 r"), .sees("Ada of"), .press("S"), .sees("/user: 1 changed"),
            .press("Z Esc r"), .lacks("Ada of")),
        Walk(
            "a scenario's state can be chosen and reset",
            sequence(scenario: ScenarioRule(name: "card", requiredState: "blocked", newState: "freed")),
            .press("4 S Tab"), .holds { $0.line("card ").contains("Started") },
            .holds { $0.line("card ").contains("blocked, freed") }, .press("Enter j Enter"),
            .holds { $0.manager.scenarioStates == ["card": "blocked"] },
            .footer("The scenario card is in the state blocked."), .holds { $0.line("card ").contains("blocked") },
            .press("z"), .holds { $0.manager.scenarioStates.isEmpty }),
        Walk(
            "a scenario with a state per screen is listed and reset, not chosen",
            sequence(scenario: ScenarioRule(name: "card", newState: "seen", scope: .screen)), .press("4 S Tab"),
            .sees("card (screen cards)", "seen"), .press("G Enter"), .noPopup(),
            .footer("requests move it"), .press("z"), .holds { $0.manager.scenarioStates.isEmpty }),
        Walk(
            "f shows the stubs of the screen behind, / those that contain a text, Esc all again",
            .press("4 S f"), .title("for Cards"), .sees("planned.yaml"), .lacks("insights"), .press("Esc /"),
            .type("INSIGHTS"), .press("Enter"), .title("\"INSIGHTS\""), .sees("GET /insights"), .press("/"),
            .type("xyzzy"), .sees("No stub contains"), .press("Enter Esc"),
            .holds { $0.title.contains("Stubs · \($0.manager.stubs.count)") }, .press("Esc"), .title("Cards")),
        Walk(
            "v shows a stub with its file, line and next reply; y copies it",
            on: .stage(columns: 120, rows: 30), .press("4 S /"), .type("cards"), .press("Enter v"),
            .reads("planned.yaml, line 3", "answered 1 time", "200, body from"), .press("Esc y m"),
            .holds { $0.terminal.acts.last == .copied(Array("GET /cards".utf8)) }),
        Walk(
            "without stubs the screen says how to add one", .withoutStubs, .press("S r"),
            .reads("There are no stubs.", "press E there"), .press("Space"), .footer("There is no stub here.")),
        toggle(by: "Space"), toggle(by: "Enter"),
        Walk(
            "S lists every stub in the order in which they are tried, with its file and number of answers",
            .press("4 S"), .holds { $0.title.contains("Stubs · \($0.manager.stubs.count)") },
            .holds { ($0.state.mainPanel as? StubsScreen)?.list.stubs.map(\.id) == $0.manager.stubs.map(\.id) },
            .press("f"), .holds { $0.line("▌on   cards ").split(separator: " ").dropFirst(2).first == "1" }),
        Walk(
            "z resets the selected stub, Z everything; both say so", sequence(), .press("4 r S g"),
            .holds { $0.line("in turn").contains("3/3") }, .press("z"), .lastStub { $0?.served == 0 },
            .holds { $0.line("in turn").contains("1/3") }, .footer("in turn starts"), .press("Esc r S g Z"),
            .holds { $0.line("in turn").contains("1/3") }, .footer("starts again")),
        Walk(
            "the list follows added and removed stubs", .press("4 S"), .stub(.get, "/followed"),
            .waits { $0.screen.contains("GET /followed") }, .unstub, .waits { !$0.screen.contains("GET /followed") }),
        Walk(
            "the selected stub stays selected when another one comes before it", .stub(.get, "/first"),
            .press("S g"), .does { try $0.stub(.get, "/second") }, .press("r"),
            .holds { ($0.state.mainPanel as? StubsScreen)?.selectedStub?.id == $0.lastStub }),
    ]

    @Test("The stubs screen works", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("A key does not read the list again, even with ten thousand stubs") func readsOnce() async throws {
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
