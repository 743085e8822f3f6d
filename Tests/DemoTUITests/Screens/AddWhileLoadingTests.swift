import AppCore
import DemoManager
import HTTPTypes
import JSONText
import LoopbackPorts
import Testing

@testable import DemoTUI

@MainActor
@Suite("What is done in a list that is not there yet")
struct AddWhileLoadingTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Chat, version: '1'}
        servers: [{url: 'http://chat.example'}]
        paths:
          /channels/{channel_id}/messages:
            parameters: [{name: channel_id, in: path, required: true, schema: {type: string}}]
            get:
              operationId: listMessages
              x-screen: {id: list, kind: collection}
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: string}, name: {type: string}}}}}}}}
            post:
              operationId: addMessage
              requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
              responses: {'201': {description: made}}
        """

    @Test("what was typed for a list whose load still runs, or was stopped, counts for what is added to it")
    func add() async throws {
        try await Harness.run(over: document, AppOptions(isDemo: true, startScreen: "list")) { app in
            try app.stub(.get, "/channels/c-1/messages", "[]", after: .seconds(600))
            try app.stub(.post, "/channels/c-1/messages", status: 201)
            await app.press("Enter")
            await app.type("c-1")
            app.feed("Enter", "a")
            #expect(app.form?.place.inherited["channel_id"] == "c-1", "\(app.screen)")
            app.feed("Esc", "Esc")
            await app.settle()
            #expect(app.words.contains("Stopped."), "\(app.screen)")
            await app.press("a")
            await app.focus("name")
            await app.type("Hello")
            app.feed("^S")
            await app.wait { app.exchanges.contains { $0.request.method == .post } }
            #expect(app.exchanges.last { $0.request.method == .post }?.request.path == "/channels/c-1/messages")
            await app.wait { !(app.state.mainPanel is FormScreen) }
            app.feed("Esc")
            await app.settle()
        }
    }

    @Test("a list that nobody said the parameter of asks for it before anything is added")
    func unknown() async throws {
        try await Harness.run(over: document, AppOptions(isDemo: true, startScreen: "list")) { app in
            await app.press("a")
            #expect(app.state.popups.last is FieldsPopup && app.form == nil, "\(app.screen)")
        }
    }

    @Test("a form that was opened in demo asks for what live does not know yet, and is sent with it")
    func otherMode() async throws {
        let port = try ClosedPort()
        let options = AppOptions(
            baseURL: "http://127.0.0.1:\(port.number)", isDemo: true, startScreen: "list")
        try await Harness.run(over: document, options) { app in
            await app.press("Enter")
            await app.type("c-1")
            await app.press("Enter", "a")
            await app.focus("name")
            await app.type("Hello")
            await app.press("F3", "^S")
            #expect(app.state.popups.last is FieldsPopup, "\(app.screen)")
            await app.type("c-9")
            await app.press("Enter")
            #expect(app.exchanges.last?.request.method == .post, "\(app.screen)")
            #expect(app.exchanges.last?.request.path == "/channels/c-9/messages")
        }
        withExtendedLifetime(port) {}
    }
}
