import AppCore
import DemoManager
import Foundation
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("The mouse")
struct MouseTests {
    private func run(
        columns: Int = 120, rows: Int = 40, _ body: @MainActor (Harness) async throws -> Void
    ) async throws {
        try await Harness.run(size: Size(columns: columns, rows: rows)) { app in
            await app.press("M")
            try await body(app)
        }
    }

    @Test("M takes the mouse and gives it back; before, nothing is clicked") func switched() async throws {
        try await Harness.run { app in
            await app.mouse(.press, Point(x: 5, y: 3))
            #expect(app.state.currentScreen == "profile" && !app.terminal.takesMouse)
            await app.press("M")
            #expect(app.terminal.takesMouse && app.footer.contains("Shift"))
            await app.press("M")
            #expect(!app.terminal.takesMouse)
        }
    }

    @Test("A terminal without a mouse says so, also where the configuration takes it") func absent() async throws {
        var options = AppOptions(isDemo: true)
        options.configuration.takesMouse = true
        let app = Harness(options, offersMouse: false)
        await app.start()
        #expect(!app.state.takesMouse && !app.terminal.takesMouse)
        await app.press("M")
        #expect(app.footer.contains("This terminal offers no mouse.") && !app.state.takesMouse)
        await app.stop()
    }

    @Test("A click selects a message where it stands") func message() async throws {
        try await run { app in
            await app.press("3", "Tab")
            let rows = app.screen.split(separator: "\n")
            let row = try #require(rows.indices.first { rows[$0].contains("│   ") && $0 > 4 && $0 < 20 })
            await app.mouse(.press, Point(x: 30, y: row))
            let after = app.screen.split(separator: "\n")
            #expect(after[row].contains("▌") && !rows[row].contains("│▌"), "\(app.screen)")
            #expect(after[row].dropFirst(24) == rows[row].dropFirst(24), "\(app.screen)")
        }
    }

    @Test("The wheel scrolls the pane beside the list, and the strip with the calls") func panes() async throws {
        try await run(columns: 120, rows: 32) { app in
            await app.press("2", "j", "j")
            for _ in 0..<6 { await app.press("r") }
            let detail = Point(x: 110, y: 10)
            let before = app.screen
            await app.mouse(.wheelDown, detail)
            #expect(app.state.detailTop > 0 && app.screen != before && app.table?.selection.index == 2)
            await app.press("j")
            #expect(app.state.detailTop == 0 && app.table?.selection.index == 3)
            await app.press("Tab", "j", "j")
            #expect(app.state.hasDetailFocus && app.state.detailTop == 2 && app.table?.selection.index == 3)
            await app.press("G")
            let last = app.state.detailTop
            await app.press("j")
            #expect(app.state.detailTop == last && last > 2)
            await app.press("Esc")
            #expect(!app.state.hasDetailFocus && app.state.detailTop == 0)
            await app.mouse(.wheelDown, Point(x: 40, y: 28))
            #expect(app.state.activityTop == 1, "\(app.screen)")
        }
    }

    @Test("A click selects a row, a second one opens it") func rows() async throws {
        try await run { app in
            await app.press("2", "S-Tab")
            #expect(app.state.hasSidebarFocus)
            let row = 9
            await app.mouse(.press, Point(x: 40, y: row))
            let list = try #require(app.state.mainPanel as? CollectionScreen)
            #expect(!app.state.hasSidebarFocus && list.selection.index == row - 3)
            await app.mouse(.press, Point(x: 40, y: row))
            #expect(app.state.mainPanel is ItemScreen, "\(app.screen)")
            await app.mouse(.press, Point(x: 40, y: 5))
            #expect((app.state.mainPanel as? ItemScreen)?.selection.index == 3)
        }
    }

    @Test("A click in the sidebar shows a screen, a second one goes into it")
    func sidebar() async throws {
        try await run { app in
            let messages = try #require(app.place(of: "3 Messages"))
            await app.mouse(.press, messages)
            #expect(app.state.currentScreen == "messages" && app.state.hasSidebarFocus)
            await app.mouse(.press, messages)
            #expect(!app.state.hasSidebarFocus)
        }
    }

    @Test("A click on a hint of the footer presses its key, also over a popup") func hints() async throws {
        try await run { app in
            await app.mouse(.press, try #require(app.place(of: "? help")))
            #expect(app.state.popups.last is HelpPopup)
            await app.mouse(.press, Point(x: 1, y: 1))
            #expect(app.state.popups.isEmpty)
            await app.mouse(.press, try #require(app.place(of: "D live all")))
            #expect(!app.manager.isEnabled)
        }
    }

    @Test("A click in a popup selects a line, a second one chooses it; a click beside it closes it")
    func popups() async throws {
        try await run { app in
            await app.press("2", "y")
            await app.mouse(.press, Point(x: 40, y: 9))
            #expect(app.state.popups.isEmpty && (app.state.mainPanel as? CollectionScreen)?.selection.index == 0)
            await app.press("y")
            let line = try #require(app.place(of: "the URL"))
            await app.mouse(.press, line)
            #expect((app.state.popups.last as? PickPopup)?.selection.index == 1)
            await app.mouse(.press, line)
            #expect(app.state.popups.isEmpty)
            #expect(app.terminal.acts.contains { if case .copied = $0 { true } else { false } })
        }
    }

    @Test("A click ticks a column, and answers a question") func buttons() async throws {
        try await run { app in
            await app.press("2", "o")
            let box = try #require(app.place(of: "[x] Category"))
            await app.mouse(.press, box)
            await app.mouse(.press, box)
            #expect(app.screen.contains("[ ] Category"), "\(app.screen)")
            await app.press("Esc", "z")
            await app.mouse(.press, try #require(app.place(of: "n  Cancel")))
            #expect(app.state.popups.isEmpty)
        }
    }

    @Test("A click chooses a form's field and never sends the form; its button does") func form() async throws {
        try await run { app in
            await app.press("1", "e")
            let form = try #require(app.state.mainPanel as? FormScreen)
            let fields = form.lines.filter(\.isStop).map(\.label)
            let place = try #require(app.place(of: fields[1]))
            await app.mouse(.press, place)
            #expect((app.state.mainPanel as? FormScreen)?.focusedLine?.label == fields[1])
            await app.mouse(.press, place)
            await app.type("x")
            #expect((app.state.mainPanel as? FormScreen)?.focusedLine?.label == fields[1])
            #expect(app.state.mainPanel?.unsent != nil)
            await app.press("PgDn", "PgDn")
            await app.mouse(.press, try #require(app.place(of: "[ Save ]")))
            #expect(app.exchanges.contains { $0.request.method != .get }, "\(app.screen)")
        }
    }

    @Test("The wheel scrolls what is under the pointer") func wheel() async throws {
        try await run { app in
            await app.press("2", "S-Tab")
            await app.mouse(.wheelDown, Point(x: 40, y: 9))
            await app.mouse(.wheelDown, Point(x: 40, y: 9))
            #expect((app.state.mainPanel as? CollectionScreen)?.selection.index == 6)
            #expect((app.state.mainPanel as? CollectionScreen)?.selection.top == 6)
            #expect(app.state.hasSidebarFocus && app.state.currentScreen == "transactions")
            await app.mouse(.wheelUp, Point(x: 40, y: 9))
            #expect((app.state.mainPanel as? CollectionScreen)?.selection.top == 3)
            await app.mouse(.wheelDown, Point(x: 3, y: 5))
            #expect(app.state.currentScreen == "transactions")
        }
    }

    @Test("Dragging its border changes the sidebar's width, within bounds") func divider() async throws {
        try await run { app in
            @MainActor func width() -> Int { Layout(size: app.state.size, state: app.state).sidebar?.area.width ?? 0 }
            let start = width()
            await app.mouse(.drag, Point(x: 50, y: 9))
            #expect(width() == start)
            await app.mouse(.press, Point(x: start - 1, y: 9))
            for (column, expected) in [(39, 40), (119, 60), (0, 14), (29, 30)] {
                await app.mouse(.drag, Point(x: column, y: 9))
                #expect(width() == expected)
            }
            await app.mouse(.release, Point(x: 29, y: 9))
            await app.mouse(.drag, Point(x: 50, y: 9))
            #expect(width() == 30)
        }
    }

    @Test("Dragging the border beside a list changes both widths, within bounds") func detailDivider() async throws {
        try await run { app in
            @MainActor func widths() -> [Int] {
                let layout = Layout(size: app.state.size, state: app.state)
                return [layout.main, layout.detail].map { $0?.area.width ?? 0 }
            }
            await app.press("2")
            let start = widths()
            await app.mouse(.press, Point(x: 120 - start[1], y: 9))
            for (column, expected) in [
                (80, 40), (119, Layout.leastDetail), (0, start[0] + start[1] - Layout.leastList),
            ] {
                await app.mouse(.drag, Point(x: column, y: 9))
                #expect(widths() == [start[0] + start[1] - expected, expected])
            }
            await app.mouse(.release, Point(x: 0, y: 9))
            await app.mouse(.drag, Point(x: 80, y: 9))
            #expect(widths()[0] == Layout.leastList)
        }
    }

    @Test(
        "A click anywhere on any screen is safe", arguments: [[], ["2"], ["2", "/"], ["L"], ["S"], ["?"], ["3", "a"]])
    func anywhere(way: [String]) async throws {
        try await run(columns: 80, rows: 24) { app in
            for key in way { await app.press(key) }
            for y in stride(from: 0, to: 24, by: 2) {
                for x in stride(from: 0, to: 80, by: 8) {
                    var state = app.state
                    for kind in [Mouse.Kind.press, .drag, .wheelDown, .wheelUp, .press] {
                        _ = state.update(.mouse(Mouse(kind, at: Point(x: x, y: y))))
                        _ = state.draw()
                    }
                }
            }
            await app.mouse(.press, Point(x: 4_000, y: 4_000))
            #expect(app.end == nil)
        }
    }
}

extension Harness {
    fileprivate func mouse(_ kind: Mouse.Kind, _ point: Point) async {
        terminal.feed([.mouse(Mouse(kind, at: point))])
        await settle()
    }

    /// The first cell of a text on the screen.
    fileprivate func place(of text: String) -> Point? {
        for y in 0..<state.size.rows {
            if let range = row(y).range(of: text) {
                return Point(x: TextWidth.width(of: String(row(y)[..<range.lowerBound])), y: y)
            }
        }
        return nil
    }
}
