import AppCore
import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@MainActor @Suite("Journal, exchange, problems") struct JournalTests {
    /// A line in front has all these texts.
    nonisolated private static func line(_ texts: String...) -> Step {
        .holds { app in app.lines.contains { line in texts.allSatisfy { line.contains($0) } } }
    }

    /// The token of the last request.
    nonisolated private static func token(of app: Harness) -> Substring? {
        MainActor.assumeIsolated {
            app.exchanges.last?.request.headerFields[.authorization]?.split(separator: " ").last
        }
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "the journal lists every exchange, newest first, and Enter shows one in full", .press("4 L"),
            .row(3, "/cards", "stub", "200"), .press("Enter"), .sees("Demo is on for this screen, and the stub"),
            .press("Tab Tab"), .sees("planned.yaml"), .press("Right"), .sees("BODY  application/json"),
            .press("Esc Esc"), .title("Cards")),
        Walk(
            "t shows bodies as sent, then formatted again", on: .stage(columns: 120, rows: 60),
            .stub(.get, "/cards", #"{"data":[{"id":1.10,"id":"\\ud800"}]}"#), .press("4 v"), .sees(#""id": "\\ud800""#),
            .footer("as sent"), .press("t"), .sees(#"{"data":[{"id":1.10,"id":"\\ud800"}]}"#), .footer("laid out"),
            .press("t"), .sees(#""id": 1.10"#)),
        Walk(
            "a search finds lines and says when there are none", .press("4 v /"), .type("Travel"),
            .press("Enter n /"), .type("xyzzy"), .footer("does not occur here")),
        Walk(
            "a wide window has the exchange beside the journal; the arrows change its tab",
            on: .stage(columns: 120, rows: 24), .press("4 c j Enter L"),
            .sees("Response", "✗ fail", "You chose 401 not signed in", "HEADERS"), .press("Right"),
            .sees("GET http://"), .press("Right"), .sees("document: unauthorized"), .press("Enter"),
            .panel(ExchangeScreen.self), .sees("document: unauthorized")),
        Walk(
            "the journal shows only requests with all words of its filter; Esc shows all", .press("4 1 L /"),
            .type("GET screen:cards"), .press("Enter"), .title("GET screen:cards"), .lacks("/user"),
            .row(3, "/cards"), .press("Esc"), .sees("/user"), .title(lacks: "filter")),
        Walk(
            "a status filters the journal; its count is that of the rows in sight",
            .stub(.get, "/cards", status: 418), .press("4 L /"), .type("status:418"), .press("Enter"),
            .title("1 of "), .row(3, "/cards"), .lacks("/user"), .press("/ ^U"), .type("status:4xx"), .press("Enter"),
            .title("1 of "), .row(3, "/cards")),
        Walk(
            "separators of lines that are no line feeds break no line", on: .stage(columns: 120, rows: 24),
            .stub(.get, "/cards", "{\"data\":[{\"id\":\"a\u{85}b\u{2028}c\u{2029}d\"}]}"), .press("4 r v"),
            .sees(#""id": "a<85>b<U+2028>c<U+2029>d""#)),
        Walk("without problems the problems screen says so", .press("P"), .sees("No problems")),
        Walk(
            "v shows decision, headers and body of the exchange behind the screen, without its token",
            on: .stage(AppOptions(startScreen: "profile"), columns: 120, rows: 50), .press("v"),
            .sees("Live: the server was asked; d makes this screen demo.", "200 after", "Maya"), .press("Right"),
            .holds { $0.screen.lowercased().contains("authorization") },
            .holds { app in token(of: app).map { !app.screen.contains($0) } == true }),
        Walk(
            "a disabled stub that would match is the first of the closest stubs", on: .stage(columns: 120, rows: 40),
            .withoutStubs, .stub(.get, "/cards2"), .stub(.get, "/cards"),
            .does { app in if let stub = app.lastStub { app.manager.setEnabled(false, stub: stub) } }, .press("4 r v"),
            .holds { app in
                let off = app.words.range(of: "it is switched off"), other = app.words.range(of: "/cards2")
                guard let off, let other else { return false }
                return off.lowerBound < other.lowerBound
            }),
        Walk(
            "the three closest stubs are shown, and none for a stubbed exchange", on: .stage(columns: 120, rows: 60),
            .press("4 v"), .lacks("Closest"), .press("Esc"), .withoutStubs,
            .does { for number in 0..<9 { try $0.stub(.get, "/cards\(number)") } }, .press("r v"),
            .holds { $0.words.components(separatedBy: "the stub wants").count == 4 }),
        Walk(
            "a screen without a stub names the key that shows the closest stubs and their differences", .withoutStubs,
            .stub(.get, "/card"), .press("4 r"), .reads("Press v to see why: which stubs came close."), .press("v"),
            .reads("Closest stubs (! marks what differs)"), line("! /card "), line("| /cards", "!"),
            .holds { app in app.lines.contains { $0.contains("GET") && $0.contains("| GET") && !$0.contains("!") } }),
        Walk(
            "without stubs an exchange says so", .withoutStubs, .press("4 r v"),
            .reads("There are no stubs to come close.")),
        Walk(
            "no secret of the request is shown beside a stub's pattern",
            on: .stage(AppOptions(isDemo: true, unmatched: .error), columns: 120, rows: 60), .withoutStubs,
            .does { app in
                let authorization = NamedMatcher("Authorization", .equalTo("Bearer of-the-stub"))
                let pattern = RequestPattern(method: .one(.get), url: .path("/cards"), headers: [authorization])
                try app.manager.stub(matching: pattern, Reply())
            }, .press("4 r v"), .sees("header Authorization"), .lacks("of-the-stub"),
            .holds { app in token(of: app).map { !app.words.contains("Bearer \($0)") } == true }),
        narrow(40), narrow(80),
    ]

    nonisolated private static func narrow(_ columns: Int) -> Walk {
        Walk(
            "both columns of the closest stubs are fully readable in \(columns) columns",
            on: .stage(columns: columns, rows: 60), .withoutStubs,
            .stub(.get, "/a/rather/long/path/that/no/column/of/a/narrow/window/holds/cards"), .press("4 r v"),
            .holds { app in
                let shown = app.lines.filter { $0.contains("|") || $0.contains("!") }.joined()
                return !shown.contains("…")
            })
    }

    @Test("The journal works", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    /// The journal of a manager with so many requests.
    private func rows(_ manager: DemoManager, _ count: Int) -> [ExchangeRow] {
        for number in 0..<count {
            let request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/\(number)")
            _ = manager.decide(request, call: manager.beginCall())
        }
        return manager.journal.exchanges.reversed().map { ExchangeRow($0) }
    }

    private let world = World(
        catalog: ScreenCatalog(screens: []), demo: DemoStatus(), area: Size(columns: 80, rows: 11), spinnerFrame: 0)

    /// A journal that has shown so many requests, again with each number of further ones.
    private func journal(_ manager: DemoManager, _ counts: Int...) -> JournalScreen {
        var screen = JournalScreen()
        for count in counts { _ = screen.receive(.exchanges(rows(manager, count)), in: world) }
        return screen
    }

    @Test("A selection on the newest row follows new rows") func following() {
        let screen = journal(DemoManager(), 3, 30)
        #expect(screen.selection.index == 0 && screen.newCount == 0)
        #expect(screen.selection.firstVisible(count: 33, height: 10) == 0)
    }

    @Test("A selection on an older row stays at its height, and the title counts newer rows") func staying() {
        let manager = DemoManager()
        var screen = journal(manager, 20)
        _ = screen.perform(.down, in: world)
        _ = screen.perform(.down, in: world)
        let kept = screen.rows[2].id
        _ = screen.receive(.exchanges(rows(manager, 30)), in: world)
        #expect(screen.rows[screen.selection.index].id == kept && screen.newCount == 30)
        #expect(screen.selection.index - screen.selection.firstVisible(count: 50, height: 10) == 2)
        #expect(screen.heading(in: world).parameters == "30 new above")
        _ = screen.receive(.exchanges(rows(manager, 5)), in: world)
        #expect(screen.newCount == 35)
        _ = screen.perform(.first, in: world)
        #expect(screen.newCount == 0)
        _ = screen.receive(.exchanges(rows(manager, 1)), in: world)
        #expect(screen.selection.index == 0)
    }

    @Test("f holds the newest request, and follows again") func held() {
        let manager = DemoManager()
        var screen = journal(manager, 3)
        _ = screen.perform(.follow, in: world)
        let kept = screen.rows[0].id
        for _ in 0..<2 { _ = screen.receive(.exchanges(rows(manager, 2)), in: world) }
        #expect(!screen.isFollowing && screen.rows[screen.selection.index].id == kept && screen.newCount == 4)
        _ = screen.perform(.follow, in: world)
        #expect(screen.isFollowing && screen.selection.index == 0 && screen.newCount == 0)
    }

    @Test(
        "The rate counts the requests of the last ten seconds, and shows those of sixteen",
        arguments: [
            ([], ""), ([0.1, 0.2, 1.5], "▁▁▁▁▁▁▁▁▁▁▁▁▁▁▄█  0.3/s"), ([15.5, 99], "█▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  0.0/s"), ([16], ""),
        ] as [([Double], String)])
    func rate(_ ages: [Double], _ text: String) { #expect(RequestRate(ages: ages).text == text) }

    @Test("Closing an opened request returns to it, whatever arrived meanwhile") func opened() {
        let manager = DemoManager()
        var screen = journal(manager, 3)
        let opened = screen.rows[0].id
        _ = screen.perform(.open, in: world)
        _ = screen.receive(.exchanges(rows(manager, 3)), in: world)
        #expect(screen.rows[screen.selection.index].id == opened && screen.newCount == 3)
    }

    @Test("When the selected request is forgotten, the oldest kept one is selected") func forgotten() {
        let manager = DemoManager(configuration: .init(journal: .init(entries: 10)))
        var screen = journal(manager, 10)
        _ = screen.perform(.last, in: world)
        _ = screen.receive(.exchanges(rows(manager, 25)), in: world)
        #expect(screen.rows.count == 10 && screen.selection.index == 9)
    }

    @Test("Cached rows equal the journal's, with later outcomes and verdicts") func kept() throws {
        let manager = DemoManager(configuration: .init(journal: .init(entries: 10)))
        let journal = DemoJournal(manager: manager, address: ServerAddress())
        for _ in 0..<4 {
            _ = rows(manager, 4)
            #expect(journal.rows == manager.journal.exchanges.reversed().map { ExchangeRow($0) })
            let newest = try #require(manager.journal.exchanges.last?.id)
            manager.finish(newest, with: .reply(status: 200, headers: [:], body: [], duration: .zero))
            #expect(journal.rows.first?.outcome == "200")
            manager.judge(newest, .kept)
            #expect(journal.rows.first?.isKept == true)
            manager.judge(newest, .broken([.init(pointer: JSONPointer(tokens: []), message: "wrong", place: "")]))
            #expect(journal.rows.first?.isMarked == true)
        }
    }
}

@MainActor @Suite("Problems") struct ProblemsTests {
    @Test("A problem is fully readable in windows of any width", arguments: [40, 80, 140])
    func inFull(_ columns: Int) async throws {
        let problem = Problem(
            "\"urlPaht\" is no member of a request; did you mean urlPath?",
            file: "stubs/a-file-with-a-rather-long-name.yaml", position: TextPosition(line: 12, column: 5))
        try await Harness.run(size: Size(columns: columns, rows: 24)) { app in
            var state = app.state
            state.demo.problems = [problem]
            _ = state.update(.key(.character("P")))
            let shown = state.draw().text().filter { !" \n│".contains($0) }
            #expect(!shown.contains("…"), "\(state.draw().text())")
        }
    }

    @Test("The problems screen follows a stub file that breaks and is repaired") func follows() async throws {
        let folder = try Folder(["me.yaml": "request: {urlPaht: /me}\n"])
        try await Walk(
            "", .press("P"), .reads("No problems"),
            .does { $0.manager.loadStubs(folder: folder.path, fixtures: folder.path) },
            .waits { $0.screen.contains("urlPaht") }, .title("Problems"), .press("G"),
            .does {
                try folder.write("me.yaml", "request: {urlPath: /me}\nresponse: {status: 200}\n")
                $0.manager.reload()
            }, .waits { $0.words.contains("No problems") }
        ).take()
    }
}
