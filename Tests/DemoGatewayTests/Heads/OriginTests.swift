import DemoGateway
import DemoManager
import HTTPTypes
import Testing

@Suite("Who may ask")
struct OriginTests {
    @Test(
        "A name nobody knows is refused: a page could have made it point here",
        arguments: ["attacker.example", "127.0.0.1.nip.io", "1.2.3.4.5", "300.1.1.1", "1.2.3"])
    func unknownHost(name: String) async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { _, manager in
            manager.isEnabled = false
        } _: { gateway in
            let reply = try await gateway.exchange("GET /a HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 421 ") && reply.contains("--allow-host \(name)"))
            #expect(upstream.received.isEmpty)
        }
    }

    @Test(
        "Names that were allowed, loopback names and addresses are answered",
        arguments: ["my.test:80", "LOCALHOST", "[::1]:9", "10.0.2.2:8080"])
    func knownHost(name: String) async throws {
        try await withGateway { configuration, manager in
            configuration.allowedHosts = ["my.test"]
            try manager.add(.get, "/a", Reply())
        } _: { gateway in
            let reply = try await gateway.exchange("GET /a HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("The upstream's own name is answered, with any port or none")
    func upstreamName() async throws {
        try await withGateway { configuration, manager in
            configuration.upstream = try UpstreamServer("http://api.test:3000/v1")
            try manager.add(.get, "/a", Reply())
        } _: { gateway in
            for name in ["api.test:3000", "API.test"] {
                let reply = try await gateway.exchange("GET /a HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n")
                #expect(reply.hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test("Where every name is allowed, one nobody knows is answered")
    func everyHost() async throws {
        try await withGateway { configuration, manager in
            configuration.allowedHosts = ["*"]
            try manager.add(.get, "/a", Reply())
        } _: { gateway in
            let reply = try await gateway.exchange(
                "GET /a HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("A page of an origin that was allowed may read replies, with its credentials; no other may")
    func cors() async throws {
        try await withGateway { configuration, manager in
            configuration.allowedOrigins = ["http://app.test"]
            try manager.add(.get, "/a", Reply(headers: [.accessControlAllowOrigin: "*"]))
        } _: { gateway in
            let allowed = try await gateway.get("/a", "Origin: http://app.test")
            #expect(allowed.contains("Access-Control-Allow-Origin: http://app.test\r\n"))
            #expect(allowed.contains("Access-Control-Allow-Credentials: true"))
            #expect(allowed.contains("Vary: Origin"))
            let other = try await gateway.get("/a", "Origin: http://evil.test")
            #expect(!other.contains("Access-Control-Allow"))
        }
    }

    @Test("What a server shows to pages is shown beside what the gateway shows")
    func exposed() async throws {
        try await withGateway { configuration, manager in
            configuration.allowedOrigins = ["http://app.test"]
            try manager.add(.get, "/a", Reply(headers: [.accessControlExposeHeaders: "X-Own"]))
        } _: { gateway in
            let reply = try await gateway.get("/a", "Origin: http://app.test")
            #expect(reply.contains("Access-Control-Expose-Headers: X-Demo-Decision,") && reply.contains(", X-Own\r\n"))
        }
    }

    @Test("The log says why a page cannot read a reply, and nothing of pages that can")
    func obstacle() async throws {
        try await withGateway { configuration, manager in
            configuration.allowedOrigins = ["http://app.test"]
            try manager.add(.get, "/a", Reply())
        } _: { gateway in
            _ = try await gateway.get("/a", "Origin: http://app.test")
            _ = try await gateway.get("/a", "Origin: http://localhost")
            #expect(!gateway.log.contains("--cors"))
            _ = try await gateway.get("/a", "Origin: http://evil.test")
            #expect(try await gateway.logs("a page of http://evil.test cannot read this"))
            #expect(try await gateway.logs("--cors http://evil.test"))
        }
    }

    @Test("Where CORS is off, a stub or a server that allows pages itself needs no word")
    func ownRule() async throws {
        try await withGateway { _, manager in
            try manager.add(.get, "/a", Reply(headers: [.accessControlAllowOrigin: "*"]))
        } _: { gateway in
            _ = try await gateway.get("/a", "Origin: http://x.test")
            #expect(!gateway.log.contains("--cors"))
            _ = try await gateway.get("/b", "Origin: http://x.test")
            #expect(try await gateway.logs("--cors http://x.test"))
        }
    }

    @Test("A preflight is answered where CORS is on, and credentials never go with a star")
    func preflight() async throws {
        try await withGateway { configuration, _ in
            configuration.allowedOrigins = ["*"]
        } _: { gateway in
            let reply = try await gateway.get(
                "/a", method: "OPTIONS", "Origin: http://x.test", "Access-Control-Request-Method: PUT",
                "Access-Control-Request-Headers: x-a, content-type")
            #expect(reply.hasPrefix("HTTP/1.1 204 ") && reply.contains("Access-Control-Allow-Methods: PUT\r\n"))
            #expect(reply.contains("Access-Control-Allow-Headers: x-a, content-type\r\n"))
            #expect(reply.contains("Access-Control-Allow-Origin: *\r\n") && !reply.contains("Credentials"))
        }
    }

    @Test("A preflight from an origin that was not allowed is refused, and reaches no server")
    func foreignPreflight() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { configuration, manager in
            configuration.allowedOrigins = ["http://app.test"]
            manager.isEnabled = false
        } _: { gateway in
            let reply = try await gateway.get(
                "/a", method: "OPTIONS", "Origin: http://evil.test", "Access-Control-Request-Method: PUT")
            #expect(reply.hasPrefix("HTTP/1.1 403 ") && !reply.contains("Access-Control-Allow"))
            #expect(upstream.received.isEmpty)
        }
    }

    @Test("Where CORS is off, a preflight is a request as any other")
    func preflightOff() async throws {
        try await withGateway { gateway in
            let reply = try await gateway.get(
                "/a", method: "OPTIONS", "Origin: http://x.test", "Access-Control-Request-Method: PUT")
            #expect(reply.hasPrefix("HTTP/1.1 404 ") && !reply.contains("Access-Control"))
        }
    }

    @Test(
        "A page of another origin that was not allowed writes nothing to the server, though it may read",
        arguments: ["https://evil.test", "http://10.0.0.3", "null", "http://localhost.evil.test"])
    func foreignWrite(origin: String) async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { configuration, manager in
            configuration.allowedOrigins = ["http://app.test"]
            manager.isEnabled = false
        } _: { gateway in
            for method in ["POST", "PUT", "PATCH", "DELETE"] {
                let reply = try await gateway.get("/a", method: method, "Origin: \(origin)")
                #expect(reply.hasPrefix("HTTP/1.1 403 ") && reply.contains("X-Demo-Decision: refused\r\n"))
                #expect(reply.contains("--cors"))
            }
            #expect(upstream.received.isEmpty)
            #expect(try await gateway.logs("A page of \(origin) may not write"))
            let read = try await gateway.get("/a", "Origin: \(origin)")
            #expect(read.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test(
        "Pages of this machine, of the gateway itself and of origins that were allowed write to the server",
        arguments: [
            "http://localhost:5173", "http://127.0.0.1:1", "http://[::1]", "capacitor://localhost", "http://app.test",
        ])
    func knownWrite(origin: String) async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { configuration, manager in
            configuration.allowedOrigins = ["http://app.test"]
            configuration.allowedHosts = ["my.test"]
            manager.isEnabled = false
        } _: { gateway in
            let reply = try await gateway.get("/a", method: "POST", "Origin: \(origin)")
            #expect(reply.hasPrefix("HTTP/1.1 200 "))
            let own = try await gateway.exchange(
                "POST /a HTTP/1.1\r\nHost: my.test:80\r\nOrigin: http://my.test:80\r\nConnection: close\r\n\r\n")
            #expect(own.hasPrefix("HTTP/1.1 200 "))
        }
    }
}
