import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Focus")
struct FocusTests {
    @Test("a form opened from the sidebar has the focus: letters are text")
    func formFromSidebar() async throws {
        try await Harness.run { app in
            await app.press("e")
            await app.type("q")
            #expect(app.end == nil)
            #expect(app.form?.input.text.contains("q") == true, "\(app.screen)")
        }
    }

    @Test("the composer opened from the sidebar has the focus")
    func composerFromSidebar() async throws {
        try await Harness.run(AppOptions(isDemo: true)) { app in
            await app.press("Down", "Down", "a")
            await app.type("q")
            #expect((app.state.mainPanel as? ConversationScreen)?.draft.text == "q", "\(app.screen)")
        }
    }

    @Test("in a narrow window a form opened from the sidebar is seen")
    func narrowForm() async throws {
        try await Harness.run(size: Size(columns: 40, rows: 10)) { app in
            await app.press("e")
            #expect(app.screen.contains("Theo Marchetti"), "\(app.screen)")
        }
    }

    @Test("Esc goes back step by step and never quits; q quits from the sidebar")
    func back() async throws {
        try await Harness.run { app in
            await app.press("2", "Enter")
            #expect(app.state.mainPanel is ItemScreen)
            await app.press("Esc")
            #expect(app.state.mainPanel is CollectionScreen)
            await app.press("Esc", "Esc", "Esc")
            #expect(app.end == nil && app.state.sidebar.isFocused)
            await app.press("q")
            #expect(app.end == RunEnd(code: 0))
        }
    }

    @Test("Tab goes between sidebar and screen; the sidebar's selection opens screens")
    func panes() async throws {
        try await Harness.run { app in
            await app.press("j")
            #expect(app.title.contains("Transactions"))
            await app.press("Tab", "j")
            #expect((app.state.mainPanel as? CollectionScreen)?.selection.index == 1)
            await app.press("Tab", "j")
            #expect(app.title.contains("Messages"))
        }
    }

    @Test("Q and ^C end at once from anywhere, ^C as interrupted")
    func quitNow() async throws {
        try await Harness.run { app in
            await app.press("2", "Q")
            #expect(app.end == RunEnd(code: 0))
        }
        try await Harness.run { app in
            await app.press("2", "e", "^C")
            #expect(app.end == RunEnd(code: 130))
        }
    }
}
