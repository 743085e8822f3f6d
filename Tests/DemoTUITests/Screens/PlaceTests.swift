import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

/// Rows, selection and scroll position survive a filter, and rows a reload that fails.
@MainActor
@Suite("Rows and place")
struct PlaceTests {
    private func table(_ app: Harness) -> CollectionScreen? { app.state.mainPanel as? CollectionScreen }

    /// Sets the first filter of the screen in front.
    private func filter(_ app: Harness, _ text: String) async {
        await app.press("/")
        await app.type(text)
        await app.press("Enter")
    }

    @Test("Esc on a filter goes back to the rows, the selected one and the scroll position, without a request")
    func filtered() async throws {
        try await Harness.run(AppOptions()) { app in
            await app.press("2", "G", "G", "PgUp", "k")
            let before = app.screen
            #expect((table(app)?.selection.index ?? 0) > 50)
            await filter(app, "coffee")
            #expect(app.title.contains("filter: q=coffee") && table(app)?.selection.index == 0, "\(app.screen)")
            await filter(app, "tea")
            let requests = app.exchanges.count
            await app.press("Esc")
            #expect(app.screen == before)
            #expect(app.exchanges.count == requests)
            await app.press("G")
            #expect(app.exchanges.count == requests + 1, "the list goes on where it was")
        }
    }

    @Test("the sum of a filter and a toggle: rows of the other mode never come back")
    func toggled() async throws {
        try await Harness.run(AppOptions()) { app in
            await app.press("2", "j", "j")
            let live = table(app)?.list.rows
            await filter(app, "coffee")
            await app.press("D", "Esc")
            #expect(app.title.contains("[demo]") && table(app)?.list.rows != live, "\(app.screen)")
            #expect(table(app)?.list.rows.isEmpty == false)
        }
    }

    @Test("a row that is deleted while a filter is set is gone behind the filter, too")
    func deleted() async throws {
        let list = "{type: array, items: {type: object, properties: {id: {type: integer}, name: {type: string}}}}"
        let document = """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            servers: [{url: 'http://shop.example'}]
            paths:
              /orders:
                get:
                  parameters: [{name: q, in: query, schema: {type: string}}]
                  responses: {'200': {description: ok, content: {application/json: {schema: \(list)}}}}
              /orders/{id}:
                delete:
                  parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                  responses: {'204': {description: gone}}
            """
        try await Harness.run(over: document) { app in
            try app.stub(.get, "/orders", #"[{"id": 7, "name": "First"}, {"id": 8, "name": "Second"}]"#)
            try app.stub(.delete, "/orders/8", status: 204)
            await app.press("1", "r")
            await filter(app, "s")
            await app.press("j", "x", "y")
            #expect(app.exchanges.last?.request.path == "/orders/8", "\(app.screen)")
            await app.press("Esc")
            #expect(app.screen.contains("First") && !app.screen.contains("Second"), "\(app.screen)")
        }
    }

    @Test("a reload that fails keeps the rows, says stale and the error; the next one ends that")
    func stale() async throws {
        try await Harness.run { app in
            await app.press("4")
            let failing = try app.stub(.get, "/cards", status: 500, #"{"error": {"message": "On fire"}}"#)
            await app.press("j", "r")
            #expect(app.screen.contains("Mastercard") && app.title.contains("stale"), "\(app.screen)")
            #expect(app.words.contains("Not reloaded, r tries again:"), "\(app.screen)")
            #expect(table(app)?.selection.index == 1)
            app.manager.remove(failing)
            await app.press("r")
            #expect(!app.title.contains("stale") && !app.words.contains("Not reloaded"), "\(app.screen)")
        }
    }

    @Test("an item and a conversation keep what they show, too", arguments: ["1", "3"])
    func staleItem(_ key: String) async throws {
        try await Harness.run { app in
            await app.press(key)
            let shown = key == "1" ? "Theo Marchetti" : "front desk"
            #expect(app.screen.contains(shown), "\(app.screen)")
            let last = try #require(app.exchanges.last?.request.path?.split(separator: "?").first.map(String.init))
            try app.stub(.get, last, status: 500, "{}")
            await app.press("r")
            #expect(app.screen.contains(shown) && app.title.contains("stale"), "\(app.screen)")
            #expect(app.words.contains("Not reloaded, r tries again:"), "\(app.screen)")
        }
    }

    @Test("n on the only match says so")
    func onlyMatch() async throws {
        try await Harness.run { app in
            await app.press("4", "/")
            await app.type("Online only")
            await app.press("Enter", "n")
            #expect(app.footer.contains("occurs nowhere else in the loaded rows"), "\(app.footer)")
        }
    }
}
