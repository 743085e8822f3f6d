import AppCore
import DemoManager
import Foundation
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor @Suite("The mouse") struct MouseTests {
    /// A window of 120 x 40 that has the mouse.
    nonisolated private static let stage = Stage(size: Size(columns: 120, rows: 40), steps: [.press("M")])

    private func run(
        columns: Int = 120, rows: Int = 40, _ body: @MainActor (Harness) async throws -> Void
    ) async throws {
        try await Stage(size: Size(columns: columns, rows: rows), steps: [.press("M")]).run(body)
    }

    nonisolated private static func selects(_ index: Int) -> Step { .holds { $0.table?.selection.index == index } }

    nonisolated static let walks: [Walk] = [
        Walk(
            "M takes the mouse and gives it back; before, nothing is clicked", .mouse(.press, 5, 3),
            .holds { $0.state.currentScreen == "profile" && !$0.terminal.takesMouse }, .press("M"),
            .holds { $0.terminal.takesMouse }, .footer("Shift"), .press("M"), .holds { !$0.terminal.takesMouse }),
        Walk(
            "a click selects a row, a second one opens it", on: stage, .press("2 S-Tab"),
            .holds { $0.state.hasSidebarFocus }, .mouse(.press, 40, 9), .holds { !$0.state.hasSidebarFocus },
            selects(6), .mouse(.press, 40, 9), .panel(ItemScreen.self), .mouse(.press, 40, 5),
            .holds { ($0.state.mainPanel as? ItemScreen)?.selection.index == 3 }),
        Walk(
            "a click on a tab of an exchange shows it", on: stage, .press("2 v"), .panel(ExchangeScreen.self),
            .click("Why"), .sees("Demo is on for this screen"), .click("Request"), .sees("GET /transactions"),
            .lacks("Demo is on for this screen")),
        Walk(
            "a click in the sidebar shows a screen, a second one goes into it", on: stage, .click("3 Messages"),
            .holds { $0.state.currentScreen == "messages" && $0.state.hasSidebarFocus }, .click("3 Messages"),
            .holds { !$0.state.hasSidebarFocus }),
        Walk(
            "a click on a hint of the footer presses its key, also over a popup", on: stage, .click("? help"),
            .popup(HelpPopup.self), .mouse(.press, 1, 1), .noPopup(), .click("D live all"),
            .holds { !$0.manager.isEnabled }),
        Walk(
            "a click in a popup selects a line, a second one chooses it; a click beside it closes it", on: stage,
            .press("2 y"), .mouse(.press, 40, 9), .noPopup(), selects(0), .press("y"), .click("the URL"),
            .holds { ($0.state.popups.last as? PickPopup)?.selection.index == 1 }, .click("the URL"), .noPopup(),
            .holds { app in app.terminal.acts.contains { if case .copied = $0 { true } else { false } } }),
        Walk(
            "a click ticks a column, and answers a question", on: stage, .press("2 o"), .click("[x] Category"),
            .click("[x] Category"), .sees("[ ] Category"), .press("Esc z"), .click("n  Cancel"), .noPopup()),
        Walk(
            "the wheel scrolls what is under the pointer", on: stage, .press("2 S-Tab"), .mouse(.wheelDown, 40, 9),
            .mouse(.wheelDown, 40, 9), selects(6), .holds { $0.table?.selection.top == 6 },
            .holds { $0.state.hasSidebarFocus && $0.state.currentScreen == "transactions" }, .mouse(.wheelUp, 40, 9),
            .holds { $0.table?.selection.top == 3 }, .mouse(.wheelDown, 3, 5),
            .holds { $0.state.currentScreen == "transactions" }),
        Walk(
            "the wheel scrolls the pane beside the list, and the strip with the calls",
            on: Stage(size: Size(columns: 120, rows: 32), steps: [.press("M")]), .press("2 j j r r r r r r"), .mark,
            .mouse(.wheelDown, 110, 10), .holds { $0.state.detailTop > 0 && $0.screen != $0.markedScreen },
            selects(2), .press("j"), .holds { $0.state.detailTop == 0 }, selects(3), .press("Tab j j"),
            .holds { $0.state.hasDetailFocus && $0.state.detailTop == 2 }, selects(3), .press("G"),
            .does { app in
                let last = app.state.detailTop
                await app.press("j")
                #expect(app.state.detailTop == last && last > 2)
            }, .press("Esc"), .holds { !$0.state.hasDetailFocus && $0.state.detailTop == 0 },
            .mouse(.wheelDown, 40, 28), .holds { $0.state.activityTop == 1 }),
    ]

    @Test("The mouse works", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("A terminal without a mouse is reported, even if the configuration enables it") func absent() async throws {
        var options = AppOptions(isDemo: true)
        options.configuration.takesMouse = true
        let app = Harness(options, offersMouse: false)
        await app.start()
        #expect(!app.state.takesMouse && !app.terminal.takesMouse)
        await app.press("M")
        #expect(app.footer.contains("This terminal offers no mouse.") && !app.state.takesMouse)
        await app.stop()
    }

    @Test("A click selects the message under it") func message() async throws {
        try await run { app in
            await app.press("3", "Tab")
            let rows = app.screen.split(separator: "\n")
            let row = try #require(rows.indices.first { rows[$0].contains("│   ") && $0 > 4 && $0 < 20 })
            await app.mouse(.press, Point(x: 30, y: row))
            let after = app.screen.split(separator: "\n")
            #expect(after[row].contains("▌") && !rows[row].contains("│▌"), "\(app.screen)")
            #expect(after[row].dropFirst(24).prefix(30) == rows[row].dropFirst(24).prefix(30), "\(app.screen)")
        }
    }

    @Test("A click selects a form's field without sending the form; its button sends it") func form() async throws {
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

    @Test("Dragging its border changes the sidebar's width, within limits") func divider() async throws {
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

    @Test("Dragging the border beside a list changes both widths, within limits") func detailDivider() async throws {
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

extension Step {
    fileprivate static func mouse(_ kind: Mouse.Kind, _ x: Int, _ y: Int) -> Step {
        Step { await $0.mouse(kind, Point(x: x, y: y)) }
    }
    /// Clicks the first cell of a text on the screen.
    fileprivate static func click(_ text: String) -> Step {
        Step { await $0.mouse(.press, try #require($0.place(of: text), "\($0.screen)")) }
    }
}
