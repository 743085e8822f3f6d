import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Footer")
struct FooterTests {
    @Test("on every screen the footer offers only what can be done")
    func onlyEnabled() async throws {
        try await Harness.run { app in
            for keys in [["1"], ["2"], ["3"], ["4"], ["5"], ["6"], ["L"], ["Enter"]] {
                for key in keys { await app.press(key) }
                for binding in app.state.footerBindings {
                    #expect(app.state.availability(of: binding.action).isEnabled, "\(keys): \(binding.action)")
                }
            }
        }
    }

    @Test("what the footer offers while typing are keys that work while typing")
    func whileTyping() async throws {
        try await Harness.run { app in
            await app.press("3", "a")
            #expect(app.footer.contains("F2 live all") && app.footer.contains("F3 live here"), "\(app.footer)")
            #expect(!app.footer.contains("condition") && !app.footer.contains("journal"))
        }
    }

    @Test("a note leaves room to the hints behind it, and goes with the next key")
    func note() async throws {
        try await Harness.run { app in
            let hints = app.footer.split(separator: " ").prefix(2).joined(separator: " ")
            await app.press("6", "Esc", "5", "e")
            #expect(app.footer.contains("The API has no update for Insights.") && app.footer.contains("? help"))
            await app.press("F")
            #expect(!app.footer.contains("The API has no update") && app.footer.contains(hints), "\(app.footer)")
        }
    }

    @Test("^L has the whole screen sent again")
    func repaint() async throws {
        try await Harness.run { app in
            await app.press("^L")
            #expect(app.terminal.acts == [.forgot])
        }
    }

    @Test("the footer says what D, d and q do now")
    func nextMode() async throws {
        try await Harness.run(AppOptions()) { app in
            #expect(app.footer.contains("D demo all  d demo here"), "\(app.footer)")
            await app.press("d")
            #expect(app.footer.contains("D demo all") || app.state.hint(for: .toggleAll) == "demo all")
            #expect(app.state.hint(for: .toggleScreen) == "live here")
            await app.press("D")
            #expect(app.state.hint(for: .toggleAll) == "live rest")
            await app.press("C")
            #expect(app.state.hint(for: .toggleAll) == "live all" && app.state.hint(for: .quit) == nil)
            await app.press("2")
            #expect(app.state.hint(for: .quit) == "back")
            await app.press("q")
            #expect(app.state.hint(for: .quit) == nil)
        }
    }

    @Test("an action that cannot run says why instead of doing nothing")
    func disabled() async throws {
        try await Harness.run { app in
            await app.press("5", "e")
            #expect(app.footer.contains("The API has no update for Insights."))
            await app.press("n")
            #expect(app.footer.contains("Press / to search first."))
        }
    }
}
