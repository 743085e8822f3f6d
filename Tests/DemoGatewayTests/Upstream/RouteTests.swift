import DemoGateway
import DemoManager
import Foundation
import LoopbackPorts
import NIOHTTP1
import ReplyHeads
import Testing

@Suite("Routes to servers") struct RouteTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var option: String?
        var except: String?
        var environment: [String: String] = [:]
        let url: String
        let proxy: String?
        var testDescription: String { "\(option ?? "") \(except ?? "") \(environment) \(url)" }

        init(
            _ url: String, _ proxy: String?, option: String? = nil, except: String? = nil,
            _ environment: [String: String] = [:]
        ) {
            (self.url, self.proxy, self.option, self.except) = (url, proxy, option, except)
            self.environment = environment
        }
    }

    private static let proxied = ["http_proxy": "http://p:1", "HTTPS_PROXY": "q:2"]

    @Test(
        "A proxy is selected by the rules of curl",
        arguments: [
            Case("http://api.test", nil), Case("http://api.test", "p:1", proxied),
            Case("https://api.test", "q:2", proxied),
            Case("http://api.test", "l:1", ["HTTP_PROXY": "u:1", "http_proxy": "l:1"]),
            Case("https://api.test", "a:1080", ["ALL_PROXY": "socks5://a"]),
            Case("http://localhost:3000", nil, proxied), Case("http://127.0.0.2", nil, proxied),
            Case("http://[::1]:80", nil, proxied), Case("http://app.localhost", nil, proxied),
            Case("http://localhost", "p:1", option: "http://p:1/"),
            Case("http://api.test", nil, option: "", proxied), Case("http://api.test", "o:3", option: "o:3", proxied),
            Case("http://api.test", "[fd00::1]:8", option: "http://[fd00::1]:8"),
            Case("http://api.test", nil, option: "p:1", except: "*"),
            Case("http://a.api.test", nil, option: "p:1", except: "other, api.test"),
            Case("http://a.api.test", nil, proxied.merging(["no_proxy": ".test"]) { $1 }),
            Case("http://xapi.test", "p:1", option: "p:1", except: "api.test"),
            Case("http://api.test", "p:1", except: "", proxied.merging(["NO_PROXY": "*"]) { $1 }),
            Case("http://10.1.2.3", nil, option: "p:1", except: "10.0.0.0/8"),
            Case("http://11.1.2.3", "p:1", option: "p:1", except: "10.0.0.0/8"),
            Case("http://10.1.2.3", "p:1", option: "p:1", except: "10.1.2.2/32"),
            Case("http://10.1.2.3", nil, option: "p:1", except: "10.1.2.2/31"),
            Case("http://[fd00::7]", nil, option: "p:1", except: "fd00::/16"),
            Case("http://10.1.2.3", "p:1", option: "p:1", except: "2.3"),
        ])
    func rules(_ example: Case) throws {
        let rules = try ProxyRules(example.option, except: example.except, environment: example.environment)
        let parts = example.url.split(separator: "://").map(String.init)
        let origin = ServerOrigin(scheme: parts[0], authority: parts[1])
        #expect(rules.proxy(for: origin)?.description == example.proxy)
    }

    @Test(
        "An invalid proxy URL is reported by its option or variable, without the URL",
        arguments: ["https://u:secret@p:1", "http://u:secret@", "http://u:secret@p:99999", "ftp://secret", "p:secret"])
    func invalid(url: String) {
        func failure(_ option: String?, _ environment: [String: String]) -> String {
            let failure = #expect(throws: ProxyRules.Failure.self) {
                try ProxyRules(option, except: nil, environment: environment)
            }
            return failure?.description ?? ""
        }
        #expect(failure(url, [:]).hasPrefix("--proxy: the proxy's URL "))
        #expect(failure(nil, ["HTTP_PROXY": url]).hasPrefix("HTTP_PROXY: the proxy's URL "))
        #expect(!failure(url, [:]).contains("secret"))
    }

    @Test(
        "Origins are equal by scheme, host and port",
        arguments: [
            ("https", "api.test", true), ("HTTPS", "API.test:443", true), ("https", "api.test:8443", false),
            ("http", "api.test", false), ("https", "www.api.test", false), ("https", "[::1]", false),
        ])
    func origins(scheme: String, authority: String, isEqual: Bool) {
        let origin = ServerOrigin(scheme: "https", authority: "api.test")
        #expect((ServerOrigin(scheme: scheme, authority: authority) == origin) == isEqual)
    }

    @Test("Plain requests are forwarded by the proxy, with its credentials", arguments: [nil, "user:p%40ss"])
    func plain(user: String?) async throws {
        let proxy = try await TestProxy(credentials: user.map { _ in Data("user:p@ss".utf8).base64EncodedString() })
        let server = try await LoopbackServer.start()
        try await withGateway(upstream: server) { configuration, manager in
            let url = "http://\(user.map { $0 + "@" } ?? "")127.0.0.1:\(proxy.port)"
            configuration.routes.proxies = try ProxyRules(url, except: nil, environment: [:])
            manager.isEnabled = false
        } _: { gateway async throws in
            #expect(try await gateway.get("/me?a=%20b").contains("live"))
            let upstream = "127.0.0.1:\(server.port)"
            #expect(proxy.lines == ["GET http://\(upstream)/me?a=%20b HTTP/1.1"])
            #expect(server.requests.map { $0.head.headers.first(name: "Host") } == [upstream])
            #expect(!gateway.log.contains("p@ss") && !gateway.log.contains("p%40ss"))
        }
        await proxy.stop()
    }

    @Test("HTTPS requests go through a tunnel") func tunnel() async throws {
        let proxy = try await TestProxy()
        try await withSecureGateway(.http1, .get("/me", "behind")) { stage async throws in
            try await stage.withFront(proxy: "127.0.0.1:\(proxy.port)") { front async throws in
                #expect(try await front.get("/me").contains("behind"))
                #expect(proxy.lines == ["CONNECT localhost:\(stage.gateway.port) HTTP/1.1"])
            }
        }
        await proxy.stop()
    }

    @Test("A proxy that refuses is named in the reply, without credentials", arguments: ["http", "https"])
    func refused(scheme: String) async throws {
        let proxy = try await TestProxy(credentials: "other")
        let url = "http://user:secret@127.0.0.1:\(proxy.port)"
        try await withFront(of: "\(scheme)://127.0.0.1:9", proxy: url) { gateway async throws in
            let reply = try await gateway.get("/me")
            #expect(reply.contains("502 Bad Gateway") && reply.contains("through the proxy 127.0.0.1:\(proxy.port)"))
            #expect(reply.contains("the proxy asks for a user and a password"))
            #expect(try await gateway.logs("GET /me 502"))
            #expect(!reply.contains("secret") && !gateway.log.contains("secret"))
        }
        await proxy.stop()
    }

    @Test("The upstream can listen on a Unix socket; a forwarding stub reaches its own server")
    func socket() async throws {
        // A socket's path has at most 107 bytes.
        let path = "/tmp/demo-tui-\(UInt32.random(in: 0 ... .max)).sock"
        let server = try await LoopbackServer.start(socket: path)
        let other = try await LoopbackServer.start { _ in .init(body: "elsewhere") }
        try await withGateway { configuration, manager in
            configuration.upstream = try UpstreamServer("http://localhost/v1")
            configuration.routes.socket = path
            manager.unmatched = .passThrough
            var reply = Reply()
            reply.proxyBase = try ProxyBase("http://127.0.0.1:\(other.port)")
            try manager.add(.get, "/other", reply)
        } _: { gateway async throws in
            #expect(try await gateway.get("/me").contains("live"))
            #expect(server.requests.map(\.head.uri) == ["/v1/me"])
            #expect(server.requests.map { $0.head.headers.first(name: "Host") } == ["localhost"])
            #expect(try await gateway.get("/other").contains("elsewhere"))
        }
        await server.stop()
        try? FileManager.default.removeItem(atPath: path)
        try await withGateway { configuration, manager in
            configuration.upstream = try UpstreamServer("http://localhost")
            configuration.routes.socket = path
            manager.isEnabled = false
        } _: { gateway async throws in
            #expect(try await gateway.get("/me").contains("nothing listens there"))
        }
        await other.stop()
    }

    @Test("HTTP/2 is used if a server offers it, with large bodies in both directions") func http2() async throws {
        let server = try await LoopbackServer.start { .init(bytes: $0.body) }
        try await withSecureGateway(.http1, upstream: server) {
            $1.isEnabled = false
        } _: { stage async throws in
            try await stage.withFront { front async throws in
                let body = String(repeating: "0123456789", count: 40_000)
                let reply = try await front.exchange(MockExchange("POST /echo", body: body).message)
                #expect(reply.hasSuffix(body) && reply.contains("200 OK"))
                let via = server.requests.first?.head.headers["Via"] ?? []
                #expect(via.contains { $0.hasPrefix("2.0 demo-tui") })
                try stage.gateway.manager.add(.get, "/broken", Reply(fault: .connectionReset))
                stage.gateway.manager.isEnabled = true
                #expect(try await front.get("/broken").contains("it reset the connection"))
            }
        }
    }

    @Test("A status that HTTP/2 cannot have is refused", arguments: ["-1", "000", "99", "1000", "2x0", "101"])
    func invalidStatus(status: String) async throws {
        try await withFrameServer(status: status) { gateway in
            let reply = try await gateway.get("/me")
            #expect(reply.contains("502 Bad Gateway"))
        }
    }

    @Test("A read on a kept HTTP/2 connection that the server ends is repeated; a write is not")
    func staleStreams() async throws {
        try await withFrameServer(status: "204") { gateway in
            for _ in 1...3 {
                let reply = try await gateway.get("/me")
                #expect(reply.hasPrefix("HTTP/1.1 204 "))
            }
            let written = try await gateway.get("/me", method: "POST")
            #expect(written.hasPrefix("HTTP/1.1 502 "))
        }
    }

    @Test("The first hop is the upstream's socket, else its proxy, with a description") func hops() throws {
        let upstream = try UpstreamServer("http://localhost:3000/api")
        var routes = ServerRoutes()
        #expect(upstream.hop(by: routes) == .server && upstream.hop(by: routes).way == nil)
        routes.proxies = try ProxyRules("http://proxy:8080", except: nil, environment: [:])
        #expect(upstream.hop(by: routes).way == "the proxy proxy:8080")
        routes.socket = "/run/api.sock"
        #expect(upstream.hop(by: routes).way == "the socket /run/api.sock")
    }

    private func withFrameServer(status: String, _ body: (TestGateway) async throws -> Void) async throws {
        let authority = try TestAuthority()
        let server = try await FrameServer(status: status, authority)
        try await withFront(of: "https://localhost:\(server.port)", trusting: authority, body)
        await server.stop()
    }
}
