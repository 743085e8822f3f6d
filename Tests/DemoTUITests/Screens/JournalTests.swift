import AppCore
import DemoManager
import Foundation
import HTTPTypes
import Terminal
import Testing
import WireFormats

@testable import DemoTUI

@MainActor
@Suite("Journal, exchange, problems")
struct JournalTests {
    @Test("the journal lists every exchange, newest first, and Enter shows one in full")
    func journal() async throws {
        try await Harness.run { app in
            await app.press("4", "L")
            #expect(
                app.row(3).contains("/cards") && app.row(3).contains("stub") && app.row(3).contains("200"),
                "\(app.screen)")
            await app.press("Enter")
            #expect(app.screen.contains("Decision: stub") && app.screen.contains("planned.yaml"), "\(app.screen)")
            await app.press("Esc", "Esc")
            #expect(app.title.contains("Cards"))
        }
    }

    @Test("v shows decision, stub, headers and body of the exchange behind the screen, without secrets")
    func exchange() async throws {
        try await Harness.run(AppOptions(startScreen: "profile"), size: Size(columns: 120, rows: 50)) { app in
            await app.press("v")
            #expect(
                app.screen.contains("Decision: live") && app.screen.contains("200 after")
                    && app.screen.contains("Maya"), "\(app.screen)")
            #expect(app.screen.contains("authorization") || app.screen.contains("Authorization"))
            let token = app.exchanges.last?.request.headerFields.first {
                $0.name.rawName.lowercased() == "authorization"
            }?.value.split(separator: " ").last
            #expect(token.map { !app.screen.contains($0) } == true)
        }
    }

    @Test("t shows bodies as they were sent, and laid out again")
    func asSent() async throws {
        try await Harness.run(size: Size(columns: 120, rows: 50)) { app in
            try app.stub(.get, "/cards", #"{"data":[{"id":1.10,"id":"\\ud800"}]}"#)
            await app.press("4", "v")
            #expect(app.screen.contains(#""id": "\\ud800""#) && app.footer.contains("as sent"), "\(app.screen)")
            await app.press("t")
            #expect(app.screen.contains(#"{"data":[{"id":1.10,"id":"\\ud800"}]}"#), "\(app.screen)")
            #expect(app.footer.contains("laid out"))
            await app.press("t")
            #expect(app.screen.contains(#""id": 1.10"#), "\(app.screen)")
        }
    }

    @Test("searching a view finds lines and says when there is none")
    func search() async throws {
        try await Harness.run { app in
            await app.press("4", "v", "/")
            await app.type("Travel")
            await app.press("Enter", "n")
            await app.press("/")
            await app.type("xyzzy")
            #expect(app.footer.contains("does not occur here"), "\(app.screen)")
        }
    }

    @Test("without problems the problems screen says so")
    func problems() async throws {
        try await Harness.run { app in
            await app.press("P")
            #expect(app.screen.contains("No problems"), "\(app.screen)")
        }
    }

    // MARK: Following

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

    @Test("on the newest row the selection stays with the newest")
    func following() {
        let manager = DemoManager()
        var screen = JournalScreen()
        _ = screen.receive(.exchanges(rows(manager, 3)), in: world)
        _ = screen.receive(.exchanges(rows(manager, 30)), in: world)
        #expect(screen.selection.index == 0 && screen.newCount == 0)
        #expect(screen.selection.firstVisible(count: 33, height: 10) == 0)
    }

    @Test("on another row it stays with that row at its height, and the title counts what came above it")
    func staying() {
        let manager = DemoManager()
        var screen = JournalScreen()
        _ = screen.receive(.exchanges(rows(manager, 20)), in: world)
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

    @Test("who opens the newest request comes back to it, whatever came meanwhile")
    func opened() {
        let manager = DemoManager()
        var screen = JournalScreen()
        _ = screen.receive(.exchanges(rows(manager, 3)), in: world)
        let opened = screen.rows[0].id
        _ = screen.perform(.open, in: world)
        _ = screen.receive(.exchanges(rows(manager, 3)), in: world)
        #expect(screen.rows[screen.selection.index].id == opened && screen.newCount == 3)
    }

    @Test("where the selected request is no longer kept, the oldest that is stands for it")
    func forgotten() {
        let manager = DemoManager(configuration: .init(journal: .init(entries: 10)))
        var screen = JournalScreen()
        _ = screen.receive(.exchanges(rows(manager, 10)), in: world)
        _ = screen.perform(.last, in: world)
        _ = screen.receive(.exchanges(rows(manager, 25)), in: world)
        #expect(screen.rows.count == 10 && screen.selection.index == 9)
    }

    @Test("rows that are kept between readings are those of the journal, an end or a flaw that came later included")
    func kept() throws {
        let manager = DemoManager(configuration: .init(journal: .init(entries: 10)))
        let journal = DemoJournal(manager: manager, address: ServerAddress())
        for _ in 0..<4 {
            _ = rows(manager, 4)
            #expect(journal.rows == manager.journal.exchanges.reversed().map { ExchangeRow($0) })
            let newest = try #require(manager.journal.exchanges.last?.id)
            manager.finish(newest, with: .reply(status: 200, headers: [:], body: [], duration: .zero))
            #expect(journal.rows.first?.outcome == "200")
            manager.judge(newest, .broken([.init(pointer: JSONPointer(tokens: []), message: "wrong", place: "")]))
            #expect(journal.rows.first?.isMarked == true)
        }
    }
}

@MainActor
@Suite("Why a request was not stubbed")
struct NearMissesTests {
    private func text(_ app: Harness) -> [String] {
        app.screen.split(separator: "\n").map { String($0.split(separator: "│", maxSplits: 1).last ?? $0) }
    }

    @Test("a screen without a stub names the key that shows which stubs came close, and what of them differs")
    func shows() async throws {
        try await Harness.run { app in
            app.manager.removeAll()
            try app.stub(.get, "/card")
            await app.press("4", "r")
            #expect(app.words.contains("Press v to see why: which stubs came close."), "\(app.screen)")
            await app.press("v")
            let lines = text(app)
            #expect(app.words.contains("Closest stubs (! marks what differs)"), "\(app.screen)")
            #expect(lines.contains { $0.hasPrefix("! /card ") || $0.contains("! /card ") }, "\(app.screen)")
            #expect(lines.contains { $0.contains("| /cards") && $0.contains("!") })
            #expect(lines.contains { $0.contains("GET") && $0.contains("| GET") && !$0.contains("!") })
        }
    }

    @Test("a stub that would match but is switched off comes first and says so")
    func switchedOff() async throws {
        try await Harness.run(size: Size(columns: 120, rows: 40)) { app in
            app.manager.removeAll()
            try app.stub(.get, "/cards2")
            let id = try app.stub(.get, "/cards")
            app.manager.setEnabled(false, stub: id)
            await app.press("4", "r", "v")
            let words = app.words
            let off = try #require(words.range(of: "it is switched off"))
            let other = try #require(words.range(of: "/cards2"))
            #expect(off.lowerBound < other.lowerBound, "\(app.screen)")
        }
    }

    @Test("the three closest are shown, no more, and not for an exchange that a stub answered")
    func three() async throws {
        try await Harness.run(size: Size(columns: 120, rows: 60)) { app in
            await app.press("4", "v")
            #expect(!app.screen.contains("Closest"))
            await app.press("Esc")
            app.manager.removeAll()
            for number in 0..<9 { try app.stub(.get, "/cards\(number)") }
            await app.press("r", "v")
            #expect(app.words.components(separatedBy: "the stub wants").count == 4, "\(app.screen)")
        }
    }

    @Test("no secret of the request is shown beside a stub's demand")
    func noSecret() async throws {
        try await Harness.run(AppOptions(isDemo: true, unmatched: .error), size: Size(columns: 120, rows: 60)) { app in
            app.manager.removeAll()
            try app.manager.add(
                Stub(
                    request: RequestPattern(
                        method: .one(.get), url: .path("/cards"),
                        headers: [NamedMatcher("Authorization", .equalTo("Bearer of-the-stub"))]),
                    sequence: [SequenceEntry(Reply(status: 200))], origin: .made(by: "the test")))
            await app.press("4", "r", "v")
            let sent = try #require(
                app.exchanges.last?.request.headerFields[.authorization]?.split(separator: " ").last)
            #expect(app.screen.contains("header Authorization") && !app.screen.contains("of-the-stub"), "\(app.screen)")
            #expect(!app.words.contains("Bearer \(sent)"), "\(app.screen)")
        }
    }

    @Test("in a narrow window both columns are read in full", arguments: [40, 80])
    func narrow(_ columns: Int) async throws {
        try await Harness.run(size: Size(columns: columns, rows: 60)) { app in
            app.manager.removeAll()
            try app.stub(.get, "/a/rather/long/path/that/no/column/of/a/narrow/window/holds/cards")
            await app.press("4", "r", "v")
            let shown = text(app).filter { $0.contains("|") || $0.contains("!") }.joined()
            #expect(!shown.contains("…"), "\(app.screen)")
        }
    }

    @Test("without any stub it says so")
    func none() async throws {
        try await Harness.run { app in
            app.manager.removeAll()
            await app.press("4", "r", "v")
            #expect(app.words.contains("There are no stubs to come close."), "\(app.screen)")
        }
    }
}

@MainActor
@Suite("Problems")
struct ProblemsTests {
    @Test(
        "a problem is read in full in a window of the usual size: nothing is cut at its edge", arguments: [40, 80, 140])
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

    @Test("the screen follows: a stub file that breaks while it is open is told, one that is mended goes")
    func follows() async throws {
        try await Harness.run { app in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-problems-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("me.yaml")
            await app.press("P")
            #expect(app.words.contains("No problems"), "\(app.screen)")
            try Data("request: {urlPaht: /me}\n".utf8).write(to: file)
            app.manager.loadStubs(folder: folder.path, fixtures: folder.path)
            await app.wait { app.screen.contains("urlPaht") }
            #expect(app.screen.contains("urlPaht") && app.title.contains("Problems"), "\(app.screen)")
            await app.press("G")
            try Data("request: {urlPath: /me}\nresponse: {status: 200}\n".utf8).write(to: file)
            app.manager.reload()
            await app.wait { app.words.contains("No problems") }
            #expect(app.words.contains("No problems"), "\(app.screen)")
        }
    }
}
