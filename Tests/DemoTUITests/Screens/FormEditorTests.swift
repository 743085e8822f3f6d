import DemoManager
import Foundation
import JSONText
import Terminal
import Testing

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
