import Testing

@Suite("Documented replies to invalid requests")
struct DocumentedErrorTests {
    private static func operation(_ responses: String) -> String {
        """
        {post: {parameters: [{in: query, name: n, required: true, schema: {type: integer}}],
          requestBody: {content: {application/json: {schema: {type: object}}}}, security: [{key: []}],
          responses: {\(responses)}}}
        """
    }
    private static let ok = "200: {description: ok, content: {text/plain: {example: fine}}}"
    private static func answer(_ status: String) -> String {
        "\(status): {description: bad, content: {application/json: {example: {says: \"\(status)\"}}}}"
    }
    private static let document = """
        openapi: 3.0.3
        paths:
          /none: \(operation(ok))
          /default: \(operation([ok, answer("default")].joined(separator: ", ")))
          /range: \(operation([ok, answer("4XX"), answer("default")].joined(separator: ", ")))
          /exact: \(operation([ok, answer("4XX"), answer("400")].joined(separator: ", ")))
          /only: \(operation(answer("default")))
          /named: \(operation("\(ok), 422: {description: bad, content: {application/json: {examples: {a: {value: {e: one}}, b: {value: {e: two}}}}}}"))
        components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
        """

    @Test("`default` and ranges describe other errors; exact codes come first") func defaults() async throws {
        let (key, json) = ("X-Key: k", "Content-Type: application/json")
        try await expectReplies(
            of: Self.document,
            MockExchange("POST /none?n=x", key, status: 422, says: "problem+json"),
            MockExchange("POST /default?n=x", key, status: 422, says: #"{"says":"default"}"#),
            MockExchange("POST /default?n=1", status: 401, says: #"{"says":"default"}"#),
            MockExchange(
                "POST /default?n=1", key, "Content-Type: text/csv", body: "a", status: 415, says: #"{"says":"default"}"#
            ),
            MockExchange("POST /default?n=1", key, json, body: "{", status: 400, says: #"{"says":"default"}"#),
            MockExchange("POST /range", key, status: 422, says: #"{"says":"4XX"}"#),
            MockExchange("POST /exact", key, status: 400, says: #"{"says":"400"}"#),
            // What describes calls that go well is no error.
            MockExchange("POST /only?n=x", key, status: 422, says: "problem+json"),
            MockExchange("POST /only?n=1", key, status: 200, says: #"{"says":"default"}"#))
    }

    @Test("X-Demo-Problem has the reason, whatever the document's reply") func reason() async throws {
        let why = "X-Demo-Problem: query n: must be a whole number"
        try await expectReplies(
            of: Self.document, MockExchange("POST /exact?n=x", "X-Key: k", status: 400, says: why),
            MockExchange("POST /none?n=x", "X-Key: k", status: 422, says: why))
    }

    @Test("A requested example of an error is returned, else its first one") func examples() async throws {
        try await expectReplies(
            of: Self.document,
            MockExchange("POST /named", "X-Key: k", "Prefer: example=b", status: 422, says: #"{"e":"two"}"#),
            MockExchange("POST /named", "X-Key: k", "Prefer: example=other", status: 422, says: #"{"e":"one"}"#),
            MockExchange("POST /named", "X-Key: k", status: 422, says: #"{"e":"one"}"#))
    }

    @Test("Swagger 2 errors have their documented reply") func swagger() async throws {
        let document = """
            swagger: "2.0"
            produces: [text/plain]
            paths:
              /a: {get: {parameters: [{in: query, name: n, required: true, type: integer}], responses: {200: {description: ok}, default: {description: bad, examples: {text/plain: sorry}}}}}
            """
        try await expectReplies(of: document, MockExchange("GET /a?n=x", status: 422, says: "sorry"))
    }
}
