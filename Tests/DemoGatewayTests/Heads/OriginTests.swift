import DemoGateway
import DemoManager
import LoopbackPorts
import Testing

@Suite("Hosts and origins") struct OriginTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var hosts: [String] = []
        var origins: [String] = []
        var upstream: String?
        var headers: HTTPFields = [:]
        let exchanges: [MockExchange]

        /// A gateway with the stub `/a`.
        init(
            _ name: String, hosts: [String] = [], origins: [String] = [], upstream: String? = nil,
            headers: HTTPFields = [:], gets exchanges: MockExchange...
        ) {
            (testDescription, self.hosts, self.origins, self.upstream) = (name, hosts, origins, upstream)
            (self.headers, self.exchanges) = (headers, exchanges)
        }
    }

    private static let app = "http://app.test"
    static let cases: [Case] = [
        Case(
            "allowed names, loopback names and addresses are answered", hosts: ["my.test"],
            gets: MockExchange("GET /a", host: "my.test:80"), MockExchange("GET /a", host: "LOCALHOST"),
            MockExchange("GET /a", host: "[::1]:9"), MockExchange("GET /a", host: "10.0.2.2:8080")),
        Case(
            "the upstream's own name is answered, with any port or none", upstream: "http://api.test:3000/v1",
            gets: MockExchange("GET /a", host: "api.test:3000"), MockExchange("GET /a", host: "API.test")),
        Case(
            "an unknown name is answered where every name is allowed", hosts: ["*"],
            gets: MockExchange("GET /a", host: "attacker.example")),
        Case(
            "a page of an allowed origin may read replies with credentials, no other may", origins: [app],
            headers: [.accessControlAllowOrigin: "*"],
            gets: MockExchange(
                "GET /a", "Origin: \(app)", says: "Access-Control-Allow-Origin: \(app)\r\n",
                "Access-Control-Allow-Credentials: true", "Vary: Origin"),
            MockExchange("GET /a", "Origin: http://evil.test", lacks: ["Access-Control-Allow"])),
        Case(
            "headers that a server exposes are added to the gateway's", origins: [app],
            headers: [.accessControlExposeHeaders: "X-Own"],
            gets: MockExchange(
                "GET /a", "Origin: \(app)", says: "Access-Control-Expose-Headers: X-Demo-Decision,", ", X-Own\r\n")),
        Case(
            "a preflight is answered with CORS on, and a star has no credentials", origins: ["*"],
            gets: MockExchange(
                "OPTIONS /a", "Origin: http://x.test", "Access-Control-Request-Method: PUT",
                "Access-Control-Request-Headers: x-a, content-type", status: 204,
                says: "Access-Control-Allow-Methods: PUT\r\n", "Access-Control-Allow-Headers: x-a, content-type\r\n",
                "Access-Control-Allow-Origin: *\r\n", lacks: ["Credentials"])),
        Case(
            "a preflight is an ordinary request with CORS off",
            gets: MockExchange(
                "OPTIONS /a", "Origin: http://x.test", "Access-Control-Request-Method: PUT", status: 404,
                lacks: ["Access-Control"])),
    ]

    @Test("Each host and origin gets the expected response", arguments: cases) func answers(_ each: Case) async throws {
        try await withGateway { configuration, manager in
            (configuration.allowedHosts, configuration.allowedOrigins) = (each.hosts, each.origins)
            if let upstream = each.upstream { configuration.upstream = try UpstreamServer(upstream) }
            try manager.add(.get, "/a", Reply(headers: each.headers))
        } _: {
            try await $0.expect(each.exchanges)
        }
    }

    @Test(
        "An unknown host name is refused, because a page could have pointed it here",
        arguments: ["attacker.example", "127.0.0.1.nip.io", "1.2.3.4.5", "300.1.1.1", "1.2.3"])
    func unknownHost(name: String) async throws {
        try await withServer { gateway, upstream in
            try await gateway.expect(MockExchange("GET /a", host: name, status: 421, says: "--allow-host \(name)"))
            #expect(try await gateway.logs("--allow-host \(name)"))
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test("The log has the reason why a page cannot read a reply, and no entry for pages that can")
    func obstacle() async throws {
        try await withStubs(.get("/a"), configure: { $0.allowedOrigins = [Self.app] }) { gateway in
            _ = try await gateway.get("/a", "Origin: \(Self.app)")
            _ = try await gateway.get("/a", "Origin: http://localhost")
            #expect(!gateway.log.contains("--cors"))
            _ = try await gateway.get("/a", "Origin: http://evil.test")
            #expect(try await gateway.logs("a page of http://evil.test cannot read this"))
            #expect(try await gateway.logs("--cors http://evil.test"))
        }
    }

    @Test("With CORS off, the log does not mention a reply that allows pages itself") func ownRule() async throws {
        try await withStubs(.get("/a", Reply(headers: [.accessControlAllowOrigin: "*"]))) { gateway in
            _ = try await gateway.get("/a", "Origin: http://x.test")
            #expect(!gateway.log.contains("--cors"))
            _ = try await gateway.get("/b", "Origin: http://x.test")
            #expect(try await gateway.logs("--cors http://x.test"))
        }
    }

    @Test("A preflight from a foreign origin is refused and reaches no server") func foreignPreflight() async throws {
        try await withServer(configure: {
            $0.allowedOrigins = [Self.app]
        }) { gateway, upstream in
            try await gateway.expect(
                MockExchange(
                    "OPTIONS /a", "Origin: http://evil.test", "Access-Control-Request-Method: PUT", status: 403,
                    lacks: ["Access-Control-Allow"]))
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test(
        "A page of a foreign origin cannot write to the server, even if it may read",
        arguments: ["https://evil.test", "http://10.0.0.3", "null", "http://localhost.evil.test"])
    func foreignWrite(origin: String) async throws {
        try await withServer(configure: {
            $0.allowedOrigins = [Self.app]
        }) { gateway, upstream in
            for method in ["POST", "PUT", "PATCH", "DELETE"] {
                try await gateway.expect(
                    MockExchange(
                        "\(method) /a", "Origin: \(origin)", status: 403, says: "X-Demo-Decision: refused\r\n", "--cors"
                    ))
            }
            #expect(upstream.requests.isEmpty)
            #expect(try await gateway.logs("A page of \(origin) may not write"))
            try await gateway.expect(MockExchange("GET /a", "Origin: \(origin)"))
        }
    }

    @Test(
        "Pages of this machine, of the gateway and of allowed origins write to the server",
        arguments: [
            "http://localhost:5173", "http://127.0.0.1:1", "http://[::1]", "capacitor://localhost", "http://app.test",
        ])
    func knownWrite(origin: String) async throws {
        try await withServer(configure: {
            ($0.allowedOrigins, $0.allowedHosts) = ([Self.app], ["my.test"])
        }) { gateway, _ in
            try await gateway.expect(
                MockExchange("POST /a", "Origin: \(origin)"),
                MockExchange("POST /a", "Origin: http://my.test:80", host: "my.test:80"))
        }
    }
}
