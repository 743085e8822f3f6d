import AppCore
import DemoManager
import HTTPTypes
import JSONText
import Terminal
import Testing

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
