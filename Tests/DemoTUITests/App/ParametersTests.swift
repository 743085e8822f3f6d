import APIDocument
import AppCore
import DemoManager
import HTTPTypes
import Testing
import WireFormats

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

@Suite("What was typed for parameters")
struct ParameterMemoryTests {
    private func request(_ path: String, _ names: String...) -> Request {
        Request(
            operation: "get \(path)", method: .get, path: PathTemplate(path),
            parameters: names.map { name in
                let parameter = Parameter(name: name, location: .path, isRequired: true, schema: .any)
                let field = Field(pointer: .root, name: name, title: name, kind: .text)
                return BoundParameter(parameter, source: .ask(field))
            })
    }

    @Test("the same place in the path has the same value, whatever the screen and the parameter's name")
    func samePlace() {
        var memory = ParameterMemory()
        memory.remember(["guild": "42"], for: request("/guilds/{guild}", "guild"), in: .live)
        let emojis = request("/guilds/{guild_id}/emojis", "guild_id")
        #expect(memory.answers(to: emojis, in: .live) == ["guild_id": "42"])
        #expect(memory.filling(Place(), for: emojis, in: .live).asked == ["guild_id": "42"])
    }

    @Test("two parameters between the same slashes keep a value each")
    func sameSegment() {
        var memory = ParameterMemory()
        let compare = request("/compare/{base}...{head}", "base", "head")
        memory.remember(["base": "31", "head": "42"], for: compare, in: .live)
        #expect(memory.answers(to: compare, in: .live) == ["base": "31", "head": "42"])
    }

    @Test("the same name elsewhere is offered and not used")
    func sameName() {
        var memory = ParameterMemory()
        memory.remember(["id": "42"], for: request("/guilds/{id}", "id"), in: .live)
        let user = request("/users/{id}", "id")
        #expect(memory.answers(to: user, in: .live) == [:])
        #expect(memory.offer(for: "id", of: user, in: .live) == "42")
    }

    @Test("demo and live keep their own, and a place forgets the other mode's")
    func modes() {
        var memory = ParameterMemory()
        let guild = request("/guilds/{id}", "id")
        memory.remember(["id": "42"], for: guild, in: .demo)
        let place = memory.filling(Place(), for: guild, in: .demo)
        #expect(place.asked == ["id": "42"])
        #expect(memory.filling(place, for: guild, in: .live).asked == [:])
        #expect(memory.offer(for: "id", of: guild, in: .live) == nil)
    }
}

@Suite("The way to a screen in its title")
struct BreadcrumbTests {
    @Test("the beginning goes where the way is too long")
    func cut() {
        let way = Breadcrumb(["Museums", "12 Harbor hall", "Events"])
        #expect(way.text(width: 40) == "Museums > 12 Harbor hall > Events")
        #expect(way.text(width: 30) == "… > 12 Harbor hall > Events")
        #expect(way.text(width: 12) == "… > Events")
        #expect(way.text(width: 3) == "… > Events")
        #expect(Breadcrumb(["Events"]).text(width: 3) == "Events")
    }
}

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
