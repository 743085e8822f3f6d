import AppCore
import DemoManager
import Foundation
import HTTPTypes
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

/// The places of text that `SharedCasesTests` does not reach.
@MainActor @Suite("Hostile texts in exchanges, stubs, files and questions", .enabled(if: !SharedCases.texts.isEmpty))
struct TextPlacesTests {
    /// Texts as a status may have them: stubs with control characters there are refused.
    private func words(_ texts: [String]) -> String { texts.filter(HTTPField.isValidValue).joined(separator: "-") }

    /// The texts in parts that fit on a screen.
    private var parts: [[String]] {
        stride(from: 0, to: SharedCases.texts.count, by: 24).map {
            Array(SharedCases.texts[$0..<min($0 + 24, SharedCases.texts.count)])
        }
    }

    @Test("An exchange shows no hostile character of status, headers, path, query and copied text")
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
                try app.manager.stub(matching: RequestPattern(method: .one(.get), url: .path("/places")), reply)
                var request = HTTPRequest(
                    method: .get, scheme: "http", authority: "h", path: "/places", headerFields: headers)
                for path in ["/places?q=\(text)", "/\(text)"] {
                    request.path = path
                    _ = try? await app.manager.respond(to: request, body: Array(text.utf8))
                    await app.pressUnharmed(
                        ["L", "g", "Enter", "y", "c", "Esc", "y", "u", "G", "Esc", "Esc"], "exchange")
                }
            }
        }
    }

    @Test("Stubs, their screen and the journal show no hostile character of names, scenarios and patterns")
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
                    await app.pressUnharmed(["L", "g", "Enter", "G", "Esc", "Esc"], "journal")
                }
                await app.pressUnharmed(
                    ["S", "g", "Down", "v", "Esc", "y", "n", "Enter", "z", "Tab", "G", "Enter"], "stubs")
                await app.pressUnharmed(["Esc", "Esc", "Esc"], "stubs")
                for id in added { app.manager.remove(id) }
            }
        }
    }

    @Test("File names and problems show no hostile character") func files() async throws {
        let names = SharedCases.texts.filter { text in
            !text.contains("/") && !text.contains("\0") && (1...60).contains(text.utf8.count) && !text.hasPrefix(".")
                && text.unicodeScalars.contains { !(0x20..<0x7F).contains($0.value) }
        }
        for start in stride(from: 0, to: names.count, by: 20) {
            let some = Array(names[start..<min(start + 20, names.count)])
            let root = try Folder()
            let folder = some[0]
            let said = some.map { JSONValue.string($0) }
            let parameters = said.map { ["name": $0, "in": $0, "style": $0] as JSONValue }
            let odd = JSONValue.object(JSONObject(some.map { .init(key: $0, value: ["$ref": .string($0)]) }))
            let document: JSONValue = [
                "openapi": said[0], "info": ["title": said[0], "version": said[0]],
                "servers": [["url": said[0], "description": said[0]]], "security": [odd],
                "paths": ["/a": ["get": ["parameters": .array(parameters), "responses": odd]]],
            ]
            try root.write(folder + "/openapi.json", Data(document.bytes()))
            for (name, said) in zip(some, said) {
                let stub: JSONValue = [
                    "name": said, "request": .object(JSONObject([.init(key: name, value: 1)])), "response": said,
                ]
                try root.write("\(folder)/stubs/\(name).json", Data(stub.bytes()))
            }
            let size = Size(columns: 100, rows: 50)
            try await Harness.run(AppOptions(document: root.path(folder), isDemo: true), size: size) { app in
                #expect(app.unseen.isEmpty, "\(app.unseen)")
                await app.pressUnharmed(
                    ["P", "PgDn", "PgDn", "G", "Esc", "S", "G", "Esc", "?", "Esc", "R", "Esc"], "files")
            }
            try root.write(folder + "/openapi.json", "{")
            try await Harness.run(AppOptions(document: root.path(folder), isDemo: true), size: size) { app in
                #expect(app.unseen.isEmpty, "\(app.unseen)")
            }
        }
    }

    @Test("Questions for parameters and sign-ins show no hostile character") func questions() async throws {
        for texts in parts {
            let folder = try Folder()
            var schemes = JSONObject()
            var parameters: [JSONValue] = []
            for text in texts where !text.isEmpty {
                let said = JSONValue.string(text)
                // The name of such a key is secret from then on, in all that other tests do, too.
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
            try folder.write("openapi.json", Data(document.bytes()))
            let size = Size(columns: 100, rows: 50)
            try await Harness.run(AppOptions(document: folder.path, isDemo: true), size: size) { app in
                await app.pressUnharmed(
                    ["Enter", "Down", "Down", "Space", "Enter", "Esc", "Esc", "I", "Down", "Enter"], "asked")
                await app.pressUnharmed(["Esc", "Esc", "L", "Enter", "Esc", "Esc", "P", "Esc"], "asked")
            }
        }
    }
}

@MainActor @Suite("Hostile text") struct HostileTextTests {
    @Test("Control characters, escapes and direction marks of a body never reach the terminal")
    func cards() async throws {
        let evil = #"\u001b]0;owned\u0007\u001b[2J\u202egnirts\u2066\u009b31m\r\n\t\u0000end"#
        try await Harness.run { app in
            try app.stub(.get, "/cards", "{\"data\": [{\"id\": \"\(evil)\", \"label\": \"\(evil)\"}]}")
            try app.stub(.get, "/insights", status: 500, "{\"error\": {\"code\": 1, \"message\": \"\(evil)\"}}")
            await app.pressUnharmed(["4", "Enter", "Enter", "Esc", "y", "Esc", "Esc", "v", "5", "v"], "cards")
        }
    }
}

@Suite("Search") struct SearchTests {
    @Test(
        "A search finds the nearest other line, ignores case, wraps around, and says if there is none",
        arguments: [
            ("beta", 1, 0, 1, 0), ("beta", 1, 1, 3, 0), ("beta", 3, 1, 1, 0), ("beta", 1, -1, 3, 0), ("", 2, 1, 2, 0),
            ("alpha", 0, 1, 0, 1), ("delta", 2, -1, 2, 1),
        ] as [(String, Int, Int, Int, Int)])
    func find(text: String, from line: Int, step: Int, to found: Int, notes: Int) {
        let lines = ["Alpha", "beta", "Gamma", "BETA"]
        var selection = Selection()
        selection.select(line, of: lines.count)
        let said = selection.find(text, step: step, in: lines.indices) { lines[$0] }
        #expect(selection.index == found && said.count == notes)
        let nowhere = selection.find("x", step: 1, in: 0..<0) { lines[$0] }
        #expect(selection.index == found && nowhere.count == 1)
    }
}

@Suite("Bodies to read") struct BodyLinesTests {
    private func lines(_ body: String, asSent: Bool = false, width: Int = 60) -> [String] {
        BodyLines.lines(Array(body.utf8), .init(isAsSent: asSent, width: width)).dropFirst().map(\.text)
    }

    @Test("JSON is formatted; numbers and repeated keys stay as sent, escapes become characters") func json() {
        #expect(
            lines(#"{"a":1.10,"a":[1e400,{}, [ ]],"s":"\ud800 \u00e9 {,}"}"#) == [
                "{", "  \"a\": 1.10,", "  \"a\": [", "    1e400,", "    {},", "    []", "  ],",
                "  \"s\": \"\u{FFFD} é {,}\"", "}",
            ])
    }

    @Test("JSON as sent keeps its bytes, and long lines are wrapped") func asSent() {
        #expect(lines(#"{"a":  1.10}"#, asSent: true) == [#"{"a":  1.10}"#])
        let long = "[\"\(String(repeating: "x", count: 200))\"]"
        let pieces = lines(long, asSent: true)
        #expect(pieces.count == 4 && pieces.joined() == long && pieces.allSatisfy { $0.count <= 60 })
    }

    @Test("Invalid JSON is shown as sent, with the position of the error") func broken() {
        #expect(lines("{\"a\": 1,\n \"b\" 2}").dropFirst() == ["{\"a\": 1,", " \"b\" 2}"])
        #expect(lines("{\"a\": 1,\n \"b\" 2}").first?.contains("line 2, column 6") == true)
    }

    @Test("JSON Lines are valid; one broken line is reported") func jsonLines() {
        #expect(lines("{\"a\": 1}\n{\"b\": 2}\n") == ["{\"a\": 1}", "{\"b\": 2}", ""])
        #expect(lines("{\"a\": 1}\n{\"b\" 2}").first?.hasPrefix("No JSON") == true)
    }

    @Test("Deep nesting and unterminated strings are shown", arguments: [1_000, 100_000]) func deep(_ levels: Int) {
        #expect(lines(String(repeating: "[", count: levels)).dropFirst().joined().count == levels)
        #expect(lines("[\"no end").last == "[\"no end")
    }

    @Test("Binary bodies are named and shown in hexadecimal") func binary() {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 1]
        let shown = BodyLines.lines(png, .init(width: 50)).map(\.text)
        #expect(shown[1] == "PNG image, 12 bytes:")
        #expect(shown[2] == "00000000  89 50 4e 47 0d 0a 1a 0a  .PNG....")
        #expect(shown[3] == "00000008  00 00 00 01              ....")
        #expect(BodyLines.lines([0x1F, 0x8B, 8, 0], .init()).map(\.text)[1] == "gzip data, 4 bytes:")
    }

    @Test("Text with a few invalid bytes stays text and shows them") func malformed() {
        let body = Array("a long enough line of text, caf".utf8) + [0xE9] + Array(" au lait".utf8)
        #expect(BodyLines.lines(body, .init()).last?.text == "a long enough line of text, caf<E9> au lait")
    }

    @Test("A body of ten megabytes shows its first lines and the number of the others") func huge() {
        let body = "[" + String(repeating: "1234567890123456789,", count: 300_000) + "1]"
        let shown = BodyLines.lines(Array(body.utf8), .init())
        #expect(shown.count == BodyLines.most + 2 && shown.last?.text.hasPrefix("… 100,003 more lines") == true)
    }
}

@Suite("Selection") struct SelectionTests {
    @Test("The selection stays inside the list, empty lists included") func bounds() {
        var selection = Selection()
        for action in [Action.up, .down, .pageDown, .last, .first] {
            let follows = selection.follow(action, count: 0, page: 5)
            #expect(follows && selection.index == 0 && selection.top == 0)
        }
        selection.select(99, of: 3)
        #expect(selection.index == 2)
        let follows = selection.follow(.open, count: 3, page: 5)
        #expect(!follows)
    }

    @Test("The window moves as little as possible and shows the selected line") func window() {
        var selection = Selection()
        for _ in 0..<5 { _ = selection.follow(.down, count: 20, page: 4) }
        #expect(selection.index == 5 && selection.top == 2)
        _ = selection.follow(.up, count: 20, page: 4)
        #expect(selection.top == 2)
        _ = selection.follow(.last, count: 20, page: 4)
        #expect(selection.top == 16)
        #expect(selection.firstVisible(count: 20, height: 10) == 10, "a taller window shows no empty lines")
        #expect(selection.firstVisible(count: 20, height: 0) == 19)
    }

    @Test("A paste that is too long leaves a note") func paste() {
        var input = TextInput("a")
        #expect(input.paste(String(repeating: "b", count: TextInput.limit - 1)).isEmpty)
        guard case .note(let note)? = input.paste("cd").first else { return #expect(Bool(false), "no note") }
        #expect(note.isError && note.text.contains("65,536"))
    }

    @Test("Two pages share one line") func page() {
        var selection = Selection()
        _ = selection.follow(.pageDown, count: 100, page: 10)
        #expect(selection.index == 9)
        _ = selection.follow(.pageDown, count: 100, page: 0)
        #expect(selection.index == 10)
    }
}
