import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Every key")
struct EveryKeyTests {
    /// The keys that lead to each panel of the program, and to each popup.
    nonisolated static let ways: [[String]] = [
        [], ["1"], ["1", "e"], ["1", "Enter"], ["2"], ["2", "Tab"], ["2", "Enter"], ["2", "/"], ["2", "o"],
        ["2", "x"], ["2", "y"], ["3"], ["3", "a"], ["3", "x"], ["4"], ["4", "/"], ["4", "Enter"], ["4", "a"], ["5"],
        ["5", "Tab"], ["6"], ["6", "Esc"], ["6", "Esc", "Tab"], ["L"], ["L", "Enter"], ["L", "/"], ["L", "y"], ["S"],
        ["S", "Tab"], ["S", "Tab", "Enter"], ["S", "v"], ["S", "y"], ["P"], ["c"], ["U"], ["I"], ["z"], ["?"], [":"],
    ]

    /// Keys whose result is seen where it is there already, at the end of a list for instance.
    private nonisolated static let moves: Set<Action> = [
        .up, .down, .pageUp, .pageDown, .first, .last, .left, .right, .moveUp, .moveDown, .byRule,
    ]

    @Test("on every panel each key of the table does something or says why not", arguments: ways)
    func heard(way: [String]) async throws {
        try await Harness.run { app in
            for key in way { await app.press(key) }
            #expect(unheard(app.state) == [], "\(app.screen)")
        }
    }

    @Test("so it does beside a gateway, on the journal and in the sidebar", arguments: [[], ["Tab"], ["S"], ["s"]])
    func besideGateway(way: [String]) async throws {
        try await GatewayStage.run { stage in
            _ = await stage.show("/cards")
            for key in way { await stage.app.press(key) }
            #expect(unheard(stage.app.state) == [], "\(stage.app.screen)")
        }
    }

    @Test("the number of the screen in front goes to its list")
    func number() async throws {
        try await Harness.run { app in
            await app.press("2", "Enter")
            #expect(app.state.mainPanel is ItemScreen, "\(app.screen)")
            await app.press("2")
            #expect(app.state.mainPanel is CollectionScreen)
            await app.press("2")
            #expect(app.footer.contains("This is screen 2."))
            await app.press("9")
            #expect(app.footer.contains("There is no screen 9"))
        }
    }

    /// The keys that change nothing and say nothing.
    private func unheard(_ state: AppState) -> [String] {
        var state = state
        state.note = nil
        let before = state.draw()
        let isTyping = state.activePanel?.isTyping ?? false
        return KeyTable.bindings.flatMap { binding in
            (isTyping ? binding.keysWhileTyping : binding.keys).filter { key in
                var pressed = state
                let effects = pressed.update(.key(key))
                let isMove = Self.moves.contains(binding.action) && state.availability(of: binding.action).isEnabled
                return effects.isEmpty && pressed.note == nil && pressed.draw() == before && !isMove
            }.map(\.name)
        }
    }
}
