import Testing

@Suite("Preferences of a request")
struct PreferenceTests {
    private static let document = """
        openapi: 3.0.3
        paths:
          /a:
            get:
              responses:
                200:
                  description: ok
                  content: {application/json: {examples: {one: {value: 1}, with space: {value: 2}, "a,b;c=\\"d": {value: 3}}}}
          /forms:
            get:
              responses:
                200:
                  description: ok
                  content: {application/xml: {example: <a/>}, application/json: {example: 1}, text/plain: {example: t}}
          /vendor:
            get:
              parameters: [{name: accept, in: header, schema: {type: string, enum: [application/vnd.shop.v2, image/png]}}]
              responses: {200: {description: ok, content: {application/json: {example: 1}}}}
        """

    @Test("A quoted example name is taken literally") func quoted() async throws {
        try await expectReplies(
            of: Self.document,
            MockExchange("GET /a", "Prefer: example=\"with space\"", says: "\r\n\r\n2"),
            MockExchange("GET /a", "Prefer: example=\"a,b;c=\\\"d\"", says: "\r\n\r\n3"),
            MockExchange("GET /a", "Prefer: respond-async, Example = one ; code=200", says: "\r\n\r\n1"),
            MockExchange("GET /a", "Prefer: example=\"with", status: 404, says: "no example"))
    }

    @Test("A client of another JSON type gets JSON; a type that the document lists for Accept is accepted")
    func formats() async throws {
        func type(_ path: String, _ accept: String, _ type: String) -> MockExchange {
            MockExchange("GET \(path)", "Accept: \(accept)", says: "Content-Type: \(type)\r\n")
        }
        try await expectReplies(
            of: Self.document,
            type("/a", "application/vnd.x+json;version=2", "application/json"),
            type("/a", "application/*+json", "application/json"),
            type("/forms", "application/vnd.x+json", "application/json"),
            type("/forms", "application/atom+xml, application/hal+json;q=0.9", "application/xml"),
            type("/forms", "application/json;q=0.5, application/vnd.x+json, text/plain;q=0.9", "text/plain"),
            type("/forms", "application/vnd.x+json;q=0, */*", "application/xml"),
            type("/vendor", "application/vnd.shop.v2", "application/json"),
            type("/vendor", "application/vnd.shop.v2; charset=utf-8", "application/json"),
            MockExchange("GET /a", "Accept: application/vnd.shop.v2", status: 406),
            MockExchange("GET /vendor", "Accept: text/html", status: 406),
            MockExchange("GET /vendor", "Accept: application/vnd.x+json;q=0", status: 406))
    }

    @Test("Equal preferences follow the client's order, then the document's; `*/*` gets JSON")
    func ties() async throws {
        func type(_ accept: String, _ type: String) -> MockExchange {
            MockExchange("GET /forms", "Accept: \(accept)", says: "Content-Type: \(type)\r\n")
        }
        try await expectReplies(
            of: Self.document,
            type("application/xml, application/json", "application/xml"), type("text/plain, */*", "text/plain"),
            type("application/json, text/plain, */*", "application/json"), type("*/*", "application/json"),
            type("application/*", "application/xml"), type("text/plain;q=0.5, */*;q=0.5", "text/plain"),
            type("application/xml;q=0.9, */*;q=0.8", "application/xml"), type("text/plain;q=0, */*", "application/xml"),
            MockExchange("GET /forms", says: "Content-Type: application/json\r\n"))
    }
}
