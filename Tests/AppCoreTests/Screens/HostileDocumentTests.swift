import APIDocument
import SourceTexts
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
        for pointer in pointers(in: value) {
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
            let context = ParameterContext(row: row, inherited: ["id": "x"], answers: ["one": row])
            _ = try? request.endpoint(request.values(in: context))
        }
    }

    private func pointers(in value: JSONValue) -> [JSONPointer] {
        let parts: [(String, JSONValue)] =
            value.objectValue?.members.map { ($0.key, $0.value) }
            ?? value.arrayValue?.enumerated().map { (String($0), $1) } ?? []
        return parts.flatMap { key, value in
            [JSONPointer(tokens: [key])] + pointers(in: value).map { JSONPointer(tokens: [key] + $0.tokens) }
        }
    }
}
