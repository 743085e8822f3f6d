import DemoManager
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import DemoTUI

@MainActor @Suite("Live and demo") struct ModeTests {
    nonisolated private static let orgs = openAPI(
        "Deep", server: nil,
        """
        GET /orgs -> [Row]
        GET /orgs/{org:integer}/teams -> [Row]
        GET /orgs/{org:integer}/teams/{team:integer} -> Row
        Row = {id!: integer, name!: string}
        """)
    nonisolated private static let projects = openAPI(
        "Tasks", server: "http://127.0.0.1:9",
        """
        GET /projects -> [Row]
        GET /projects/{id:integer} -> Row
        GET /projects/{id:integer}/tasks -> [Row]
        Row = {id: integer, name: string}
        """)

    nonisolated static let walks: [Walk] = [
        Walk(
            "every screen opens in demo from stubs alone, without connection, backend or database",
            .press("1"), .sees("Theo Marchetti"), .title("◐ demo"), .press("2"), .sees("Bakkerij Van Loo"),
            .title("◐ demo"), .press("3"), .sees("front desk"), .title("◐ demo"), .press("4"), .sees("Mastercard"),
            .title("◐ demo"), .press("5"), .sees("2026-06"), .title("◐ demo"), .press("6"), .sees("From account"),
            .title("◐ demo"), .holds { $0.exchanges.count >= 5 }, .allStubs(), .banner("DEMO"),
            .holds { !FileManager.default.fileExists(atPath: $0.dataFolder) }),
        Walk(
            "D goes from live to demo and back, with notes and the other rows", on: .live, .banner("LIVE"),
            .sees("Maya"), .press("D"), .banner("DEMO"), .footer("Demo data everywhere"), .title("◐ demo"),
            .sees("Theo Marchetti"), .lacks("Maya"), .press("D"), .banner("LIVE"),
            .footer("The server answers everywhere"), .title("● live"), .sees("Maya"), .lacks("Theo")),
        Walk(
            "a long name of an API leaves room for who answers",
            on: .over(
                openAPI(
                    "Trains and ferries of all the towns on the northern coast of the lake", "GET /a -> {b: string}")
            ),
            .banner("Trains and ferries", "…  demo data")),
        Walk(
            "d makes one screen demo; D and D again go to demo and back to that; C makes it follow again", on: .live,
            .press("4"), .sees("isn't ready (501)", "Press d"), .press("d"), .banner("MIXED"), .title("◐ demo"),
            .holds { $0.terminal.title == "Harbor - MIXED" }, .sees("Mastercard"), .press("1"), .title("● live"),
            .press("D"), .banner("DEMO"), .footer("Demo data everywhere"), .press("D"), .banner("MIXED"),
            .footer("1 screen keeps its switch and is demo. C clears"), .press("4"), .title("◐ demo"),
            .sees("Mastercard"), .press("C"), .banner("LIVE"), .footer("The switch of one screen is cleared."),
            .title("● live"),
            .press("C"), .footer("No screen has a switch of its own, and none fails.")),
        Walk(
            "a reply of the mode that was left is dropped: rows of two modes never mix",
            .stub(.get, "/cards", #"{"data": [{"id": "1", "label": "Late demo card"}]}"#, after: .milliseconds(300)),
            .feed("4 d"), .settle, .title("● live"), .lacks("Late demo card"), .sees("501")),
        Walk(
            "a screen that loads later is loaded in the mode it has then", on: .live, .press("2 1 D 2"),
            .title("◐ demo"), .sees("Bakkerij Van Loo")),
        Walk(
            "an open form is sent in the screen's new mode and keeps its text",
            .press("2 e F3"), .panel(FormScreen.self), .press("F3 ^S ^S"), .panel(CollectionScreen.self),
            .sees("Bakkerij Van Loo")),
        Walk(
            "D keeps the titles of the way to a nested screen", on: .over(projects, columns: 100),
            .stub(.get, "/projects", #"[{"id": 1, "name": "Apollo"}]"#),
            .stub(.get, "/projects/1", #"{"id": 1, "name": "Apollo"}"#), .press("1 r Enter > Enter"),
            .title("Projects > Apollo > Tasks", "◐ demo"), .press("D"), .title("Projects > Apollo > Tasks", "● live")),
        Walk(
            "an unmatched request is refused under error: the screen names the missing stub and offers live",
            .withoutStubs, .press("4"), .sees("No stub for GET /cards", "Press d to open this screen live."),
            .press("d"), .title("● live"), .sees("501")),
        Walk(
            "an unmatched read goes live under guard, is titled and counted; a write is refused",
            on: .stage(AppOptions(isDemo: true, unmatched: .guard)), .withoutStubs, .press("2"),
            .title("1 of 5,000", "● live: no stub"), .waits { $0.banner.contains("live: no stub") },
            .banner("1 live: no stub"), .press("e Right ^S"), .reads("a write does not leave demo")),
        Walk(
            "an unmatched write goes live under passThrough",
            on: .stage(AppOptions(isDemo: true, unmatched: .passThrough)), .withoutStubs, .press("2 e Right ^S"),
            .footer("Saved.")),
    ]

    @Test("Live and demo switch", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    /// The organisation has no call of its own: its screen is the row of the list.
    @Test("D keeps the titles of a path through a row; live without a server names the option")
    func wayDown() async throws {
        try await Harness.run(over: Self.orgs) { app in
            await app.press("Enter", "Enter", "G", "Enter", "Enter")
            var way: Substring? { app.row(1).split(separator: "─").first { $0.contains(">") } }
            let before = way
            #expect(before?.count { $0 == ">" } == 3, "\(app.screen)")
            await app.press("D")
            #expect(way == before, "\(app.screen)")
            #expect(app.words.contains("No server. The document names no server."), "\(app.screen)")
            await app.press("D", "Esc", "Esc")
            #expect(app.title.contains("◐ demo"), "\(app.screen)")
        }
    }

    @Test("A toggle reloads a list from its first page in the other mode") func toggleReloadsRows() async throws {
        try await Harness.run { app in
            await app.press("2", "G", "G")
            let demoRows = app.table?.list.rows ?? []
            await app.press("d")
            #expect(app.title.contains("● live") && app.title.contains("1 of 5,000"), "\(app.title)")
            let rows = app.table?.list.rows ?? []
            #expect(!demoRows.isEmpty && !rows.contains { demoRows.contains($0) })
        }
    }

    @Test("An expired token is refreshed silently: the journal has 401, refresh and 200 as attempts of one call")
    func refresh() async throws {
        try await Harness.run { app in
            await app.press("1")
            await app.choose("401 not signed in", for: "GET /user", by: "Space")
            #expect(app.screen.contains("Theo Marchetti") && app.title.contains("◐ demo"), "\(app.screen)")
            let call = try #require(app.exchanges.last?.call.id)
            let attempts = app.exchanges.filter { $0.call.id == call }.suffix(3)
            #expect(
                attempts.map { "\($0.request.method.rawValue) \($0.request.path ?? "")" } == [
                    "GET /user/usr-2001", "POST /auth/refresh", "GET /user/usr-2001",
                ])
            #expect(attempts.map { $0.outcome?.end } == [.status(401), .status(200), .status(200)])
            #expect(attempts.map(\.attempt) == [1, 2, 3])
            #expect(app.isAllStubs)
            await app.press("L")
            #expect(app.row(3).contains("/user/usr-2001") && app.row(3).contains("200"), "\(app.screen)")
            #expect(app.row(4).contains("/auth/refresh"))
            #expect(app.row(5).contains("/user/usr-2001") && app.row(5).contains("401"))
            await app.press("Enter", "Left")
            #expect(app.words.contains("Attempt: 3"), "\(app.screen)")
        }
    }
}
