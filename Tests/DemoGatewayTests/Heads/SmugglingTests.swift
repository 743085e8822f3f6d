import DemoManager
import Foundation
import NIOHTTP1
import Testing

/// Requests that could be read in two ways, and what must become of them: one answer at most, and nothing that a server
/// behind the gateway could take for another request (RFC 9112 section 11.2).
@Suite("Requests that could be read in two ways")
struct SmugglingTests {
    private static let long = String(repeating: "a", count: 201)
    static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test(
        "Refused with an error and the end of the connection; the upstream sees nothing",
        arguments: [
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
            "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
            "Content-Length: 3, 3\r\n\r\nabc",
            "Content-Length: +3\r\n\r\nabc",
            "Content-Length: -1\r\n\r\n",
            "Content-Length: 0x3\r\n\r\nabc",
            "Content-Length: 99999999999999999999999\r\n\r\n",
            "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
            " Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "X: a\r\n Content-Length: 3\r\n\r\nabc",
            "Content-Length: 3\n\nabc",
            "X: a\rContent-Length: 3\r\n\r\nabc",
            "X: a\u{0}b\r\n\r\n",
            "Ho st: x\r\n\r\n",
            "Host: other.localhost\r\n\r\n",
            "X-Demo-Screen: \(long)\r\nHost: other.localhost\r\n\r\n",
            "X-Demo-Screen: \(long)\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        ])
    func refused(rest: String) async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { _, manager in
            manager.isEnabled = false
        } _: { gateway in
            let reply = try await gateway.exchange(
                "POST /a HTTP/1.1\r\nHost: localhost\r\n" + rest + Self.smuggled)
            #expect(reply.hasPrefix("HTTP/1.1 400 ") || reply.hasPrefix("HTTP/1.1 501 "))
            #expect(reply.components(separatedBy: "HTTP/1.1 ").count == 2)
            #expect(upstream.received.isEmpty)
        }
    }

    @Test(
        "A body in chunks that are none is 400 and ends the connection, also behind a decision; what follows is no request",
        arguments: [
            "zz\r\nabc\r\n", "5;a=\u{1}\r\nhello\r\n0\r\n\r\n", "-3\r\nabc\r\n", "3\r\nabcd\r\n",
            "ffffffffffffffffff\r\na",
        ])
    func badChunks(body: String) async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { _, manager in
            manager.isEnabled = false
        } _: { gateway in
            let reply = try await gateway.exchange(
                "POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + body + Self.smuggled)
            #expect(reply.hasPrefix("HTTP/1.1 400 ") && reply.components(separatedBy: "HTTP/1.1 ").count == 2)
            #expect(!upstream.received.contains { $0.head.uri == "/smuggled" })
            let end = gateway.manager.journal.exchanges.last?.outcome?.end
            #expect(end == .failure("The request is not valid HTTP/1.1."))
        }
    }

    @Test("A bad chunk behind an answer that went out gets no second one")
    func badChunkBehindAnswer() async throws {
        try await withGateway { _, manager in
            try manager.add(.post, "/a", Reply())
        } _: { gateway in
            let reply = try await gateway.exchange(
                "POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 200 ") && reply.components(separatedBy: "HTTP/1.1 ").count == 2)
        }
    }

    @Test(
        "A host that is missing, said twice or none is refused",
        arguments: [
            "", "Host: a.localhost\r\nHost: a.localhost\r\n", "Host: a b\r\n", "Host: a@b\r\n", "Host: a:b\r\n",
        ])
    func hosts(headers: String) async throws {
        try await withGateway { gateway in
            let reply = try await gateway.exchange("GET /a HTTP/1.1\r\n\(headers)\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("A target in absolute form must name the host that Host names, and chooses no server")
    func absoluteForm() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { _, manager in
            manager.isEnabled = false
        } _: { gateway in
            let tail = "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let other = try await gateway.exchange("GET http://127.0.0.1:1/a \(tail)")
            #expect(other.hasPrefix("HTTP/1.1 400 "))
            let same = try await gateway.exchange("GET http://localhost/a?b=c \(tail)")
            #expect(same.hasPrefix("HTTP/1.1 200 "))
            #expect(upstream.received.map(\.head.uri) == ["/a?b=c"])
        }
    }

    @Test("A question about the server as a whole is answered here, and reaches no other")
    func asterisk() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { _, manager in
            manager.isEnabled = false
        } _: { gateway in
            let reply = try await gateway.get("*", method: "OPTIONS")
            #expect(reply.hasPrefix("HTTP/1.1 204 ") && reply.contains("Allow: GET, HEAD, POST"))
            #expect(reply.contains("X-Demo-Decision: stubbed"))
            #expect(upstream.received.isEmpty)
        }
    }

    @Test(
        "What is no request for this server is told so",
        arguments: [
            ("CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
            ("TRACE /a HTTP/1.1\r\nHost: localhost\r\n\r\n", 405), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
            ("GET /a HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n", 417),
            ("GET ftp://localhost/a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /a\u{1}b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("\u{16}\u{3}\u{1}\u{0}", 400),
            ("nonsense\r\n\r\n", 400),
        ])
    func others(text: String, status: Int) async throws {
        try await withGateway { gateway in
            let reply = try await gateway.exchange(text)
            #expect(reply.hasPrefix("HTTP/1.1 \(status) "))
            #expect(reply.contains("X-Demo-Decision: refused"))
        }
    }

    @Test("An upgrade that was asked for is answered as any request, and nothing behind it is one")
    func upgrade() async throws {
        let upstream = try await TestServer.start()
        try await withGateway(upstream: upstream) { _, manager in
            manager.isEnabled = false
        } _: { gateway in
            let reply = try await gateway.exchange(
                "GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
                    + Self.smuggled)
            #expect(reply.contains("Connection: close"))
            #expect(upstream.received.map(\.head.uri) == ["/a"])
            #expect(upstream.received.first?.head.headers["upgrade"] == [])
        }
    }
}
