import DemoManager
import HTTPTypes
import JSONText
import Testing

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
