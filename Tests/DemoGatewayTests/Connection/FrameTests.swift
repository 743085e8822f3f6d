import DemoGateway
import DemoManager
import LoopbackPorts
import NIOHTTP1
import Testing

/// Frames as they are, without TLS.
@Suite("Frames of HTTP/2") struct FrameTests {
    /// HTTP/2's preface, empty settings, and a GET of `/` at `localhost` without a body.
    private static let opening: [UInt8] =
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0] + get(on: 1)

    private static func get(on stream: UInt8) -> [UInt8] {
        [0, 0, 14, 1, 5, 0, 0, 0, stream, 0x82, 0x86, 0x84, 0x41, 0x09] + Array("localhost".utf8)
    }

    @Test("A client of the plain port can start with HTTP/2, in any pieces", arguments: [1, 3, 24, 100])
    func priorKnowledge(piece: Int) async throws {
        try await withStubs(.get("/", "by a frame")) { gateway in
            let client = try await RawClient(port: gateway.port)
            for start in stride(from: 0, to: Self.opening.count, by: piece) {
                client.send(Array(Self.opening[start..<min(start + piece, Self.opening.count)]))
                // Else the pieces travel as one.
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(await client.text { $0.contains("by a frame") }.contains("by a frame"))
            #expect(gateway.manager.journal.exchanges.first?.request.scheme == "http")
            await client.close()
        }
    }

    @Test("A client that starts HTTP/2 without TLS on a port for HTTPS gets an explanation") func stray()
        async throws
    {
        try await withSecureGateway(.http1) { stage async throws in
            let answer = try await stage.gateway.exchange(Self.opening) { $0.contains("as the base URL.") }
            #expect(answer.contains("This port speaks HTTPS. Use https://localhost as the base URL."))
            #expect(try await stage.gateway.logs("GET / 400 refused"))
            #expect(stage.gateway.manager.journal.exchanges.map(\.label) == ["GET /"])
        }
    }

    @Test("Streams wait if there is no room for a connection to the server") func room() async throws {
        let upstream = try await LoopbackServer.start()
        try await withGateway(upstream: upstream) { configuration, manager in
            configuration.limits.connections = 1
            manager.isEnabled = false
        } _: { gateway in
            _ = try await gateway.exchange(Self.opening + Self.get(on: 3) + Self.get(on: 5)) {
                $0.hasSuffix("live") && $0.split(separator: "live").count == 3
            }
            #expect(upstream.requests.count == 3 && upstream.connections == 1)
        }
    }

    @Test("The frame with the body ends the stream, and the connection ends without streams")
    func lastFrame() async throws {
        let frames = try await Self.answer(Reply(body: Array("by a frame".utf8)))
        #expect(frames.contains("\0\0\n\0\u{1}\0\0\0\u{1}by a frame"))
        #expect(!frames.contains("\0\0\0\0\u{1}\0\0\0\u{1}"))
    }

    @Test("A 426 is sent over HTTP/2, whose responses have no Upgrade") func upgradeRequired() async throws {
        let reply = Reply(status: 426, headers: [.upgrade: "websocket"], body: Array("by a frame".utf8))
        #expect(try await Self.answer(reply).contains("by a frame"))
    }

    /// The frames of a reply, until the gateway ends the idle connection.
    private static func answer(_ reply: Reply) async throws -> String {
        var frames = ""
        try await withGateway { configuration, manager in
            configuration.limits.idle = .milliseconds(500)
            configuration.limits.halfClosed = .milliseconds(50)
            try manager.add(.get, "/", reply)
        } _: { gateway in
            frames = try await gateway.exchange(opening)
        }
        return frames
    }

    @Test("An incomplete head ends the connection, even after a first stream", arguments: [3, 9, 12])
    func halfHead(length: Int) async throws {
        try await withGateway { configuration, manager in
            configuration.limits.headTime = .milliseconds(50)
            try manager.add(.get, "/", Reply(body: Array("by a frame".utf8)))
        } _: { gateway async throws in
            let client = try await RawClient(port: gateway.port)
            client.send(Self.opening)
            _ = await client.text { $0.contains("by a frame") }
            client.send(Array(Self.frame(1, 5, stream: 3, [0x82, 0x86, 0x84, 0x41])[..<length]))
            #expect(await client.text().contains("by a frame"))
            #expect(try await gateway.logs("408 refused"))
        }
    }

    @Test("A client that starts TLS on a plain port is logged, and answered in plain text") func hello() async throws {
        try await withGateway { gateway async throws in
            #expect(try await gateway.exchange([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0]).contains("400 Bad Request"))
            #expect(try await gateway.logs("began TLS, but this port speaks plain HTTP"))
        }
    }

    @Test("A method that begins like the preface of HTTP/2 is not one") func otherMethod() async throws {
        try await withStubs(.post("/a", Reply(body: Array("posted".utf8)))) { gateway async throws in
            let client = try await RawClient(port: gateway.port)
            client.send("P")
            try await Task.sleep(for: .milliseconds(5))
            client.send("OST /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            #expect(await client.text().contains("posted"))
        }
    }

    /// A frame of HTTP/2.
    private static func frame(_ type: UInt8, _ flags: UInt8 = 0, stream: UInt8 = 0, _ payload: [UInt8] = []) -> [UInt8]
    {
        let length = payload.count
        let bytes = [length >> 16, length >> 8, length].map { UInt8(truncatingIfNeeded: $0) }
        return bytes + [type, flags, 0, 0, 0, stream] + payload
    }

    /// HTTP/2's preface and empty settings.
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4)

    /// Header fields, none of which is indexed: RFC 7541 section 6.2.2.
    private static func block(_ fields: [(String, String)]) -> [UInt8] {
        func text(_ text: String) -> [UInt8] {
            var rest = text.utf8.count
            guard rest >= 127 else { return [UInt8(rest)] + text.utf8 }
            rest -= 127
            var length: [UInt8] = [127]
            while rest >= 128 {
                length.append(UInt8(rest % 128 | 128))
                rest /= 128
            }
            return length + [UInt8(rest)] + text.utf8
        }
        return fields.flatMap { [0] + text($0.0) + text($0.1) }
    }

    /// HEADERS, and CONTINUATION where one frame is too short.
    private static func head(
        _ method: String = "GET", _ path: String = "/", _ fields: [(String, String)] = [("authority", "localhost")],
        ends: Bool = true
    ) -> [UInt8] {
        let fields = fields.map { $0.0 == "authority" ? (":authority", $0.1) : $0 }
        let pseudo = [(":method", method), (":scheme", "http"), (":path", path)]
        var rest = block(pseudo + fields.filter { $0.0 == ":authority" } + fields.filter { $0.0 != ":authority" })[...]
        var frames: [UInt8] = []
        repeat {
            let part = Array(rest.prefix(16_384))
            rest = rest.dropFirst(part.count)
            let type: UInt8 = frames.isEmpty ? 1 : 9
            let flags: UInt8 = (rest.isEmpty ? 4 : 0) | (type == 1 && ends ? 1 : 0)
            frames += frame(type, flags, stream: 1, part)
        } while !rest.isEmpty
        return frames
    }

    @Test(
        "A frame that is not HTTP/2 ends the connection, and is logged",
        arguments: [
            ("headers that cannot be decoded", frame(1, 5, stream: 1, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])),
            ("a frame over the limit", [0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 1]),
            ("data of a stream that is idle", frame(0, 1, stream: 1, [1, 2, 3])),
            ("an even stream", frame(1, 5, stream: 2, [0x82, 0x86, 0x84])),
            ("text", Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)),
            ("too large headers", head("GET", "/", [("authority", "localhost")] + (0..<9).map { ("x-\($0)", large) })),
        ])
    func invalid(_ what: String, _ bytes: [UInt8]) async throws {
        try await withGateway { gateway in
            _ = try await gateway.exchange(Self.preface + bytes)
            #expect(try await gateway.logs("valid HTTP/2"))
        }
    }

    private static let large = String(repeating: "a", count: 10_000)

    @Test("Large headers are read before the client knows the settings", arguments: [100_000, 7])
    func largeHeaders(piece: Int) async throws {
        try await withStubs(.get("/", "by a frame")) { gateway in
            let client = try await RawClient(port: gateway.port)
            let fields = (0..<4).map { ("x-\($0)", Self.large) }
            let bytes = Self.preface + Self.head("GET", "/", [("authority", "localhost")] + fields) + Self.frame(4, 1)
            for start in stride(from: 0, to: bytes.count, by: piece) {
                client.send(Array(bytes[start..<min(start + piece, bytes.count)]))
            }
            #expect(await client.text { $0.contains("by a frame") }.contains("by a frame"))
            // The next acknowledgement would be one too many.
            #expect(!gateway.log.contains("valid HTTP/2"))
            await client.close()
        }
    }

    @Test("A connection without streams ends after the time for a head") func halfHead() async throws {
        try await withGateway { configuration, _ in
            configuration.limits.headTime = .milliseconds(50)
        } _: { gateway in
            _ = try await gateway.exchange(Self.preface + Self.head().dropLast(3))
        }
    }

    @Test("A half-closed client still gets its responses, then the connection ends") func halfClosed() async throws {
        let late = Reply(body: Array("by a frame".utf8), delay: .fixed(.milliseconds(200)))
        try await withStubs(.get("/", late)) { gateway async throws in
            let client = try await RawClient(port: gateway.port)
            client.send(Self.preface + Self.head())
            #expect(try await comes { !gateway.manager.journal.exchanges.isEmpty })
            client.finish()
            #expect(await client.text().contains("by a frame"))
        }
    }

    @Test(
        "Host can replace :authority, and must not contradict it",
        arguments: [
            ([("authority", "localhost"), ("host", "localhost:80")], "by a frame"),
            ([("host", "localhost")], "by a frame"),
            ([("authority", "localhost"), ("host", "other.test")], "different hosts"), ([], "not a host"),
        ])
    func authority(_ fields: [(String, String)], _ answer: String) async throws {
        try await withStubs(.get("/", "by a frame")) { gateway async throws in
            let frames = try await gateway.exchange(Self.preface + Self.head("GET", "/", fields)) {
                $0.contains(answer) || $0.contains("by a frame")
            }
            #expect(frames.contains(answer))
        }
    }

    private static let localhost = ("authority", "localhost")

    @Test(
        "A stream with a malformed head is reset, and the next one is answered",
        arguments: [
            head("GET", "/", [localhost, ("X-A", "1")]), head("GET", "/", [localhost, ("a", "b\r\nc")]),
            head("GET", "/", [localhost, ("connection", "close")]), head("GET", "/", [localhost, ("te", "gzip")]),
            head("GET", "", [localhost]), head("GET", "/", [localhost, ("content-length", "3")]),
            frame(1, 5, stream: 1, block([(":method", "GET"), (":scheme", "http"), ("a", "b"), (":path", "/")])),
            frame(1, 5, stream: 1, block([(":method", "GET"), (":path", "/"), (":path", "/"), (":scheme", "http")])),
            frame(1, 5, stream: 1, block([(":method", "GET"), (":path", "/")])),
            frame(1, 5, stream: 1, block([(":method", "GET"), (":path", "/"), (":scheme", "http"), (":a", "b")])),
        ])
    func malformed(_ frames: [UInt8]) async throws {
        try await expectReset(frames)
    }

    @Test(
        "A body of another length than announced, and malformed trailers, reset their stream",
        arguments: [
            frame(0, 1, stream: 1, [1, 2]), frame(0, 0, stream: 1, [1, 2, 3, 4]),
            frame(0, 0, stream: 1, [1, 2, 3]) + frame(1, 5, stream: 1, block([(":path", "/")])),
            frame(1, 5, stream: 1, block([("a", "b")])),
        ])
    func malformedBody(_ frames: [UInt8]) async throws {
        let head = Self.head("GET", "/never", [Self.localhost, ("content-length", "3")], ends: false)
        try await expectReset(head + frames)
    }

    private func expectReset(_ frames: [UInt8]) async throws {
        try await withStubs(.get("/", "by a frame")) { gateway async throws in
            let answer = try await gateway.exchange(Self.preface + frames + Self.get(on: 3)) {
                $0.contains("by a frame")
            }
            // RST_STREAM with PROTOCOL_ERROR.
            #expect(answer.contains("\0\0\u{4}\u{3}\0\0\0\0\u{1}\0\0\0\u{1}"))
        }
    }

    @Test("Trailers end a body") func trailers() async throws {
        try await withServer { gateway, server async throws in
            let body = Self.frame(0, 0, stream: 1, Array("question".utf8))
            let trailers = Self.frame(1, 5, stream: 1, Self.block([("a", "b")]))
            _ = try await gateway.exchange(Self.preface + Self.head(ends: false) + body + trailers) {
                $0.contains("live")
            }
            #expect(server.requests.first?.body == Array("question".utf8))
        }
    }

    @Test("Cookies of several fields are one field") func cookies() async throws {
        try await withStubs(.get("/", "by a frame")) { gateway async throws in
            let crumbs = (0..<200).map { ("cookie", "c\($0)=1") }
            let head = Self.head("GET", "/", [("authority", "localhost")] + crumbs)
            _ = try await gateway.exchange(Self.preface + head) { $0.contains("by a frame") }
            let fields = try #require(gateway.manager.journal.exchanges.first).request.headerFields[values: .cookie]
            #expect(fields.count == 1 && fields.first?.hasPrefix("c0=1; c1=1; c2=1;") == true)
        }
    }

    @Test("A GET of a stream may have a body that no header announces", arguments: [true, false])
    func bodyOfGet(hasBody: Bool) async throws {
        try await withServer { gateway, server async throws in
            let client = try await RawClient(port: gateway.port)
            client.send(Self.preface + Self.head(ends: false))
            client.send(Self.frame(0, 1, stream: 1, hasBody ? Array("question".utf8) : []))
            #expect(try await comes { !server.requests.isEmpty })
            let seen = try #require(server.requests.first)
            #expect(seen.body == (hasBody ? Array("question".utf8) : []))
            #expect(seen.head.headers.contains(name: "transfer-encoding") == hasBody)
            await client.close()
        }
    }
}
