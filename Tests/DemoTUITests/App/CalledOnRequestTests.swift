import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("What is called only on request")
struct CalledOnRequestTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Desk, version: '1'}
        servers: [{url: 'http://desk.example'}]
        paths:
          /news: {get: {operationId: news, responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}}}}
          /logout: {get: {operationId: logout, responses: {default: {description: bye}}}}
          /follow/{name}:
            get:
              operationId: follow
              parameters: [{name: name, in: path, required: true, schema: {type: string}}]
              responses: {'204': {description: yes}}
        """

    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(over: document) { app in
            try app.stub(.get, "/logout", #"{"said": "bye"}"#)
            try app.stub(.get, "/follow/ada", status: 204)
            try await body(app)
        }
    }

    @Test("standing on it calls nothing and says what Enter does; nor does anything else but Enter and r")
    func standing() async throws {
        try await run { app in
            await app.press("j")
            #expect(app.title.contains("Logout") && app.words.contains("GET /logout"), "\(app.screen)")
            #expect(app.words.contains("Enter calls it."), "\(app.screen)")
            await app.press("D", "D", "Tab")
            app.resize(90, 24)
            await app.press("k", "Tab", ":")
            await app.type("logout")
            await app.press("Enter")
            #expect(app.exchanges.allSatisfy { $0.request.path == "/news" }, "\(app.screen)")
            #expect(app.footer.contains("Enter call"), "\(app.footer)")
        }
    }

    @Test("Enter calls it, from the sidebar and in the pane, once; r calls it again", arguments: [false, true])
    func enter(inPane: Bool) async throws {
        try await run { app in
            await app.press("j")
            if inPane { await app.press("Tab") }
            await app.press("Enter")
            #expect(app.words.contains("bye") && app.exchanges.last?.request.path == "/logout", "\(app.screen)")
            let count = app.exchanges.count
            await app.press("Esc", "k", "j", "Enter")
            #expect(app.exchanges.count == count, "\(app.screen)")
            await app.press("r")
            #expect(app.exchanges.count == count + 1, "\(app.screen)")
        }
    }

    @Test("what it needs is asked for first; once typed it is called, and never for standing on it")
    func asking() async throws {
        try await run { app in
            await app.press("j", "j")
            #expect(app.words.contains("Enter asks for Name and calls it."), "\(app.screen)")
            await app.press("Enter")
            await app.type("ada")
            await app.press("Enter")
            #expect(app.words.contains("Answered 204, without a body") && app.state.popups.isEmpty, "\(app.screen)")
            let count = app.exchanges.count
            await app.press("d", "d")
            #expect(app.words.contains("Enter calls it.") && app.exchanges.count == count, "\(app.screen)")
        }
    }
}
