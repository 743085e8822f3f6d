import Testing

@Suite("Serialization of lists and objects")
struct SerializationTests {
    private static let form = "Content-Type: application/x-www-form-urlencoded"

    private static func form(_ path: String, _ body: String, _ status: Int) -> MockExchange {
        MockExchange("POST \(path)", form, body: body, status: status)
    }

    private static func part(_ fields: (name: String, text: String)..., status: Int) -> MockExchange {
        let parts = fields.map { "--B\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\r\n\($0.text)\r\n" }
        return MockExchange(
            "POST /parts", "Content-Type: multipart/form-data; boundary=B", body: parts.joined() + "--B--\r\n",
            status: status)
    }

    @Test("Fields of a form are read by their encoding") func encodings() async throws {
        let document = """
            openapi: 3.0.3
            paths:
              /a:
                post:
                  requestBody:
                    content:
                      application/x-www-form-urlencoded:
                        schema:
                          type: object
                          additionalProperties: false
                          properties:
                            csv: {$ref: '#/components/schemas/Numbers'}
                            sp: {$ref: '#/components/schemas/Numbers'}
                            pi: {$ref: '#/components/schemas/Numbers'}
                            usual: {$ref: '#/components/schemas/Numbers'}
                            deep: {$ref: '#/components/schemas/Point'}
                            flat: {$ref: '#/components/schemas/Point'}
                            json: {$ref: '#/components/schemas/Point'}
                        encoding:
                          csv: {style: form, explode: false}
                          sp: {style: spaceDelimited, explode: false}
                          pi: {style: pipeDelimited, explode: false}
                          deep: {style: deepObject, explode: true}
                          flat: {style: form, explode: false}
                  responses: {200: {description: ok}}
              /parts:
                post:
                  requestBody:
                    content:
                      multipart/form-data:
                        schema: {type: object, properties: {ns: {$ref: '#/components/schemas/Numbers'}, ps: {type: array, items: {$ref: '#/components/schemas/Point'}}}}
                  responses: {200: {description: ok}}
            components:
              schemas:
                Numbers: {type: array, items: {type: integer}}
                Point: {type: object, required: [z], properties: {z: {type: integer}}}
            """
        try await withTable(
            document,
            ("csv=1,2,3", 200), ("csv=1,x", 422), ("sp=1%202%203", 200), ("sp=1+2", 200), ("sp=1%20x", 422),
            ("pi=1|2", 200), ("pi=1%7C2", 200), ("pi=1|x", 422), ("usual=1&usual=2", 200), ("usual=1&usual=x", 422),
            ("usual=1,2", 422), ("deep[z]=1", 200), ("deep%5Bz%5D=1", 200), ("deep[z]=x", 422), ("deep[q]=1", 422),
            ("flat=z,1", 200), ("flat=z,x", 422), ("json=%7B%22z%22:1%7D", 200), ("json=%7B%7D", 422), ("other=1", 422))
        try await expectReplies(
            of: document,
            Self.part(("ns", "1"), ("ns", "2"), status: 200), Self.part(("ns", "1"), ("ns", "x"), status: 422),
            Self.part(("ps", #"{"z":1}"#), ("ps", #"{"z":2}"#), status: 200), Self.part(("ps", "{}"), status: 422))
    }

    @Test("Nested fields are validated, and a form with too many fields gets 413") func nested() async throws {
        let document = """
            openapi: 3.0.3
            paths:
              /a:
                post:
                  requestBody:
                    content:
                      application/x-www-form-urlencoded:
                        schema:
                          type: object
                          additionalProperties: false
                          properties:
                            metadata: {type: object, required: [plan], properties: {plan: {type: string}, seats: {type: integer}}}
                            items: {type: array, items: {type: object, required: [price], properties: {price: {type: integer}}}}
                            expand: {type: array, items: {type: string, maxLength: 3}}
                            deep: {type: object, properties: {in: {type: object, properties: {x: {type: integer}}}}}
                            note: {type: string}
                        encoding: {deep: {style: deepObject, explode: true}}
                  responses: {200: {description: ok}}
            """
        try await withTable(
            document,
            ("metadata[plan]=pro&metadata[seats]=5", 200), ("metadata[plan]=pro&metadata[seats]=x", 422),
            ("metadata[seats]=5", 422), ("items[0][price]=2&items[1][price]=3", 200), ("items[0][price]=x", 422),
            ("items[0][other]=2", 422), ("expand[]=a&expand[]=b", 200), ("expand[]=long", 422),
            ("deep[in][x]=1", 200), ("deep[in][x]=y", 422), ("note[a]=1", 422),
            (String(repeating: "note=a&", count: 100_000), 413))
    }

    private func withTable(_ document: String, _ rows: (String, Int)...) async throws {
        for (body, status) in rows { try await expectReplies(of: document, Self.form("/a", body, status)) }
    }

    @Test("Swagger 2 joins lists by collectionFormat in every location") func collectionFormats() async throws {
        func list(_ place: String, _ name: String, _ format: String, required: Bool = false) -> String {
            "{in: \(place), name: \(name), type: array, collectionFormat: \(format), items: {type: integer}, required: \(required)}"
        }
        let document = """
            swagger: "2.0"
            consumes: [application/x-www-form-urlencoded]
            paths:
              /a: {post: {parameters: [{in: formData, name: n, type: array, items: {type: integer}}, \(list("formData", "ssv", "ssv")), \(list("formData", "tsv", "tsv")), \(list("formData", "pipes", "pipes")), \(list("formData", "multi", "multi")), {in: formData, name: ev, type: integer, allowEmptyValue: true}], responses: {200: {description: ok}}}}
              /q: {get: {parameters: [\(list("query", "ssv", "ssv")), \(list("query", "tsv", "tsv")), \(list("header", "X-P", "pipes")), {in: query, name: nest, type: array, collectionFormat: pipes, items: {type: array, items: {type: integer}}}, {in: query, name: ev, type: integer, allowEmptyValue: true}], responses: {200: {description: ok}}}}
              /p/{a}: {get: {parameters: [\(list("path", "a", "pipes", required: true))], responses: {200: {description: ok}}}}
            """
        try await expectReplies(
            of: document,
            Self.form("/a", "n=1,2&ssv=1%202&tsv=1%092&pipes=1|2&multi=1&multi=2&ev=", 200),
            Self.form("/a", "n=1,x", 422), Self.form("/a", "ssv=1+x", 422), Self.form("/a", "tsv=1%09x", 422),
            Self.form("/a", "pipes=1%7Cx", 422), Self.form("/a", "multi=1&multi=x", 422), Self.form("/a", "ev=x", 422),
            MockExchange("GET /q?ssv=1%202&tsv=1%092&nest=1,2|3,4&ev", "X-P: 1|2", status: 200),
            MockExchange("GET /q?tsv=1%09x", status: 422), MockExchange("GET /q?nest=1,2|3,x", status: 422),
            MockExchange("GET /q", "X-P: 1|x", status: 422), MockExchange("GET /q?ev=x", status: 422),
            MockExchange("GET /p/1%7C2", status: 200), MockExchange("GET /p/1%7Cx", status: 422))
    }

    @Test("Lists in headers allow blanks and further lines; empty values are allowed where declared")
    func headersAndEmptyValues() async throws {
        let document = """
            openapi: 3.0.3
            paths:
              /a:
                get:
                  parameters:
                    - {in: header, name: X-A, schema: {type: array, items: {type: integer}, maxItems: 3}}
                    - {in: query, name: i, required: true, allowEmptyValue: true, schema: {type: integer}}
                    - {in: query, name: j, schema: {type: integer}}
                  responses: {200: {description: ok}}
            """
        try await expectReplies(
            of: document,
            MockExchange("GET /a?i=1", "X-A: 1, 2 ,\t3", status: 200),
            MockExchange("GET /a?i=1", "X-A: 1, x", status: 422),
            MockExchange("GET /a?i=1", "X-A: 1", "x-a: 2", status: 200),
            MockExchange("GET /a?i=1", "X-A: 1", "x-a: x", status: 422),
            MockExchange("GET /a?i=1", "X-A: 1, 2", "X-A: 3, 4", status: 422),
            MockExchange("GET /a?i", status: 200), MockExchange("GET /a?i=", status: 200),
            MockExchange("GET /a?i=x", status: 422),
            MockExchange("GET /a", status: 422), MockExchange("GET /a?i&j=", status: 422))
    }
}
