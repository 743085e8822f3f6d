import DemoGateway
import DemoManager
import LoopbackPorts
import NIOHTTP1
import Testing

@Suite("Paths of a document's operations") struct LocatedRequestTests {
    @Test("The journal has the path as the client sent it", arguments: ["/pets/mine?a=1", "/v1/pets/mine"])
    func journal(path: String) async throws {
        try await withMock(MockCase.paths, below: "/v1") { gateway async throws in
            _ = try await gateway.get(path)
            let exchange = try #require(gateway.manager.journal.exchanges.first)
            #expect(exchange.redactedPath == path && exchange.redacted.sentPath == path)
            #expect(exchange.request.path?.hasPrefix("/v1/pets/mine") == true)
        }
    }

    @Test("The upstream gets the path unchanged") func upstream() async throws {
        let upstream = try await LoopbackServer.start()
        try await withMock(MockCase.paths, below: "/v1") { configuration, manager in
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
        let items = (isReversed ? paths.reversed() : paths).map { "  \"\($0)\": \(MockCase.get($0))" }
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
