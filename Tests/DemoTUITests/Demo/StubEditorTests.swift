import DemoManager
import Foundation
import TestSupport
import Testing

@testable import DemoTUI

@MainActor @Suite("Editing a stub in the editor") struct StubEditorTests {
    /// A user with an editor that is a line of shell, where `$f` is the file it opens, and own stub files.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String { walk.testDescription }
        let editor: String
        var document: String?
        let files: [String: String]
        let walk: Walk

        init(editor: String, document: String? = nil, files: [String: String] = [:], _ name: String, _ steps: [Step]) {
            (self.editor, self.document, self.files) = (editor, document, files)
            walk = Walk(name, steps: steps)
        }
    }

    nonisolated private static let card = """
        {"request": {"method": "GET", "urlPath": "/cards"},
         "response": {"status": 200, "jsonBody": {"data": [{"id": "1", "label": "My card"}]}}}
        """
    nonisolated private static let ownCard = ["my stubs/cards.json": card]
    nonisolated private static let fileCard = [
        "my stubs/cards.yaml": "request: {method: GET, urlPath: /cards}\nresponse: {bodyFileName: cards.json}\n",
        "my stubs/__files/cards.json": #"{"data": [{"id": "1", "label": "My card"}]}"#,
    ]
    nonisolated private static let oneLine =
        #"{"request": {"method": "GET", "urlPath": "/cards"}, "response": {"status": 200, "jsonBody": "#
        + #"{"data": [{"id": "1", "label": "My card", "limit": 10.50}]}}}"#
    nonisolated private static let carts = openAPI(
        "Shop", server: nil,
        """
        GET /carts listCarts -> [{name: string}] example=[{name: Made up}] \
        -> 418 {type: object} example={error: Short and stout}
        """)

    nonisolated private static let pages = openAPI(
        "Shop", server: nil,
        "GET /carts?page:integer&size:integer listCarts -> {items: [{id: integer, name: string}], total: integer}")

    nonisolated static let cases: [Case] = [
        Case(
            editor: #"sed -i.bak s/My/Our/ "$f""#, files: ownCard,
            "E opens the answering stub's file, and a save shows at once",
            [
                .sees("My card"), .press("E"), .holds { $0.terminal.acts.contains(.ranOutside) }, .sees("Our card"),
                .footer("Stubs reloaded."),
            ]),
        Case(
            editor: "cat > \"$f\" <<'END'\n\(card.replacingOccurrences(of: "My card", with: "Fresh"))\nEND",
            "E without a stub writes one for the request",
            [
                .withoutStubs, .press("r"), .sees("No stub for GET /cards"), .press("E"),
                .holds { try $0.stubFiles == ["get-cards.yaml"] }, .sees("Fresh"),
            ]),
        Case(
            editor: #"sed -i.bak 's/Short and stout/By hand/' "$f""#, document: carts,
            "E on a condition of the document writes a stub for it",
            [
                .does { app in
                    let names = app.manager.conditionNames(forOperations: ["listCarts"]).map(\.name)
                    await app.choose(names.first { $0.contains("418") } ?? "")
                }, .sees("Short and stout"), .press("E"), .sees("By hand"),
                .holds { app in
                    let file = try app.stubFiles.first.map { "\(app.stubsFolder)/\($0)" } ?? ""
                    let text = try String(contentsOfFile: file, encoding: .utf8)
                    return text.contains("enabled: false") && text.contains("status: 418")
                }, .condition(nil, "listCarts"), .choose("works"), .lacks("By hand"),
            ]),
        Case(
            editor: #"echo '# mine' >> "$f""#, document: carts, "E in the list of failures writes the body of a status",
            [
                .press("c j E"), .reads("401 not signed in stub get-carts"),
                .holds { ($0.state.popups.last as? ConditionPicker)?.selection.index == 1 },
                .holds { app in
                    let file = try app.stubFiles.first.map { "\(app.stubsFolder)/\($0)" } ?? ""
                    let text = try String(contentsOfFile: file, encoding: .utf8)
                    return text.contains("name: \"unauthorized\"") && text.contains("status: 401")
                },
            ]),
        Case(
            editor: #"sed -i.bak 's/Made up/By hand/' "$f""#, document: carts,
            "E on a reply of the document writes a stub that begins with it",
            [.sees("Made up"), .press("E"), .sees("By hand"), .holds { try $0.stubFiles == ["get-carts.yaml"] }]),
        Case(
            editor: #"echo '# mine' >> "$f""#, document: pages, "E on a list writes a stub for the page alone",
            [
                .press("E"),
                .holds { app in
                    let text = try String(contentsOfFile: app.stubsFolder + "/get-carts.yaml", encoding: .utf8)
                    return text.contains("queryParameters:\n    \"page\": {absent: true}\nresponse:")
                },
                .press("G"),
                .holds { app in
                    let pages = app.exchanges.filter { $0.request.path?.contains("page=2") == true }
                    return pages.last?.stub?.kind == .stub(.generated)
                },
                .press("E"), .footer("Stubs reloaded."), .holds { $0.table?.selection.index == 56 },
            ]),
        Case(
            editor: #"echo '{' > "$f""#, files: ownCard, "a broken save is a problem, and the last stub answers",
            [
                .press("E"), .reads("cards.json:2:1: not valid JSON", "the last good version stays in use"),
                .sees("My card"), .press("P"), .title("Problems · 1"),
            ]),
        Case(
            editor: "exit 3", files: ownCard, "a deleted file is named as such",
            [
                .sees("My card"),
                .holds { app in
                    try FileManager.default.removeItem(atPath: app.stubsFolder + "/cards.json")
                    return true
                }, .press("E"), .reads("cards.json was deleted"),
            ]),
        Case(
            editor: "exit 3", files: ownCard, "an editor that fails says so and changes nothing",
            [.press("E"), .reads("The editor ended with status 3"), .sees("My card")]),
        Case(
            editor: "touch \"$f\"", files: ownCard, "an editor that changes nothing says so",
            [.press("E"), .footer("Not changed.")]),
        Case(
            editor:
                #"if grep -q '{{{' "$f"; then printf '{"data": []}' > "$f"; else printf '{"data":\n {{{' > "$f"; fi"#,
            files: fileCard, "a broken body is reported with its line, the last valid one stays, and P opens it",
            [
                .press("E"), .reads("__files/cards.json:2:3: not valid JSON", "the last good version stays in use"),
                .sees("My card"), .press("P"), .title("Problems · 1"), .footer("edit file"), .press("Enter"),
                .reads("No problems"), .footer("Stubs reloaded."),
            ]),
        Case(
            editor: #"printf '{"data": [{"id": "1", "label": "My card"}]}' > "$f""#,
            files: fileCard.merging(["my stubs/__files/cards.json": "{{{"]) { $1 },
            "a body that was never valid is named on the screen, and E opens it",
            [.reads("cards.json cannot be read"), .press("E"), .sees("My card")]),
        Case(
            editor: #"sed -i.bak '/label/s/My/Our/' "$f"; wc -l < "$f" > "$(dirname "$0")/lines""#,
            files: ["my stubs/cards.json": oneLine],
            "JSON on one line is formatted for the editor, and one line again afterwards",
            [
                .press("E"), .sees("Our card"),
                .holds { app in
                    let saved = try String(contentsOfFile: app.stubsFolder + "/cards.json", encoding: .utf8)
                    let lines = try String(contentsOfFile: app.stubsFolder + "/../lines", encoding: .utf8)
                    return saved.contains(#""label":"Our card","limit":10.50"#)
                        && saved.split(separator: "\n").count == 1 && Int(lines.filter(\.isNumber)) ?? 0 > 8
                },
            ]),
    ]

    @Test("Each walk with this editor shows the expected text", arguments: cases) func walk(_ each: Case) async throws {
        var files = each.files
        files["editor.sh"] = "for f; do :; done\n\(each.editor)\n"
        files["my stubs/.keep"] = ""
        files["openapi.yaml"] = each.document
        let folder = try Folder(files)
        let options = AppOptions(
            document: each.document.map { _ in folder.path + "/openapi.yaml" }, isDemo: true,
            startScreen: each.document == nil ? "cards" : nil, stubsFolder: folder.path + "/my stubs",
            environment: ["EDITOR": "/bin/sh \(folder.path)/editor.sh"])
        try await Harness.run(options) { app in
            app.stubsFolder = folder.path + "/my stubs"
            try await each.walk.take(on: app)
        }
    }

    @Test("No two requests share the file of a new stub") func fileNames() {
        #expect(StubEditor.fileName("GET", "/a/b", nil) == "get-a-b.yaml")
        let names = ["/a/b", "/a-b", "/a/B", "/a/é", "/a/b/", "/a//b"].map { StubEditor.fileName("GET", $0, nil) }
        let long = ["x", "y"].map { StubEditor.fileName("GET", "/" + String(repeating: "a", count: 200) + $0, nil) }
        let condition = StubEditor.fileName("GET", "/a", "b")
        #expect(Set(names + long + [condition]).count == 9)
        #expect((names + long).allSatisfy { $0.utf8.count < 120 && !$0.contains("/") })
    }

    @Test("E on an installed fixture writes the user's own stub, which E opens from then on; the fixture stays")
    func installed() async throws {
        let editor = "for f; do :; done\nsed -i.bak 's/Everyday debit/Golden debit/' \"$f\"\n"
        let home = try Folder(["editor.sh": editor])
        let fixture = Harness.resources + "/bodies/cards.json"
        let before = try String(contentsOfFile: fixture, encoding: .utf8)
        let options = AppOptions(
            isDemo: true, startScreen: "cards",
            environment: ["EDITOR": "/bin/sh \(home.path)/editor.sh", "XDG_DATA_HOME": home.path])
        for round in 0..<2 {
            try await Harness.run(options) { app in
                if round == 0 { await app.press("E") }
                #expect(app.screen.contains("Golden debit"), "\(app.screen)")
                if round == 0 { #expect(app.words.contains("Saved as your own stub"), "\(app.screen)") }
            }
        }
        #expect(try String(contentsOfFile: fixture, encoding: .utf8) == before)
    }

    @Test("A stub belongs to its document, not to another API with the same path") func ofOneDocument() async throws {
        func document(_ title: String) -> String {
            openAPI(title, server: nil, "GET /invoices -> [{name: string}] example=[{name: Of \(title)}]")
        }
        let home = try Folder([
            "One/openapi.yaml": document("One"), "Two/openapi.yaml": document("Two"),
            "editor.sh": "for f; do :; done\nsed -i.bak 's/Of One/Secret of One/' \"$f\"\n",
        ])
        func options(_ title: String) -> AppOptions {
            AppOptions(
                document: home.path("\(title)/openapi.yaml"), isDemo: true,
                environment: ["EDITOR": "/bin/sh \(home.path)/editor.sh", "XDG_DATA_HOME": home.path])
        }
        try await Harness.run(options("One")) { app in
            await app.press("Enter", "E")
            #expect(app.screen.contains("Secret of One"), "\(app.screen)")
        }
        try await Harness.run(options("Two")) { app in
            #expect(app.screen.contains("Of Two") && !app.screen.contains("Secret"), "\(app.screen)")
            #expect(app.state.demo.problems.isEmpty)
        }
        try home.write(
            "demo-tui/stubs/get-invoices.yaml",
            "request: {method: GET, urlPath: /invoices}\nresponse: {jsonBody: [{name: Of everybody}]}\n")
        try await Harness.run(options("Two")) { app in
            #expect(app.screen.contains("Of everybody"), "\(app.screen)")
            await app.press("P")
            #expect(app.words.contains("the stubs here answer for every document"), "\(app.screen)")
            #expect(app.state.demo.problems.first?.message.contains("demo-tui/apis/two-") == true, "\(app.screen)")
        }
        try await Harness.run(options("One")) { app in
            #expect(app.screen.contains("Secret of One"), "the document's own stubs win\n\(app.screen)")
        }
    }
}

@MainActor @Suite("Stub files saved outside") struct WatchedStubsTests {
    @Test("An invalid save is reported and keeps the reply; the next valid one shows") func saves() async throws {
        let folder = try Folder()
        func save(_ text: String) throws {
            // By a rename, as editors do: a reader never sees a half.
            try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("cards.yaml")), options: .atomic)
        }
        func stub(_ label: String) -> String {
            "request: {method: GET, urlPath: /cards}\nresponse: {jsonBody: {data: [{id: '1', label: \(label)}]}}\n"
        }
        try save(stub("Old card"))
        let options = AppOptions(isDemo: true, startScreen: "cards", stubsFolder: folder.path)
        try await Harness.run(options, watchesStubs: true) { app in
            #expect(app.screen.contains("Old card"), "\(app.screen)")
            try save("request: {method: GET, urlPath: /cards}\nresponse: {json")
            await app.wait { app.words.contains("the last good version stays in use") }
            #expect(
                app.words.contains("cards.yaml:") && app.words.contains("the last good version stays in use"),
                "\(app.screen)")
            await app.settle()
            #expect(app.screen.contains("Old card"), "\(app.screen)")
            try save(stub("New card"))
            await app.wait { app.screen.contains("New card") }
            #expect(app.screen.contains("New card") && app.footer.contains("Stubs reloaded."), "\(app.screen)")
        }
    }
}
