import AppCore
import DemoManager
import Foundation
import HTTPTypes
import JSONText
import Terminal
import Testing

@testable import DemoTUI

/// The places of text that `SharedCasesTests` does not reach.
@MainActor
@Suite("What others stumbled over, elsewhere", .enabled(if: !SharedCases.texts.isEmpty))
struct TextPlacesTests {
    private func press(_ app: Harness, _ keys: [String], _ what: String) async {
        for key in keys {
            await app.press(key)
            #expect(app.unseen.isEmpty, "\(what) \(key): \(app.unseen)\n\(app.screen)")
        }
    }

    /// Texts as a status may have them: stubs with control characters there are refused.
    private func words(_ texts: [String]) -> String { texts.filter(HTTPField.isValidValue).joined(separator: "-") }

    /// The texts in parts that fit on a screen.
    private var parts: [[String]] {
        stride(from: 0, to: SharedCases.texts.count, by: 24).map {
            Array(SharedCases.texts[$0..<min($0 + 24, SharedCases.texts.count)])
        }
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "demo-tui-places-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }

    @Test("an exchange: status words, headers and their names, places, queries, and what is copied of it")
    func exchanges() async throws {
        try await Harness.run(size: Size(columns: 100, rows: 60)) { app in
            for texts in parts {
                let text = texts.joined(separator: " ")
                var headers: HTTPFields = [.location: text, .contentType: text]
                if let link = HTTPField.Name("Link") { headers[link] = "<\(text)>; rel=\"next\"" }
                for (index, text) in texts.enumerated() {
                    // Most texts are no names of headers; those that are, are tried as names, too.
                    let name = HTTPField.Name(text) ?? HTTPField.Name("X-\(index)")
                    if let name { headers.append(HTTPField(name: name, value: text)) }
                }
                let reply = Reply(status: 200, statusMessage: words(texts), headers: headers, body: Array("[]".utf8))
                let pattern = RequestPattern(method: .one(.get), url: .path("/places"))
                try app.manager.add(
                    Stub(request: pattern, sequence: [SequenceEntry(reply)], origin: .made(by: "the test")))
                var request = HTTPRequest(
                    method: .get, scheme: "http", authority: "h", path: "/places", headerFields: headers)
                for path in ["/places?q=\(text)", "/\(text)"] {
                    request.path = path
                    _ = try? await app.manager.respond(to: request, body: Array(text.utf8))
                    await press(app, ["L", "g", "Enter", "y", "c", "Esc", "y", "u", "G", "Esc", "Esc"], "exchange")
                }
            }
        }
    }

    @Test(
        "stubs: names, scenarios and their states, places, patterns; in their screen, their own screen, and the journal"
    )
    func stubs() async throws {
        try await Harness.run(size: Size(columns: 100, rows: 40)) { app in
            for texts in parts {
                var added: [StubID] = []
                for (index, text) in texts.enumerated() {
                    let origin = StubOrigin.file(path: "/\(text)", name: text, pointer: JSONPointer(tokens: [text]))
                    added.append(
                        try app.manager.add(
                            Stub(
                                name: text, screens: [text],
                                request: RequestPattern(
                                    method: .one(.get), url: .path("/s\(index)"),
                                    queryParameters: [NamedMatcher("q", .equalTo(text))]),
                                sequence: [SequenceEntry(Reply(status: 200, statusMessage: words([text])))],
                                scenario: ScenarioRule(name: text, newState: text), origin: origin)))
                }
                // The one is near to a stub, the other is answered by it.
                for path in ["/s1?q=x", "/s1?\(QueryItem.encoded([QueryItem("q", texts[1])]))"] {
                    let request = HTTPRequest(method: .get, scheme: "http", authority: "h", path: path)
                    _ = try? await app.manager.respond(to: request, screen: texts[1])
                    await press(app, ["L", "g", "Enter", "G", "Esc", "Esc"], "journal")
                }
                await press(app, ["S", "g", "Down", "v", "Esc", "y", "n", "Enter", "z", "Tab", "G", "Enter"], "stubs")
                await press(app, ["Esc", "Esc", "Esc"], "stubs")
                for id in added { app.manager.remove(id) }
            }
        }
    }

    @Test("files: names of the document, its folder, of stubs, and what problems quote of what is in them")
    func files() async throws {
        let names = SharedCases.texts.filter { text in
            !text.contains("/") && !text.contains("\0") && (1...60).contains(text.utf8.count) && !text.hasPrefix(".")
                && text.unicodeScalars.contains { !(0x20..<0x7F).contains($0.value) }
        }
        for start in stride(from: 0, to: names.count, by: 20) {
            let some = Array(names[start..<min(start + 20, names.count)])
            try await withFolder { root in
                let folder = root + "/" + some[0]
                let stubs = folder + "/stubs"
                try FileManager.default.createDirectory(atPath: stubs, withIntermediateDirectories: true)
                let said = some.map { JSONValue.string($0) }
                let parameters = said.map { ["name": $0, "in": $0, "style": $0] as JSONValue }
                let odd = JSONValue.object(JSONObject(some.map { .init(key: $0, value: ["$ref": .string($0)]) }))
                let document: JSONValue = [
                    "openapi": said[0], "info": ["title": said[0], "version": said[0]],
                    "servers": [["url": said[0], "description": said[0]]], "security": [odd],
                    "paths": ["/a": ["get": ["parameters": .array(parameters), "responses": odd]]],
                ]
                try Data(document.bytes()).write(to: URL(fileURLWithPath: folder + "/openapi.json"))
                for (name, said) in zip(some, said) {
                    let stub: JSONValue = [
                        "name": said, "request": .object(JSONObject([.init(key: name, value: 1)])), "response": said,
                    ]
                    try Data(stub.bytes()).write(to: URL(fileURLWithPath: "\(stubs)/\(name).json"))
                }
                let size = Size(columns: 100, rows: 50)
                try await Harness.run(AppOptions(document: folder, isDemo: true), size: size) { app in
                    #expect(app.unseen.isEmpty, "\(app.unseen)")
                    await press(
                        app, ["P", "PgDn", "PgDn", "G", "Esc", "S", "G", "Esc", "?", "Esc", "R", "Esc"], "files")
                }
                try Data("{".utf8).write(to: URL(fileURLWithPath: folder + "/openapi.json"))
                try await Harness.run(AppOptions(document: folder, isDemo: true), size: size) { app in
                    #expect(app.unseen.isEmpty, "\(app.unseen)")
                }
            }
        }
    }

    @Test("parameters that are asked for, and ways to sign in: names, descriptions, choices, defaults")
    func questions() async throws {
        for texts in parts {
            try await withFolder { folder in
                var schemes = JSONObject()
                var parameters: [JSONValue] = []
                for text in texts where !text.isEmpty {
                    let said = JSONValue.string(text)
                    // What such a key is called is secret from then on, in all that other tests do, too.
                    let key = JSONValue.string("odd " + text)
                    schemes["k" + text] = ["type": "apiKey", "in": "query", "name": key, "description": said]
                    parameters.append(
                        [
                            "name": said, "in": "query", "required": true, "description": said, "example": said,
                            "schema": ["type": "string", "enum": [said, "b"], "description": said],
                        ])
                }
                let security = schemes.members.map { JSONValue.object(JSONObject([.init(key: $0.key, value: [])])) }
                let document: JSONValue = [
                    "openapi": "3.1.0", "info": ["title": "T", "version": "1"],
                    "servers": [["url": .string("http://\(texts[0])/{v}"), "variables": ["v": ["default": "x"]]]],
                    "paths": [
                        "/a": [
                            "get": [
                                "parameters": .array(parameters), "security": .array(security),
                                "responses": ["200": ["description": "d"]],
                            ]
                        ]
                    ],
                    "components": ["securitySchemes": .object(schemes)],
                ]
                try Data(document.bytes()).write(to: URL(fileURLWithPath: folder + "/openapi.json"))
                let size = Size(columns: 100, rows: 50)
                try await Harness.run(AppOptions(document: folder, isDemo: true), size: size) { app in
                    await press(
                        app, ["Enter", "Down", "Down", "Space", "Enter", "Esc", "Esc", "I", "Down", "Enter"], "asked")
                    await press(app, ["Esc", "Esc", "L", "Enter", "Esc", "Esc", "P", "Esc"], "asked")
                }
            }
        }
    }
}
