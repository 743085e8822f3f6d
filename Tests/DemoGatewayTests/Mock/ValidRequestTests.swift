import DemoGateway
import Testing

@Suite("Valid requests")
struct ValidRequestTests {
    private static let form = "Content-Type: application/x-www-form-urlencoded"
    private static let json = "Content-Type: application/json"
    private static let reply = "responses: {200: {description: ok}}"

    private static func parameter(_ name: String, _ rest: String) -> String {
        "/\(name): {get: {parameters: [{name: \(name), in: query, required: true, \(rest)}], \(reply)}}"
    }

    private static func body(_ path: String, _ type: String, _ media: String) -> String {
        "\(path): {post: {requestBody: {required: true, content: {\(type): {\(media)}}}, \(reply)}}"
    }

    private func document(_ paths: String..., rest: String = "") -> String {
        "openapi: 3.0.0\ninfo: {title: T, version: '1'}\npaths:\n" + paths.map { "  \($0)\n" }.joined() + rest
    }

    @Test("Lists and objects in a query can have brackets, and variants are found by their members")
    func query() async throws {
        let choices =
            "{oneOf: [{type: object, properties: {user_id: {type: string}}, required: [user_id]}, {type: object, properties: {email: {type: string}}, required: [email]}]}"
        try await expectReplies(
            of: document(
                Self.parameter(
                    "deep", "style: deepObject, explode: true, schema: {type: array, items: {type: integer}}"),
                Self.parameter("list", "schema: {type: array, items: {type: integer}}"),
                Self.parameter("filter", "explode: true, schema: \(choices)"),
                Self.parameter("any", "explode: true, schema: {type: object, additionalProperties: {type: integer}}")),
            MockExchange("GET /deep?deep[]=1&deep[]=2"), MockExchange("GET /deep?deep[0]=1&deep[1]=2"),
            MockExchange("GET /deep?deep[]=x", status: 422), MockExchange("GET /deep", status: 422),
            MockExchange("GET /list?list=1&list=2"), MockExchange("GET /list?list[]=1&list[]=2"),
            MockExchange("GET /list?list[]=x", status: 422),
            MockExchange("GET /filter?email=a@b.c"), MockExchange("GET /filter?user_id=7"),
            MockExchange("GET /filter", status: 422),
            MockExchange("GET /any?a=1&b=2"), MockExchange("GET /any?a=x", status: 422))
    }

    @Test("A form is read as the matching variant") func forms() async throws {
        let type = "application/x-www-form-urlencoded"
        let to =
            "schema: {type: object, required: [to], properties: {to: {oneOf: [{type: string, pattern: '^adr_'}, {type: object, required: [name], properties: {name: {type: string}}}]}}}"
        let deep = "encoding: {to: {style: deepObject, explode: true}}, " + to
        let people =
            "schema: {oneOf: [{type: object, required: [recipient], properties: {recipient: {type: string}, zip: {type: string, pattern: '^\\d{5}$'}}}, {type: object, required: [company], properties: {company: {type: string}, recipient: {type: string, nullable: true, maxLength: 0}}}]}"
        func post(_ path: String, _ body: String, status: Int = 200) -> MockExchange {
            MockExchange("POST \(path)", Self.form, body: body, status: status)
        }
        try await expectReplies(
            of: document(
                Self.body("/plain", type, to), Self.body("/deep", type, deep), Self.body("/people", type, people)),
            post("/plain", "to=adr_1"), post("/plain", "to[name]=Ada"), post("/plain", "to=x", status: 422),
            post("/deep", "to=adr_1"), post("/deep", "to[name]=Ada"), post("/deep", "to[x]=Ada", status: 422),
            post("/people", "recipient=Ada&zip=26018"), post("/people", "company=Orbit"),
            post("/people", "recipient=Ada&zip=2", status: 422))
    }

    @Test("A required read-only member may be absent from a request") func readOnly() async throws {
        let members = "properties: {id: {type: string, readOnly: true}, name: {type: string}}"
        func post(_ path: String, _ body: String, status: Int = 200) -> MockExchange {
            MockExchange("POST \(path)", Self.json, body: body, status: status)
        }
        let schemas = [
            ("/beside", "{allOf: [{type: object, \(members)}], required: [id, name]}"),
            ("/other", "{allOf: [{$ref: '#/components/schemas/Base'}, {required: [id, name]}]}"),
            ("/own", "{type: object, \(members), required: [id, name]}"),
            ("/choice", "{oneOf: [{type: object, \(members)}, {type: object, required: [x]}], required: [id, name]}"),
        ]
        let paths = schemas.map { Self.body($0.0, "application/json", "schema: \($0.1)") }.joined(separator: "\n  ")
        let document = self.document(paths, rest: "components: {schemas: {Base: {type: object, \(members)}}}")
        for (path, _) in schemas {
            try await expectReplies(
                of: document, post(path, #"{"name": "a"}"#), post(path, #"{"id": "1"}"#, status: 422))
        }
    }

    @Test("Of two equal path shapes, the one whose schema matches answers", arguments: [true, false], [true, false])
    func shapes(isChecked: Bool, isReversed: Bool) async throws {
        func path(_ name: String, _ schema: String) -> String {
            "/c/{\(name)}: {get: {parameters: [{name: \(name), in: path, required: true, schema: \(schema)}], responses: {200: {description: ok, content: {application/json: {example: \(name)}}}}}}"
        }
        let paths = [path("number", "{type: string}"), path("uuid", "{type: string, format: uuid}")]
        let document = self.document((isReversed ? paths.reversed() : paths).joined(separator: "\n  "))
        try await withMock(document) { configuration, _ in
            configuration.validatesRequests = isChecked
        } _: { gateway in
            let number = try await gateway.get("/c/SB2")
            #expect(number.hasPrefix("HTTP/1.1 200 ") && number.hasSuffix("\"number\""), "\(number)")
            let uuid = try await gateway.get("/c/6f1d0e4c-3c1a-4d55-9d0a-1b2c3d4e5f60")
            #expect(uuid.hasPrefix("HTTP/1.1 200 ") && uuid.hasSuffix("\"uuid\""), "\(uuid)")
        }
    }

    @Test("A percent sign in a path template is literal") func percent() async throws {
        func path(_ path: String) -> String {
            "\"\(path)\": {get: {responses: {200: {description: ok, content: {application/json: {example: \"\(path)\"}}}}}}"
        }
        try await expectReplies(
            of: document(path("/a % b"), path("/100%"), path("/a%20b")),
            MockExchange("GET /a%20%25%20b", says: "/a % b"), MockExchange("GET /100%25", says: "/100%"),
            MockExchange("GET /a%20b", says: "/a%20b"))
    }

    @Test("A referenced operation has its replies") func operation() async throws {
        let parts =
            "components: {x-ops: {a: {operationId: a, responses: {200: {description: ok, content: {application/json: {example: it}}}}}}}"
        try await expectReplies(
            of: document(
                "/a: {get: {$ref: '#/components/x-ops/a'}}",
                "/b: {get: {$ref: '#/components/x-ops/a', operationId: b}}", rest: parts),
            MockExchange("GET /a", says: "\"it\""), MockExchange("GET /b", says: "\"it\""))
    }
}
