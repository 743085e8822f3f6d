import DemoManager
import HTTPTypes
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@MainActor @Suite("Writes and the screens that show them") struct WriteTests {
    /// Tickets in two lists, a form of their own, and a screen with an optional parameter.
    nonisolated private static func desk(_ screen: String) -> Stage {
        let rows = #"[{"id": 1, "name": "First"}, {"id": 2, "name": "Second"}]"#
        var stage = Stage.over(
            openAPI(
                "Desk",
                """
                GET /tickets listTickets -> [Ticket] ; x-screen: {id: all}
                POST /tickets openTicket {name: string} -> 201 ; x-screen: {id: open, kind: form}
                GET /tickets/urgent listUrgent -> [Ticket] ; x-screen: {id: urgent}
                GET /tickets/{id:integer} getTicket -> Ticket
                PUT /tickets/{id:integer} putTicket Ticket -> 200
                GET /check check -> {word: string} ; x-screen: {id: check} ; parameters: [{name: user, in: query, schema: {type: string}}]
                Ticket = {id: integer, name: string}
                """), options: AppOptions(isDemo: true, startScreen: screen),
            .stub(.get, "/tickets", rows), .stub(.get, "/tickets/urgent", rows),
            .stub(.get, "/tickets/2", #"{"id": 2, "name": "Second"}"#),
            .stub(.put, "/tickets/2", #"{"id": 2, "name": "Renamed"}"#), .stub(.post, "/tickets", status: 201),
            .stub(.get, "/check", #"{"word": "found"}"#))
        if screen != "open" { stage.steps.append(.press("r")) }
        return stage
    }

    /// Orders whose change and deletion need more than the row.
    nonisolated private static let orders = Stage.over(
        openAPI(
            "Shop",
            """
            GET /orders -> [Order]
            GET /orders/{id:integer} -> Order
            PUT /orders/{id:integer} Order -> Order ; parameters: [\(version), \(key)]
            DELETE /orders/{id:integer} -> 204 ; parameters: [\(reason)]
            DELETE /sessions -> 204 ; summary: Log out everywhere
            Order = {id!: integer readOnly, note!: string}
            """),
        .stub(.get, "/orders", #"[{"id": 7, "note": "First"}, {"id": 8, "note": "Second"}]"#),
        .stub(.get, "/orders/7", #"{"id": 7, "note": "First"}"#, headers: [.eTag: "\"v1\""]),
        .stub(.put, "/orders/7", #"{"id": 7, "note": "Changed"}"#), .stub(.delete, "/orders/7", status: 204),
        .stub(.delete, "/sessions", status: 204), .press("1 r"))
    nonisolated private static let version = "{name: If-Match, in: header, required: true, schema: {type: string}}"
    nonisolated private static let key =
        "{name: Idempotency-Key, in: header, required: true, schema: {type: string, format: uuid}}"
    nonisolated private static let reason = "{name: reason, in: query, required: true, schema: {type: string}}"

    nonisolated private static let tasks = Stage.over(
        openAPI(
            "Tasks",
            """
            GET /tasks -> [Text]
            GET /tasks/{taskId:integer} -> Text
            GET /tasks/{taskId:integer}/comments -> [Text]
            DELETE /comments/{commentId:integer} -> 204
            GET /comments/{commentId:integer}/content -> text/plain
            Text = {id: integer, text: string}
            """), .holds { $0.state.sidebar.entries.map(\.title) == ["Tasks"] },
        .stub(.get, "/tasks", #"[{"id": 1, "text": "Ship"}]"#), .stub(.get, "/tasks/1", #"{"id": 1, "text": "Ship"}"#),
        .stub(.get, "/tasks/1/comments", #"[{"id": 7, "text": "Nice"}]"#), .stub(.delete, "/comments/7", status: 204),
        .stub(.get, "/comments/7/content", #""All of it""#))

    nonisolated private static let shop = Stage.over(
        openAPI(
            "Shop",
            """
            GET /orders -> [{id: integer, name: string}] ; parameters: [{name: q, in: query, schema: {type: string}}]
            DELETE /orders/{id:integer} -> 204
            """), .stub(.get, "/orders", #"[{"id": 7, "name": "First"}, {"id": 8, "name": "Second"}]"#),
        .stub(.delete, "/orders/8", status: 204), .press("1 r"))

    /// Sets the first filter of the screen in front.
    nonisolated private static func filter(_ text: String) -> Step {
        Step { app in
            await app.press("/")
            await app.type(text)
            await app.press("Enter")
        }
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "Esc in a row's form, even while the row loads, goes back to the row in the list", on: desk("all"),
            .press("j e"), .holds { $0.form != nil }, .press("Esc"), .holds { $0.table?.selection.index == 1 },
            .feed("e Esc"), .settle, .holds { $0.table?.selection.index == 1 },
            .holds { $0.state.stacks["all"]?.count == 1 }, .press("Enter e Esc"), .panel(ItemScreen.self)),
        Walk(
            "q asks once before unsent text is lost", on: desk("open"), .type("New"), .press("Esc q"), .goesOn(),
            .reads("This is lost: the text in"), .press("n"), .goesOn(), .noPopup(), .press("q y"), .ends(0)),
        Walk(
            "broken JSON is not offered where the response has no body", on: desk("open"), .press("M-c"),
            .sees("no network"), .lacks("broken JSON")),
        Walk("q does not ask about sent text", on: desk("open"), .type("New"), .press("^S Esc q"), .ends(0)),
        Walk(
            "a row added by a separate form is in the list when that is shown again", on: desk("all"),
            .does { $0.markedCount = $0.readings(of: "/tickets") }, .does { await $0.run(to: "open") }, .type("New"),
            .press("^S Esc"), .called(.post), .holds { $0.readings(of: "/tickets") == $0.markedCount },
            .does { await $0.run(to: "all") }, .holds { $0.readings(of: "/tickets") == $0.markedCount + 1 }),
        stale("1", "Theo Marchetti"), stale("3", "front desk"),
        Walk(
            "p asks for optional parameters; none is made up, and an empty answer removes one", on: desk("check"),
            .called("/check"), .reads("found"), .press("p"), .reads("parameters"), .type("theo"),
            .press("Enter"), .called("/check?user=theo"), .title("User theo"), .press("p ^U Enter"), .called("/check")),
        Walk(
            "x on a comment of a task calls DELETE /comments/{commentId}; its attachment opens from it", on: tasks,
            .press("1 r Enter > Enter"), .sees("Nice"), .press("Enter > Enter"), .called("/comments/7/content"),
            .press("Esc Esc x y"), .holds { $0.deletions == ["/comments/7"] }, .lacks("Nice")),
        Walk(
            "a deletion in the list asks for its required parameter", on: orders, .press("x y"),
            .holds { $0.deletions == [] }, .sees("Before it is deleted"), .type("double"), .press("Enter"),
            .holds { $0.deletions == ["/orders/7?reason=double"] }, .footer("Deleted.")),
        Walk(
            "a deletion in the item asks for its required parameter", on: orders, .press("Enter x y"),
            .holds { $0.deletions == [] }, .sees("Before it is deleted"), .type("double"), .press("Enter"),
            .holds { $0.deletions == ["/orders/7?reason=double"] }, .footer("Deleted.")),
        Walk(
            "a form that deletes asks before it is sent, again after a switch of the mode", on: orders, .press("2 ^S"),
            .holds { $0.deletions == [] }, .sees("Log out everywhere in the demo data?"), .press("n"),
            .holds { $0.deletions == [] }, .press("^S F2 y"), .holds { $0.deletions == [] }, .press("F2 ^S y"),
            .holds { $0.deletions == ["/sessions"] }),
        Walk(
            "a change sends the version that was read and a new idempotency key", on: orders, .press("Enter e"),
            .focus("note"), .type("Changed"), .press("^S"),
            .holds { app in
                let sent = app.exchanges.last { $0.request.method == .put }?.request.headerFields
                return sent?[.ifMatch] == "\"v1\"" && sent?[.idempotencyKey]?.count == 36
            }),
        Walk(
            "Esc on a filter goes back to rows, selection and scroll position without a request", on: .live,
            .press("2 G G PgUp k"), .mark, .holds { ($0.table?.selection.index ?? 0) > 50 }, filter("coffee"),
            .title("\"coffee\""), .holds { $0.table?.selection.index == 0 }, filter("tea"), .markCount,
            .press("Esc"), .sameScreen(), .calls(0), .press("G"), .calls(1)),
        Walk(
            "a row deleted under a filter is gone without the filter", on: shop, filter("s"), .press("j x y"),
            .called("/orders/8"), .press("Esc"), .sees("First"), .lacks("Second")),
        Walk(
            "a failed reload keeps the rows, says stale and the error; the next one ends that", .press("4"),
            .stub(.get, "/cards", status: 500, #"{"error": {"message": "On fire"}}"#), .press("j r"),
            .sees("Mastercard"), .title("stale"), .reads("Not reloaded, r tries again:"),
            .holds { $0.table?.selection.index == 1 }, .unstub, .press("r"), .title(lacks: "stale"),
            .reads(no: "Not reloaded")),
        Walk(
            "n on the only match says so", .press("4 /"), .type("Online only"), .press("Enter n"),
            .footer("occurs nowhere else in the loaded rows")),
    ]

    @Test("Writes are shown", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("A saved row is changed in its list at once; another list with it reloads once, with its selection")
    func otherList() async throws {
        try await Self.desk("urgent").run { app in
            await app.press("j")
            await app.run(to: "all")
            await app.press("j", "e")
            let before = (app.readings(of: "/tickets"), app.readings(of: "/tickets/urgent"))
            try app.stub(.get, "/tickets/urgent", #"[{"id": 2, "name": "Renamed"}, {"id": 3, "name": "Third"}]"#)
            await app.focus("name")
            await app.type("x")
            await app.press("^S")
            #expect(app.exchanges.contains { $0.request.method == .put }, "\(app.screen)")
            #expect(app.table?.list.rows[1]["name"] == "Renamed", "\(app.screen)")
            let calls = [0, 1].map { row in app.exchanges.first { $0.id == app.table?.list.exchange(of: row) } }
            #expect(calls.map { $0?.request.method } == [.get, .put])
            #expect(app.readings(of: "/tickets") == before.0 && app.readings(of: "/tickets/urgent") == before.1)
            await app.run(to: "urgent")
            #expect(app.table?.list.rows[0]["name"] == "Renamed" && app.table?.selection.index == 0, "\(app.screen)")
            #expect(app.readings(of: "/tickets/urgent") == before.1 + 1)
            await app.run(to: "all")
            await app.run(to: "urgent")
            #expect(app.readings(of: "/tickets/urgent") == before.1 + 1)
        }
    }

    nonisolated private static func stale(_ key: String, _ shown: String) -> Walk {
        Walk(
            "screen \(key) keeps its content after a failed reload", .press(key), .sees(shown),
            .does { app in
                let last = try #require(app.exchanges.last?.request.path?.split(separator: "?").first)
                try app.stub(.get, String(last), status: 500, "{}")
            }, .press("r"), .sees(shown), .title("stale"), .reads("Not reloaded, r tries again:"))
    }

    @Test("After a filter and a toggle, rows of the other mode do not return") func toggled() async throws {
        try await Harness.run(AppOptions()) { app in
            await app.press("2", "j", "j")
            let live = app.table?.list.rows
            try await Self.filter("coffee").run(app)
            await app.press("D", "Esc")
            #expect(app.title.contains("◐ demo") && app.table?.list.rows != live, "\(app.screen)")
            #expect(app.table?.list.rows.isEmpty == false)
        }
    }
}

extension HTTPField.Name {
    fileprivate static var idempotencyKey: Self { Self("Idempotency-Key") ?? .ifMatch }
}

extension Harness {
    /// Shows the sidebar's screen of that id.
    fileprivate func run(to screen: String) async {
        let index = state.sidebar.entries.firstIndex { $0.id == screen } ?? 0
        await press("\(index + 1)")
    }
}
