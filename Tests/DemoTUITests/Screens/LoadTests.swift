import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("Loads")
struct LoadTests {
    @Test("Esc stops a load, says so, and r loads again")
    func stop() async throws {
        try await Harness.run { app in
            let slow = try app.stub(
                .get, "/cards", #"{"data": [{"id": "1", "label": "Too late"}]}"#, after: .seconds(600))
            app.feed("4", "Esc")
            await app.settle()
            #expect(app.screen.contains("Stopped.") && app.screen.contains("Press r to load it."), "\(app.screen)")
            #expect(app.state.mainPanel is CollectionScreen && !app.state.sidebar.isFocused)
            app.manager.remove(slow)
            await app.press("r")
            #expect(app.screen.contains("Mastercard"), "\(app.screen)")
        }
    }

    @Test("a stopped request stands in the journal as stopped")
    func stopInJournal() async throws {
        try await Harness.run { app in
            try app.stub(.get, "/cards", "{}", after: .seconds(600))
            app.feed("4")
            await app.wait { app.exchanges.last?.request.path == "/cards" }
            app.feed("Esc")
            await app.settle()
            #expect(app.exchanges.last?.outcome?.end == .cancelled)
            await app.press("L")
            #expect(app.row(3).contains("stopped"), "\(app.screen)")
        }
    }

    @Test("a screen that is left gives up its load and loads when it comes back")
    func leave() async throws {
        try await Harness.run { app in
            let slow = try app.stub(.get, "/cards", "{}", after: .seconds(600))
            app.feed("4", "5")
            await app.settle()
            #expect(app.screen.contains("2026-06"), "\(app.screen)")
            app.manager.remove(slow)
            await app.press("4")
            #expect(app.screen.contains("Mastercard"), "\(app.screen)")
        }
    }

    @Test("z starts the screen's sequences again once it is confirmed, and not before")
    func reset() async throws {
        try await Harness.run { app in
            func reply(_ label: String) -> SequenceEntry {
                SequenceEntry(
                    Reply(
                        headers: [.contentType: "application/json"],
                        body: Array(#"{"data": [{"id": "1", "label": "\#(label)"}]}"#.utf8)))
            }
            try app.manager.add(
                Stub(
                    request: RequestPattern(method: .one(.get), url: .path("/cards")),
                    sequence: [reply("First"), reply("Second")], origin: .made(by: "the test")))
            await app.press("4")
            #expect(app.screen.contains("First"), "\(app.screen)")
            await app.press("r")
            #expect(app.screen.contains("Second"))
            await app.press("z", "n")
            #expect(app.screen.contains("Second"))
            await app.press("z", "y")
            #expect(app.screen.contains("First"), "\(app.screen)")
            #expect(app.footer.contains("Cards starts again"))
        }
    }

    @Test("under guard the next page of a list that began with a stub is refused: its rows never mix with live ones")
    func guardedPage() async throws {
        try await Harness.run(AppOptions(isDemo: true, unmatched: .guard)) { app in
            for stub in app.manager.stubs where stub.stub.name != "transactions, first page" {
                app.manager.remove(stub.id)
            }
            await app.press("2", "G")
            let rows = (app.state.mainPanel as? CollectionScreen)?.list.rows.count
            #expect(rows == 60 && app.screen.contains("The next rows did not load"), "\(app.screen)")
            #expect(app.exchanges.last?.refusal?.kind == .nextPage)
            #expect(!app.exchanges.contains { if case .passThrough = $0.action { true } else { false } })
            #expect(app.title.contains("[demo]"))
        }
    }
}
