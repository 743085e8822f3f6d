import AsyncHTTPClient
import DemoGateway
import DemoManager
import LoopbackPorts
import NIOCore
import NIOHTTP1
import NIOSSL
import ReplyHeads
import Testing

@Suite("HTTPS and HTTP/2") struct SecureTests {
    private static let versions = HTTPVersionUnderTest.allCases

    @Test("ALPN chooses the newest version that the client speaks", arguments: versions)
    func version(_ version: HTTPVersionUnderTest) async throws {
        try await withSecureGateway(version, .get("/me", "mine")) { stage async throws in
            let seen = try await stage.send("GET", "/me")
            #expect(seen.text == "mine" && seen.response.status == .ok)
            #expect(seen.response.version == (version == .http2 ? .http2 : .http1_1))
            #expect(seen.header("X-Demo-Decision") == "stubbed" && seen.header("Date") != nil)
            let head = try await stage.send("HEAD", "/me")
            #expect(head.header("Content-Length") == "4" && head.body.isEmpty)
            let exchange = try #require(stage.gateway.manager.journal.exchanges.first)
            #expect(exchange.request.scheme == "https")
            #expect(stage.gateway.manager.journal.exchanges.map(\.sentMethod) == [.get, .head])
        }
    }

    @Test("Large bodies pass in both directions", arguments: versions)
    func large(_ version: HTTPVersionUnderTest) async throws {
        let server = try await LoopbackServer.start { .init(bytes: $0.body) }
        try await withSecureGateway(version, upstream: server) {
            $1.isEnabled = false
        } _: { stage async throws in
            let sent = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
            let seen = try await stage.send("POST", "/echo", body: .bytes(ByteBuffer(bytes: sent)))
            #expect(seen.body == sent && seen.header("X-Demo-Decision") == "passed")
            // Without a length, as it comes.
            let parts = (0..<50).map { ByteBuffer(repeating: $0, count: 10_000) }
            let streamed = try await stage.send("POST", "/echo", body: .stream(parts.async, length: .unknown))
            #expect(streamed.body.count == 500_000 && streamed.body.last == 49)
            let head = try #require(server.requests.first?.head)
            #expect(head.headers.first(name: "X-Forwarded-Proto") == "https")
            #expect(head.headers.first(name: "Via")?.hasPrefix(version == .http2 ? "2.0 " : "1.1 ") == true)
        }
    }

    @Test("A large stub arrives completely", arguments: versions)
    func largeStub(_ version: HTTPVersionUnderTest) async throws {
        let body = [UInt8](repeating: 7, count: 5_000_000)
        try await withSecureGateway(version, .get("/large", Reply(body: body))) { stage async throws in
            #expect(try await stage.send("GET", "/large").body == body)
        }
    }

    @Test("Unknown hosts are refused, allowed ones answered", arguments: versions)
    func hosts(_ version: HTTPVersionUnderTest) async throws {
        try await withSecureGateway(version, .get("/a")) { configuration, _ in
            configuration.allowedHosts = ["my.test"]
        } _: { stage async throws in
            #expect(try await stage.send("GET", "/a", [("Host", "evil.test")]).response.status.code == 421)
            #expect(try await stage.send("GET", "/a", [("Host", "my.test")]).response.status == .ok)
        }
    }

    @Test("A page of the gateway itself may write; a foreign one may not", arguments: versions)
    func origins(_ version: HTTPVersionUnderTest) async throws {
        let server = try await LoopbackServer.start()
        try await withSecureGateway(version, upstream: server) {
            $1.isEnabled = false
        } _: { stage async throws in
            let own = try await stage.send("POST", "/a", [("Origin", stage.base)])
            #expect(own.response.status == .ok)
            let foreign = try await stage.send("POST", "/a", [("Origin", "https://evil.test")])
            #expect(foreign.response.status == .forbidden && server.requests.count == 1)
        }
    }

    @Test(
        "Failures end a stream or a connection without an answer, and the next request is answered",
        arguments: versions, [Fault.connectionReset, .noNetwork, .emptyResponse, .malformedChunk, .randomDataThenClose])
    func faults(_ version: HTTPVersionUnderTest, _ fault: Fault) async throws {
        let broken = TestStub.get("/broken", Reply(fault: fault))
        try await withSecureGateway(version, broken, .get("/me", "mine")) { stage async throws in
            await #expect(throws: (any Error).self) { try await stage.send("GET", "/broken") }
            #expect(try await stage.send("GET", "/me").text == "mine")
        }
    }

    @Test("Too many and too long header fields are refused", arguments: versions)
    func limits(_ version: HTTPVersionUnderTest) async throws {
        try await withSecureGateway(version, .get("/a")) { configuration, _ in
            (configuration.limits.headerFields, configuration.limits.requestLine) = (20, 200)
        } _: { stage async throws in
            let many = (0..<30).map { ("x-\($0)", "1") }
            #expect(try await stage.send("GET", "/a", many).response.status.code == 431)
            let path = "/" + String(repeating: "a", count: 300)
            #expect(try await stage.send("GET", path).response.status.code == 414)
            #expect(try await stage.send("GET", "/a").response.status == .ok)
        }
    }

    @Test("An unneeded body does not prevent the response", arguments: versions)
    func unwantedBody(_ version: HTTPVersionUnderTest) async throws {
        try await withSecureGateway(version, .post("/a", Reply(body: Array("done".utf8)))) { configuration, _ in
            configuration.limits.unwantedBody = 1_000
        } _: { stage async throws in
            let body = ByteBuffer(repeating: 1, count: 3_000_000)
            #expect(try await stage.send("POST", "/a", body: .bytes(body)).text == "done")
        }
    }

    @Test("Stopping disconnects waiting clients at once", arguments: versions)
    func stop(_ version: HTTPVersionUnderTest) async throws {
        var slow: Task<SecureStage.Seen, any Error>?
        var journal: DemoManager?
        let late = TestStub.get("/slow", Reply(delay: .fixed(.seconds(600))))
        try await withSecureGateway(version, late, .get("/me")) { stage async throws in
            _ = try await stage.send("GET", "/me")
            slow = Task { try await stage.send("GET", "/slow") }
            journal = stage.gateway.manager
            #expect(try await comes { stage.gateway.manager.journal.exchanges.count == 2 })
        }
        await #expect(throws: (any Error).self) { try await slow?.value }
        #expect(journal?.journal.exchanges.last?.outcome != nil)
    }

    @Test("Plain HTTP on the port gets the authority's certificate, or else an explanation") func stray() async throws {
        try await withSecureGateway(.http1) { stage async throws in
            let certificate = try await stage.gateway.get(GatewayConfiguration.authorityPath)
            #expect(certificate.contains("application/x-x509-ca-cert"))
            #expect(certificate.contains("BEGIN CERTIFICATE") && !certificate.contains("PRIVATE"))
            let other = try await stage.gateway.get("/me")
            #expect(other.contains("400 Bad Request") && other.contains("Use https://localhost as the base URL."))
            #expect(stage.gateway.manager.journal.exchanges.map(\.label) == ["GET /me"])
            #expect(try await stage.gateway.logs("GET /me 400 refused"))
            #expect(stage.gateway.log.contains("This port speaks HTTPS"))
            let secure = try await stage.send("GET", GatewayConfiguration.authorityPath)
            #expect(secure.text.hasPrefix("-----BEGIN CERTIFICATE"))
        }
    }

    @Test("A client that does not trust the certificate is logged") func untrusted() async throws {
        try await withSecureGateway(.http1) { stage async throws in
            let stranger = HTTPClient(eventLoopGroupProvider: .singleton)
            await #expect(throws: (any Error).self) {
                try await stranger.execute(HTTPClientRequest(url: stage.base), timeout: .minutes(1))
            }
            try await stranger.shutdown()
            #expect(try await stage.gateway.logs("trust the certificate"))
        }
    }

    @Test("A server is trusted by --cacert; without it the reply names the problem", arguments: [true, false])
    func upstream(isTrusted: Bool) async throws {
        try await withSecureGateway(.http1, .get("/me", "behind")) { stage async throws in
            try await stage.withFront(isTrusted: isTrusted) { front in
                let reply = try await front.get("/me")
                #expect(reply.contains("behind") == isTrusted)
                #expect(reply.contains("name its authority with --cacert") != isTrusted)
            }
        }
    }

    @Test("The client's certificate is sent to the upstream, but not to the server of a forwarding stub")
    func clientCertificate() async throws {
        let authority = try TestAuthority()
        let (certificate, key) = try authority.issue()
        var tls = try authority.serverTLS()
        tls.certificateVerification = .optionalVerification
        let context = try NIOSSLContext(configuration: tls)
        let upstream = try await LoopbackServer.start(tls: context)
        let other = try await LoopbackServer.start(tls: context)
        try await withGateway { configuration, manager in
            configuration.upstream = try UpstreamServer("https://localhost:\(upstream.port)")
            configuration.routes.trust = try ServerTrust(
                authorities: authority.certificateFile, certificate: certificate, key: key)
            manager.unmatched = .passThrough
            var reply = Reply()
            reply.proxyBase = try ProxyBase("https://localhost:\(other.port)")
            try manager.add(.get, "/elsewhere", reply)
        } _: { gateway async throws in
            #expect(try await gateway.get("/me").contains("200 OK"))
            #expect(try await gateway.get("/elsewhere").contains("200 OK"))
        }
        #expect(upstream.requests.map(\.isIdentified) == [true] && other.requests.map(\.isIdentified) == [false])
        await upstream.stop()
        await other.stop()
    }

    @Test("If an upstream requests a certificate in vain, the reply names the option for one")
    func wantedCertificate() async throws {
        let authority = try TestAuthority()
        var tls = try authority.serverTLS()
        tls.certificateVerification = .noHostnameVerification
        tls.trustRoots = .file(authority.certificateFile)
        let upstream = try await LoopbackServer.start(tls: try NIOSSLContext(configuration: tls))
        try await withGateway { configuration, manager in
            configuration.upstream = try UpstreamServer("https://localhost:\(upstream.port)")
            configuration.routes.trust = try ServerTrust(
                authorities: authority.certificateFile, certificate: nil, key: nil)
            manager.unmatched = .passThrough
        } _: { gateway async throws in
            let reply = try await gateway.get("/me")
            #expect(reply.contains("502 Bad Gateway") && reply.contains("name yours with --client-certificate"))
        }
        await upstream.stop()
    }
}

extension Array where Element: Sendable {
    /// The elements, one after another.
    fileprivate var async: AsyncStream<Element> {
        AsyncStream { continuation in
            for element in self { continuation.yield(element) }
            continuation.finish()
        }
    }
}
