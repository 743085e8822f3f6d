import DemoManager
import HTTPTypes
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@MainActor @Suite("Lists") struct CollectionScreenTests {
    /// A form whose answer has rows, already sent.
    nonisolated private static let finder = Stage.over(
        openAPI(
            "Finder",
            """
            POST /search search {text: string} -> {next_cursor: string, has_more: boolean, results: [Hit]}
            Hit = {id: integer, name: string, note: string}
            """),
        .stub(
            .post, "/search",
            #"{"has_more": true, "next_cursor": "x", "results": [{"id": 1, "name": "Tea"}, {"id": 2, "name": "Milk"}]}"#
        ),
        .press("1 Tab ^S"))
    /// A list that has more rows at the server, and no way to them.
    nonisolated private static let parcels = Stage.over(
        openAPI("Box", "GET /parcels parcels -> {has_more: boolean, data: [{id: integer, name: string}]}"))
    nonisolated private static let transactions = Stage.stage(AppOptions(startScreen: "transactions"))

    nonisolated private static let notes = Stage.over(
        openAPI(
            "Notes",
            """
            GET /notes -> [{id: integer, name: string}] ; parameters: [{name: q, in: query, schema: {type: string}}]
            """),
        .stub(.get, "/notes", #"[{"id": 7, "name": "First"}, {"id": 8, "name": "Second"}]"#), .press("1 r"))

    /// A list with more pages, a search and another filter.
    nonisolated private static let pages = Stage.over(
        openAPI(
            "Notes",
            """
            GET /notes -> {items: [{id: integer, name: string}], total: integer} ; parameters: [\
            {name: q, in: query, schema: {type: string}}, {name: kind, in: query, schema: {type: string}}, \
            {name: page, in: query, schema: {type: integer}}, {name: size, in: query, schema: {type: integer, default: 2}}]
            """),
        .stub(.get, "/notes", #"{"items": [{"id": 7, "name": "First"}, {"id": 8, "name": "Second"}], "total": 9}"#),
        .press("1 r"))

    /// A list whose `search` is a choice and whose `q` is the search.
    nonisolated private static let kinds = Stage.over(
        openAPI(
            "Notes",
            """
            GET /notes -> [{id: integer, name: string}] ; parameters: [\
            {name: search, in: query, schema: {enum: [exact, fuzzy]}}, {name: q, in: query, schema: {type: string}}]
            """),
        .stub(.get, "/notes", #"[{"id": 7, "name": "First"}, {"id": 8, "name": "Second"}]"#), .press("1 r"))

    nonisolated static let walks: [Walk] = [
        Walk(
            "live rows come 60 of 5,000 at a time, the next page while scrolling",
            on: transactions, .title("row 1 of 5,000"), .holds { $0.table?.list.count == 60 }, .press("PgDn PgDn"),
            .holds { $0.table?.list.count == 120 }, .press("G"), .holds { $0.table?.selection.index == 119 },
            .holds { $0.table?.list.count == 180 }),
        Walk(
            "a category is patched alone, and a bare 200 shows the sent value without a reload",
            .press("2 e Right"), .mark, .press("^S"), .calls(1), .holds { $0.sentBody == #"{"category":"dining"}"# },
            .footer("Saved."), .holds { $0.table?.list.rows.first?["category"]?.stringValue == "dining" }),
        Walk(
            "a row opens as an item of its own fields and closes again", .press("2 Enter"),
            .title("Transactions > Bakkerij Van Loo", "◐ demo"), .press("e Right ^S Esc"),
            .holds { $0.table?.list.rows.first?["category"]?.stringValue == "dining" }),
        Walk(
            "an operation that the API lacks is not in the footer, and its key says why", .press("2"),
            .footer(lacks: "delete", "add"), .press("x"), .footer("The API has no delete")),
        Walk(
            "an edit saved after its screen switched to the other mode does not touch the new rows",
            .press("2 e Right F3 F3 ^S"), .holds { $0.table?.list.rows.isEmpty == false }),
        Walk(
            "a row's form sent after its screen switched is refused with a way out; F3 sends it",
            .press("2 e Right F3 ^S"),
            .reads("This row is of the demo data; the screen is live now.", "Press F3 to switch back"),
            .holds { app in app.exchanges.allSatisfy { $0.request.method == .get || $0.request.path == "/auth/login" }
            },
            .press("F3 ^S"), .footer("Saved."), .holds { $0.table?.list.rows.isEmpty == false }),
        Walk(
            "/ narrows the loaded rows without a request, the title says so, Esc shows all again", .press("4 /"), .mark,
            .type("VISA"), .press("Enter"), .title("2 of 5 loaded", "found \"VISA\""), .sees("Travel"),
            .lacks("Everyday"), .calls(0), .press("Esc"), .holds { $0.table?.rowCount == 5 }, .title(lacks: "loaded")),
        Walk(
            "/ is one line, and rows narrow as one types", .press("4 /"), .mark, .type("VISA"),
            .sees("Filter the loaded rows: VISA", "Travel"), .lacks("Everyday"), .calls(0),
            .holds { $0.table?.rowCount == 2 }, .press("Esc"), .holds { $0.table?.rowCount == 5 }),
        Walk(
            "a text that no loaded row has is asked for by Enter", on: pages, .press("/ Tab S-Tab S-Tab"),
            .type("zzz"), .press("Enter"), .sees("None of the 2 loaded rows has it. Enter asks the server."),
            .footer("Enter search"), .press("Enter"), .title("\"zzz\""),
            .holds { $0.exchanges.last?.request.path?.contains("q=zzz") == true }),
        Walk(
            "with one search parameter / narrows as one types, and Enter asks the server", on: notes, .press("/"),
            .popup(LinePopup.self), .mark, .type("sec"), .holds { $0.table?.rowCount == 1 }, .calls(0),
            .press("Enter"), .called("/notes?q=sec"), .title("\"sec\""), .press("/ Esc Esc"),
            .title(lacks: "filter"), .holds { $0.table?.rowCount == 2 }),
        Walk(
            "Tab takes the text of the line into the form's search", on: kinds, .press("/"), .type("sec"),
            .press("Tab"), .popup(FieldsPopup.self), .press("^S"), .called("/notes?q=sec"), .title("\"sec\"")),
        Walk(
            "Enter in a narrowed list opens the row that is shown",
            .press("4 j j j /"), .type("online"), .press("Enter Enter"), .panel(ItemScreen.self), .sees("Online only"),
            .press("Esc"), .holds { $0.table?.rowCount == 1 }),
        Walk(
            "an empty search result says how to go on, and no key acts on a hidden row", .press("4 /"), .type("amex"),
            .press("Enter"), .reads("Nothing matches the filter. Esc clears it"), .press("Enter e y j G PgUp"),
            .holds { $0.table?.rowCount == 0 }, .press("Esc"), .holds { $0.table?.rowCount == 5 }),
        Walk(
            "a row far from the selected one is found and shown", .stub(.get, "/cards", manyCards), .press("4 /"),
            .type("Card 1299"), .press("Enter"), .sees("Card 1299"),
            .press("/ Backspace Backspace Backspace Backspace"), .type("0"),
            .holds { $0.table?.rowCount == 1 }),
        Walk(
            "rows of a reload are narrowed, too", .press("4 /"), .type("travel"), .press("Enter"),
            .stub(.get, "/cards", #"{"data": [{"id": "1", "label": "Travel new"}, {"id": "2", "label": "Home"}]}"#),
            .press("r"), .sees("Travel new"), .lacks("Home")),
        Walk(
            "a form's answer with rows opens as a list; Esc leads back to the form with the answer", on: finder,
            .holds { $0.table?.rowCount == 2 }, .sees("Milk"), .holds { $0.screen.contains(RowList.cutOff) },
            .footer("Sent."), .press("Down Enter"), .panel(ItemScreen.self), .title("Milk"), .press("Esc Esc"),
            .holds { $0.form != nil }, .sees("Sent: ")),
        Walk("a form's answer closes when the mode changes", on: finder, .press("D"), .holds { $0.form != nil }),
        Walk(
            "a filter on a choice opens its values on Enter, and Ctrl-S applies the chosen one", on: transactions,
            .press("/"),
            .does { app in for _ in 0..<8 where !app.footer.contains("choose") { await app.press("Tab") } },
            .press("Enter"), .popup(PickPopup.self), .press("Home Enter"), .popup(FieldsPopup.self), .press("^S"),
            .noPopup(), .holds { $0.table?.filters.count == 1 }),
        Walk(
            "far below, the rows above are let go; Home brings them back, and one of them can be edited",
            on: transactions, .does { app in for _ in 0..<60 { await app.press("PgDn") } },
            .holds { $0.table?.list[0] == nil && ($0.table?.list.rows.count ?? 0) <= RowLimits.kept }, .mark,
            .press("g"), .holds { $0.table?.list[0] != nil && $0.table?.selection.index == 0 },
            .holds { $0.screen != $0.markedScreen }, .lacks("…  "), .title("of 5,000"), .press("e Right ^S"),
            .footer("Saved.")),
        Walk(
            "G in a list with cursors loads one more page", on: transactions, .press("G"),
            .holds { $0.table?.list.count == 120 }),
        Walk(
            "a list without a way to its next page counts on and says so; a complete one does neither", on: parcels,
            .stub(.get, "/parcels", #"{"has_more": true, "data": [{"id": 1, "name": "Tea"}]}"#), .press("1 r"),
            .title("1+"), .holds { $0.screen.contains(RowList.cutOff) }, .unstub,
            .stub(.get, "/parcels", #"{"has_more": false, "data": [{"id": 1, "name": "Tea"}]}"#), .press("r"),
            .title(lacks: "1+"), .holds { !$0.screen.contains(RowList.cutOff) }),
        Walk(
            "a failed next page keeps the rows, and r asks for that page again", .does { try $0.addPages([60, 5]) },
            .press("2"),
            .stub(.get, "/transactions", status: 403), .does { $0.markedRows = $0.table?.list.rows.count ?? 0 },
            .press("G"), .sees("The next rows did not load"), .holds { $0.table?.list.rows.count == $0.markedRows },
            .unstub, .press("r"), .holds { $0.table?.list.rows.count ?? 0 > $0.markedRows }),
        Walk(
            "filters are sent as query parameters, n finds the next match, Esc clears them", on: transactions,
            .press("/"), .type("market"), .press("Enter"), .title("\"market\""),
            .holds { $0.exchanges.last?.request.path?.contains("q=market") == true },
            .holds { $0.table?.selection.index == 0 },
            .press("n"), .holds { $0.table?.selection.index != 0 }, .press("Esc"), .title(lacks: "filter:"),
            .title("of 5,000")),
        Walk(
            "typing narrows the loaded rows at once; Down leaves the text and moves on the rows that are left",
            on: transactions, markRows, .markCount, .press("j j /"), .type("market"), rows { (2..<$1).contains($0) },
            .calls(0), .press("Down"), .noPopup(), .holds { $0.table?.selection.index == 1 }, .press("Esc g j j /"),
            .type("market"), .press("Esc"), rows { $0 == $1 }, .holds { $0.table?.selection.index == 2 }),
        Walk(
            "text that is pasted into a list is its filter", on: transactions, markRows,
            .does { $0.terminal.feed([.paste("market")]) }, rows { (1..<$1).contains($0) }, .popup(LinePopup.self)),
        Walk(
            "the first line of the filters finds in the loaded rows without a request; Esc shows all again",
            on: transactions, markRows, .markCount, .press("/ Tab Up"), .type("market"), .press("Enter"),
            .title("found \"market\""), rows { (1..<$1).contains($0) }, .calls(0), .press("Esc"),
            rows { $0 == $1 }, .calls(0)),
    ]

    /// More cards than the list has texts for.
    nonisolated private static let manyCards =
        #"{"data": ["# + (0..<1_300).map { #"{"id": "\#($0)", "label": "Card \#($0)"}"# }.joined(separator: ",") + "]}"

    /// Remembers the number of rows in front.
    nonisolated private static let markRows = Step { $0.markedRows = $0.table?.rowCount ?? 0 }

    /// Compares the number of rows in front with the one at the mark.
    nonisolated private static func rows(
        at place: SourceLocation = #_sourceLocation, _ condition: @escaping @Sendable (Int, Int) -> Bool
    ) -> Step { .holds(at: place) { condition($0.table?.rowCount ?? 0, $0.markedRows) } }

    @Test("Lists work", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("Keys pressed together continue over loaded pages, and stop where announced") func presses()
        async throws
    {
        try await Self.transactions.run { app in
            app.terminal.feed(Array(repeating: .key(.character("j")), count: 200))
            await app.wait { app.table?.selection.index == 200 }
            #expect(app.table?.selection.index == 200)
            app.terminal.feed(Array(repeating: .key(.character("j")), count: 200) + [.key(.character("g"))])
            await app.settle()
            #expect(app.table?.selection.index == 0)
        }
    }
}

@MainActor @Suite("Loads") struct LoadTests {
    /// Two replies for `/cards`, one after the other.
    nonisolated private static let inTurn = Step { app in
        let replies = ["First", "Second"].map { label in
            SequenceEntry(
                Reply(
                    headers: [.contentType: "application/json"],
                    body: Array(#"{"data": [{"id": "1", "label": "\#(label)"}]}"#.utf8)))
        }
        try app.manager.add(
            Stub(
                request: RequestPattern(method: .one(.get), url: .path("/cards")), sequence: replies,
                origin: .made(by: "the test")))
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "Esc stops a load, says so, and r loads again",
            .stub(.get, "/cards", #"{"data": [{"id": "1", "label": "Too late"}]}"#, after: .seconds(600)),
            .feed("4 Esc"), .settle, .sees("Stopped.", "Press r to load it."), .panel(CollectionScreen.self),
            .inSidebar(false), .unstub, .press("r"), .sees("Mastercard")),
        Walk(
            "Esc stops a load from the sidebar, too, and q still quits",
            .stub(.get, "/cards", #"{"data": [{"id": "1", "label": "Too late"}]}"#, after: .seconds(600)),
            .feed("4 S-Tab"), .waits { $0.screen.contains("stops)") }, .feed("Esc"), .settle, .sees("Stopped."),
            .inSidebar(true)),
        Walk(
            "a stopped request is in the journal as stopped", .stub(.get, "/cards", "{}", after: .seconds(600)),
            .feed("4"), .waits { $0.exchanges.last?.request.path == "/cards" }, .feed("Esc"), .settle,
            .holds { $0.exchanges.last?.outcome?.end == .cancelled }, .press("L"), .row(3, "stopped")),
        Walk(
            "v shows the stopped request and not the one before", .stub(.get, "/cards", status: 400, "{}"), .press("4"),
            .stub(.get, "/cards", "{}", after: .seconds(600)), .feed("r"),
            .waits { $0.exchanges.last?.outcome == nil }, .feed("Esc"), .settle, .press("v Left Left"),
            .sees("Stopped after")),
        Walk(
            "a screen that is left gives up its load and loads when it returns",
            .stub(.get, "/cards", "{}", after: .seconds(600)), .feed("4 5"), .settle, .sees("2026-06"), .unstub,
            .press("4"), .sees("Mastercard")),
        Walk(
            "z resets the screen's sequences after a confirmation", inTurn, .press("4"), .sees("First"), .press("r"),
            .sees("Second"), .press("z n"), .sees("Second"), .press("z y"), .sees("First"),
            .footer("Cards starts again")),
        Walk(
            "under guard the next page of a list that began with a stub is refused, not loaded live",
            on: .stage(AppOptions(isDemo: true, unmatched: .guard)), .withoutStubs, .does { try $0.addPages([60]) },
            .press("2 G"), .holds { $0.table?.list.rows.count == 60 }, .sees("The next rows did not load"),
            .holds { $0.exchanges.last?.refusal?.kind == .nextPage },
            .holds { app in !app.exchanges.contains { if case .passThrough = $0.action { true } else { false } } },
            .title("◐ demo")),
    ]

    @Test("Loads are shown", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }
}

extension Harness {
    /// Adds stubs for pages of transactions with these numbers of rows; each but the last one names the next.
    fileprivate func addPages(_ sizes: [Int]) throws {
        for (page, size) in sizes.enumerated() {
            let rows = (0..<size).map { #"{"id": "t-\#(page)-\#($0)", "description": "Row", "amount": 1}"# }
            let body = #"{"data": [\#(rows.joined(separator: ", "))], "nextCursor": "page-\#(page + 1)", "total": 99}"#
            let cursor: ValueMatcher = page == 0 ? .absent : .equalTo("page-\(page)")
            let pattern = RequestPattern(
                method: .one(.get), url: .path("/transactions"), queryParameters: [NamedMatcher("cursor", cursor)])
            try manager.stub(
                matching: pattern, Reply(headers: [.contentType: "application/json"], body: Array(body.utf8)))
        }
    }
}
