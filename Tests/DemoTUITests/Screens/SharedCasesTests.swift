import DemoManager
import Foundation
import HTTPTypes
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

extension Harness {
    /// Presses keys; none shows a character that no cell may have.
    func pressUnharmed(_ keys: [String], _ what: String) async {
        for key in keys {
            await press(key)
            #expect(unseen.isEmpty, "\(what) \(key): \(unseen)\n\(screen)")
        }
    }
}

@MainActor @Suite("Shared hostile data") struct SharedCasesTests {
    private func answer(_ app: Harness, _ paths: [String], _ bytes: [UInt8], status: Int = 200) throws {
        let reply = Reply(status: status, headers: [.contentType: "application/json"], body: bytes)
        for path in paths {
            try app.manager.stub(matching: RequestPattern(method: .one(.get), url: .path(path)), reply)
        }
    }

    @Test(
        "Every body is shown or refused with its position, on items, in lists and in its exchange",
        .enabled(if: !SharedCases.bodies.isEmpty))
    func bodies() async throws {
        try await Harness.run { app in
            for (name, bytes) in SharedCases.bodies {
                try answer(app, ["/cards", "/insights"], bytes)
                for keys in [
                    ["5", "r"], ["Enter", "Right", "Down", "Esc"], ["5", "v", "G", "t", "Esc"], ["4", "r"],
                ] {
                    await app.pressUnharmed(keys, name)
                    #expect(app.words.count > 40, "\(name) \(keys): \(app.screen)")
                }
                if name.hasPrefix("n_") {
                    #expect(app.words.contains("line") && app.words.contains("column"), "\(name): \(app.screen)")
                }
            }
        }
    }

    @Test(
        "Every text is harmless as a value, a name, in a row, as an error and in the exchange",
        .enabled(if: !SharedCases.texts.isEmpty))
    func texts() async throws {
        try await Harness.run(size: Size(columns: 80, rows: 40)) { app in
            for start in stride(from: 0, to: SharedCases.texts.count, by: 12) {
                let some = SharedCases.texts[start..<min(start + 12, SharedCases.texts.count)].map { $0 }
                let members = some.flatMap { text in
                    [JSONObject.Member(key: text, value: .string(text)), .init(key: "list", value: [.string(text)])]
                }
                let item: JSONValue = ["data": .object(JSONObject(members))]
                let rows: JSONValue = [
                    "data": .array(some.map { ["id": .string($0), "label": .string($0), "network": .string($0)] })
                ]
                try answer(app, ["/insights"], item.bytes())
                try answer(app, ["/cards"], rows.bytes())
                let keys = ["5", "r", "v", "t", "G", "Esc", "4", "r", "Enter", "Enter", "Esc", "y", "Esc", "o", "Esc"]
                await app.pressUnharmed(keys, "\(start)")
                let error: JSONValue = ["error": ["code": 1, "message": .string(some.joined(separator: " "))]]
                try answer(app, ["/insights"], error.bytes(), status: 500)
                await app.pressUnharmed(["5", "r"], "\(start) error")
            }
        }
    }

    @Test(
        "Every text is harmless in a document: titles, tags, summaries, descriptions, members, choices",
        .enabled(if: !SharedCases.texts.isEmpty))
    func documents() async throws {
        let folder = try Folder()
        for start in stride(from: 0, to: SharedCases.texts.count, by: 60) {
            let texts = Array(SharedCases.texts[start..<min(start + 60, SharedCases.texts.count)])
            var paths = JSONObject()
            for (index, text) in texts.enumerated() {
                let said = JSONValue.string(text)
                let schema: JSONValue = [
                    "title": said, "description": said, "type": "object",
                    "properties": .object(
                        JSONObject([.init(key: text, value: ["title": said, "description": said, "enum": [said]])])),
                ]
                paths["/p\(index)"] = [
                    "get": [
                        "summary": said, "description": said, "tags": [said], "operationId": said,
                        "responses": [
                            "200": [
                                "description": said,
                                "content": ["application/json": ["schema": ["type": "array", "items": schema]]],
                            ]
                        ],
                    ]
                ]
            }
            let first = JSONValue.string(texts[0])
            let document: JSONValue = [
                "openapi": "3.1.0", "info": ["title": first, "version": "1"], "paths": .object(paths),
            ]
            try folder.write("d\(start).json", Data(document.bytes()))
            try await Harness.run(AppOptions(document: folder.path("d\(start).json"), isDemo: true)) { app in
                await app.pressUnharmed(texts.map { _ in "Down" }, "\(start)")
                await app.pressUnharmed(
                    ["Tab", "Enter", "Esc", "L", "Esc", "S", "Esc", "P", "Esc", "?", "Esc"], "\(start)")
            }
        }
    }
}
