import AppCore
import HTTPTypes
import JSONText
import Testing

@testable import DemoTUI

@MainActor
@Suite("Choosing columns")
struct ColumnsPopupTests {
    private func columns(_ app: Harness) -> [String] {
        (app.state.mainPanel as? CollectionScreen)?.cells.columns.map(\.field.name) ?? []
    }

    @Test("Space hides and shows, K moves forward, 0 goes back to the rule; the table follows at once")
    func choosing() async throws {
        try await Harness.run { app in
            await app.press("2")
            let ruled = columns(app)
            await app.press("o", "Space")
            #expect(columns(app) == Array(ruled.dropFirst()), "\(app.screen)")
            await app.press("Space", "j", "K")
            #expect(columns(app) == [ruled[1], ruled[0]] + ruled.dropFirst(2), "\(app.screen)")
            await app.press("0")
            #expect(columns(app) == ruled)
            await app.press("Enter")
            #expect(app.state.popups.isEmpty)
        }
    }

    @Test("the choice outlives a reload, a toggle and another screen")
    func kept() async throws {
        try await Harness.run { app in
            await app.press("2", "o", "Space", "Enter")
            let chosen = columns(app)
            for keys in [["r"], ["D", "D"], ["4", "2"]] {
                for key in keys { await app.press(key) }
                #expect(columns(app) == chosen, "\(keys)")
            }
        }
    }

    @Test("Esc and q cancel: the columns are those from before", arguments: ["Esc", "q"])
    func cancelled(_ key: String) async throws {
        try await Harness.run { app in
            await app.press("2")
            let ruled = columns(app)
            await app.press("o", "Space", key)
            #expect(app.state.popups.isEmpty && columns(app) == ruled)
            await app.press("o", "Space", "Enter", "o", "0", key)
            #expect(columns(app) == Array(ruled.dropFirst()), "\(app.screen)")
        }
    }

    @Test("the last column stays, and every field of a row can be one")
    func last() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/cards", #"{"data": [{"id": "1", "label": "A", "extra": {"a": 1}}]}"#)
            await app.press("4", "o")
            let popup = app.state.popups.last as? ColumnsPopup
            #expect(popup?.entries.map(\.title).contains("Extra") == true, "\(app.screen)")
            for _ in 0..<(popup?.entries.count(where: \.isShown) ?? 0) - 1 { await app.press("Space", "j") }
            await app.press("Space")
            #expect(app.footer.contains("The last column stays") && columns(app).count == 1, "\(app.screen)")
        }
    }

    @Test("o is offered only where there are rows to see")
    func availability() async throws {
        try await Harness.run { app in
            #expect(app.state.availability(of: .columns) == .absent)
            try app.stub(.get, "/cards", #"{"data": []}"#)
            await app.press("4")
            #expect(!app.state.availability(of: .columns).isEnabled)
        }
    }
}
