import APIDocument
import AppCore
import DemoManager
import Foundation
import HTTPTypes
import LoopbackPorts
import SourceTexts
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@MainActor @Suite("A form as JSON in the editor") struct FormEditorTests {
    nonisolated private static let pets = openAPI(
        "Pets", server: nil, "POST /pets addPet {name: string, age: integer} -> 201")

    nonisolated static let walks: [(editor: String, walk: Walk)] = [
        (
            "true",
            Walk(
                "F5 and F8 on a field that is not a list explain themselves", .press("F5"),
                .reads("Nothing can be added here: go to a list"), .press("F8"), .reads("Nothing can be removed here"))
        ),
        (
            #"sed -i.bak 's/"Rex"/"Bello", "age": 3, "toys": [1.50]/' "$f""#,
            Walk(
                "F9 opens the form's JSON; the edited values are in the fields, and values without a field are sent",
                .press("F9"), .holds { $0.terminal.acts.contains(.ranOutside) }, .footer("Taken over from the editor"),
                .sees("Bello"), .lacks("Rex"), .press("^S"),
                .holds { app in
                    app.sentBody.filter { !$0.isWhitespace } == #"{"name":"Bello","age":3,"toys":[1.50]}"#
                })
        ),
        (
            #"if grep -q oops "$f"; then printf '{"name": "Bello"}' > "$f"; else printf '{"name":\n oops' > "$f"; fi"#,
            Walk(
                "broken JSON is kept with the position of its error and the fields stay; F9 opens it again",
                .press("F9"), .reads("The JSON has an error in line 2, column 2"), .sees("Rex"), .press("F9"),
                .sees("Bello"), .lacks("has an error"))
        ),
        (
            "true",
            Walk("an editor that changes nothing says so", .press("F9"), .footer("Nothing was changed."), .sees("Rex"))
        ),
        (
            "exit 3",
            Walk("an editor that fails says so", .press("F9"), .footer("The editor ended with status 3"), .sees("Rex"))
        ),
    ]

    @Test("Each walk with this editor shows the expected text", arguments: walks)
    func walk(_ editor: String, _ walk: Walk) async throws {
        let folder = try Folder(["editor.sh": "for f; do :; done\n\(editor)\n", "pets.yaml": Self.pets])
        let options = AppOptions(
            document: folder.path + "/pets.yaml", isDemo: true,
            environment: ["EDITOR": "/bin/sh \(folder.path)/editor.sh"])
        try await Harness.run(options) { app in
            await app.press("1")
            await app.focus("name")
            await app.type("Rex")
            try await walk.take(on: app)
        }
    }

    @Test("The editor of a PATCH has the members with a field; null removes one, and one that is left out stays")
    func patch() async throws {
        let document = openAPI(
            "Pets", server: nil,
            """
            GET /pets/{id:integer} getPet -> Pet
            PATCH /pets/{id:integer} patchPet Change -> 200
            Change = {name: string, note: {type: [string, 'null']}, at: {type: string, format: date}, tags: Tags}
            Tags = {type: object, additionalProperties: {type: string}}
            Pet = {id: integer, name: string, note: string, owner: {name: string}, tags: Tags}
            """)
        let edited = #"{"note": null, "at": "2026-99-99", "tags": {"z": "9"}}"#
        let script = #"cp "$f" "$0.seen"; echo '\#(edited)' > "$f""#
        let folder = try Folder(["editor.sh": "for f; do :; done\n\(script)\n", "pets.yaml": document])
        let options = AppOptions(
            document: folder.path + "/pets.yaml", isDemo: true,
            environment: ["EDITOR": "/bin/sh \(folder.path)/editor.sh"])
        try await Harness.run(options) { app in
            let pet = #"{"id": 7, "name": "Rex", "note": "old", "owner": {"name": "Ann"}, "tags": {"x": "1"}}"#
            _ = try app.stub(.get, "/pets/1", status: 200, pet)
            _ = try app.stub(.patch, "/pets/1", status: 200)
            await app.press("1", "r", "e", "F9")
            let seen = try String(contentsOfFile: folder.path + "/editor.sh.seen", encoding: .utf8)
            let shown = try JSONValue(parsing: seen)
            #expect(shown == ["name": "Rex", "note": "old", "tags": ["x": "1"]])
            #expect(app.footer.contains("members left out stay as they are"))
            #expect(app.words.contains("1 field to correct"), "\(app.screen)")
            await app.press("^S", "^S")
            let sent = try JSONValue(parsing: Array(app.sentBody.utf8))
            #expect(sent.isEquivalent(to: ["note": .null, "at": "2026-99-99", "tags": ["z": "9"]]), "\(sent)")
        }
    }

    @Test("Letters that are typed while a form is sent run no commands") func sending() async throws {
        try await Harness.run(over: Self.pets, AppOptions(isDemo: true)) { app in
            _ = try app.stub(.post, "/pets", status: 201, after: .seconds(600))
            await app.press("1")
            app.feed("^S")
            await app.wait { app.screen.contains("Sending (Esc stops)") }
            for letter in ["D", "d", "q"] { app.feed(letter) }
            await app.wait { app.footer.contains("Sending.") }
            #expect(app.end == nil && app.banner.contains("DEMO") && !app.banner.contains("MIXED"))
            app.feed("Esc")
            await app.settle()
            #expect(app.words.contains("Stopped"))
        }
    }
}

@Suite("Emptied fields") struct NullableFieldTests {
    /// The form that changes `note`, emptied and sent.
    private func emptied(_ schema: String, by method: String = "patch", type: String = "application/json") throws
        -> (sent: Update?, complaints: [String])
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
        let world = World(catalog: catalog, demo: DemoStatus(), area: Size(columns: 80, rows: 24), spinnerFrame: 0)
        _ = panel.type(.backspace, in: world)
        for case .send(let request) in panel.perform(.submit, in: world) { return (request.change, []) }
        return (nil, Array(panel.complaints.values))
    }

    @Test(
        "An emptied field is sent as null where that is allowed, else as an empty string",
        arguments: [
            ("{type: [string, 'null']}", JSONValue.null), ("{type: [string, 'null'], minLength: 1}", .null),
            ("{type: string}", ""), ("{type: string, maxLength: 9, pattern: '^x*$'}", ""),
        ], ["patch", "put"])
    func sent(_ expected: (schema: String, value: JSONValue), method: String) throws {
        let sent = try emptied(expected.schema, by: method).sent
        #expect(sent?.changes == [Update.Change(JSONPointer(tokens: ["note"]), expected.value)])
    }

    @Test(
        "A field that can be neither is omitted from a PUT; a PATCH refuses it with the expected type",
        arguments: [
            ("{type: string, minLength: 1}", "Must have at least 1 character."),
            ("{type: string, minLength: 1, maxLength: 9}", "Must have at least 1 character."),
            ("{type: string, pattern: '^x'}", "Must match ^x."),
            ("{type: string, format: date}", "Write a day such as 2026-01-31, tomorrow or friday."),
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
        "A merge patch removes with null and a form with an empty string, whatever the schema allows",
        arguments: ["application/merge-patch+json", "application/x-www-form-urlencoded"])
    func byMediaType(type: String) throws {
        let sent = try emptied("{type: string, minLength: 1}", type: type).sent
        #expect(sent?.changes == [Update.Change(JSONPointer(tokens: ["note"]), nil)])
    }
}

@MainActor @Suite("Forms") struct FormTests {
    /// Fills the form for transfers.
    nonisolated private static let fill = Step { app in
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
    nonisolated private static let door = openAPI(
        "Door", server: nil,
        "POST /open open {phrase: string writeOnly, word: string format=password, place: string} -> 204")
    nonisolated private static let note = openAPI(
        "Note", server: nil,
        """
        GET /note getNote -> {text: string}
        PATCH /note setNote {text: string} -> {text: string}
        """)
    nonisolated private static let orders = openAPI(
        "Shop", server: nil,
        """
        GET /customers listCustomers -> [{id: integer, name: string}]
        GET /customers/{customerId} getCustomer -> {id: integer, name: string}
        GET /customers/{customerId}/orders listOrders -> [{id: integer, customerId: integer, note: string}]
        POST /customers/{customerId}/orders addOrder {customerId: integer, note: string} -> 201
        """)
    nonisolated private static let visit = openAPI(
        "Pets", server: nil, "POST /pets addPet {name: string, age: integer, note: string} -> 201")
    nonisolated private static let ping = openAPI("Bell", server: nil, "POST /ring ringBell -> 204")
    nonisolated private static let chat = openAPI(
        "Chat",
        """
        GET /channels/{channel_id}/messages listMessages -> [{id: string, name: string}] ; x-screen: {id: list, kind: collection}
        POST /channels/{channel_id}/messages addMessage {name: string} -> 201
        """)
    nonisolated private static let messages = Stage.over(chat, options: AppOptions(isDemo: true, startScreen: "list"))

    nonisolated private static func inField(_ name: String) -> Step {
        .holds { $0.form?.focusedNode?.field.name == name }
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "an empty form is not sent: every required field says so", .press("6 ^S"), .title("5 fields to correct"),
            .holds { app in app.exchanges.allSatisfy { $0.request.method == .get } }),
        Walk(
            "of several wrong fields the border counts what is left, and Enter goes to the next one",
            .press("6 ^S"), .type("x"), .title("4 fields to correct"), .footer("Enter next error"), .press("Enter"),
            inField("toAccount"), .type("x"), .title("3 fields to correct"), .press("Up Enter"), inField("amount")),
        Walk(
            "before a form is sent, Enter goes from field to field, past a wrong one", on: .over(visit), .press("1"),
            .focus("name"), .type("Rex"), .press("Enter"), inField("age"), .type("x"), .press("Enter"), inField("note"),
            .footer("Enter next"), .type("y"), .press("Enter"), .holds { $0.form?.focusedNode == nil }),
        Walk(
            "Enter sends an action once; ^S sends it again", on: .over(ping), .press("1 Enter Enter"),
            .footer("It was sent. ^S sends it again"), .holds { $0.exchanges.count == 1 }, .press("^S"),
            .holds { $0.exchanges.count == 2 }),
        Walk(
            "an unchanged PATCH is not sent at once: the form says so, and ^S sends it", on: .over(note),
            .press("1 e ^S"),
            .reads("No field was changed."), .holds { app in app.exchanges.allSatisfy { $0.request.method == .get } },
            .press("^S"), .footer("Saved."), .holds { $0.exchanges.contains { $0.request.method == .patch } }),
        Walk(
            "the failures begin with those of the form's own call", .press("2 e M-c"), .popup(ConditionPicker.self),
            .reads("PATCH /transactions")),
        Walk(
            "a new row below an item has the item's id", on: .over(orders, columns: 100),
            .press("1 r Enter > Enter"), .title("Orders"), .press("a"),
            .holds { app in
                guard let form = app.form, let node = form.tree.node(named: "customerId") else { return false }
                return form.tree.text(of: node) == form.place.inherited["customerId"]?.plainText && !form.isDirty
            }),
        Walk(
            "a form that is a screen is sent, says so, and is empty again", .press("6"), fill, .press("^S"),
            .sees("Sent"), .press("x"), .holds { $0.form?.isDirty == false }, .called("/transfers"),
            .holds { $0.sentBody.contains("\"amount\":12.5") }),
        Walk(
            "a form shows the server's answer until something is typed; ^V shows all of it",
            .stub(.post, "/transfers", status: 202, #"{"ticket": "T-77", "access_token": "s3same"}"#), .press("6"),
            fill, .press("^S"), .reads("202 after"), .sees("T-77"), .lacks("s3same"),
            .press("^V"), .panel(ExchangeScreen.self), .reads("Demo is on"), .press("Esc"), .focus("note"),
            .type("x"), .lacks("T-77")),
        Walk(
            "a form shows the beginning of a long answer and says where the rest is",
            .stub(.post, "/transfers", status: 201, "[\((0..<50).map { "\"line \($0)\"" }.joined(separator: ","))]"),
            .press("6"), fill, .press("^S"), .sees("line 0"), .lacks("line 40"), .reads("more; ^V shows all")),
        Walk(
            "a live form whose backend is missing keeps its text; F3 and ^S send it to the demo", on: .live,
            .press("6"), fill, .press("^S"), .sees("isn't ready (501)", "F3", "NL86KADE0250613377"),
            .press("F3 ^S"), .banner("MIXED"), .sees("Sent")),
        Walk(
            "write-only and password fields show dots and are sent as typed", on: .over(door), .press("1"),
            .focus("phrase"), .type("my phrase"), .focus("word"), .type("my word"), .focus("place"), .type("my place"),
            .lacks("my phrase", "my word"), .sees("•••••••••", "my place"), .press("^S"),
            .holds {
                try JSONValue(parsing: $0.sentBody) == ["phrase": "my phrase", "word": "my word", "place": "my place"]
            }),
        Walk(
            "a parameter typed for a list that still loads, or was stopped, is used for an added row", on: messages,
            .stub(.get, "/channels/c-1/messages", "[]", after: .seconds(600)),
            .stub(.post, "/channels/c-1/messages", status: 201), .press("p"), .type("c-1"), .feed("Enter a"),
            .holds { $0.form?.place.inherited["channel_id"] == "c-1" }, .feed("Esc Esc"), .settle, .reads("Stopped."),
            .press("a"), .focus("name"), .type("Hello"), .feed("^S"),
            .waits { app in
                app.exchanges.last { $0.request.method == .post }?.request.path == "/channels/c-1/messages"
            },
            .waits { !($0.state.mainPanel is FormScreen) }, .feed("Esc"), .settle),
        Walk(
            "a live list asks for its parameter before a row is added", on: messages, .press("D a"),
            .popup(FieldsPopup.self), .holds { $0.form == nil }),
    ]

    @Test("Forms work", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("A form opened in demo asks for a parameter that live lacks, and is sent with it")
    func otherMode() async throws {
        let port = try ClosedPort()
        let options = AppOptions(baseURL: "http://127.0.0.1:\(port.number)", isDemo: true, startScreen: "list")
        try await Walk(
            "", on: .over(Self.chat, options: options), .press("p"), .type("c-1"), .press("Enter a"),
            .focus("name"), .type("Hello"), .press("F3 ^S"), .popup(FieldsPopup.self), .type("c-9"), .press("Enter"),
            .called(.post), .called("/channels/c-9/messages")
        ).take()
        withExtendedLifetime(port) {}
    }
}

@Suite("Completion of paths") struct PathCompletionTests {
    @Test(
        "A path is completed as far as all files agree",
        arguments: [
            ("re", "report-"), ("report-", nil), ("report-b", "report-b.txt"), ("fo", "folder/"), ("x", nil),
            ("folder/", "folder/inner.txt"), (".h", ".hidden"), ("", nil), ("none/x", nil),
        ])
    func longer(typed: String, expected: String?) throws {
        let folder = try Folder([
            "report-a.txt": "", "report-b.txt": "", "folder/inner.txt": "", ".hidden": "", "folder/.hidden": "",
        ])
        let path = { folder.path + "/" + $0 }
        #expect(PathCompletion.longer(than: path(typed)).path == expected.map(path))
        let names = PathCompletion.longer(than: path("report-")).names
        #expect(names == ["report-a.txt", "report-b.txt"], "several fit")
        #expect(PathCompletion.longer(than: path("report-a.txt")).names.isEmpty)
    }
}
