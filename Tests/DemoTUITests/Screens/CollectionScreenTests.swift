import DemoManager
import HTTPTypes
import JSONText
import Testing

@testable import DemoTUI

@MainActor
@Suite("Transactions")
struct CollectionScreenTests {
    private func table(_ app: Harness) -> CollectionScreen? { app.state.mainPanel as? CollectionScreen }

    @Test("live rows come 60 of 5,000 at a time, the next page while scrolling")
    func paging() async throws {
        try await Harness.run(AppOptions(startScreen: "transactions")) { app in
            #expect(app.title.contains("60 of 5,000"), "\(app.screen)")
            await app.press("PgDn", "PgDn")
            #expect(app.title.contains("120 of 5,000"))
            await app.press("G")
            #expect(app.title.contains("180 of 5,000"))
        }
    }

    @Test("a failed next page keeps the rows, and r asks for that page again")
    func failedPage() async throws {
        try await Harness.run { app in
            await app.press("2")
            let first = table(app)?.list.rows.count ?? 0
            let refusal = try app.stub(.get, "/transactions", status: 403)
            await app.press("G")
            #expect(
                table(app)?.list.rows.count == first && app.screen.contains("The next rows did not load"),
                "\(app.screen)")
            app.manager.remove(refusal)
            await app.press("r")
            #expect((table(app)?.list.rows.count ?? 0) > first, "\(app.screen)")
        }
    }

    @Test("filters go to the API as query parameters, n finds the next match, Esc clears them")
    func filters() async throws {
        try await Harness.run(AppOptions(startScreen: "transactions")) { app in
            await app.press("/")
            await app.type("market")
            await app.press("Enter")
            #expect(app.title.contains("filter: q=market"), "\(app.screen)")
            #expect(app.exchanges.last?.request.path?.contains("q=market") == true)
            let index = table(app)?.selection.index
            await app.press("n")
            #expect(table(app)?.selection.index != index, "\(app.screen)")
            await app.press("Esc")
            #expect(!app.title.contains("filter:") && app.title.contains("of 5,000"))
        }
    }

    @Test("the first line of the filters finds in the rows that are loaded, without a request; Esc shows all again")
    func finds() async throws {
        try await Harness.run(AppOptions(startScreen: "transactions")) { app in
            let before = app.exchanges.count
            let all = table(app)?.rowCount ?? 0
            await app.press("/", "Up", "Up")
            await app.type("market")
            await app.press("Enter")
            #expect(app.title.contains("\"market\" in loaded"), "\(app.screen)")
            #expect((1..<all).contains(table(app)?.rowCount ?? 0) && app.exchanges.count == before)
            await app.press("Esc")
            #expect(table(app)?.rowCount == all && app.exchanges.count == before)
        }
    }

    @Test("in the filters Enter on a choice opens its values, as in a form, and Ctrl-S applies what was chosen")
    func chooses() async throws {
        try await Harness.run(AppOptions(startScreen: "transactions")) { app in
            await app.press("/")
            for _ in 0..<8 where !app.footer.contains("choose") { await app.press("Tab") }
            await app.press("Enter")
            #expect(app.state.popups.last is PickPopup, "\(app.screen)")
            await app.press("Home", "Enter")
            #expect(app.state.popups.last is FieldsPopup, "\(app.screen)")
            await app.press("^S")
            #expect(app.state.popups.isEmpty && app.title.contains("filter: "), "\(app.screen)")
        }
    }

    @Test("a category is patched with that member alone, and a bare 200 shows what was sent without a reload")
    func category() async throws {
        try await Harness.run { app in
            await app.press("2", "e", "Right")
            let before = app.exchanges.count
            await app.press("^S")
            #expect(app.exchanges.count == before + 1)
            #expect(
                app.exchanges.last?.requestBody.map { String(decoding: $0, as: UTF8.self) } == #"{"category":"dining"}"#
            )
            #expect(app.footer.contains("Saved."))
            #expect(table(app)?.list.rows.first?["category"]?.stringValue == "dining")
        }
    }

    @Test("a row opens as an item of its own fields and closes again")
    func openRow() async throws {
        try await Harness.run { app in
            await app.press("2", "Enter")
            #expect(
                app.title.contains("Transactions > Bakkerij Van Loo")
                    && app.title.contains("[demo]"))
            await app.press("e", "Right", "^S", "Esc")
            #expect(
                table(app)?.list.rows.first?["category"]?.stringValue == "dining", "the list shows the edit, too")
        }
    }

    @Test("what the API cannot do says why and is not offered in the footer")
    func cannot() async throws {
        try await Harness.run { app in
            await app.press("2")
            #expect(!app.footer.contains("delete") && !app.footer.contains("add"))
            await app.press("x")
            #expect(app.footer.contains("The API has no delete"))
        }
    }

    @Test(
        "an edit saved after its screen switched to the other mode does not touch the new rows")
    func savedIntoOtherMode() async throws {
        try await Harness.run { app in
            await app.press("2", "e", "Right", "F3", "F3", "^S")
            #expect(table(app)?.list.rows.isEmpty == false, "\(app.screen)")
        }
    }

    @Test(
        "a row's form sent after its screen switched is refused with a sentence and a way out; F3 makes it good again")
    func rowOfOtherMode() async throws {
        try await Harness.run { app in
            await app.press("2", "e", "Right", "F3", "^S")
            #expect(app.words.contains("This row is of the demo data; the screen is live now."), "\(app.screen)")
            #expect(app.words.contains("Press F3 to switch back"), "\(app.screen)")
            #expect(app.exchanges.allSatisfy { $0.request.method == .get || $0.request.path == "/auth/login" })
            await app.press("F3", "^S")
            #expect(app.footer.contains("Saved.") && table(app)?.list.rows.isEmpty == false, "\(app.screen)")
        }
    }
}
