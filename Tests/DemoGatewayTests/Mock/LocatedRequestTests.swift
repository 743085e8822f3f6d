import DemoGateway
import DemoManager
import LoopbackPorts
import NIOHTTP1
import Testing

@Suite("Paths of a document's operations")
struct LocatedRequestTests {
    private static func get(_ text: String) -> String {
        "{get: {responses: {200: {description: d, content: {text/plain: {example: \"<\(text)>\"}}}}}}"
    }
    private static let document = """
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

    @Test("Operations are found below every server's path, below a path's own servers, and without any")
    func servers() async throws {
        try await expectReplies(
            of: Self.document, below: "/v1",
            MockExchange("GET /v1/pets/mine", says: "<mine>"), MockExchange("GET /pets/mine?a=1", says: "<mine>"),
            MockExchange("GET /v2/pets/mine", says: "<mine>"), MockExchange("GET /v3/pets/mine?q=%20", says: "<mine>"),
            MockExchange("GET /v4/pets/mine", status: 404), MockExchange("GET /v20/pets/mine", status: 404),
            MockExchange("GET /files/own", says: "<own>"), MockExchange("GET /v1/own", says: "<own>"),
            // That server has this path alone.
            MockExchange("GET /files/pets/mine", status: 404))
    }

    @Test("Needless percent-encoding is ignored, and plain characters of the document match encoded ones")
    func encoded() async throws {
        try await expectReplies(
            of: Self.document, below: "/v1",
            MockExchange("GET /v1/p%65ts/mine", says: "<mine>"),
            MockExchange("GET /p%65ts/%6Dine?n=%6D", says: "<mine>"),
            MockExchange("GET /pets%2Fmine", status: 404), MockExchange("GET /pets/%256Dine", says: "<any>"),
            MockExchange("GET /sp%20ace/1", says: "<space>"), MockExchange("GET /v2/sp%20ace/%31", says: "<space>"),
            MockExchange("GET /sp%20ace/x", status: 422), MockExchange("GET /gr%C3%B6%C3%9Fe", says: "<size>"),
            MockExchange("GET /gr%c3%b6%c3%9fe", says: "<size>"))
    }

    @Test("The journal has the path as the client sent it", arguments: ["/pets/mine?a=1", "/v1/pets/mine"])
    func journal(path: String) async throws {
        try await withMock(Self.document, below: "/v1") { gateway async throws in
            _ = try await gateway.get(path)
            let exchange = try #require(gateway.manager.journal.exchanges.first)
            #expect(exchange.redactedPath == path && exchange.redacted.sentPath == path)
            #expect(exchange.request.path?.hasPrefix("/v1/pets/mine") == true)
        }
    }

    @Test("The upstream gets the path unchanged") func upstream() async throws {
        let upstream = try await LoopbackServer.start()
        try await withMock(Self.document, below: "/v1") { configuration, manager in
            configuration.upstream = try UpstreamServer("http://127.0.0.1:\(upstream.port)/v1")
            manager.isEnabled = false
        } _: { gateway in
            for path in ["/p%65ts/mine", "/v1/p%65ts/mine", "/v2/pets/mine"] { _ = try await gateway.get(path) }
            #expect(upstream.requests.map(\.head.uri) == ["/v1/p%65ts/mine", "/v1/p%65ts/mine", "/v1/v2/pets/mine"])
        }
        await upstream.stop()
    }

    @Test(
        "The path with the most literal text from the left answers, whatever the order of declaration",
        arguments: [false, true])
    func order(isReversed: Bool) async throws {
        let paths = [
            "/frag/{id}.json", "/frag/{id}", "/v{id}", "/{id}", "/a/{x}/c", "/a/b/{y}", "/a/b/c", "/{x}/b/c",
            "/k/{x}-{y}", "/k/{x}",
        ]
        let items = (isReversed ? paths.reversed() : paths).map { "  \"\($0)\": \(Self.get($0))" }
        try await expectReplies(
            of: "openapi: 3.0.3\npaths:\n" + items.joined(separator: "\n"),
            MockExchange("GET /frag/7.json", says: "</frag/{id}.json>"),
            MockExchange("GET /frag/7", says: "</frag/{id}>"),
            MockExchange("GET /v1", says: "</v{id}>"), MockExchange("GET /w1", says: "</{id}>"),
            MockExchange("GET /a/b/c", says: "</a/b/c>"), MockExchange("GET /a/b/d", says: "</a/b/{y}>"),
            MockExchange("GET /a/x/c", says: "</a/{x}/c>"), MockExchange("GET /z/b/c", says: "</{x}/b/c>"),
            MockExchange("GET /k/1-2", says: "</k/{x}-{y}>"), MockExchange("GET /k/1", says: "</k/{x}>"))
    }
}
