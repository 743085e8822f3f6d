import DemoManager
import HTTPTypes
import Terminal
import Testing
import WireFormats

@testable import DemoTUI

@MainActor
@Suite("What is written on one screen and shown on another")
struct WriteTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Desk, version: '1'}
        servers: [{url: 'http://desk.example'}]
        paths:
          /tickets:
            get: {operationId: listTickets, x-screen: {id: all}, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Tickets'}}}}}}
            post:
              operationId: openTicket
              x-screen: {id: open, kind: form}
              requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
              responses: {'201': {description: made}}
          /tickets/urgent:
            get: {operationId: listUrgent, x-screen: {id: urgent}, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Tickets'}}}}}}
          /tickets/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {operationId: getTicket, responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}}}}
            put:
              operationId: putTicket
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}}}}
              responses: {'200': {description: ok}}
          /check:
            get:
              operationId: check
              x-screen: {id: check}
              parameters: [{name: user, in: query, schema: {type: string}}]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {word: {type: string}}}}}}}
        components:
          schemas:
            Ticket: {type: object, properties: {id: {type: integer}, name: {type: string}}}
            Tickets: {type: array, items: {$ref: '#/components/schemas/Ticket'}}
        """

    private func run(_ screen: String, _ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(over: document, AppOptions(isDemo: true, startScreen: screen)) { app in
            let rows = #"[{"id": 1, "name": "First"}, {"id": 2, "name": "Second"}]"#
            for path in ["/tickets", "/tickets/urgent"] { try app.stub(.get, path, rows) }
            try app.stub(.get, "/tickets/2", #"{"id": 2, "name": "Second"}"#)
            try app.stub(.put, "/tickets/2", #"{"id": 2, "name": "Renamed"}"#)
            try app.stub(.post, "/tickets", status: 201)
            try app.stub(.get, "/check", #"{"word": "found"}"#)
            if screen != "open" { await app.press("r") }
            try await body(app)
        }
    }

    private func count(_ app: Harness, _ path: String) -> Int {
        app.exchanges.count { $0.request.path == path && $0.request.method == .get }
    }

    private func list(_ app: Harness) -> CollectionScreen? { app.state.mainPanel as? CollectionScreen }

    @Test("e in a list and Esc, even while the row is still coming, lead back to the row in the list")
    func leaveEdit() async throws {
        try await run("all") { app in
            await app.press("j", "e")
            #expect(app.form != nil, "\(app.screen)")
            await app.press("Esc")
            #expect(list(app)?.selection.index == 1, "\(app.screen)")
            app.feed("e", "Esc")
            await app.settle()
            #expect(list(app)?.selection.index == 1 && app.state.stacks["all"]?.count == 1, "\(app.screen)")
            await app.press("Enter", "e", "Esc")
            #expect(app.state.mainPanel is ItemScreen, "a row that was opened stays open")
        }
    }

    @Test("what is saved shows in its list at once; another list of the kind loads again, once, with its selection")
    func otherList() async throws {
        try await run("urgent") { app in
            await app.press("j")
            await app.run(to: "all")
            await app.press("j", "e")
            let before = (count(app, "/tickets"), count(app, "/tickets/urgent"))
            try app.stub(.get, "/tickets/urgent", #"[{"id": 2, "name": "Renamed"}, {"id": 3, "name": "Third"}]"#)
            await app.focus("name")
            await app.type("x")
            await app.press("^S")
            #expect(app.exchanges.contains { $0.request.method == .put }, "\(app.screen)")
            #expect(list(app)?.list.rows[1]["name"] == "Renamed", "\(app.screen)")
            #expect(count(app, "/tickets") == before.0 && count(app, "/tickets/urgent") == before.1)
            await app.run(to: "urgent")
            #expect(list(app)?.list.rows[0]["name"] == "Renamed" && list(app)?.selection.index == 0, "\(app.screen)")
            #expect(count(app, "/tickets/urgent") == before.1 + 1)
            await app.run(to: "all")
            await app.run(to: "urgent")
            #expect(count(app, "/tickets/urgent") == before.1 + 1)
        }
    }

    @Test("what a form of its own adds is in the list when that is shown again")
    func ownForm() async throws {
        try await run("all") { app in
            let before = count(app, "/tickets")
            await app.run(to: "open")
            await app.type("New")
            await app.press("^S", "Esc")
            #expect(app.exchanges.last?.request.method == .post && count(app, "/tickets") == before, "\(app.screen)")
            await app.run(to: "all")
            #expect(count(app, "/tickets") == before + 1, "\(app.screen)")
        }
    }

    @Test("q asks once before it throws away what was typed; what was sent is not asked about")
    func quit() async throws {
        try await run("open") { app in
            await app.type("New")
            await app.press("Esc", "q")
            #expect(app.end == nil && app.words.contains("This is lost: the text in"), "\(app.screen)")
            await app.press("n")
            #expect(app.end == nil && app.state.popups.isEmpty)
            await app.press("q", "y")
            #expect(app.end?.code == 0)
        }
        try await run("open") { app in
            await app.type("New")
            await app.press("^S", "Esc", "q")
            #expect(app.end?.code == 0, "\(app.screen)")
        }
    }

    @Test("p asks for what a screen may be given; nothing is made up for it, and an empty answer takes it back")
    func optional() async throws {
        try await run("check") { app in
            #expect(app.exchanges.last?.request.path == "/check" && app.words.contains("found"), "\(app.screen)")
            await app.press("p")
            #expect(app.words.contains("what it can take"), "\(app.screen)")
            await app.type("theo")
            await app.press("Enter")
            #expect(app.exchanges.last?.request.path == "/check?user=theo", "\(app.screen)")
            #expect(app.title.contains("user=theo"), "\(app.screen)")
            await app.press("p", "^U", "Enter")
            #expect(app.exchanges.last?.request.path == "/check", "\(app.screen)")
        }
    }
}

extension Harness {
    /// Shows the sidebar's screen of that id.
    fileprivate func run(to screen: String) async {
        let index = state.sidebar.entries.firstIndex { $0.id == screen } ?? 0
        await press("\(index + 1)")
    }
}

/// What is deleted goes only after it was confirmed, and with all that its operation needs.
@MainActor
@Suite struct DeletionTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        servers: [{url: 'http://shop.example'}]
        paths:
          /orders:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}}}
          /orders/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}
            put:
              parameters:
                - {name: If-Match, in: header, required: true, schema: {type: string}}
                - {name: Idempotency-Key, in: header, required: true, schema: {type: string, format: uuid}}
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
              responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
            delete:
              parameters: [{name: reason, in: query, required: true, schema: {type: string}}]
              responses: {'204': {description: gone}}
          /sessions:
            delete: {summary: Log out everywhere, responses: {'204': {description: gone}}}
        components:
          schemas: {Order: {type: object, required: [id, note], properties: {id: {type: integer, readOnly: true}, note: {type: string}}}}
        """

    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(over: document) { app in
            try app.stub(.get, "/orders", #"[{"id": 7, "note": "First"}, {"id": 8, "note": "Second"}]"#)
            try app.stub(.get, "/orders/7", #"{"id": 7, "note": "First"}"#, headers: [.eTag: "\"v1\""])
            try app.stub(.put, "/orders/7", #"{"id": 7, "note": "Changed"}"#)
            try app.stub(.delete, "/orders/7", status: 204)
            try app.stub(.delete, "/sessions", status: 204)
            await app.press("1", "r")
            try await body(app)
        }
    }

    private func deletions(_ app: Harness) -> [String?] {
        app.exchanges.filter { $0.request.method == .delete }.map(\.request.path)
    }

    @Test("x on a comment of a task calls DELETE /comments/{commentId}; its attachment opens from it")
    func elsewhere() async throws {
        let comment = "{type: object, properties: {id: {type: integer}, text: {type: string}}}"
        let id = "[{name: commentId, in: path, required: true, schema: {type: integer}}]"
        let document = """
            openapi: 3.1.0
            info: {title: Tasks, version: '1'}
            servers: [{url: 'http://tasks.example'}]
            paths:
              /tasks:
                get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: \(comment)}}}}}}
              /tasks/{taskId}:
                parameters: [{name: taskId, in: path, required: true, schema: {type: integer}}]
                get: {responses: {'200': {description: ok, content: {application/json: {schema: \(comment)}}}}}
              /tasks/{taskId}/comments:
                parameters: [{name: taskId, in: path, required: true, schema: {type: integer}}]
                get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: \(comment)}}}}}}
              /comments/{commentId}:
                parameters: \(id)
                delete: {responses: {'204': {description: gone}}}
              /comments/{commentId}/content:
                parameters: \(id)
                get: {responses: {'200': {description: ok, content: {text/plain: {schema: {type: string}}}}}}
            """
        try await Harness.run(over: document) { app in
            #expect(app.state.sidebar.entries.map(\.title) == ["Tasks"], "\(app.screen)")
            try app.stub(.get, "/tasks", #"[{"id": 1, "text": "Ship"}]"#)
            try app.stub(.get, "/tasks/1", #"{"id": 1, "text": "Ship"}"#)
            try app.stub(.get, "/tasks/1/comments", #"[{"id": 7, "text": "Nice"}]"#)
            try app.stub(.delete, "/comments/7", status: 204)
            try app.stub(.get, "/comments/7/content", #""All of it""#)
            await app.press("1", "r", "Enter", ">", "Enter")
            #expect(app.screen.contains("Nice"), "\(app.screen)")
            await app.press("Enter", ">", "Enter")
            #expect(app.exchanges.last?.request.path == "/comments/7/content", "\(app.screen)")
            await app.press("Esc", "Esc", "x", "y")
            #expect(deletions(app) == ["/comments/7"] && !app.screen.contains("Nice"), "\(app.screen)")
        }
    }

    @Test("what a deletion needs beside the row is asked for", arguments: [["x"], ["Enter", "x"]])
    func needs(_ keys: [String]) async throws {
        try await run { app in
            for key in keys { await app.press(key) }
            await app.press("y")
            #expect(deletions(app) == [] && app.screen.contains("Before it is deleted"), "\(app.screen)")
            await app.type("double")
            await app.press("Enter")
            #expect(deletions(app) == ["/orders/7?reason=double"])
            #expect(app.footer.contains("Deleted."), "\(app.screen)")
        }
    }

    @Test("a form that deletes asks before it is sent")
    func form() async throws {
        try await run { app in
            await app.press("2", "^S")
            #expect(deletions(app) == [] && app.screen.contains("Log out everywhere [demo]?"), "\(app.screen)")
            await app.press("n")
            #expect(deletions(app) == [])
            // What was asked about one mode is not sent in the other.
            await app.press("^S", "F2", "y")
            #expect(deletions(app) == [], "\(app.screen)")
            await app.press("F2", "^S", "y")
            #expect(deletions(app) == ["/sessions"], "\(app.screen)")
        }
    }

    @Test("the version that was read and a key of its own go with a change that must have them")
    func headers() async throws {
        try await run { app in
            await app.press("Enter", "e")
            await app.focus("note")
            await app.type("Changed")
            await app.press("^S")
            let sent = try #require(app.exchanges.last { $0.request.method == .put }?.request.headerFields)
            #expect(sent[.ifMatch] == "\"v1\"")
            let key = try #require(HTTPField.Name("Idempotency-Key").flatMap { sent[$0] })
            #expect(key.count == 36)
        }
    }
}

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
