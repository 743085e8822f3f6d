import DemoManager
import HTTPTypes
import Testing

@testable import DemoTUI

@MainActor
@Suite("Parameters are asked once")
struct ParametersTests {
    private let document = """
        openapi: 3.1.0
        info: {title: Guilds, version: '1'}
        servers: [{url: 'http://guilds.example'}]
        paths:
          /guilds/{guild_id}:
            get:
              operationId: getGuild
              parameters: [{name: guild_id, in: path, required: true, example: g-7, schema: {type: string}}]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}}
          /guilds/{id}/roles:
            get:
              operationId: listRoles
              parameters: [{name: id, in: path, required: true, schema: {type: string}}]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {name: {type: string}}}}}}}}
          /users/{user}:
            get:
              operationId: getUser
              parameters: [{name: user, in: path, required: true, schema: {type: string, minLength: 1}}]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}}
        """

    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await Harness.run(over: document) { app in
            for id in ["g-7", "g-8"] {
                try app.stub(.get, "/guilds/\(id)", #"{"name": "Guild \#(id)"}"#)
                try app.stub(.get, "/guilds/\(id)/roles", #"[{"name": "Role of \#(id)"}]"#)
            }
            try await body(app)
        }
    }

    @Test("Enter asks at once, with the document's example; the value stands in the title and p changes it")
    func once() async throws {
        try await run { app in
            await app.press("Enter")
            #expect(app.state.popups.last is FieldsPopup && app.screen.contains("g-7"), "\(app.screen)")
            await app.press("Enter")
            #expect(app.words.contains("Guild g-7") && app.title.contains("guild_id=g-7"), "\(app.screen)")
            await app.press("p")
            await app.type("g-8")
            await app.press("Enter")
            #expect(app.words.contains("Guild g-8") && app.title.contains("guild_id=g-8"), "\(app.screen)")
        }
    }

    @Test("a required header is asked for once: other screens and forms have it")
    func header() async throws {
        let tenant = "{name: Tenant-Id, in: header, required: true, schema: {type: string}}"
        let rows = "{type: array, items: {type: object, properties: {id: {type: string}, name: {type: string}}}}"
        func list(_ name: String) -> String {
            """
              /\(name):
                get:
                  parameters: [\(tenant)]
                  responses: {'200': {description: ok, content: {application/json: {schema: \(rows)}}}}
            """
        }
        let document = """
            openapi: 3.1.0
            info: {title: Books, version: '1'}
            servers: [{url: 'http://books.example'}]
            paths:
            \(list("accounts"))
            \(list("invoices"))
              /invoices/send:
                post:
                  summary: Send invoices
                  parameters: [\(tenant)]
                  requestBody: {content: {application/json: {schema: {type: object, properties: {note: {type: string}}}}}}
                  responses: {'200': {description: ok}}
            """
        try await Harness.run(over: document) { app in
            await app.press("1", "Enter")
            await app.type("T-1")
            await app.press("Enter", "2")
            #expect(app.state.popups.isEmpty && app.title.contains("Tenant-Id=T-1"), "\(app.screen)")
            #expect(app.exchanges.last?.request.path == "/invoices", "\(app.screen)")
            await app.press(":")
            await app.type("send")
            await app.press("Enter")
            #expect(app.state.mainPanel is FormScreen && app.screen.contains("T-1"), "\(app.screen)")
        }
    }

    @Test("a screen below the same place opens with what was typed, and a changed value reaches every screen")
    func remembered() async throws {
        try await run { app in
            await app.press("Enter", "Enter", ":")
            await app.type("roles")
            await app.press("Enter")
            #expect(app.state.popups.isEmpty && app.words.contains("Role of g-7"), "\(app.screen)")
            #expect(app.title.contains("Guild g-7 > Roles"), "\(app.screen)")
            await app.press("p")
            await app.type("g-8")
            await app.press("Enter")
            #expect(app.words.contains("Role of g-8"), "\(app.screen)")
            await app.press("Esc")
            #expect(app.words.contains("Name Guild g-8"), "\(app.screen)")
        }
    }

    @Test("live does not know what was typed in demo")
    func modes() async throws {
        try await run { app in
            await app.press("Enter", "Enter", "d")
            #expect(app.words.contains("This screen needs Guild id."), "\(app.screen)")
            await app.press("d")
            #expect(app.words.contains("Guild g-7"), "\(app.screen)")
        }
    }

    @Test("in demo something is always offered")
    func invented() async throws {
        try await run { app in
            await app.press("j", "Enter")
            let popup = try #require(app.state.popups.last as? FieldsPopup)
            #expect(popup.isTyping)
            await app.press("Enter")
            #expect(app.exchanges.last?.request.path?.hasPrefix("/users/") == true, "\(app.screen)")
            #expect(app.state.popups.isEmpty, "\(app.screen)")
        }
    }
}
