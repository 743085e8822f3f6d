import Synchronization
import Terminal
import TestSupport
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

@MainActor @Suite("Opening, sizes, focus and the end of the program") struct AppTests {
    @Test(
        "While a document is read, its step is shown, and Esc, q and ^C stop",
        arguments: [("Esc", 0), ("q", 0), ("^C", 130)])
    func stopReading(key: String, code: Int32) async throws {
        let source = EndlessSource()
        let app = Harness(AppOptions(), source: { _, _ in source })
        let starting = Task { await app.start() }
        await app.wait { app.screen.contains("Making screens of 1,234 operations") }
        #expect(app.screen.contains("Opening endless.yaml") && app.screen.contains("Esc or q stops."), "\(app.screen)")
        #expect(app.screen.contains("Making screens of 1,234 operations"), "\(app.screen)")
        app.feed(key)
        #expect(app.end == RunEnd(code: code))
        await starting.value
        #expect(source.wasCancelled.withLock { $0 })
        await app.stop()
    }

    @Test("A held key has the same result as repeated keys, whatever else happens") func held() async throws {
        try await Harness.run(size: Size(columns: 120, rows: 40)) { app in
            await app.press("2")
            for key in [
                "j", "j", "j", "j", "k", "k", "k", "j", "j", "resize", "j", "j", "PgDn", "PgDn", "PgDn", "/", "k", "k",
                "k",
            ] {
                if key == "resize" { app.resize(110, 30) } else { app.feed(key) }
                app.terminal.feed([])
                #expect(app.terminal.canvas == app.state.draw(), "\(key)")
            }
        }
    }

    @Test("A late step of the opening does not cover the screens") func lateStep() async throws {
        try await Harness.run { app in
            var state = app.state
            let effects = state.update(.documentStep(.screens(operations: 1_234)))
            #expect(effects.isEmpty)
            if case .opening = state.phase { Issue.record("the screens are gone") }
        }
    }

    @Test("Keys pressed before the screens open take effect afterwards") func typedAhead() async throws {
        try await Harness.run { app in
            var state = app.state
            state.phase = .opening(nil)
            for key in [":", "q"] { #expect(state.update(.key(.character(Character(key)))).isEmpty) }
            #expect(state.popups.isEmpty)
            _ = state.update(.documentOpened(state.catalog, state.screenIndex, state.title, nil))
            #expect(state.popups.last is Palette && state.keysAhead.isEmpty)
        }
    }

    @Test("A window that is too small shows a message, and the screen returns when it grows")
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
            await app.press("x", "y", "d", "j", "Enter")
            app.terminal.feed([.paste("abc")])
            app.resize(80, 24)
            #expect(app.screen == before)
            await app.press("1", "e", "a")
            app.resize(30, 5)
            #expect(app.screen.contains("Typed text waits"))
            await app.press("q", "^C")
            app.resize(80, 24)
            #expect(app.screen.contains("Theo Marchettia"), "\(app.screen)")
        }
    }

    @Test("Keys at any window size do not end the program", arguments: [(0, 0), (1, 1), (30, 5), (40, 10), (300, 100)])
    func everyKey(_ columns: Int, _ rows: Int) async throws {
        let keys = "1 e Down Esc 2 G PgUp c Tab Esc ? Esc L v Esc 3 a x Esc y Esc 6 Esc P Esc"
        let size = Size(columns: columns, rows: rows)
        try await Walk(
            "", on: .stage(columns: columns, rows: rows), .press(keys), .goesOn(),
            .holds { $0.terminal.canvas?.size == size }
        ).take()
    }

    @Test("The selected row stays visible in a smaller window") func keepsSelection() async throws {
        try await Harness.run { app in
            await app.press("2", "PgDn")
            let table = try #require(app.table)
            let row = table.list.rows[table.selection.index]["description"]?.stringValue ?? ""
            app.resize(40, 10)
            #expect(app.table?.selection.index == table.selection.index)
            #expect(app.screen.contains(row.prefix(8)), "\(app.screen)")
        }
    }

    nonisolated private static let oneScreen = openAPI(
        "Things", server: nil, "GET /things listThings -> [{id: string, name: string}]")

    nonisolated static let walks: [Walk] = [
        Walk(
            "a form opened from the sidebar has the focus: letters are text", .press("e"), .type("q"), .goesOn(),
            .holds { $0.form?.input.text.contains("q") == true }),
        Walk(
            "the composer opened from the sidebar has the focus", .press("Down Down a"), .type("q"),
            .holds { $0.conversation?.draft.text == "q" }),
        Walk(
            "a form opened from the sidebar is visible in a narrow window", on: .stage(columns: 40, rows: 10),
            .press("e"), .sees("Theo Marchetti")),
        Walk(
            "Esc goes back step by step and never quits; q quits from the sidebar", .press("2 Enter"),
            .panel(ItemScreen.self), .press("Esc"), .panel(CollectionScreen.self), .press("Esc Esc Esc"), .goesOn(),
            .inSidebar(), .press("q"), .ends(0)),
        Walk(
            "Tab switches between sidebar and screen, and the sidebar's selection opens screens", .press("j"),
            .title("Transactions"), .press("Tab j"), .holds { $0.table?.selection.index == 1 }, .press("Tab j"),
            .title("Messages")),
        Walk(
            "beside a single screen, the keys that move go to its rows", on: .over(oneScreen), .inSidebar(),
            .press("j"),
            .holds { $0.table?.selection.index == 1 }, .inSidebar(false)),
        Walk("Q ends at once from anywhere", .press("2 Q"), .ends(0)),
        Walk("^C ends an unchanged form with 130", .press("2 e ^C"), .ends(130)),
        Walk("^C ends a profile form without text with 130", .press("1 e ^C"), .ends(130)),
        Walk("^C ends the sidebar with 130", .press("^C"), .ends(130)),
        Walk("q ends at once where nothing is lost", .press("2 q q"), .ends(0)),
        Walk(
            "q asks once where a condition is set", .choose("403 forbidden"), .press("q"), .goesOn(),
            .reads("This is lost: condition: 403 forbidden."), .press("q"), .goesOn(), .noPopup(),
            .press("q y"), .ends(0)),
        Walk(
            "q asks where the demo remembers a change, and not after a reset", .press("1 e"), .type("X"),
            .press("^S q q"), .goesOn(), .reads("This is lost: 1 change of demo data."), .press("n z y q"), .ends(0)),
        Walk(
            "^C in a form with unsent text asks; a second one leaves with 130", .press("1 e"), .type("X"), .press("^C"),
            .goesOn(), .reads("This is lost: the text in Edit profile."), .press("Esc"), .goesOn(),
            .panel(FormScreen.self), .press("^C ^C"), .ends(130)),
    ]

    @Test("Opening and focus work", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("q asks if credentials were typed, which are only in memory") func signIn() async throws {
        try await Harness.run { app in
            var state = app.state
            _ = state.update(.signedIn)
            var losses: [[String]] = []
            for case .leave(let named) in state.update(.key(.character("q"))) { losses.append(named) }
            #expect(losses == [["the sign-in"]])
        }
    }

    @Test("q beside a gateway asks while a client is connected") func clients() async throws {
        try await GatewayStage.run { stage in
            #expect(await stage.show("/cards") == "401 passed")
            await stage.app.press("q")
            #expect(stage.app.end == nil && stage.app.words.contains("1 connected client"), "\(stage.app.screen)")
            await stage.app.press("y")
            #expect(stage.app.end?.code == 0)
        }
    }
}
