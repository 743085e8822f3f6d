import DemoManager
import HTTPTypes
import Testing
import WireFormats

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

@MainActor
@Suite("A list longer than what is kept")
struct LongListTests {
    private func table(_ app: Harness) -> CollectionScreen? { app.state.mainPanel as? CollectionScreen }

    @Test("far below, the rows above are let go; Home brings them back, and an edit of a row there still fits")
    func farAndBack() async throws {
        try await Harness.run(AppOptions(startScreen: "transactions")) { app in
            for _ in 0..<60 { await app.press("PgDn") }
            #expect(table(app)?.list[0] == nil && (table(app)?.list.rows.count ?? 0) <= RowLimits.kept)
            let far = app.screen
            await app.press("g")
            #expect(table(app)?.list[0] != nil && table(app)?.selection.index == 0, "\(app.screen)")
            #expect(app.screen != far && !app.screen.contains("…  ") && app.title.contains("of 5,000"))
            await app.press("e", "Right", "^S")
            #expect(app.footer.contains("Saved."), "\(app.screen)")
        }
    }

    @Test("in a list with cursors G goes on from its end by one page")
    func noLeap() async throws {
        try await Harness.run(AppOptions(startScreen: "transactions")) { app in
            await app.press("G")
            #expect(app.title.contains("120 of 5,000"), "\(app.screen)")
        }
    }
}

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

@MainActor
@Suite("Rows that a form's call answers")
struct AnswerListTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Finder, version: '1'}
        servers: [{url: 'http://finder.example'}]
        paths:
          /search:
            post:
              operationId: search
              requestBody: {content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}
              responses: {'200': {description: ok, content: {application/json: {schema: {
                type: object, properties: {next_cursor: {type: string}, has_more: {type: boolean}, results: {type: array, items: {
                  type: object, properties: {id: {type: integer}, name: {type: string}, note: {type: string}}}}}}}}}}
        """

    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(over: document) { app in
            try app.stub(
                .post, "/search",
                #"{"has_more": true, "next_cursor": "x", "results": [{"id": 1, "name": "Tea"}, {"id": 2, "name": "Milk"}]}"#
            )
            await app.press("1", "Tab")
            await app.press("^S")
            try await body(app)
        }
    }

    @Test("they open as a list with columns, whose rows open; Esc leads back to the form with the answer as it came")
    func rows() async throws {
        try await run { app in
            #expect((app.state.mainPanel as? CollectionScreen)?.rowCount == 2, "\(app.screen)")
            #expect(app.screen.contains("Milk") && app.screen.contains(RowList.cutOff) && app.footer.contains("Sent."))
            await app.press("Down", "Enter")
            #expect(app.state.mainPanel is ItemScreen && app.title.contains("Milk"), "\(app.screen)")
            await app.press("Esc", "Esc")
            #expect(app.form != nil && app.screen.contains("Sent: "), "\(app.screen)")
        }
    }

    @Test("they go when the mode changes, since nothing loads them again")
    func stale() async throws {
        try await run { app in
            await app.press("D")
            #expect(app.form != nil, "\(app.screen)")
        }
    }
}

@MainActor
@Suite("A list that goes on at the server alone")
struct CutOffTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Box, version: '1'}
        servers: [{url: 'http://box.example'}]
        paths:
          /parcels:
            get:
              operationId: parcels
              responses: {'200': {description: ok, content: {application/json: {schema: {
                type: object, properties: {has_more: {type: boolean}, data: {type: array, items: {
                  type: object, properties: {id: {type: integer}, name: {type: string}}}}}}}}}}
        """

    @Test("the title counts on and the last line says that nothing leads to the rest; where all is there, neither")
    func cutOff() async throws {
        try await Harness.run(over: document) { app in
            let more = try app.stub(.get, "/parcels", #"{"has_more": true, "data": [{"id": 1, "name": "Tea"}]}"#)
            await app.press("1", "r")
            #expect(app.title.contains("1+") && app.screen.contains(RowList.cutOff), "\(app.screen)")
            app.manager.remove(more)
            try app.stub(.get, "/parcels", #"{"has_more": false, "data": [{"id": 1, "name": "Tea"}]}"#)
            await app.press("r")
            #expect(!app.title.contains("1+") && !app.screen.contains(RowList.cutOff), "\(app.screen)")
        }
    }
}
