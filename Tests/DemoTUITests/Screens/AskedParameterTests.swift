import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("Parameters that nobody knows")
struct AskedParameterTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Codes, version: '1'}
        servers: [{url: 'http://codes.example'}]
        paths:
          /codes/{code}:
            parameters: [{name: code, in: path, required: true, schema: {type: string}}]
            get:
              operationId: getCode
              x-screen: {id: code, kind: item}
              responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {word: {type: string}}}}}}}
          /lists/{code}:
            parameters: [{name: code, in: path, required: true, schema: {type: string}}]
            get:
              operationId: listCodes
              x-screen: {id: list, kind: collection}
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {word: {type: string}}}}}}}}
          /votes/{code}:
            post:
              operationId: vote
              x-screen: {id: vote, kind: form}
              parameters: [{name: code, in: path, required: true, schema: {type: string}}]
              requestBody: {content: {application/json: {schema: {type: object, properties: {word: {type: string}}}}}}
              responses: {'201': {description: taken}}
        """

    /// The program over the document, in demo, with nothing stubbed.
    private func run(_ screen: String, _ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(over: document, AppOptions(isDemo: true, startScreen: screen), body)
    }

    @Test("a screen asks for what it needs, loads with it, and keeps the keys", arguments: ["code", "list"])
    func load(_ screen: String) async throws {
        try await run(screen) { app in
            #expect(app.words.contains("This screen needs Code.") && app.exchanges.isEmpty, "\(app.screen)")
            let path = screen == "code" ? "/codes/a%20b" : "/lists/a%20b"
            try app.stub(.get, path, screen == "code" ? #"{"word": "found"}"# : #"[{"word": "found"}]"#)
            await app.press("Enter")
            await app.type("a b")
            await app.press("Enter")
            #expect(app.exchanges.last?.request.path == path)
            #expect(app.screen.contains("found") && app.state.popups.isEmpty, "\(app.screen)")
            #expect(!app.state.sidebar.isFocused && app.state.stacks[screen]?.count == 1)
        }
    }

    @Test("Esc leaves the question and the screen still says what it needs")
    func escape() async throws {
        try await run("code") { app in
            await app.press("Enter", "Esc")
            #expect(app.state.popups.isEmpty && app.words.contains("This screen needs Code."), "\(app.screen)")
        }
    }

    @Test("a form asks for what its address needs, keeps what was typed, and is sent with both")
    func form() async throws {
        try await run("vote") { app in
            try app.stub(.post, "/votes/a%20b", status: 201)
            await app.press("Tab")
            await app.type("yes")
            await app.press("^S")
            #expect(app.screen.contains("Code is needed.") && app.screen.contains("yes"), "\(app.screen)")
            await app.type("a b")
            await app.press("^S")
            #expect(
                app.screen.contains("Sent") && app.exchanges.last?.request.path == "/votes/a%20b", "\(app.screen)")
        }
    }
}
