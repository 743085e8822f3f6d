import DemoManager
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

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
