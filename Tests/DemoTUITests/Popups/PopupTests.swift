import DemoManager
import HTTPTypes
import Terminal
import TestSupport
import Testing

@testable import DemoTUI

@MainActor @Suite("Popups") struct PopupTests {
    nonisolated private static let filters = openAPI(
        "Shop", server: nil,
        "GET /carts listCarts -> [{type: object}] ; parameters: [\((1...30).map { "{name: filter\($0), in: query, schema: {type: string, maxLength: 3}}" }.joined(separator: ", "))]"
    )
    nonisolated private static let zoo = openAPI(
        "Zoo", server: nil,
        """
        GET /cages -> {type: object} ; tags: [Cages]
        GET /bars -> {type: object} ; tags: [Cages]
        GET /hay -> {type: object} ; tags: [Food]
        """, root: "tags: [{name: Cages, description: Where animals live.}, {name: Food, description: What they eat.}]")

    nonisolated private static func offers(_ text: String, on key: String, _ isOffered: Bool) -> Walk {
        Walk(
            "\(text) is \(isOffered ? "" : "not ")offered on screen \(key)", .press("\(key) Esc c"),
            .holds { app in
                let texts = (app.state.popups.last as? ConditionPicker)?.lines.map(\.text) ?? []
                return texts.contains("works") && texts.contains(text) == isOffered
            })
    }
    nonisolated private static func failure(of app: Harness) -> String? {
        MainActor.assumeIsolated {
            (app.state.popups.last as? ConditionPicker).map { $0.lines[$0.selection.index].text }
        }
    }

    nonisolated private static let club = """
        openapi: 3.1.0
        info: {title: Club, version: '1'}
        paths:
          /me:
            get:
              operationId: getMe
              responses:
                '200': {description: ok, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
                '403': {description: no, content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}}
                '404': {$ref: '#/components/responses/Gone'}
        components:
          schemas: {Error: {type: object, required: [code], properties: {code: {type: string}}}}
          responses:
            Gone: {description: gone, content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}}
        """

    nonisolated static let walks: [Walk] = [
        Walk(
            "text too long for the terminal is not copied and says so", .does { $0.terminal.copyLimit = 10 },
            .press("2 y b"), .footer("Not copied: more than 10 bytes")),
        Walk(
            "an item that its list brought has the URL of that", .press("2 Enter y u"),
            .holds { $0.copied.hasSuffix("/transactions") }),
        Walk(
            "a screen's condition answers at once and is in its title; none ends it", .press("4"),
            .choose("403 forbidden"), .sees("403 Forbidden"), .title("✗ 403 forbidden"),
            .reads("press c to choose another"), .choose("works"), .sees("Mastercard"), .title(lacks: "✗")),
        Walk(
            "digits go to a status, others begin anew", .press("4 c 4 0 3"),
            .holds { failure(of: $0) == "403 forbidden" },
            .press("5"), .holds { failure(of: $0) == "500 server error" }, .press("9"),
            .holds { failure(of: $0) == "500 server error" }, .press("4 4"),
            .holds { failure(of: $0) == "403 forbidden" }, .press("j 4 0 4"),
            .holds { failure(of: $0) == "404 not found" }),
        Walk(
            "a failure at random is called that, and not chosen", .press("X G Enter 5"), .reads("It failed at random"),
            .lacks("You chose"), .press("C"), .reads("X ends failures at random")),
        Walk(
            "C ends failures, too, and says so", .press("4 c 4 0 3 Enter"), .banner("FAILING 1"), .press("C"),
            .footer("1 failure is cleared."), .sees("Mastercard"), .banner(lacks: "FAILING")),
        Walk(
            "another call keeps the selected failure, unless it has one", .press("3 c 4 0 3 Tab"),
            .holds { failure(of: $0) == "403 forbidden" }),
        Walk(
            "columns that are left with Esc are as before, and a note says so", .press("2 o Space Esc"),
            .footer("The columns are as before"), .press("o Esc"), .footer(lacks: "as before")),
        Walk("an empty list says that nothing is here", .press("4"), .choose("empty list"), .sees("Nothing here yet.")),
        Walk(
            "GET succeeds while POST times out", .press("3"), .choose("never answers", for: "sendMessage"),
            .sees("On my way down"), .press("a"), .type("Hello"), .press("Enter"), .sees("did not answer in time"),
            .allStubs()),
        Walk(
            "a condition on a live screen switches it to demo and says so", on: .live, .press("2"),
            .choose("500 server error"), .banner("MIXED"), .title("◐ demo"), .footer("The screen switched to demo.")),
        Walk(
            "a live screen does not fail, and what made it demo ends with the failure", on: .live, .press("2"),
            .choose("403 forbidden"), .banner("FAILING 1"), .press("d"), .banner(lacks: "FAILING"), .title(lacks: "✗"),
            .press("d"), .banner("FAILING 1"), .press("d C"), .choose("403 forbidden"), .choose("works"),
            .footer("works as usual and is live again"), .banner("LIVE"), .banner(lacks: "MIXED")),
        Walk("the picker offers the conditions of the stubs", .press("1 e M-c G"), .sees("422 invalid")),
        Walk(
            "typing filters the help by every word, Enter runs the entry", .press("2 ?"),
            .sees("Demo mode", "Everything live or demo"), .type("every request"), .lacks("Everything live or demo"),
            .sees("what was decided"), .press("Enter"), .panel(JournalScreen.self)),
        Walk(
            "an entry of the help that cannot run says why, and the help stays", .press("2 ?"), .type("asks first"),
            .press("Enter"), .footer("The API has no delete"), .holds { $0.state.popups.count == 1 }),
        Walk(
            "letters filter the help and run no command; Esc closes it", .press("?"), .type("Qq"), .goesOn(),
            .holds { $0.state.popups.count == 1 }, .press("Esc"), .noPopup()),
        Walk(
            "Enter on an entry of the help toggles everything", .press("?"), .type("everything live"), .press("Enter"),
            .banner("LIVE")),
        Walk(
            "the selected condition's text is complete in a narrow window", on: .stage(columns: 40, rows: 10),
            .press("4 c j"), .reads("document: unauthorized")),
        offers("empty list", on: "1", false), offers("empty list", on: "3", true), offers("empty list", on: "6", false),
        offers("422 invalid", on: "6", true), offers("422 invalid", on: "4", false),
        offers("broken JSON", on: "4", true),
        Walk(
            "Space makes one call fail: the next one works, and the mark is gone", .press("4 c j j Space"),
            .sees("403"), .title("✗ 403"), .settle, .banner(lacks: "FAILING"), .press("r"), .sees("Mastercard"),
            .title(lacks: "✗")),
        Walk(
            "a failure that was chosen for one call is named as that, and no file is blamed", .press("1 c End Space"),
            .title("✗ broken JSON"), .reads("You chose \"broken JSON\""), .lacks("to correct the file"), .press("r"),
            .title(lacks: "✗")),
        Walk(
            "Space on a live screen makes one call fail, and the screen stays live",
            on: .over(club, options: AppOptions(baseURL: "http://127.0.0.1:9")), .press("c j j Space"),
            .footer("Next call of"), .reads("403 Forbidden", "You chose \"403 forbidden\" for one call."),
            .banner("LIVE"), .banner(lacks: "FAILING"),
            .press("r"), .title("● live"), .lacks("403 Forbidden")),
        Walk(
            "the list says which call fails, and where each body comes from", on: .over(club), .press("c"),
            .reads(
                "GET /me", "403 forbidden Error schema, generated", "404 not found document: Gone",
                "401 not signed in not documented; the usual Error schema")),
        Walk(
            "without errors in the document the bodies are built in", on: .over(zoo), .press("c"),
            .reads("500 server error built in")),
        Walk(
            "the list opens on the call that fails, and every call works once that is chosen for all", .press("3"),
            .press("c", until: "Make it fail"), .press("Tab", until: "│ POST /chats"), .press("j Enter"),
            .banner("FAILING 1"), .press("c"), .sees("│ POST /chats"), .press("S-Tab", until: "every call of"),
            .press("Home Enter"), .banner(lacks: "FAILING")),
        Walk(
            "a broken response is marked as chosen among the calls", on: .stage(columns: 120, rows: 40),
            .condition(.malformed, "listTransactions"), .press("2"), .sees("✗ fail broken JSON")),
        Walk(
            "a condition for one call is seen until a call has it", .press("3"),
            .press("c", until: "Make it fail"), .press("Tab", until: "│ POST /chats"), .press("j Space"),
            .title("✗ POST /chats/{chatId}/messages: 400"), .banner("FAILING 1"), .press("a"), .type("Hello"),
            .press("Enter"), .sees("400 Bad Request"), .banner(lacks: "FAILING"), .press("Enter"),
            .lacks("400 Bad Request")),
        Walk(
            "the help starts with the document's text on the screen's group", on: .over(zoo), .press("?"),
            .sees("Where animals live."), .lacks("What they eat."), .type("quit"), .lacks("Where animals live."),
            .press("Esc 3 ?"), .sees("What they eat.")),
    ]

    @Test("Popups work", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test(
        "With more fields than rows, the focused field and its error stay visible",
        arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
    func scrolls(size: Size) async throws {
        try await Harness.run(over: Self.filters, size: size) { app in
            await app.press("1", "/", "Tab")
            #expect(app.state.popups.last is FieldsPopup, "\(app.screen)")
            for number in 1...30 {
                if number > 1 { await app.press("Down") }
                await app.type("x")
                let row = app.screen.split(separator: "\n").first { $0.contains("Filter\(number) ") }
                #expect(row?.contains("x") == true, "\(number)\n\(app.screen)")
            }
            await app.type("yzzz")
            await app.press("Down", "^S")
            #expect(app.state.popups.count == 1 && app.screen.contains("Filter30 "), "\(app.screen)")
            #expect(app.screen.contains("at most 3"), "\(app.screen)")
            await app.press("Backspace")
            #expect(!app.screen.lowercased().contains("at most 3"), "\(app.screen)")
        }
    }

    @Test("y copies value, URL, body and a curl command without secrets") func everything() async throws {
        try await Harness.run(AppOptions(startScreen: "profile")) { app in
            await app.press("Down", "y", "v")
            #expect(app.copied.contains("Maya"), "\(app.copied)")
            await app.press("y", "u")
            #expect(app.copied.hasSuffix("/user/usr-1001") || app.copied.contains("/user/"))
            await app.press("y", "b")
            #expect(app.copied.contains("\"data\""))
            await app.press("y", "c")
            let curl = app.copied
            #expect(curl.hasPrefix("curl") && curl.contains("$TOKEN"), "\(curl)")
            let header = app.exchanges.last?.request.headerFields.first {
                $0.name.rawName.lowercased() == "authorization"
            }
            let token = header?.value.split(separator: " ").last.map(String.init) ?? ""
            #expect(!token.isEmpty && !curl.contains(token))
            #expect(app.footer.contains("Copied a curl command"))
        }
    }

    @Test("No sentence of the help or of the conditions is truncated", arguments: ["?", "c"])
    func uncut(_ key: String) async throws {
        try await Harness.run { app in
            await app.press("4", key)
            for _ in 0..<60 {
                #expect(!app.screen.contains("…  │") && !app.screen.contains("… │"), "\(app.screen)")
                await app.press("Down")
            }
        }
    }
}

@MainActor @Suite("Choosing columns") struct ColumnsPopupTests {
    /// The columns of the transactions.
    nonisolated private static let ruled = ["date", "description", "category", "amount"]

    nonisolated private static func columns(_ names: [String], at place: SourceLocation = #_sourceLocation) -> Step {
        .holds(at: place) { $0.columns == names }
    }

    nonisolated static let walks: [Walk] =
        [
            Walk(
                "Space hides and shows a column, K moves it, 0 restores the default; the table follows", .press("2"),
                columns(ruled), .press("o Space"), columns(Array(ruled.dropFirst())), .press("Space j K"),
                columns([ruled[1], ruled[0]] + ruled.dropFirst(2)), .press("0"), columns(ruled), .press("Enter"),
                .noPopup()),
            Walk(
                "chosen columns survive a reload, a toggle and another screen", .press("2 o Space Enter r"),
                columns(Array(ruled.dropFirst())), .press("D D"), columns(Array(ruled.dropFirst())), .press("4 2"),
                columns(Array(ruled.dropFirst()))),
            Walk(
                "the last column stays, and every field of a row can be a column",
                .stub(.get, "/cards", #"{"data": [{"id": "1", "label": "A", "extra": {"a": 1}}]}"#), .press("4 o"),
                .holds { ($0.state.popups.last as? ColumnsPopup)?.entries.map(\.title).contains("Extra") == true },
                .does { app in
                    let count = (app.state.popups.last as? ColumnsPopup)?.entries.count(where: \.isShown) ?? 0
                    for _ in 1..<count { await app.press("Space", "j") }
                }, .press("Space"), .footer("At least one column must stay"), .holds { $0.columns.count == 1 }),
            Walk(
                "o is offered only where there are rows", .holds { $0.state.availability(of: .columns) == .absent },
                .stub(.get, "/cards", #"{"data": []}"#), .press("4"),
                .holds { !$0.state.availability(of: .columns).isEnabled }),
        ]
        + ["Esc", "q"].map { key in
            Walk(
                "\(key) cancels the choice of columns", .press("2 o Space \(key)"), .noPopup(), columns(ruled),
                .press("o Space Enter o 0 \(key)"), columns(Array(ruled.dropFirst())))
        }

    @Test("Columns are chosen", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }
}
