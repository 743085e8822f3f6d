import Testing

@Suite("Concrete paths first")
struct RouteAgreementTests {
    private static func document(_ paths: [String]) -> String {
        let items = paths.map { path in
            "  \"\(path)\": {get: {responses: {200: {description: d, content: {text/plain: {example: \"<\(path)>\"}}}}}}"
        }
        return "openapi: 3.0.3\npaths:\n" + items.joined(separator: "\n")
    }

    @Test(
        "The path with the most literal text from the left answers, in any order of declaration",
        arguments: [false, true])
    func order(isReversed: Bool) async throws {
        let paths = [
            "/frag/{id}.json", "/frag/{id}", "/v{id}", "/{id}", "/a/{x}/c", "/a/b/{y}", "/a/b/c", "/{x}/b/c",
            "/k/{x}-{y}", "/k/{x}",
        ]
        try await expectReplies(
            of: Self.document(isReversed ? paths.reversed() : paths),
            MockExchange("GET /frag/7.json", says: "</frag/{id}.json>"),
            MockExchange("GET /frag/7", says: "</frag/{id}>"),
            MockExchange("GET /v1", says: "</v{id}>"), MockExchange("GET /w1", says: "</{id}>"),
            MockExchange("GET /a/b/c", says: "</a/b/c>"), MockExchange("GET /a/b/d", says: "</a/b/{y}>"),
            MockExchange("GET /a/x/c", says: "</a/{x}/c>"), MockExchange("GET /z/b/c", says: "</{x}/b/c>"),
            MockExchange("GET /k/1-2", says: "</k/{x}-{y}>"), MockExchange("GET /k/1", says: "</k/{x}>"))
    }
}
