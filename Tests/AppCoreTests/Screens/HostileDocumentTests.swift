import APIDocument
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import AppCore

@Suite struct HostileDocumentTests {
    private static let text = """
        {"openapi":"3.1.0","servers":[{"url":"/v1"}],"security":[{"s":[]}],"paths":{
        "/a":{"get":{"operationId":"list","parameters":[{"name":"page","in":"query","schema":{"type":"integer","default":1}},
        {"name":"tags","in":"query","schema":{"type":"array","items":{"enum":["x"]}}}],"x-screen":{"id":"a","title":"A",
        "kind":"collection","columns":["id"],"order":1,"parameters":{"q":"one#/id"}},"responses":{"200":{"headers":{"Link":{}},
        "links":{"l":{"operationId":"one","parameters":{"id":"$response.body#/data/0/id"}}},"content":{"application/json":{
        "schema":{"properties":{"data":{"items":{"$ref":"#/components/schemas/S"}},"next":{"format":"uri"}}}}}}}},
        "post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S"}}}}}},
        "/a/{id}":{"get":{"operationId":"one","responses":{"200":{"content":{"application/json":{"schema":{
        "$ref":"#/components/schemas/S"}}}}}},"patch":{"requestBody":{"content":{"application/json":{"example":{"n":1}}}}},
        "delete":{}},"/a/{id}/s":{"put":{"requestBody":{"content":{"application/json":{"schema":{"type":"object"}}}}}}},
        "components":{"schemas":{"S":{"type":["object","null"],"required":["id"],"properties":{"id":{"type":"string",
        "maxLength":9},"s":{"$ref":"#/components/schemas/S"},"n":{"type":"number","minimum":1}}}},
        "securitySchemes":{"s":{"type":"oauth2","flows":{"password":{"tokenUrl":"/v1/a"}}}}}}
        """

    @Test("Every member replaced by another kind of value gives screens or a problem, never a trap")
    func mutations() throws {
        let value = try JSONValue(parsing: Self.text)
        let replacements: [JSONValue] = [
            .null, -1, "", "#/x", [], ["a", .null], ["$ref": "#"],
            ["type": "object", "properties": ["$ref": ["items": 1]]],
        ]
        var count = 0
        for pointer in value.pointers {
            for replacement in replacements + [nil] as [JSONValue?] {
                let changed = value.setting(replacement, at: pointer).bytes()
                guard let document = try? APIDocument(SourceText(name: "t.json", bytes: changed)) else { continue }
                let catalog = ScreenCatalog(document)
                #expect(catalog.screens.isEmpty || !catalog.sidebar.isEmpty)
                for screen in catalog.screens { exercise(screen) }
                count += 1
            }
        }
        #expect(count > 500)
    }

    @Test("A million nested choices and nested empty objects are finished soon") func explosion() throws {
        let wide = (0..<30).map { _ in "{$ref: '#/components/schemas/X'}" }.joined(separator: ", ")
        let members = (0..<100).map { "m\($0): {$ref: '#/components/schemas/Y\($0 % 2)'}" }.joined(separator: ", ")
        let catalog = try catalog(
            """
              /x: {get: {\(answer("{$ref: '#/components/schemas/X'}"))}}
              /y: {post: {\(body("{type: object, properties: {\(members)}}"))}}
            """,
            rest: """
                components:
                  schemas:
                    X: {anyOf: [\(wide)]}
                    Y0: {type: object, properties: {\(members.replacing("Y1", with: "Z").replacing("Y0", with: "Z"))}}
                    Y1: {$ref: '#/components/schemas/Y0'}
                    Z: {type: object, properties: {r: {type: string, readOnly: true}}}
                """)
        #expect(catalog.screens.count == 2)
    }

    private func exercise(_ screen: Screen) {
        let row: JSONValue = ["id": "1", "n": 2, "s": ["id": [], "n": .null]]
        for field in screen.fields + screen.filters + (screen.create?.fields ?? []) + (screen.update?.fields ?? []) {
            _ = field.validate(field.display(row[field.pointer]))
            _ = field.value(from: field.text(for: row[field.pointer]))
        }
        for request in screen.requests {
            let context = Place(row: row, inherited: ["id": "x"], answers: ["one": row])
            _ = try? request.endpoint(request.values(in: context))
        }
    }
}

@Suite(.enabled(if: !SharedCases.documents.isEmpty)) struct SharedScreensTests {
    private func screens(_ name: String) throws -> ScreenCatalog {
        ScreenCatalog(try APIDocument(SourceText(file: SharedCases.document(name))))
    }

    @Test("Published documents give screens with unique ids and matching parents", arguments: SharedCases.documents)
    func consistency(name: String) throws {
        let catalog = try screens(name)
        #expect(!catalog.sidebar.isEmpty)
        #expect(Set(catalog.screens.map(\.id)).count == catalog.screens.count)
        for screen in catalog.screens {
            for child in screen.children { #expect(catalog[child]?.parent == screen.id, "\(child)") }
            // Rows of several searches may open one item, which belongs to the first.
            if let item = screen.rowScreen { #expect(catalog[item]?.parent != nil, "\(item)") }
            #expect(screen.columns.count <= 8)
            #expect((screen.load == nil) == (screen.kind == .form))
            let sources = screen.load?.parameters.map(\.source) ?? []
            for case .inherited in sources { #expect(screen.parent != nil, "\(screen.id)") }
        }
    }
}

/// The document of a text in YAML.
func document(_ text: String) throws -> APIDocument {
    try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
}

/// The document of a few lines of YAML.
func document(paths: String, rest: String = "") throws -> APIDocument {
    try document("openapi: 3.1.0\ninfo: {title: T, version: '1'}\n\(rest)\npaths:\n\(paths)\n")
}

/// The catalogue of such a document.
func catalog(_ paths: String, rest: String = "") throws -> ScreenCatalog {
    ScreenCatalog(try document(paths: paths, rest: rest))
}

/// The first screen of such a document.
func firstScreen(_ paths: String, rest: String = "") throws -> Screen {
    try #require(try catalog(paths, rest: rest).screens.first)
}

/// The first screen of a document whose one GET answers with this schema.
func screen(answering schema: String) throws -> Screen { try firstScreen("  /a: {get: {\(answer(schema))}}") }

/// `responses` of an operation whose 200 has this schema.
func answer(_ schema: String) -> String {
    "responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}"
}

/// `requestBody` of an operation that takes this schema.
func body(_ schema: String) -> String { "requestBody: {content: {application/json: {schema: \(schema)}}}" }
