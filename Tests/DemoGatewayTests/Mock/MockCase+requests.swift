/// Requests that fit the document, and others that do not.
extension MockCase {
    static let requests: [MockCase] = [
        MockCase(
            "Each scheme requires its credential, and every 401 names one", schemes,
            MockExchange(
                "GET /digest", status: 401, says: "WWW-Authenticate: Digest realm=\"*\", qop=\"auth\", nonce="),
            MockExchange("GET /digest", "Authorization: Bearer abc", status: 401),
            MockExchange("GET /digest", "Authorization: digest username=\"u\"", status: 200),
            MockExchange(
                "GET /negotiate", "Authorization: Basic YTpi", status: 401, says: "WWW-Authenticate: Negotiate\r\n"),
            MockExchange("GET /negotiate", "Authorization: Negotiate abc", status: 200),
            MockExchange("GET /key", status: 401, says: "WWW-Authenticate: ApiKey realm=\"*\"\r\n"),
            MockExchange("GET /either", status: 401, says: "WWW-Authenticate: Basic realm=\"*\"\r\n"),
            MockExchange("GET /own", status: 401, says: "WWW-Authenticate: Mine\r\n")),
        MockCase(
            "Operations are found below every server's path, below a path's own servers, and without any",
            paths, below: "/v1",
            MockExchange("GET /v1/pets/mine", says: "<mine>"), MockExchange("GET /pets/mine?a=1", says: "<mine>"),
            MockExchange("GET /v2/pets/mine", says: "<mine>"), MockExchange("GET /v3/pets/mine?q=%20", says: "<mine>"),
            MockExchange("GET /v4/pets/mine", status: 404), MockExchange("GET /v20/pets/mine", status: 404),
            MockExchange("GET /files/own", says: "<own>"), MockExchange("GET /v1/own", says: "<own>"),
            // That server has this path alone.
            MockExchange("GET /files/pets/mine", status: 404)),
        MockCase(
            "Needless percent-encoding is ignored, and plain characters of the document match encoded ones",
            paths, below: "/v1",
            MockExchange("GET /v1/p%65ts/mine", says: "<mine>"),
            MockExchange("GET /p%65ts/%6Dine?n=%6D", says: "<mine>"),
            MockExchange("GET /pets%2Fmine", status: 404), MockExchange("GET /pets/%256Dine", says: "<any>"),
            MockExchange("GET /sp%20ace/1", says: "<space>"), MockExchange("GET /v2/sp%20ace/%31", says: "<space>"),
            MockExchange("GET /sp%20ace/x", status: 422), MockExchange("GET /gr%C3%B6%C3%9Fe", says: "<size>"),
            MockExchange("GET /gr%c3%b6%c3%9fe", says: "<size>")),
        MockCase(
            "Fields of a form are read by their encoding", encodings,
            part(("ns", "1"), ("ns", "2"), status: 200), part(("ns", "1"), ("ns", "x"), status: 422),
            part(("ps", #"{"z":1}"#), ("ps", #"{"z":2}"#), status: 200), part(("ps", "{}"), status: 422),
            more: forms(
                ("csv=1,2,3", 200), ("csv=1,x", 422), ("sp=1%202%203", 200), ("sp=1+2", 200), ("sp=1%20x", 422),
                ("pi=1|2", 200), ("pi=1%7C2", 200), ("pi=1|x", 422), ("usual=1&usual=2", 200), ("usual=1&usual=x", 422),
                ("usual=1,2", 422), ("deep[z]=1", 200), ("deep%5Bz%5D=1", 200), ("deep[z]=x", 422), ("deep[q]=1", 422),
                ("flat=z,1", 200), ("flat=z,x", 422), ("json=%7B%22z%22:1%7D", 200), ("json=%7B%7D", 422),
                ("other=1", 422))),
        MockCase(
            "Nested fields are validated, and a form with too many fields gets 413", nestedFields,
            more: forms(
                ("metadata[plan]=pro&metadata[seats]=5", 200), ("metadata[plan]=pro&metadata[seats]=x", 422),
                ("metadata[seats]=5", 422), ("items[0][price]=2&items[1][price]=3", 200), ("items[0][price]=x", 422),
                ("items[0][other]=2", 422), ("expand[]=a&expand[]=b", 200), ("expand[]=long", 422),
                ("deep[in][x]=1", 200), ("deep[in][x]=y", 422), ("note[a]=1", 422),
                (String(repeating: "note=a&", count: 100_000), 413))),
        MockCase(
            "Swagger 2 joins lists by collectionFormat in every location", collectionFormats,
            form("/a", "n=1,2&ssv=1%202&tsv=1%092&pipes=1|2&multi=1&multi=2&ev=", 200),
            form("/a", "n=1,x", 422), form("/a", "ssv=1+x", 422), form("/a", "tsv=1%09x", 422),
            form("/a", "pipes=1%7Cx", 422), form("/a", "multi=1&multi=x", 422), form("/a", "ev=x", 422),
            MockExchange("GET /q?ssv=1%202&tsv=1%092&nest=1,2|3,4&ev", "X-P: 1|2", status: 200),
            MockExchange("GET /q?tsv=1%09x", status: 422), MockExchange("GET /q?nest=1,2|3,x", status: 422),
            MockExchange("GET /q", "X-P: 1|x", status: 422), MockExchange("GET /q?ev=x", status: 422),
            MockExchange("GET /p/1%7C2", status: 200), MockExchange("GET /p/1%7Cx", status: 422)),
        MockCase(
            "Lists in headers allow blanks and further lines; empty values are allowed where declared",
            emptyValues,
            MockExchange("GET /a?i=1", "X-A: 1, 2 ,\t3", status: 200),
            MockExchange("GET /a?i=1", "X-A: 1, x", status: 422),
            MockExchange("GET /a?i=1", "X-A: 1", "x-a: 2", status: 200),
            MockExchange("GET /a?i=1", "X-A: 1", "x-a: x", status: 422),
            MockExchange("GET /a?i=1", "X-A: 1, 2", "X-A: 3, 4", status: 422),
            MockExchange("GET /a?i", status: 200), MockExchange("GET /a?i=", status: 200),
            MockExchange("GET /a?i=x", status: 422),
            MockExchange("GET /a", status: 422), MockExchange("GET /a?i&j=", status: 422)),
        MockCase(
            "Lists and objects in a query can have brackets, and variants are found by their members",
            document(
                parameter("deep", "style: deepObject, explode: true, schema: {type: array, items: {type: integer}}"),
                parameter("list", "schema: {type: array, items: {type: integer}}"),
                parameter("filter", "explode: true, schema: \(choices)"),
                parameter("any", "explode: true, schema: {type: object, additionalProperties: {type: integer}}")),
            MockExchange("GET /deep?deep[]=1&deep[]=2"), MockExchange("GET /deep?deep[0]=1&deep[1]=2"),
            MockExchange("GET /deep?deep[]=x", status: 422), MockExchange("GET /deep", status: 422),
            MockExchange("GET /list?list=1&list=2"), MockExchange("GET /list?list[]=1&list[]=2"),
            MockExchange("GET /list?list[]=x", status: 422),
            MockExchange("GET /filter?email=a@b.c"), MockExchange("GET /filter?user_id=7"),
            MockExchange("GET /filter", status: 422),
            MockExchange("GET /any?a=1&b=2"), MockExchange("GET /any?a=x", status: 422)),
        MockCase(
            "A form is read as the matching variant",
            document(formBody("/plain", to), formBody("/deep", deep), formBody("/people", people)),
            form("/plain", "to=adr_1", 200), form("/plain", "to[name]=Ada", 200), form("/plain", "to=x", 422),
            form("/deep", "to=adr_1", 200), form("/deep", "to[name]=Ada", 200), form("/deep", "to[x]=Ada", 422),
            form("/people", "recipient=Ada&zip=26018", 200), form("/people", "company=Orbit", 200),
            form("/people", "recipient=Ada&zip=2", 422)),
        MockCase(
            "A required read-only member may be absent from a request",
            document(readOnly.map { body($0, "application/json", "schema: \($1)") }, rest: base),
            more: readOnly.map { post($0.0, #"{"name": "a"}"#) }
                + readOnly.map { post($0.0, #"{"id": "1"}"#, status: 422) }),
        MockCase(
            "A percent sign in a path template is literal", document(named("/a % b"), named("/100%"), named("/a%20b")),
            MockExchange("GET /a%20%25%20b", says: "/a % b"), MockExchange("GET /100%25", says: "/100%"),
            MockExchange("GET /a%20b", says: "/a%20b")),
        MockCase(
            "A referenced operation has its replies",
            document(
                "/a: {get: {$ref: '#/components/x-ops/a'}}",
                "/b: {get: {$ref: '#/components/x-ops/a', operationId: b}}",
                rest: "components: {x-ops: {a: {operationId: a, \(reply(it))}}}"),
            MockExchange("GET /a", says: "\"it\""), MockExchange("GET /b", says: "\"it\"")),
    ]

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
    private static func forms(_ rows: (String, Int)...) -> [MockExchange] { rows.map { form("/a", $0.0, $0.1) } }
    private static func post(_ path: String, _ body: String, status: Int = 200) -> MockExchange {
        MockExchange("POST \(path)", "Content-Type: application/json", body: body, status: status)
    }

    private static let schemes = """
        openapi: 3.0.3
        paths:
          /digest: {get: {security: [{digest: []}], responses: {200: {description: ok}}}}
          /negotiate: {get: {security: [{negotiate: []}], responses: {200: {description: ok}}}}
          /key: {get: {security: [{key: []}], responses: {200: {description: ok}}}}
          /either: {get: {security: [{key: []}, {basic: []}], responses: {200: {description: ok}}}}
          /own: {get: {security: [{basic: []}], responses: {200: {description: ok}, 401: {description: no, headers: {WWW-Authenticate: {schema: {type: string}, example: Mine}}}}}}
        components:
          securitySchemes:
            digest: {type: http, scheme: Digest}
            negotiate: {type: http, scheme: negotiate}
            basic: {type: http, scheme: basic}
            key: {type: apiKey, in: query, name: "k\\r\\n\\"x"}
        """
    static func get(_ text: String) -> String {
        "{get: {responses: {200: {description: d, content: {text/plain: {example: \"<\(text)>\"}}}}}}"
    }
    static let paths = """
        openapi: 3.0.3
        servers:
          - {url: "https://a.test/v1"}
          - {url: "https://{env}.test/{base}/", variables: {env: {default: b}, base: {default: v2, enum: [v2, v3]}}}
        paths:
          /pets/mine: \(get("mine"))
          /sp ace/{id}: {get: {parameters: [{in: path, name: id, required: true, schema: {type: integer}}], responses: {200: {description: d, content: {text/plain: {example: <space>}}}}}}
          /gr\u{00F6}\u{00DF}e: \(get("size"))
          /{x}/{y}: \(get("any"))
          /own: {servers: [{url: /files}], get: {responses: {200: {description: d, content: {text/plain: {example: <own>}}}}}}
        """
    private static let encodings = """
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
    private static let nestedFields = """
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
    private static func list(_ place: String, _ name: String, _ format: String, required: Bool = false) -> String {
        "{in: \(place), name: \(name), type: array, collectionFormat: \(format), items: {type: integer}, required: \(required)}"
    }
    private static let collectionFormats = """
        swagger: "2.0"
        consumes: [application/x-www-form-urlencoded]
        paths:
          /a: {post: {parameters: [{in: formData, name: n, type: array, items: {type: integer}}, \(list("formData", "ssv", "ssv")), \(list("formData", "tsv", "tsv")), \(list("formData", "pipes", "pipes")), \(list("formData", "multi", "multi")), {in: formData, name: ev, type: integer, allowEmptyValue: true}], responses: {200: {description: ok}}}}
          /q: {get: {parameters: [\(list("query", "ssv", "ssv")), \(list("query", "tsv", "tsv")), \(list("header", "X-P", "pipes")), {in: query, name: nest, type: array, collectionFormat: pipes, items: {type: array, items: {type: integer}}}, {in: query, name: ev, type: integer, allowEmptyValue: true}], responses: {200: {description: ok}}}}
          /p/{a}: {get: {parameters: [\(list("path", "a", "pipes", required: true))], responses: {200: {description: ok}}}}
        """
    private static let emptyValues = """
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

    private static func parameter(_ name: String, _ rest: String) -> String {
        "/\(name): {get: {parameters: [{name: \(name), in: query, required: true, \(rest)}], \(reply())}}"
    }

    private static func body(_ path: String, _ type: String, _ media: String) -> String {
        "\(path): {post: {requestBody: {required: true, content: {\(type): {\(media)}}}, \(reply())}}"
    }
    private static func formBody(_ path: String, _ media: String) -> String {
        body(path, "application/x-www-form-urlencoded", media)
    }
    private static func named(_ path: String) -> String {
        "\"\(path)\": {get: {\(reply(", content: {application/json: {example: \"\(path)\"}}"))}}"
    }
    private static func reply(_ content: String = "") -> String { "responses: {200: {description: ok\(content)}}" }
    static func document(_ paths: String..., rest: String = "") -> String { document(paths, rest: rest) }
    private static func document(_ paths: [String], rest: String) -> String {
        "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths:\n" + paths.map { "  \($0)\n" }.joined() + rest
    }
    private static let choices =
        "{oneOf: [{type: object, properties: {user_id: {type: string}}, required: [user_id]}, {type: object, properties: {email: {type: string}}, required: [email]}]}"
    private static let to =
        "schema: {type: object, required: [to], properties: {to: {oneOf: [{type: string, pattern: '^adr_'}, {type: object, required: [name], properties: {name: {type: string}}}]}}}"
    private static let deep = "encoding: {to: {style: deepObject, explode: true}}, " + to
    private static let people =
        "schema: {oneOf: [{type: object, required: [recipient], properties: {recipient: {type: string}, zip: {type: string, pattern: '^\\d{5}$'}}}, {type: object, required: [company], properties: {company: {type: string}, recipient: {type: string, nullable: true, maxLength: 0}}}]}"
    private static let members = "properties: {id: {type: string, readOnly: true}, name: {type: string}}"
    private static let readOnly = [
        ("/beside", "{allOf: [{type: object, \(members)}], required: [id, name]}"),
        ("/other", "{allOf: [{$ref: '#/components/schemas/Base'}, {required: [id, name]}]}"),
        ("/own", "{type: object, \(members), required: [id, name]}"),
        ("/choice", "{oneOf: [{type: object, \(members)}, {type: object, required: [x]}], required: [id, name]}"),
    ]
    private static let it = ", content: {application/json: {example: it}}"
    private static let base = "components: {schemas: {Base: {type: object, \(members)}}}"
}
