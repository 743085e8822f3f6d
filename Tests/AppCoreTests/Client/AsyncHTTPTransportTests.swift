import Foundation
import HTTPTypes
import LoopbackPorts
import NIOHTTP1
import Testing
import WireFormats

@testable import AppCore

/// A GET of `path` at a server of this machine.
func get(_ path: String = "/", at server: LoopbackServer, headers: HTTPFields = [:]) -> HTTPRequest {
    HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: path, headerFields: headers)
}

extension LoopbackServer {
    /// A server that answers every request with the same text, byte for byte.
    static func sending(_ text: String, then end: Reply.End = .close) async throws -> LoopbackServer {
        try await start { _ in .init(raw: text, then: end) }
    }
}

@Suite("The transport and a misbehaving server") struct AsyncHTTPTransportTests {
    @Test(
        "A reply has status, ordered headers, body and timing, also a 401 with a challenge",
        arguments: [
            ("201 Made", ["1", "2", "3", "2"]), ("401 No\r\nWWW-Authenticate: Basic", ["Basic", "1", "2", "3", "2"]),
        ])
    func whole(line: String, headers: [String]) async throws {
        let server = try await LoopbackServer.sending(
            "HTTP/1.1 \(line)\r\nX-A: 1\r\nX-B: 2\r\nX-A: 3\r\nContent-Length: 2\r\n\r\nhi", then: .keep)
        let response = try await exchange(get(at: server)).get()
        #expect("\(response.status)" == line.prefix(3) && response.body == Array("hi".utf8))
        #expect(response.head.headerFields.map(\.value) == headers)
        #expect(!response.isTruncated)
    }

    @Test("A port without a listener is reported as refused, without a time-out") func refused() async throws {
        let closed = try ClosedPort()
        let server = "127.0.0.1:\(closed.number)"
        let error = await exchange(HTTPRequest(method: .get, scheme: "http", authority: server, path: "/")).error
        #expect(error?.kind == .connection(.refused) && error?.server == server)
        withExtendedLifetime(closed) {}
    }

    @Test("A server without TLS at an https URL is reported as such") func noTLS() async throws {
        let server = try await LoopbackServer.start(greeting: "HTTP/1.1 400 Bad Request\r\n\r\n")
        let request = HTTPRequest(method: .get, scheme: "https", authority: server.authority, path: "/")
        let error = await exchange(request).error
        #expect(error?.kind == .connection(.tls), "\(String(describing: error))")
    }

    @Test("An unknown host is reported as such") func unknownHost() async {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "no-such-host.invalid", path: "/")
        #expect(await exchange(request).error?.kind == .connection(.unknownHost))
    }

    @Test(
        "A connection that ends before the reply does is reported as broken off",
        arguments: [
            "", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
        ])
    func ended(sent: String) async throws {
        for end in [LoopbackServer.Reply.End.close, .reset] {
            let server = try await LoopbackServer.sending(sent, then: end)
            let error = await exchange(get(at: server)).error
            #expect(
                error?.kind == .connection(.closedEarly) || error?.kind == .connection(.reset),
                "\(String(describing: error))")
        }
    }

    @Test(
        "A kept connection that the server ends counts as closed",
        arguments: [LoopbackServer.Reply.End.close, .reset])
    func stale(end: LoopbackServer.Reply.End) async throws {
        let server = try await LoopbackServer.start { $0.uri == "/" ? .init() : .init(raw: "", then: end) }
        let transport = AsyncHTTPTransport(limits: .patient)
        #expect(try await transport.send(get(at: server), body: nil, context: .test).status == 200)
        let error = await transport.failure(get("/again", at: server))
        #expect(error?.kind == .connection(.closedEarly) && server.connections == 1)
        await transport.shutdown()
    }

    @Test("Bytes that arrived before a connection broke are kept") func partial() async throws {
        let server = try await LoopbackServer.sending("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")
        let error = await exchange(get(at: server)).error
        #expect(error?.response?.body == Array("abc".utf8))
        #expect(error?.status == 200)
    }

    @Test(
        "A reply other than HTTP is reported, and ends only its own call",
        arguments: [
            "HTTP/1.1 000 \r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 000\r\n\r\n", "HTTP/1.1 099 x\r\n\r\n",
            "HTTP/1.1 2x0 OK\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
            "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 6\r\n\r\nnogzip",
        ])
    func garbage(sent: String) async throws {
        let server = try await LoopbackServer.sending(sent)
        let error = await exchange(get(at: server)).error
        #expect(error?.kind == .connection(.invalidReply), "\(String(describing: error))")
    }

    @Test(
        "Interim replies without a final one, and an unrequested reply, end only the call",
        arguments: [
            "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early\r\nLink: x\r\n\r\n",
            "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nx",
        ])
    func interim(sent: String) async throws {
        let server = try await LoopbackServer.sending(sent)
        let expected: APIError.Kind = sent.contains(" 101 ") ? .connection(.invalidReply) : .connection(.closedEarly)
        let error = await exchange(get(at: server)).error
        #expect(error?.kind == expected, "\(String(describing: error))")
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        let twice = try await LoopbackServer.sending(answer + answer, then: .keep)
        #expect(try await exchange(get(at: twice)).get().status == 200)
    }

    @Test("A body beyond the limit is cut there and marked") func cap() async throws {
        let body = String(repeating: "x", count: 5000)
        let server = try await LoopbackServer.start { _ in .init(body: body) }
        let cut = try await exchange(get(at: server), limits: .patient(body: 1000)).get()
        #expect(cut.body.count == 1000 && cut.isTruncated)
        let whole = try await exchange(get(at: server), limits: .patient(body: 5000)).get()
        #expect(whole.body.count == 5000 && !whole.isTruncated)
    }

    @Test("A compressed body is cut at the limit, whatever its full size") func bomb() async throws {
        let bomb = gzippedZeros
        let server = try await LoopbackServer.start { _ in
            .init(headers: [("Content-Encoding", "gzip")], bytes: bomb)
        }
        let cut = try await exchange(get(at: server), limits: .patient(body: 100_000)).get()
        #expect(cut.body.count <= 100_000 && cut.isTruncated)
        let whole = try await exchange(get(at: server)).get()
        #expect(whole.body.count == 3 << 20)
    }

    @Test(
        "The path and query arrive as they are written",
        arguments: ["/a%2Fb//c/../d?x=%5B&y=a+b", "/", "//", "/a;b=c,d@e:f!$&'()*+?q=?/", "/%E2%82%AC?"])
    func target(path: String) async throws {
        let server = try await LoopbackServer.start { _ in .init(status: 204) }
        _ = try await exchange(get(path, at: server)).get()
        #expect(server.requests.map(\.uri) == [path])
    }

    @Test("Two calls one after the other share a connection") func keepAlive() async throws {
        let server = try await LoopbackServer.start()
        let transport = AsyncHTTPTransport(limits: .patient)
        for _ in 1...2 { _ = try await transport.send(get(at: server), body: nil, context: .test) }
        #expect(server.connections == 1)
        await transport.shutdown()
    }

    @Test("After shutdown a call fails; a running one ends") func shutdown() async throws {
        let server = try await LoopbackServer.start { _ in .none }
        let transport = AsyncHTTPTransport(limits: .patient)
        let call = Task {
            await transport.failure(get(at: server))
        }
        try await server.firstRequest()
        await transport.shutdown()
        #expect(await call.value != nil)
        let late = await transport.failure(get(at: server))
        #expect(late?.kind == .connection(.other))
    }
}

/// 3 MiB of zeros, compressed: almost all of it is one byte repeated.
private var gzippedZeros: [UInt8] {
    let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xED, 0xC1, 1, 0x0D, 0, 0, 0]
    let code: [UInt8] = [0xC2, 0xA0, 0xF7, 0x4F, 0x6D, 0x0E, 0x37, 0xA0]
    let end: [UInt8] = [0xBE, 0x0D, 0xC6, 0x4F, 0x72, 0x79, 0, 0, 0x30, 0]
    return start + code + [UInt8](repeating: 0, count: 3048) + end
}

@Suite("Redirects") struct RedirectTests {
    private let secrets: HTTPFields = [
        .authorization: "Bearer s", .cookie: "a=b", .init("X-Api-Key")!: "k", .init("X-Session-Key")!: "k",
        .accept: "application/json",
    ]

    private func found(_ location: String, status: Int = 302) -> LoopbackServer.Reply {
        .init(status: status, headers: [("Location", location)])
    }

    @Test("The same origin keeps its credentials; relative targets are resolved") func sameOrigin() async throws {
        let first = found("../b?c=%2F")
        let server = try await LoopbackServer.start { $0.uri == "/a/x" ? first : .init(body: "ok") }
        let response = try await exchange(get("/a/x", at: server, headers: secrets)).get()
        #expect(response.body == Array("ok".utf8))
        #expect(server.requests[1].line == "GET /b?c=%2F ")
        #expect(server.requests[1].headers["Authorization"] == ["Bearer s"])
    }

    @Test("Another origin gets no credentials, even if only the port differs") func otherOrigin() async throws {
        let other = try await LoopbackServer.start()
        let away = found(other.url("/b"))
        let server = try await LoopbackServer.start { _ in away }
        _ = try await exchange(get(at: server, headers: secrets)).get()
        let headers = other.requests[0].headers
        for secret in secrets where secret.name != .accept { #expect(headers[secret.name.rawName].isEmpty) }
        #expect(headers["Accept"] == ["application/json"])
    }

    @Test("All cookies are one header field") func cookies() async throws {
        let server = try await LoopbackServer.start()
        _ = try await exchange(get(at: server, headers: [.cookie: "a=b; c=d", .accept: "text/plain"])).get()
        #expect(server.requests[0].headers["Cookie"] == ["a=b; c=d"])
    }

    @Test("A server that a redirect leads to is named with the one that redirects") func named() async throws {
        let away = found("http://127.0.0.1:9/b?c=d")
        let server = try await LoopbackServer.start { _ in away }
        let error = await exchange(get(at: server)).error
        let words = "Nothing listens at 127.0.0.1:9 (\(server.authority) redirects there)."
        #expect(error?.userMessage.hasPrefix(words) == true)
        let login = found("/login?a=b")
        let page = try await LoopbackServer.start { $0.uri == "/" ? login : .init(body: "<html>") }
        let response = try await exchange(get(at: page)).get()
        #expect(response.redirectedTo == page.url("/login"))
    }

    @Test("A loop ends after ten redirects") func loop() async throws {
        let again = found("/")
        let server = try await LoopbackServer.start { _ in again }
        let error = await exchange(get(at: server)).error
        #expect(error?.kind == .connection(.invalidReply))
        #expect(server.requests.count == 11)
    }

    @Test("Only http and https are followed", arguments: ["file:///etc/passwd", "ftp://x/", "javascript:1"])
    func scheme(location: String) async throws {
        let reply = found(location)
        let server = try await LoopbackServer.start { _ in reply }
        let error = await exchange(get(at: server)).error
        #expect(error?.kind == .connection(.invalidReply))
    }

    @Test("303 and a moved POST become GET without body; 307 repeats both", arguments: [301, 302, 303, 307, 308])
    func method(status: Int) async throws {
        let first = found("/b", status: status)
        let server = try await LoopbackServer.start { $0.uri == "/" ? first : .init(body: "ok") }
        var request = get(at: server, headers: [.contentType: "text/plain"])
        request.method = .post
        _ = try await exchange(request, body: Array("x".utf8)).get()
        #expect(server.requests[1].line == (status < 307 ? "GET /b " : "POST /b x"))
    }

    @Test("A body is not sent to another origin: the redirect is shown as it is") func bodyElsewhere() async throws {
        let other = try await LoopbackServer.start()
        let away = found(other.url("/"), status: 307)
        let server = try await LoopbackServer.start { _ in away }
        var request = get(at: server)
        request.method = .post
        let response = try await exchange(request, body: Array("password=x".utf8)).get()
        #expect(response.status == 307)
        #expect(other.requests.isEmpty)
    }

    @Test(
        "A redirect from https to http is refused, with any status and host; one to https is followed",
        arguments: [301, 302, 303, 307, 308])
    func downgrade(status: Int) throws {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "api.test", path: "/a")
        func next(_ location: String) throws(APIError) -> Redirect.Hop? {
            let response = HTTPResponse(status: .init(code: status), headerFields: [.location: location])
            return try Redirect.next(after: response, to: Redirect.Hop(request: request, body: nil))
        }
        for location in ["http://api.test/b", "HTTP://api.test/b", "http://other.test/"] {
            let error = #expect(throws: APIError.self) { try next(location) }
            #expect(error?.kind == .connection(.invalidReply))
        }
        for location in ["/b", "//api.test/b", "https://api.test/b"] {
            #expect(try next(location)?.request.scheme == "https")
        }
    }
}

@Suite("The base URL") struct BaseURLTests {
    @Test(
        "Typed addresses are read",
        arguments: [
            ("http://localhost:3000", "http://localhost:3000"), ("HTTPS://API.Example/v1//", "https://api.example/v1"),
            ("http://[::1]:8080/", "http://[::1]:8080"), ("http://h/a%20b", "http://h/a%20b"),
        ])
    func good(text: String, url: String) throws { #expect(try BaseURL(text).description == url) }

    @Test(
        "A request names the host of a URL as the URL writes it",
        arguments: [
            ("http://[::1]:8080/a?b=%20", "[::1]:8080", "/a?b=%20"), ("https://H.Example", "h.example", "/"),
            ("http://127.0.0.1:80/%2F", "127.0.0.1:80", "/%2F"),
        ])
    func names(text: String, authority: String, path: String) throws {
        let url = try #require(URL(string: text))
        #expect(url.httpAuthority == authority && url.httpPath == path)
    }

    @Test(
        "Unusable addresses are refused with a sentence",
        arguments: [
            "localhost:3000", "ftp://h", "http://", "http:///p", "http://h:0", "http://h:99999", "http://h:x",
            "http://u:p@h", "http://h?q", "http://h#f", "http://h\r\nX: y", "http://h h", "http://[]", "http://::1/",
            "",
        ])
    func bad(text: String) {
        let error = #expect(throws: Complaint.self) { try BaseURL(text) }
        #expect(error?.description.hasPrefix("the URL ") == true)
    }
}
