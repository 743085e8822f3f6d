import AppCore
import DemoManager
import HTTPTypes
import Terminal
import Testing
import WireFormats

@testable import DemoTUI

@MainActor
@Suite("Fields over a screen")
struct FieldsPopupTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths:
          /carts:
            get:
              operationId: listCarts
              parameters: [\((1...30).map {
                "{name: filter\($0), in: query, schema: {type: string, maxLength: 3}}"
              }.joined(separator: ", "))]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object}}}}}}
        """

    @Test(
        "with more fields than rows, the one being typed in is always seen, and so is what is wrong with it",
        arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
    func scrolls(size: Size) async throws {
        try await Harness.run(over: Self.document, size: size) { app in
            await app.press("1", "/")
            #expect(app.state.popups.last is FieldsPopup, "\(app.screen)")
            for number in 1...30 {
                await app.press("Down")
                await app.type("x")
                let row = app.screen.split(separator: "\n").first { $0.contains("Filter\(number) ") }
                #expect(row?.contains("x") == true, "\(number)\n\(app.screen)")
            }
            await app.type("yzzz")
            await app.press("Down", "^S")
            #expect(app.state.popups.count == 1 && app.screen.contains("Filter30 "), "\(app.screen)")
            #expect(app.screen.contains("at most 3") && app.screen.contains("not 5."), "\(app.screen)")
            await app.press("Backspace")
            #expect(!app.screen.lowercased().contains("at most 3"), "\(app.screen)")
        }
    }
}

@MainActor
@Suite("Copy")
struct CopyPopupTests {
    private func copied(_ app: Harness) -> String {
        for case .copied(let bytes) in app.terminal.acts.reversed() { return String(decoding: bytes, as: UTF8.self) }
        return ""
    }

    @Test("value, URL, body and a curl command; no secret in any of them")
    func everything() async throws {
        try await Harness.run(AppOptions(startScreen: "profile")) { app in
            await app.press("Down", "y", "v")
            #expect(copied(app).contains("Maya"), "\(copied(app))")
            await app.press("y", "u")
            #expect(copied(app).hasSuffix("/user/usr-1001") || copied(app).contains("/user/"))
            await app.press("y", "b")
            #expect(copied(app).contains("\"data\""))
            await app.press("y", "c")
            let curl = copied(app)
            #expect(curl.hasPrefix("curl") && curl.contains("$TOKEN"), "\(curl)")
            let header = app.exchanges.last?.request.headerFields.first {
                $0.name.rawName.lowercased() == "authorization"
            }
            let token = header?.value.split(separator: " ").last.map(String.init) ?? ""
            #expect(!token.isEmpty && !curl.contains(token))
            #expect(app.footer.contains("Copied a curl command"))
        }
    }

    @Test("too much for a terminal is not copied and says so")
    func tooMuch() async throws {
        try await Harness.run { app in
            app.terminal.copyLimit = 10
            await app.press("2", "y", "b")
            #expect(app.footer.contains("Not copied: more than 10 bytes"))
        }
    }

    @Test("without a request there is no URL to copy")
    func nothing() async throws {
        try await Harness.run { app in
            await app.press("2", "Enter", "y", "u")
            #expect(app.footer.contains("No request was made yet.") && copied(app).isEmpty, "\(app.screen)")
        }
    }
}

@MainActor
@Suite("Conditions")
struct ConditionPickerTests {
    @Test("a condition of the screen answers at once, stands in its title, and none ends it")
    func forScreen() async throws {
        try await Harness.run { app in
            await app.press("4")
            await app.choose("Invalid permissions (403)")
            #expect(
                app.screen.contains("You may not do this (403)") && app.title.contains("condition:"), "\(app.screen)")
            #expect(app.words.contains("press c to choose another"))
            await app.choose("none")
            #expect(app.screen.contains("Mastercard") && !app.title.contains("condition:"))
        }
    }

    @Test("an empty list says that nothing is here")
    func emptyList() async throws {
        try await Harness.run { app in
            await app.press("4")
            await app.choose("Empty list")
            #expect(app.screen.contains("Nothing here yet."), "\(app.screen)")
        }
    }

    @Test("an empty list is offered only where there is a list", arguments: [("1", false), ("3", true), ("6", false)])
    func onlyLists(_ key: String, isList: Bool) async throws {
        try await Harness.run { app in
            await app.press(key, "Esc", "c")
            let texts = (app.state.popups.last as? ConditionPicker)?.lines.map(\.text) ?? []
            #expect(texts.contains("Success") && texts.contains("Empty list") == isList, "\(texts)")
        }
    }

    @Test("GET succeeds while POST times out")
    func forOperation() async throws {
        try await Harness.run { app in
            await app.press("3")
            await app.choose("Time-out", for: "only sendMessage")
            #expect(app.screen.contains("On my way down"), "\(app.screen)")
            await app.press("a")
            await app.type("Hello")
            await app.press("Enter")
            #expect(app.screen.contains("did not answer in time"), "\(app.screen)")
            #expect(app.isAllStubs)
        }
    }

    @Test("a condition on a live screen switches it to demo and says so")
    func onLive() async throws {
        try await Harness.run(AppOptions()) { app in
            await app.press("2")
            await app.choose("Server error (500)")
            #expect(app.banner.contains("MIXED 1/6") && app.title.contains("[demo]"))
            #expect(app.footer.contains("The screen switched to demo."), "\(app.screen)")
        }
    }

    @Test("the picker also offers what the stubs bring")
    func ofStubs() async throws {
        try await Harness.run { app in
            await app.press("1", "c", "G")
            #expect(app.screen.contains("tokenExpired") && app.screen.contains("invalid"), "\(app.screen)")
        }
    }
}

@MainActor
@Suite("Help")
struct HelpPopupTests {
    @Test("typing filters by every word, Enter runs the entry")
    func filterAndRun() async throws {
        try await Harness.run { app in
            await app.press("2", "?")
            #expect(app.screen.contains("Demo mode") && app.screen.contains("Everything live or demo"))
            await app.type("every request")
            #expect(!app.screen.contains("Everything live or demo") && app.screen.contains("what was decided"))
            await app.press("Enter")
            #expect(app.state.mainPanel is JournalScreen)
        }
    }

    @Test("an entry that cannot run says why and stays")
    func disabledEntry() async throws {
        try await Harness.run { app in
            await app.press("2", "?")
            await app.type("asks first")
            await app.press("Enter")
            #expect(app.footer.contains("The API has no delete") && app.state.popups.count == 1)
        }
    }

    @Test("letters filter and never run a command; Esc closes")
    func lettersAreText() async throws {
        try await Harness.run { app in
            await app.press("?")
            await app.type("Qq")
            #expect(app.end == nil && app.state.popups.count == 1)
            await app.press("Esc")
            #expect(app.state.popups.isEmpty)
        }
    }

    @Test("what the document says of a screen's group stands before the keys")
    func group() async throws {
        let answer = "{responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}"
        let text = """
            openapi: 3.1.0
            info: {title: Zoo, version: '1'}
            tags: [{name: Cages, description: Where animals live.}, {name: Food, description: What they eat.}]
            paths:
              /cages: {get: \(answer), tags: [Cages]}}
              /bars: {get: \(answer), tags: [Cages]}}
              /hay: {get: \(answer), tags: [Food]}}
            """
        try await Harness.run(over: text) { app in
            await app.press("?")
            #expect(app.screen.contains("Where animals live.") && !app.screen.contains("What they eat."))
            await app.type("quit")
            #expect(!app.screen.contains("Where animals live."), "\(app.screen)")
            await app.press("Esc", "3", "?")
            #expect(app.screen.contains("What they eat."), "\(app.screen)")
        }
    }

    @Test("toggling everything from the help does it")
    func runsToggle() async throws {
        try await Harness.run { app in
            await app.press("?")
            await app.type("everything live")
            await app.press("Enter")
            #expect(app.banner.contains("LIVE"))
        }
    }

    @Test("no sentence of the help or of the conditions is cut at the usual size", arguments: ["?", "c"])
    func inFull(_ key: String) async throws {
        try await Harness.run { app in
            await app.press("4", key)
            for _ in 0..<60 {
                #expect(!app.screen.contains("…  │") && !app.screen.contains("… │"), "\(app.screen)")
                await app.press("Down")
            }
        }
    }

    @Test("in a narrow window the selected condition's words are shown in full")
    func narrow() async throws {
        try await Harness.run(size: Size(columns: 40, rows: 10)) { app in
            await app.press("4", "c", "j")
            #expect(
                app.screen.contains("the first successful reply,") && app.screen.contains("whatever the sequence says"),
                "\(app.screen)")
        }
    }
}

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
