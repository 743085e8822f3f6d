import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Items")
struct ItemScreenTests {
    private static let body = #"{"data": {"month": "2026-06", "parts": [{"name": "Rent", "on": "2026-01-31"}, [1]]}}"#

    @Test("Enter and Right open what is in a value, Left closes it or goes to what it is in")
    func tree() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/insights", Self.body)
            await app.press("5", "r")
            for _ in 0..<20 where !app.screen.contains("▾ Parts") { await app.press("Right", "Down") }
            #expect(app.screen.contains("▾ Parts") && app.screen.contains("▸ 1"), "\(app.screen)")
            for _ in 0..<20 where !app.screen.contains("31 Jan 2026") { await app.press("Enter", "Down") }
            #expect(app.screen.contains("31 Jan 2026"), "\(app.screen)")
            await app.press("Left", "Left", "Left", "Left")
            #expect(app.screen.contains("▸ Parts"), "\(app.screen)")
        }
    }

    @Test("what was open stays open when the item is loaded again")
    func reloaded() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/insights", Self.body)
            await app.press("5", "r")
            for _ in 0..<20 where !app.screen.contains("▾ Parts") { await app.press("Right", "Down") }
            await app.press("r")
            #expect(app.screen.contains("▾ Parts"), "\(app.screen)")
        }
    }

    @Test("the selected line is whole on the screen, however many rows the lines before it take", arguments: [10, 24])
    func longLines(_ rows: Int) async throws {
        let text = String(repeating: "many words ", count: 60)
        let members = (0..<30).map { "\"m\($0)\": \"\(text) end\($0)\"" }.joined(separator: ", ")
        try await Harness.run(size: Size(columns: 60, rows: rows)) { app in
            try app.stub(.get, "/insights", "{\"data\": {\(members)}}")
            await app.press("5", "r")
            for _ in 0..<40 {
                await app.press("Down")
                let screen = try #require(app.state.mainPanel as? ItemScreen)
                #expect(screen.firstVisible(in: app.state.world.area) <= screen.selection.index)
            }
            await app.press("g", "Enter")
            #expect(app.screen.contains("many words"), "\(app.screen)")
        }
    }

    @Test("a text of many lines is read to its end in its window")
    func longText() async throws {
        try await Harness.run { app in
            let text = (1...900).map { "line \($0) of the text" }.joined(separator: "\\n")
            try app.stub(.get, "/insights", "{\"data\": {\"month\": \"\(text)\"}}")
            await app.press("5", "r", "Enter")
            #expect(app.screen.contains("line 1 of the text"), "\(app.screen)")
            await app.press("G")
            #expect(app.screen.contains("line 900 of the text"), "\(app.screen)")
        }
    }

    @Test("an item without members says so")
    func empty() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/insights", "[]")
            await app.press("5", "r")
            #expect(!app.screen.contains("▸"), "\(app.screen)")
        }
    }
}
