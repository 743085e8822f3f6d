import DemoManager
import Foundation
import LoopbackPorts
import NIOHTTP1
import Testing

/// Ambiguous requests get one reply at most, and the server behind sees no second request (RFC 9112 section 11.2).
@Suite("Ambiguous requests") struct SmugglingTests {
    private static let long = String(repeating: "a", count: 201)
    static let smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test(
        "An ambiguous request is refused and ends the connection; the upstream sees nothing",
        arguments: [
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
            "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc", "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
            "Content-Length: 3, 3\r\n\r\nabc", "Content-Length: +3\r\n\r\nabc", "Content-Length: -1\r\n\r\n",
            "Content-Length: 0x3\r\n\r\nabc", "Content-Length: 99999999999999999999999\r\n\r\n",
            "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", " Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "X: a\r\n Content-Length: 3\r\n\r\nabc", "Content-Length: 3\n\nabc", "X: a\rContent-Length: 3\r\n\r\nabc",
            "X: a\u{0}b\r\n\r\n", "Ho st: x\r\n\r\n", "Host: other.localhost\r\n\r\n",
            "X-Demo-Screen: \(long)\r\nHost: other.localhost\r\n\r\n",
            "X-Demo-Screen: \(long)\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        ])
    func refused(rest: String) async throws {
        try await withServer { gateway, upstream in
            let reply = try await gateway.exchange("POST /a HTTP/1.1\r\nHost: localhost\r\n" + rest + Self.smuggled)
            #expect(reply.hasPrefix("HTTP/1.1 400 ") || reply.hasPrefix("HTTP/1.1 501 "))
            #expect(reply.components(separatedBy: "HTTP/1.1 ").count == 2)
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test(
        "Invalid chunks get 400 and end the connection, even after a decision; the rest is not a request",
        arguments: [
            "zz\r\nabc\r\n", "5;a=\u{1}\r\nhello\r\n0\r\n\r\n", "-3\r\nabc\r\n", "3\r\nabcd\r\n",
            "ffffffffffffffffff\r\na",
        ])
    func badChunks(body: String) async throws {
        try await withServer { gateway, upstream in
            let reply = try await gateway.exchange(
                "POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + body + Self.smuggled)
            #expect(reply.hasPrefix("HTTP/1.1 400 ") && reply.components(separatedBy: "HTTP/1.1 ").count == 2)
            #expect(!upstream.requests.contains { $0.head.uri == "/smuggled" })
            let end = gateway.manager.journal.exchanges.last?.outcome?.end
            #expect(end == .failure("The request is not valid HTTP/1.1."))
        }
    }

    @Test("An invalid chunk after a sent reply gets no second reply") func badChunkBehindAnswer() async throws {
        try await withStubs(.post("/a")) { gateway in
            let reply = try await gateway.exchange(
                "POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 200 ") && reply.components(separatedBy: "HTTP/1.1 ").count == 2)
        }
    }

    @Test("An absolute target must name the same host as Host, and selects no server")
    func absoluteForm() async throws {
        try await withServer { gateway, upstream in
            try await gateway.expect(
                MockExchange("GET http://127.0.0.1:1/a", status: 400), MockExchange("GET http://localhost/a?b=c"))
            #expect(upstream.requests.map(\.head.uri) == ["/a?b=c"])
        }
    }

    @Test("OPTIONS * is answered by the gateway and reaches no server") func asterisk() async throws {
        try await withServer { gateway, upstream in
            try await gateway.expect(
                MockExchange("OPTIONS *", status: 204, says: "Allow: GET, HEAD, POST", "X-Demo-Decision: stubbed"))
            #expect(upstream.requests.isEmpty)
        }
    }

    @Test(
        "Requests for other servers, and invalid hosts, are refused with a status",
        arguments: [
            ("CONNECT localhost:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
            ("TRACE /a HTTP/1.1\r\nHost: localhost\r\n\r\n", 405), ("PRI * HTTP/2.0\r\n\r\nPM\r\n\r\n", 505),
            ("GET /a HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n\r\n", 417),
            ("GET ftp://localhost/a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET a HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            ("GET /a\u{1}b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400), ("\u{16}\u{3}\u{1}\u{0}", 400),
            ("nonsense\r\n\r\n", 400), ("GET /a HTTP/1.1\r\n\r\n", 400),
            ("GET /a HTTP/1.1\r\nHost: a.localhost\r\nHost: a.localhost\r\n\r\n", 400),
            ("GET /a HTTP/1.1\r\nHost: a b\r\n\r\n", 400), ("GET /a HTTP/1.1\r\nHost: a@b\r\n\r\n", 400),
            ("GET /a HTTP/1.1\r\nHost: a:b\r\n\r\n", 400),
        ])
    func others(text: String, status: Int) async throws {
        try await withGateway {
            try await $0.expect(MockExchange(raw: text, status: status, says: "X-Demo-Decision: refused"))
        }
    }

    @Test("A request for an upgrade is answered like any other, and the rest is not a request")
    func upgrade() async throws {
        try await withServer { gateway, upstream in
            let reply = try await gateway.exchange(
                "GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
                    + Self.smuggled)
            #expect(reply.contains("Connection: close"))
            #expect(upstream.requests.map(\.head.uri) == ["/a"])
            #expect(upstream.requests.first?.head.headers["upgrade"] == [])
        }
    }
}
