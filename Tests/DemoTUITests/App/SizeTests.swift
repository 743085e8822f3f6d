import JSONText
import Terminal
import Testing

@testable import DemoTUI

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
