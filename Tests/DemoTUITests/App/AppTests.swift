import DemoManager
import HTTPTypes
import Synchronization
import Terminal
import Testing
import WireFormats

@testable import DemoTUI

/// A document whose reading takes longer than anybody waits, and whether it was given up.
private final class EndlessSource: ScreensSource {
    let provisionalTitle = AppTitle(name: "endless.yaml", server: "no server")
    let wasCancelled = Mutex(false)

    @concurrent func open(_ report: @escaping @Sendable (OpeningStep) -> Void) async -> OpenedApp {
        report(.screens(operations: 1_234))
        do {
            try await Task.sleep(for: .seconds(60))
            return .refused("it ended")
        } catch {
            wasCancelled.withLock { $0 = true }
            return .refused("it was given up")
        }
    }

    func stop() async {}
}

@MainActor
@Suite("While a document is read")
struct OpeningTests {
    @Test(
        "the step it is at is on the screen, and Esc, q and ^C give it up",
        arguments: [("Esc", 0), ("q", 0), ("^C", 130)])
    func givenUp(key: String, code: Int32) async throws {
        let source = EndlessSource()
        let app = Harness(AppOptions(), source: { _, _ in source })
        let starting = Task { await app.start() }
        await app.wait { app.screen.contains("Making screens of 1,234 operations") }
        #expect(
            app.screen.contains("Opening endless.yaml") && app.screen.contains("Making screens of 1,234 operations"))
        #expect(app.screen.contains("Esc or q stops."), "\(app.screen)")
        app.feed(key)
        #expect(app.end == RunEnd(code: code))
        await starting.value
        #expect(source.wasCancelled.withLock { $0 })
        await app.stop()
    }

    @Test("a step that comes late paints nothing over the screens")
    func late() async throws {
        try await Harness.run { app in
            var state = app.state
            let effects = state.update(.documentStep(.screens(operations: 1_234)))
            #expect(effects.isEmpty)
            if case .opening = state.phase { Issue.record("the screens are gone") }
        }
    }
}

@MainActor
@Suite("Sizes")
struct SizeTests {
    @Test("below the smallest size a short message stands, and the screen is back when it grows")
    func tooSmall() async throws {
        try await Harness.run { app in
            await app.press("2", "j", "j", "j")
            let before = app.screen
            for (columns, rows) in [(30, 5), (1, 1), (0, 0), (39, 24), (80, 9)] {
                app.resize(columns, rows)
                #expect(!app.screen.contains("Bakkerij"))
            }
            app.resize(30, 5)
            #expect(app.screen.contains("demo-tui needs 40x10"))
            app.resize(80, 24)
            #expect(app.screen == before)
        }
    }

    @Test("keys at any size change nothing for the worse", arguments: [(0, 0), (1, 1), (30, 5), (40, 10), (300, 100)])
    func everyKey(_ columns: Int, _ rows: Int) async throws {
        try await Harness.run(size: Size(columns: columns, rows: rows)) { app in
            for key in [
                "1", "e", "Down", "Esc", "2", "G", "PgUp", "c", "Tab", "Esc", "?", "Esc", "L", "v", "Esc", "3", "a",
                "x", "Esc", "y", "Esc", "6", "Esc", "P", "Esc",
            ] {
                await app.press(key)
            }
            #expect(app.end == nil)
            #expect(app.terminal.canvas?.size == Size(columns: columns, rows: rows))
        }
    }

    @Test("a resize keeps the selected row in sight")
    func keepsSelection() async throws {
        try await Harness.run { app in
            await app.press("2", "PgDn")
            let table = try #require(app.state.mainPanel as? CollectionScreen)
            let row = table.list.rows[table.selection.index]["description"]?.stringValue ?? ""
            app.resize(40, 10)
            #expect((app.state.mainPanel as? CollectionScreen)?.selection.index == table.selection.index)
            #expect(app.screen.contains(row.prefix(8)), "\(app.screen)")
        }
    }
}

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

@MainActor
@Suite("Leaving the program")
struct LeavingTests {
    @Test("q ends at once where nothing is lost")
    func nothing() async throws {
        try await Harness.run { app in
            await app.press("2", "q", "q")
            #expect(app.end?.code == 0, "\(app.screen)")
        }
    }

    @Test("q asks once where a condition is set")
    func condition() async throws {
        try await Harness.run { app in
            await app.choose("Invalid permissions (403)")
            await app.press("q")
            #expect(app.end == nil && app.words.contains("This is lost: condition: Invalid permissions (403)."))
            await app.press("q")
            #expect(app.end == nil && app.state.popups.isEmpty)
            await app.press("q", "y")
            #expect(app.end?.code == 0)
        }
    }

    @Test("q asks where the demo remembers a change, and not after a reset")
    func memory() async throws {
        try await Harness.run { app in
            await app.press("1", "e")
            await app.type("X")
            await app.press("^S", "q", "q")
            #expect(app.end == nil && app.words.contains("This is lost: 1 change of demo data."), "\(app.screen)")
            await app.press("n", "z", "y", "q")
            #expect(app.end?.code == 0, "\(app.screen)")
        }
    }

    @Test("q asks where credentials were typed, which are kept in memory alone")
    func signIn() async throws {
        try await Harness.run { app in
            var state = app.state
            _ = state.update(.signedIn)
            var losses: [[String]] = []
            for case .leave(let named) in state.update(.key(.character("q"))) { losses.append(named) }
            #expect(losses == [["the sign-in"]])
        }
    }

    @Test("^C in a form with unsent text asks; a second one leaves with 130")
    func interrupted() async throws {
        try await Harness.run { app in
            await app.press("1", "e")
            await app.type("X")
            await app.press("^C")
            #expect(app.end == nil && app.words.contains("This is lost: the text in Edit profile."), "\(app.screen)")
            await app.press("Esc")
            #expect(app.end == nil && app.state.mainPanel is FormScreen)
            await app.press("^C", "^C")
            #expect(app.end?.code == 130)
        }
    }

    @Test("^C elsewhere, and in a form without text, ends at once", arguments: [[], ["1", "e"]])
    func interruptedAtOnce(_ keys: [String]) async throws {
        try await Harness.run { app in
            for key in keys { await app.press(key) }
            await app.press("^C")
            #expect(app.end?.code == 130)
        }
    }

    @Test("q beside a gateway asks while a client is connected")
    func clients() async throws {
        try await GatewayStage.run { stage in
            #expect(await stage.show("/cards") == "401 passed")
            await stage.app.press("q", "q")
            #expect(stage.app.end == nil && stage.app.words.contains("1 connected client"), "\(stage.app.screen)")
            await stage.app.press("y")
            #expect(stage.app.end?.code == 0)
        }
    }
}
