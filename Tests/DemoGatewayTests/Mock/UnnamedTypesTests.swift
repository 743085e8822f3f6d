import Testing

@Suite("Swagger 2 without consumes and produces")
struct UnnamedTypesTests {
    private static let document = """
        swagger: "2.0"
        paths:
          /text: {get: {responses: {200: {description: ok, schema: {type: string, example: hi}}}}}
          /object: {get: {responses: {200: {description: ok, schema: {type: object}}}}}
          /a: {post: {parameters: [{in: body, name: b, schema: {type: object, required: [n]}}], responses: {200: {description: ok}}}}
          /json: {post: {consumes: [application/json], parameters: [{in: body, name: b, schema: {type: object}}], responses: {200: {description: ok}}}}
        """

    @Test("Any type of body is accepted, JSON is still validated, and a text is plain on request")
    func types() async throws {
        try await expectReplies(
            of: Self.document,
            MockExchange("POST /a", "Content-Type: text/csv", body: "x", status: 200),
            MockExchange("POST /a", "Content-Type: application/json", body: "{}", status: 422),
            MockExchange("POST /a", "Content-Type: application/vnd.a+json", body: "{}", status: 422),
            MockExchange("POST /json", "Content-Type: text/csv", body: "x", status: 415),
            MockExchange("GET /text", "Accept: text/plain", says: "\r\n\r\nhi"),
            MockExchange("GET /text", says: "\r\n\r\n\"hi\""),
            MockExchange("GET /text", "Accept: image/png", status: 406),
            MockExchange("GET /object", "Accept: text/plain", status: 406))
    }
}
