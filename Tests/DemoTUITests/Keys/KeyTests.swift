import DemoManager
import Foundation
import Terminal
import TestSupport
import Testing

@testable import DemoTUI

@Suite("The key table") struct KeyTableTests {
    @Test("No key has two actions, in lists or while typing") func unique() {
        for keys in [KeyTable.standard.bindings.flatMap(\.keys), KeyTable.standard.bindings.flatMap(\.keysWhileTyping)]
        {
            let twice = Dictionary(grouping: keys, by: { $0 }).filter { $0.value.count > 1 }.keys
            #expect(twice.isEmpty)
        }
    }

    @Test("Every action has one binding with a key, a hint and a help text") func complete() {
        #expect(Set(KeyTable.standard.bindings.map(\.action)) == Set(Action.allCases))
        #expect(KeyTable.standard.bindings.count == Action.allCases.count)
        #expect(KeyTable.standard.bindings.allSatisfy { !$0.keys.isEmpty && !$0.hint.isEmpty && !$0.help.isEmpty })
    }

    @Test("While typing no letter is a command") func lettersAreText() {
        for key in KeyTable.standard.bindings.flatMap(\.keysWhileTyping) {
            if case .character(let letter) = key { Issue.record("\(letter) cannot be typed") }
        }
    }

    @Test("While typing no command uses a key that edits text") func editingKeysAreText() {
        for key in KeyTable.standard.bindings.flatMap(\.keysWhileTyping) {
            var input = TextInput("ab c")
            let isEditing = input.handle(key)
            #expect(!isEditing, "\(key)")
        }
    }

    @Test("Every key has a name") func spelled() {
        for key in KeyTable.standard.bindings.flatMap(\.keys) { #expect(Key(spelled: key.name) == key, "\(key)") }
    }

    @Test("The README names only bound keys, each action in one row") func readme() throws {
        let lines = try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8).split(separator: "\n")
        let rows = lines.drop { !$0.hasPrefix("| key | does |") }.dropFirst(2).prefix { $0.hasPrefix("| ") }
        #expect(rows.count > 20)
        var rowOfKey: [Key: Substring] = [:]
        for row in rows {
            let cell = row.dropFirst(2).prefix { $0 != "|" }
            // Every second part stands between backticks.
            for name in cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            where name.offset % 2 == 1 {
                let key = try #require(Key(spelled: String(name.element)), "\(row)")
                let bound = KeyTable.standard.bindings.filter {
                    $0.keys.contains(key) || $0.keysWhileTyping.contains(key)
                }
                #expect(!bound.isEmpty, "\(name.element) in \(row)")
                rowOfKey[key] = row
            }
        }
        // Two keys of one action stand in one row, if both stand there.
        for binding in KeyTable.standard.bindings {
            #expect(Set(binding.keys.compactMap { rowOfKey[$0] }).count <= 1, "\(binding.action)")
        }
    }

    @Test("A hint has at most three words") func hints() {
        #expect(KeyTable.standard.bindings.allSatisfy { $0.hint.split(separator: " ").count <= 3 })
    }
}

@MainActor @Suite("Every key") struct EveryKeyTests {
    /// The keys that lead to each panel of the program, and to each popup.
    nonisolated static let ways: [[String]] = [
        [], ["1"], ["1", "e"], ["1", "Enter"], ["2"], ["2", "Tab"], ["2", "Enter"], ["2", "/"], ["2", "o"],
        ["2", "x"], ["2", "y"], ["3"], ["3", "a"], ["3", "x"], ["4"], ["4", "/"], ["4", "Enter"], ["4", "a"], ["5"],
        ["5", "Tab"], ["6"], ["6", "Esc"], ["6", "Esc", "Tab"], ["L"], ["L", "Enter"], ["L", "/"], ["L", "y"], ["S"],
        ["S", "Tab"], ["S", "Tab", "Enter"], ["S", "v"], ["S", "y"], ["P"], ["c"], ["U"], ["I"], ["z"], ["?"], [":"],
    ]

    /// Keys whose result is seen where it is there already, at the end of a list for instance.
    private nonisolated static let moves: Set<Action> = [
        .up, .down, .pageUp, .pageDown, .scrollUp, .scrollDown, .first, .last, .left, .right, .moveUp, .moveDown,
        .byRule,
    ]

    @Test("On every panel each key acts or shows why not", arguments: ways) func heard(way: [String]) async throws {
        try await Harness.run { app in
            for key in way { await app.press(key) }
            #expect(unheard(app.state) == [], "\(app.screen)")
        }
    }

    @Test("Beside a gateway each key acts or shows why not", arguments: [[], ["Tab"], ["S"], ["s"]])
    func besideGateway(way: [String]) async throws {
        try await GatewayStage.run { stage in
            _ = await stage.show("/cards")
            for key in way { await stage.app.press(key) }
            #expect(unheard(stage.app.state) == [], "\(stage.app.screen)")
        }
    }

    /// The keys that change nothing and say nothing.
    private func unheard(_ state: AppState) -> [String] {
        var state = state
        state.note = nil
        let before = state.draw()
        let isTyping = state.activePanel?.isTyping ?? false
        return KeyTable.standard.bindings.flatMap { binding in
            (isTyping ? binding.keysWhileTyping : binding.keys).filter { key in
                var pressed = state
                let effects = pressed.update(.key(key))
                let isMove = Self.moves.contains(binding.action) && state.availability(of: binding.action).isEnabled
                return effects.isEmpty && pressed.note == nil && pressed.draw() == before && !isMove
            }.map(\.name)
        }
    }
}

@MainActor @Suite("Footer") struct FooterTests {
    @Test("On every screen the footer offers only possible actions") func onlyEnabled() async throws {
        try await Harness.run { app in
            for keys in [["1"], ["2"], ["3"], ["4"], ["5"], ["6"], ["L"], ["Enter"]] {
                for key in keys { await app.press(key) }
                for hint in app.state.footerHints {
                    #expect(hint.isPossible, "\(keys): \(hint.action)")
                    #expect(app.state.availability(of: hint.action).isEnabled, "\(keys): \(hint.action)")
                }
            }
        }
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "the footer offers keys that work while typing", .press("3 a"),
            .footer("F2 live all", "F3 live here"), .footer(lacks: "condition", "journal")),
        Walk(
            "with room an F key has a letter beside it", on: .stage(columns: 120), .press("3 a"),
            .footer("F2/M-D live all", "F1/M-? help"), .press("M-D"), .holds { !$0.manager.isEnabled }),
        Walk("^L redraws the whole screen", .press("^L"), .holds { $0.terminal.acts == [.forgot] }),
        Walk(
            "the footer names the next effect of D, d and q", on: .live, .footer("D demo all  d demo here"),
            .press("d"), .holds { $0.footer.contains("D demo all") || $0.state.hint(for: .toggleAll) == "demo all" },
            .holds { $0.state.hint(for: .toggleScreen) == "live here" }, .press("D"),
            .holds { $0.state.hint(for: .toggleAll) == "live rest" }, .press("C"),
            .holds { $0.state.hint(for: .toggleAll) == "live all" }, .holds { $0.state.hint(for: .quit) == nil },
            .press("2"), .holds { $0.state.hint(for: .quit) == "back" }, .press("q"),
            .holds { $0.state.hint(for: .quit) == nil }),
        Walk(
            "an impossible action says why", .press("5 e"),
            .footer("The API has no update for Insights."), .press("n"), .footer("Press / to search first.")),
        Walk(
            "a note leaves room for hints and disappears with the next key", .footer("D live"), .press("6 Esc 5 e"),
            .footer("The API has no update for Insights.", "? help"), .press("F"),
            .footer(lacks: "The API has no update"), .footer("D live")),
        Walk(
            "the number of the screen in front goes to its list", .press("2 Enter"), .panel(ItemScreen.self),
            .press("2"), .panel(CollectionScreen.self), .press("2"), .footer("This is screen 2."), .press("9"),
            .footer("There is no screen 9")),
    ]

    @Test("The footer works", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }
}
