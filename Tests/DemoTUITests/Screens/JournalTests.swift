import DemoManager
import HTTPTypes
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
}
