import Testing

@Suite("Credentials of the document's schemes")
struct CredentialTests {
    private static let document = """
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

    @Test("Each scheme requires its credential, and every 401 names one") func schemes() async throws {
        try await expectReplies(
            of: Self.document,
            MockExchange(
                "GET /digest", status: 401, says: "WWW-Authenticate: Digest realm=\"*\", qop=\"auth\", nonce="),
            MockExchange("GET /digest", "Authorization: Bearer abc", status: 401),
            MockExchange("GET /digest", "Authorization: digest username=\"u\"", status: 200),
            MockExchange(
                "GET /negotiate", "Authorization: Basic YTpi", status: 401, says: "WWW-Authenticate: Negotiate\r\n"),
            MockExchange("GET /negotiate", "Authorization: Negotiate abc", status: 200),
            MockExchange("GET /key", status: 401, says: "WWW-Authenticate: ApiKey realm=\"*\"\r\n"),
            MockExchange("GET /either", status: 401, says: "WWW-Authenticate: Basic realm=\"*\"\r\n"),
            MockExchange("GET /own", status: 401, says: "WWW-Authenticate: Mine\r\n"))
    }
}
