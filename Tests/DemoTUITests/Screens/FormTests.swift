import APIDocument
import AppCore
import DemoManager
import Foundation
import HTTPTypes
import LoopbackPorts
import Terminal
import Testing
import WireFormats

@testable import DemoTUI

@MainActor
@Suite("A form as JSON in the editor")
struct FormEditorTests {
    /// Opens a form with `Rex` in its name, and an editor that is a line of shell; `$f` is the file it opens.
    private func run(editor: String, _ body: @MainActor (Harness) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("form-editor-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = folder.appendingPathComponent("editor.sh")
        try Data("for f; do :; done\n\(editor)\n".utf8).write(to: script)
        let document = folder.appendingPathComponent("pets.yaml")
        try Data(
            """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            paths:
              /pets:
                post:
                  operationId: addPet
                  requestBody: {content: {application/json: {schema: {type: object, properties: {
                    name: {type: string}, age: {type: integer}}}}}}
                  responses: {'201': {description: made}}
            """.utf8
        ).write(to: document)
        let options = AppOptions(
            document: document.path, isDemo: true, environment: ["EDITOR": "/bin/sh \(script.path)"])
        try await Harness.run(options) { app in
            await app.press("1")
            await app.focus("name")
            await app.type("Rex")
            try await body(app)
        }
    }

    @Test("F5 and F8 on a field that is no list say what they are for")
    func entries() async throws {
        try await run(editor: "true") { app in
            await app.press("F5")
            #expect(app.words.contains("Nothing can be added here: go to a list"), "\(app.screen)")
            await app.press("F8")
            #expect(app.words.contains("Nothing can be removed here"), "\(app.screen)")
        }
    }

    @Test("F9 opens what was entered; what comes back is in the fields, and what no field shows is sent all the same")
    func taken() async throws {
        let editor = #"sed -i.bak 's/"Rex"/"Bello", "age": 3, "toys": [1.50]/' "$f""#
        try await run(editor: editor) { app in
            await app.press("F9")
            #expect(app.terminal.acts.contains(.ranOutside))
            #expect(app.footer.contains("Taken over from the editor"), "\(app.screen)")
            #expect(app.screen.contains("Bello") && !app.screen.contains("Rex"), "\(app.screen)")
            await app.press("^S")
            let sent = String(decoding: app.exchanges.last?.requestBody ?? [], as: UTF8.self)
            #expect(sent.filter { !$0.isWhitespace } == #"{"name":"Bello","age":3,"toys":[1.50]}"#)
        }
    }

    @Test("text that is no JSON is kept with the place of its error; the fields stay, and F9 opens it again")
    func broken() async throws {
        let editor = #"""
            if grep -q oops "$f"; then printf '{"name": "Bello"}' > "$f"; else printf '{"name":\n oops' > "$f"; fi
            """#
        try await run(editor: editor) { app in
            await app.press("F9")
            #expect(app.words.contains("The JSON has an error in line 2, column 2"), "\(app.screen)")
            #expect(app.screen.contains("Rex"), "\(app.screen)")
            await app.press("F9")
            #expect(app.screen.contains("Bello") && !app.screen.contains("has an error"), "\(app.screen)")
        }
    }

    @Test("an editor that fails, and one that changes nothing, leave everything", arguments: ["exit 3", "true"])
    func unchanged(editor: String) async throws {
        try await run(editor: editor) { app in
            await app.press("F9")
            let note = editor == "true" ? "Nothing was changed." : "The editor ended with status 3"
            #expect(app.footer.contains(note) && app.screen.contains("Rex"), "\(app.screen)")
        }
    }
}

@Suite("What is entered into a field")
struct FieldInputTests {
    private func field(
        _ kind: Field.Kind, isRequired: Bool = false, isNullable: Bool = false, default value: JSONValue? = nil
    ) -> Field {
        Field(
            pointer: JSONPointer(tokens: ["f"]), title: "F", kind: kind, isRequired: isRequired,
            isNullable: isNullable, default: value)
    }

    @Test(
        "a choice begins at the value there is, else at the default, else at none; the value is sent as it is spelled")
    func choice() throws {
        let kind = Field.Kind.choice(["a", "b", .number(try #require(JSONNumber(text: "1.10")))])
        #expect(FieldInput(field(kind), value: "b").shown == "b")
        #expect(FieldInput(field(kind, default: "a"), value: nil).shown == "a")
        #expect(FieldInput(field(kind), value: nil).value(for: field(kind)) == nil)
        #expect(FieldInput(field(kind), value: "unknown to the document").value(for: field(kind)) == nil)
        var last = FieldInput(field(kind), value: "b")
        last.step(1, isRequired: true)
        #expect(last.value(for: field(kind))?.text() == "1.10")
    }

    @Test("steps go round the end; an optional field has none between last and first")
    func steps() {
        let kind = Field.Kind.choice(["a", "b"])
        var optional = FieldInput(field(kind), value: "b")
        var seen: [String] = []
        for _ in 0..<3 {
            optional.step(1, isRequired: false)
            seen.append(optional.shown)
        }
        #expect(seen == ["", "a", "b"])
        var required = FieldInput(field(kind, isRequired: true), value: nil)
        required.step(-1, isRequired: true)
        #expect(required.shown == "b")
        required.step(1, isRequired: true)
        #expect(required.shown == "a")
        var nothing = FieldInput(field(.choice([])), value: nil)
        nothing.step(1, isRequired: false)
        #expect(nothing.shown.isEmpty)
    }

    @Test("true and false are chosen, not typed")
    func boolean() {
        let input = FieldInput(field(.boolean), value: false)
        #expect(!input.isText && input.shown == "false" && input.value(for: field(.boolean)) == false)
    }

    @Test("a number keeps its spelling; text that is none is a complaint and no value")
    func number() throws {
        let amount = field(.number)
        let input = FieldInput(amount, value: .number(try #require(JSONNumber(text: "12.50"))))
        #expect(input.shown == "12.50" && input.value(for: amount)?.text() == "12.50")
        let wrong = FieldInput.text(TextInput("12,50"))
        #expect(wrong.value(for: amount) == nil && wrong.violation(of: amount) != nil)
    }

    @Test("empty is no value, null where null is a value, and a complaint where one is needed")
    func empty() {
        let empty = FieldInput.text(TextInput(""))
        #expect(empty.value(for: field(.text)) == nil)
        #expect(empty.violation(of: field(.text)) == nil)
        #expect(empty.violation(of: field(.text, isRequired: true)) != nil)
        #expect(
            FieldInput.choice(["a"], selected: nil).violation(of: field(.choice(["a"]), isRequired: true))
                == "Choose one.")
    }
}

@Suite("Emptied fields")
struct NullableFieldTests {
    /// The form that changes `note`, emptied and sent.
    private func emptied(_ schema: String, by method: String = "patch", type: String = "application/json") throws
        -> (sent: ScreenLoader.Change?, complaints: [String])
    {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /a:
                get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}}
                \(method): {requestBody: {content: {\(type): {schema: {type: object, properties: {note: \(schema)}}}}}}
            """
        let catalog = ScreenCatalog(try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8))))
        let screen = try #require(catalog.screens.first)
        var panel = FormScreen(
            screen: screen, form: try #require(screen.update), place: Place(),
            purpose: .edit(base: ["note": "x", "kept": 1], etag: nil, panel: 1, row: nil))
        let world = World(
            catalog: catalog, demo: DemoStatus(), area: Size(columns: 80, rows: 24),
            spinnerFrame: 0)
        _ = panel.type(.backspace, in: world)
        for case .send(let request) in panel.perform(.submit, in: world) { return (request.change, []) }
        return (nil, Array(panel.complaints.values))
    }

    @Test(
        "what is emptied is sent as null where that is allowed, else as an empty text where that is a value",
        arguments: [
            ("{type: [string, 'null']}", JSONValue.null), ("{type: [string, 'null'], minLength: 1}", .null),
            ("{type: string}", ""), ("{type: string, maxLength: 9, pattern: '^x*$'}", ""),
        ], ["patch", "put"])
    func sent(_ expected: (schema: String, value: JSONValue), method: String) throws {
        let sent = try emptied(expected.schema, by: method).sent
        #expect(sent?.changes == [Update.Change(JSONPointer(tokens: ["note"]), expected.value)])
    }

    @Test(
        "what can be neither is left out of a whole; a change of it is not sent and says what is wanted",
        arguments: [
            ("{type: string, minLength: 1}", "Must have at least 1 character, not 0."),
            ("{type: string, minLength: 1, maxLength: 9}", "Must have 1 to 9 characters, not 0."),
            ("{type: string, pattern: '^x'}", "Must have the form ^x."),
            ("{type: string, format: date}", "Write a day as 2026-01-31."),
            ("{type: string, format: phone}", ""),
            ("{type: integer}", "Write a whole number, such as 12."),
        ])
    func leftOut(schema: String, words: String) throws {
        let whole = try emptied(schema, by: "put")
        #expect(whole.sent?.changes == [Update.Change(JSONPointer(tokens: ["note"]), nil)])
        let change = try emptied(schema)
        #expect(change.sent == nil)
        let told = try #require(change.complaints.first)
        #expect(told.hasPrefix("It cannot be taken away: the document allows no null here.") && told.hasSuffix(words))
    }

    @Test(
        "a merge patch takes away by null and a form by an empty text, whatever the schema says",
        arguments: ["application/merge-patch+json", "application/x-www-form-urlencoded"])
    func byMediaType(type: String) throws {
        let sent = try emptied("{type: string, minLength: 1}", type: type).sent
        #expect(sent?.changes == [Update.Change(JSONPointer(tokens: ["note"]), nil)])
    }
}

@MainActor
@Suite("Fields whose text must not be seen")
struct MaskedFieldTests {
    @Test("what is typed into a field that is only written is dots on the screen, and is sent as it was typed")
    func masked() async throws {
        let document = """
            openapi: 3.1.0
            info: {title: Door, version: '1'}
            paths:
              /open:
                post:
                  operationId: open
                  requestBody: {content: {application/json: {schema: {type: object, properties: {
                    phrase: {type: string, writeOnly: true}, word: {type: string, format: password},
                    place: {type: string}}}}}}
                  responses: {'204': {description: open}}
            """
        try await Harness.run(over: document) { app in
            await app.press("1")
            for name in ["phrase", "word", "place"] {
                await app.focus(name)
                await app.type("my \(name)")
            }
            #expect(!app.screen.contains("my phrase") && !app.screen.contains("my word"), "\(app.screen)")
            #expect(app.screen.contains("•••••••••") && app.screen.contains("my place"), "\(app.screen)")
            await app.press("^S")
            let sent = try JSONValue(parsing: app.exchanges.last?.requestBody ?? [])
            #expect(sent == ["phrase": "my phrase", "word": "my word", "place": "my place"])
        }
    }
}

@MainActor
@Suite("Transfers")
struct TransfersTests {
    private func fill(_ app: Harness) async {
        for (field, text) in [
            ("fromAccount", "NL21HARB0417164300"), ("toAccount", "NL86KADE0250613377"), ("amount", "12.50"),
            ("date", "2026-07-01"),
        ] {
            await app.focus(field)
            await app.press("^A", "^K")
            await app.type(text)
        }
        await app.focus("category")
        await app.press("Right")
    }

    @Test("an empty form is not sent: every required field says so")
    func empty() async throws {
        try await Harness.run { app in
            await app.press("6", "^S")
            #expect(app.screen.contains("fields need a change."), "\(app.screen)")
            #expect(app.exchanges.isEmpty || app.exchanges.allSatisfy { $0.request.method == .get })
        }
    }

    @Test("a form that is a screen of its own sends, says so, and is empty again")
    func send() async throws {
        try await Harness.run { app in
            await app.press("6")
            await fill(app)
            await app.press("^S")
            #expect(app.screen.contains("Sent") && app.form?.isDirty == false, "\(app.screen)")
            #expect(app.exchanges.last?.request.path == "/transfers")
            let body = app.exchanges.last?.requestBody.map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(body.contains("\"amount\":12.50") || body.contains("\"amount\":12.5"), "\(body)")
        }
    }

    @Test(
        "the form shows what the server answered until something is typed; ^V shows all of it")
    func answer() async throws {
        try await Harness.run { app in
            try app.stub(.post, "/transfers", status: 202, #"{"ticket": "T-77", "access_token": "s3same"}"#)
            await app.press("6")
            await fill(app)
            await app.press("^S")
            #expect(app.words.contains("202 after") && app.screen.contains("\"T-77\""), "\(app.screen)")
            #expect(!app.screen.contains("s3same"), "\(app.screen)")
            await app.press("^V")
            #expect(app.state.mainPanel is ExchangeScreen && app.words.contains("Decision: stub"), "\(app.screen)")
            await app.press("Esc")
            await app.focus("note")
            await app.type("x")
            #expect(!app.screen.contains("T-77"), "\(app.screen)")
        }
    }

    @Test("of a long answer the form shows the beginning and says where the rest is")
    func longAnswer() async throws {
        try await Harness.run { app in
            let many = (0..<50).map { "\"line \($0)\"" }.joined(separator: ",")
            try app.stub(.post, "/transfers", status: 201, "[\(many)]")
            await app.press("6")
            await fill(app)
            await app.press("^S")
            #expect(app.screen.contains("line 0") && !app.screen.contains("line 40"), "\(app.screen)")
            #expect(app.words.contains("more lines; ^V shows all"), "\(app.screen)")
        }
    }

    @Test("live it says that the backend isn't ready and keeps the text; F3 and ^S send it to the demo")
    func notReady() async throws {
        try await Harness.run(AppOptions()) { app in
            await app.press("6")
            await fill(app)
            await app.press("^S")
            #expect(app.screen.contains("isn't ready (501)") && app.screen.contains("F3"), "\(app.screen)")
            #expect(app.screen.contains("NL86KADE0250613377"))
            await app.press("F3", "^S")
            #expect(app.banner.contains("MIXED 1/6") && app.screen.contains("Sent"), "\(app.screen)")
        }
    }
}

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
