import DemoManager
import Foundation
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Editing a stub in the editor")
struct StubEditorTests {
    /// Runs the program in demo on Cards with a folder of own stubs and an editor that is a line of shell; `$f` is the
    /// file it opens.
    private func run(
        document: String? = nil, stub: String? = nil, editor: String,
        _ body: @MainActor (Harness, URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-editor-\(UUID())")
        let stubs = folder.appendingPathComponent("my stubs")
        let script = folder.appendingPathComponent("editor.sh")
        try FileManager.default.createDirectory(at: stubs, withIntermediateDirectories: true)
        try "for f; do :; done\n\(editor)\n".write(to: script, atomically: true, encoding: .utf8)
        try stub?.write(to: stubs.appendingPathComponent("cards.json"), atomically: true, encoding: .utf8)
        let options = AppOptions(
            document: document, isDemo: true, startScreen: document == nil ? "cards" : nil, stubsFolder: stubs.path,
            environment: ["EDITOR": "/bin/sh \(script.path)"])
        let result: Result<Void, any Error>
        do {
            result = .success(try await Harness.run(options) { app in try await body(app, stubs) })
        } catch {
            result = .failure(error)
        }
        try FileManager.default.removeItem(at: folder)
        try result.get()
    }

    private let stub = """
        {"request": {"method": "GET", "urlPath": "/cards"},
         "response": {"status": 200, "jsonBody": {"data": [{"id": "1", "label": "My card"}]}}}
        """

    @Test("no two requests share the file of a new stub")
    func fileNames() {
        #expect(StubEditor.fileName("GET", "/a/b", nil) == "get-a-b.yaml")
        let names = ["/a/b", "/a-b", "/a/B", "/a/é", "/a/b/", "/a//b"].map { StubEditor.fileName("GET", $0, nil) }
        let long = ["x", "y"].map { StubEditor.fileName("GET", "/" + String(repeating: "a", count: 200) + $0, nil) }
        let condition = StubEditor.fileName("GET", "/a", "b")
        #expect(Set(names + long + [condition]).count == 9)
        #expect((names + long).allSatisfy { $0.utf8.count < 120 && !$0.contains("/") })
    }

    @Test("E opens the file of the stub that answered; what is saved there shows at once")
    func edit() async throws {
        try await run(stub: stub, editor: #"sed -i.bak s/My/Our/ "$f""#) { app, _ in
            #expect(app.screen.contains("My card"), "\(app.screen)")
            await app.press("E")
            #expect(app.terminal.acts.contains(.ranOutside))
            #expect(app.screen.contains("Our card") && app.footer.contains("Stubs reloaded."), "\(app.screen)")
        }
    }

    @Test("where no stub answered, E writes one for the request, and it answers from then on")
    func new() async throws {
        let text = stub.replacingOccurrences(of: "My card", with: "Fresh")
        try await run(editor: "cat > \"$f\" <<'END'\n\(text)\nEND") { app, stubs in
            app.manager.removeAll()
            await app.press("r")
            #expect(app.screen.contains("No stub for GET /cards"), "\(app.screen)")
            await app.press("E")
            let files = try FileManager.default.contentsOfDirectory(atPath: stubs.path).filter { $0.hasSuffix(".yaml") }
            #expect(files == ["get-cards.yaml"])
            #expect(app.screen.contains("Fresh"), "\(app.screen)")
        }
    }

    @Test("where a reply of the document answers as a condition, E writes a stub for that condition")
    func ofCondition() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("made-\(UUID()).yaml")
        try """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths:
          /carts:
            get:
              operationId: listCarts
              responses:
                '200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object}}, example: []}}}
                '418': {description: no, content: {application/json: {schema: {type: object}, example: {error: Short and stout}}}}
        """.write(to: file, atomically: true, encoding: .utf8)
        defer { unlink(file.path) }
        try await run(document: file.path, editor: #"sed -i.bak 's/Short and stout/By hand/' "$f""#) { app, stubs in
            let name = try #require(
                app.manager.conditionNames(forOperations: ["listCarts"]).map(\.name).first { $0.contains("418") })
            await app.choose(name)
            #expect(app.screen.contains("Short and stout"), "\(app.screen)")
            await app.press("E")
            #expect(app.screen.contains("By hand"), "\(app.screen)")
            let files = try FileManager.default.contentsOfDirectory(atPath: stubs.path).filter { $0.hasSuffix(".yaml") }
            let text = try String(contentsOf: stubs.appendingPathComponent(try #require(files.first)), encoding: .utf8)
            #expect(text.contains("enabled: false") && text.contains("status: 418"), "\(text)")
            app.manager.setCondition(nil, forOperation: "listCarts")
            await app.choose("none")
            #expect(!app.screen.contains("By hand"), "\(app.screen)")
        }
    }

    @Test("where the document answered, E writes a stub that begins with that reply")
    func ofDocument() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("made-\(UUID()).yaml")
        try """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths:
          /carts:
            get:
              responses:
                '200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object,
                  properties: {name: {type: string}}}}, example: [{name: Made up}]}}}
        """.write(to: file, atomically: true, encoding: .utf8)
        defer { unlink(file.path) }
        try await run(document: file.path, editor: #"sed -i.bak 's/Made up/By hand/' "$f""#) { app, stubs in
            #expect(app.screen.contains("Made up"), "\(app.screen)")
            await app.press("E")
            #expect(app.screen.contains("By hand"), "\(app.screen)")
            #expect(
                FileManager.default.fileExists(atPath: stubs.appendingPathComponent("get-carts.yaml").path))
        }
    }

    @Test("a file that is saved broken is a problem with a way to it, not an end")
    func broken() async throws {
        try await run(stub: stub, editor: #"echo '{' > "$f""#) { app, _ in
            await app.press("E")
            #expect(app.words.contains("cards.json:2:1: not valid JSON"), "\(app.screen)")
            #expect(app.words.contains("the last good version stays in use"), "\(app.screen)")
            #expect(app.screen.contains("My card"), "the stubs that were read before stay\n\(app.screen)")
            await app.press("P")
            #expect(app.title.contains("Problems 1"))
        }
    }

    @Test("an editor that fails says so, and everything stays")
    func failing() async throws {
        try await run(stub: stub, editor: "exit 3") { app, _ in
            await app.press("E")
            #expect(app.words.contains("The editor ended with status 3"), "\(app.screen)")
            #expect(app.screen.contains("My card"))
        }
    }

    @Test("a body that is saved broken is told with its line, the last good one stays, and P opens it there")
    func brokenBody() async throws {
        let editor = """
            if grep -q '{{{' "$f"; then printf '{"data": []}' > "$f"; else printf '{"data":\n {{{' > "$f"; fi
            """
        try await run(editor: editor) { app, stubs in
            let file = stubs.appendingPathComponent("__files/cards.json")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(#"{"data": [{"id": "1", "label": "My card"}]}"#.utf8).write(to: file)
            try Data("request: {method: GET, urlPath: /cards}\nresponse: {bodyFileName: cards.json}\n".utf8)
                .write(to: stubs.appendingPathComponent("cards.yaml"))
            app.manager.reload()
            await app.press("r", "E")
            #expect(app.words.contains("__files/cards.json:2:3: not valid JSON"), "\(app.screen)")
            #expect(app.words.contains("the last good version stays in use"), "\(app.screen)")
            #expect(app.screen.contains("My card"), "\(app.screen)")
            await app.press("P")
            #expect(app.title.contains("Problems 1") && app.footer.contains("edit file"), "\(app.screen)")
            await app.press("Enter")
            #expect(app.words.contains("No problems") && app.footer.contains("Stubs reloaded."), "\(app.screen)")
        }
    }

    @Test("a body that was never good is named on the screen with its file, and E opens it")
    func neverGood() async throws {
        try await run(editor: #"printf '{"data": [{"id": "1", "label": "My card"}]}' > "$f""#) { app, stubs in
            try FileManager.default.createDirectory(
                at: stubs.appendingPathComponent("__files"), withIntermediateDirectories: true)
            try Data("{{{".utf8).write(to: stubs.appendingPathComponent("__files/cards.json"))
            try Data("request: {method: GET, urlPath: /cards}\nresponse: {bodyFileName: cards.json}\n".utf8)
                .write(to: stubs.appendingPathComponent("cards.yaml"))
            app.manager.reload()
            await app.press("r")
            #expect(app.words.contains("Not reloaded, r tries again: cards.json cannot be read"), "\(app.screen)")
            await app.press("E")
            #expect(app.screen.contains("My card"), "\(app.screen)")
        }
    }

    @Test("an editor that changes nothing is said to have changed nothing")
    func unchanged() async throws {
        try await run(stub: stub, editor: "touch \"$f\"") { app, _ in
            await app.press("E")
            #expect(app.footer.contains("Not changed."), "\(app.screen)")
        }
    }

    @Test("E on an installed fixture writes a stub of one's own; the fixture stays, and E opens that stub from then on")
    func installed() async throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-home-\(UUID())")
        defer { try? FileManager.default.removeItem(at: home) }
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let script = home.appendingPathComponent("editor.sh")
        try Data("for f; do :; done\nsed -i.bak 's/Everyday debit/Golden debit/' \"$f\"\n".utf8).write(to: script)
        let fixture = Harness.resources + "/bodies/cards.json"
        let before = try String(contentsOfFile: fixture, encoding: .utf8)
        let options = AppOptions(
            isDemo: true, startScreen: "cards",
            environment: ["EDITOR": "/bin/sh \(script.path)", "XDG_DATA_HOME": home.path])
        for round in 0..<2 {
            try await Harness.run(options) { app in
                if round == 0 { await app.press("E") }
                #expect(app.screen.contains("Golden debit"), "\(app.screen)")
                if round == 0 { #expect(app.words.contains("Saved as your own stub"), "\(app.screen)") }
            }
        }
        #expect(try String(contentsOfFile: fixture, encoding: .utf8) == before)
    }

    @Test("JSON on one line is laid out for the editor, and one line again afterwards")
    func oneLine() async throws {
        let text =
            #"{"request": {"method": "GET", "urlPath": "/cards"}, "response": {"status": 200, "jsonBody": "#
            + #"{"data": [{"id": "1", "label": "My card", "limit": 10.50}]}}}"#
        let editor = #"sed -i.bak '/label/s/My/Our/' "$f"; wc -l < "$f" > "$(dirname "$0")/lines""#
        try await run(stub: text, editor: editor) { app, stubs in
            await app.press("E")
            #expect(app.screen.contains("Our card"), "\(app.screen)")
            let saved = try String(contentsOf: stubs.appendingPathComponent("cards.json"), encoding: .utf8)
            #expect(saved.contains(#""label":"Our card","limit":10.50"#) && saved.split(separator: "\n").count == 1)
            let lines = try String(
                contentsOf: stubs.deletingLastPathComponent().appendingPathComponent("lines"), encoding: .utf8)
            #expect(Int(lines.filter(\.isNumber)) ?? 0 > 8, "\(lines)")
        }
    }

    @Test("a stub belongs to its document: another API with the same path has none of it")
    func ofOneDocument() async throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-home-\(UUID())")
        defer { try? FileManager.default.removeItem(at: home) }
        func document(_ title: String) throws -> String {
            let folder = home.appendingPathComponent(title)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(
                """
                openapi: 3.1.0
                info: {title: \(title), version: '1'}
                paths:
                  /invoices:
                    get:
                      responses:
                        '200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object,
                          properties: {name: {type: string}}}}, example: [{name: Of \(title)}]}}}
                """.utf8
            ).write(to: folder.appendingPathComponent("openapi.yaml"))
            return folder.appendingPathComponent("openapi.yaml").path
        }
        let (first, second) = (try document("One"), try document("Two"))
        let script = home.appendingPathComponent("editor.sh")
        try Data("for f; do :; done\nsed -i.bak 's/Of One/Secret of One/' \"$f\"\n".utf8).write(to: script)
        func options(_ document: String) -> AppOptions {
            AppOptions(
                document: document, isDemo: true,
                environment: ["EDITOR": "/bin/sh \(script.path)", "XDG_DATA_HOME": home.path])
        }
        try await Harness.run(options(first)) { app in
            await app.press("Enter", "E")
            #expect(app.screen.contains("Secret of One"), "\(app.screen)")
        }
        try await Harness.run(options(second)) { app in
            #expect(app.screen.contains("Of Two") && !app.screen.contains("Secret"), "\(app.screen)")
            #expect(app.state.demo.problems.isEmpty)
        }
        let shared = home.appendingPathComponent("demo-tui/stubs")
        try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
        try Data("request: {method: GET, urlPath: /invoices}\nresponse: {jsonBody: [{name: Of everybody}]}\n".utf8)
            .write(to: shared.appendingPathComponent("get-invoices.yaml"))
        try await Harness.run(options(second)) { app in
            #expect(app.screen.contains("Of everybody"), "\(app.screen)")
            await app.press("P")
            #expect(app.words.contains("the stubs here answer for every document"), "\(app.screen)")
            #expect(app.state.demo.problems.first?.message.contains("demo-tui/apis/two-") == true, "\(app.screen)")
        }
        try await Harness.run(options(first)) { app in
            #expect(app.screen.contains("Secret of One"), "the document's own stubs win\n\(app.screen)")
        }
    }
}

@MainActor
@Suite("Stub files that are saved outside")
struct WatchedStubsTests {
    @Test("a broken save is told in the footer and keeps what answered; the next good one shows by itself")
    func saves() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-tui-watched-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func save(_ text: String) throws {
            // By a rename, as editors do: a reader never sees a half.
            try Data(text.utf8).write(to: folder.appendingPathComponent("cards.yaml"), options: .atomic)
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
