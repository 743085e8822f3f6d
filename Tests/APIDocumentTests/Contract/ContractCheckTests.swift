import APIDocument
import HTTPTypes
import SourceTexts
import Testing
import WireFormats

@Suite struct ContractCheckTests {
    @Test(
        "A reply that violates its schema, or is not described, has a flaw",
        arguments: [
            (200, "application/json; charset=utf-8", #"{"id": 1, "tags": ["a"]}"#, []),
            (204, "application/json", "", []),
            (200, "text/csv", "plain", []), (404, "application/problem+json", #"{"title": "x"}"#, []),
            (200, "application/json", #"{"tags": [1]}"#, ["\"id\" is required", "/tags/0: must be text"]),
            // A range stands for its codes, and JSON for its kin.
            (422, "application/json", "{}", ["\"title\" is required"]),
            (500, "application/json", "{}", ["500 is not described; the document has 200, 4XX, 204"]),
            (200, "image/png", "<html>", ["image/png is not described"]),
            (200, "application/json", "", ["is empty"]), (200, "application/json", "{", ["not JSON"]),
        ])
    func flaws(status: Int, type: String, body: String, expected: [String]) throws {
        let document = try document(
            """
              /a:
                get:
                  responses:
                    '200':
                      description: ok
                      content:
                        application/json:
                          schema: {type: object, required: [id], properties: {id: {type: integer}, tags: {type: array, items: {type: string}}}}
                        text/*: {}
                    4XX: {description: bad, content: {application/problem+json: {schema: {type: object, required: [title]}}}}
                    '204': {description: nothing}
            """)
        let flaws = document.findings(
            of: try #require(document.operations.first), status: status, contentType: type, body: Array(body.utf8)
        ).flaws.map(\.description)
        #expect(flaws.count == expected.count, "\(flaws)")
        for part in expected { #expect(flaws.contains { $0.contains(part) }, "\(flaws)") }
    }

    @Test("A flaw names the place of its rule in the document, through references") func place() throws {
        let document = try document(
            """
              /a~b/{c}:
                get:
                  responses:
                    2XX:
                      description: ok
                      headers:
                        x-rate: {required: true, schema: {type: integer}}
                        X-More: {schema: {type: integer}}
                        Content-Type: {required: true, schema: {type: string}}
                      content:
                        application/json:
                          schema: {type: array, items: {$ref: '#/components/schemas/A'}}
            """, rest: "components: {schemas: {A: {allOf: [{properties: {b: {type: string}}}]}}}")
        let operation = try #require(document.operations.first)
        let flaws = document.findings(
            of: operation, status: 206, headers: [:], contentType: nil, body: Array(#"[{"b": 1}, 2]"#.utf8)
        ).flaws
        #expect(
            flaws.map(\.place) == [
                "#/paths/~1a~0b~1{c}/get/responses/2XX/headers/x-rate", "#/components/schemas/A/allOf/0/properties/b",
            ])
        let positions = document.positions(of: flaws.map(\.place))
        #expect(positions["#/components/schemas/A/allOf/0/properties/b"]?.hasPrefix("\(document.source.name):") == true)
        #expect(Set(positions.values).count == 2)
    }

    @Test("Replies to HEAD, 204 and 304 need no body") func bodiless() throws {
        let document = try document(
            """
              /a:
                head: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}}
                get: {responses: {3XX: {description: ok, content: {application/json: {schema: {type: object}}}}}}
            """)
        for (operation, status) in zip(document.operations, [200, 304]) {
            #expect(document.findings(of: operation, status: status, contentType: nil, body: []).flaws == [])
        }
    }

    @Test(
        "A header is checked by its schema; an optional one may be absent",
        arguments: [
            ("12", nil), (nil, nil), ("many", "the header field X-Total must be a whole number, not text"),
            ("-1", "the header field X-Total must be at least 0"),
        ])
    func headers(_ value: String?, _ expected: String?) throws {
        let document = try document(
            """
              /a:
                get:
                  responses:
                    '200': {description: ok, headers: {X-Total: {schema: {type: integer, minimum: 0}}}}
            """)
        let name = try #require(HTTPField.Name("X-Total"))
        let found = document.findings(
            of: try #require(document.operations.first), status: 200,
            headers: HTTPFields(value.map { [HTTPField(name: name, value: $0)] } ?? []), contentType: nil, body: []
        ).flaws
        #expect(found.map(\.message) == (expected.map { [$0] } ?? []))
    }
}
