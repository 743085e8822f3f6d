import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("Search where the API has no filters")
struct LocalSearchTests {
    private func table(_ app: Harness) -> CollectionScreen? { app.state.mainPanel as? CollectionScreen }

    @Test("/ narrows the loaded rows without a request, the title says so, Esc shows all again")
    func narrows() async throws {
        try await Harness.run { app in
            await app.press("4", "/")
            let before = app.exchanges.count
            await app.type("VISA")
            await app.press("Enter")
            #expect(app.title.contains("2 of 5 loaded") && app.title.contains("\"VISA\" in loaded"), "\(app.screen)")
            #expect(app.screen.contains("Travel") && !app.screen.contains("Everyday"))
            #expect(app.exchanges.count == before)
            await app.press("Esc")
            #expect(table(app)?.rowCount == 5 && !app.title.contains("loaded"), "\(app.screen)")
        }
    }

    @Test("the selected line opens the row that is seen, not the one at that place of the whole list")
    func opens() async throws {
        try await Harness.run { app in
            await app.press("4", "j", "j", "j", "/")
            await app.type("online")
            await app.press("Enter", "Enter")
            #expect(app.state.mainPanel is ItemScreen && app.screen.contains("Online only"), "\(app.screen)")
            await app.press("Esc")
            #expect(table(app)?.rowCount == 1, "the search is still there")
        }
    }

    @Test("nothing found says how to go on, and no key acts on a row that is not shown")
    func nothing() async throws {
        try await Harness.run { app in
            await app.press("4", "/")
            await app.type("amex")
            await app.press("Enter")
            #expect(app.words.contains("Nothing matches the filter. Esc clears it"), "\(app.screen)")
            await app.press("Enter", "e", "y", "j", "G", "PgUp")
            #expect(table(app)?.rowCount == 0)
            await app.press("Esc")
            #expect(table(app)?.rowCount == 5)
        }
    }

    @Test("rows that come after a reload are narrowed, too")
    func afterReload() async throws {
        try await Harness.run { app in
            await app.press("4", "/")
            await app.type("travel")
            await app.press("Enter")
            try app.stub(
                .get, "/cards", #"{"data": [{"id": "1", "label": "Travel new"}, {"id": "2", "label": "Home"}]}"#)
            await app.press("r")
            #expect(app.screen.contains("Travel new") && !app.screen.contains("Home"), "\(app.screen)")
        }
    }
}
