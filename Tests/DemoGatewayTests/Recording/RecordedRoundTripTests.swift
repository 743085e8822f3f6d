import DemoGateway
import DemoManager
import DemoManagerFiles
import LoopbackPorts
import NIOHTTP1
import Recordings
import Testing

@Suite("Recorded, then without the server") struct RecordedRoundTripTests {
    private static func get(_ path: String) -> String { MockExchange("GET \(path)").message }

    private static func post(_ path: String, _ body: String, type: String = "application/json") -> String {
        MockExchange("POST \(path)", "Content-Type: \(type)", body: body).message
    }

    private static func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
        let host = request.head.headers["host"].first ?? ""
        switch request.head.uri {
        case "/empty": return .init(status: 204)
        case "/binary": return .init(headers: [("Content-Type", "image/png")], bytes: (0...255).map { UInt8($0) })
        case "/invalid": return .init(headers: [("Content-Type", "text/plain")], bytes: [0x61, 0xFF, 0xC3, 0x28])
        case "/chunked": return .init(headers: [("Transfer-Encoding", "chunked")], body: "in pieces")
        case "/spelling":
            return .init(headers: [("Content-Type", "application/json")], body: "{ \"b\":1.10,\r\n\"a\": 1e3 }")
        case "/twice": return .init(headers: [("Link", "<a>"), ("X-B", "1"), ("Link", "<b>")], body: "[]")
        case "/moved": return .init(status: 302, headers: [("Location", "http://\(host)/next")])
        case "/broken": return .init(status: 503, headers: [("Retry-After", "1")], body: "later")
        case "/gzip":
            return .init(
                headers: [("Content-Encoding", "gzip"), ("Content-Type", "application/json")],
                bytes: Array("{\"a\": 1.10}".utf8).gzip)
        default: return .init(status: 201, body: String(decoding: request.body.reversed(), as: UTF8.self))
        }
    }

    @Test("Recorded replies return with status, repeated headers in order, and bodies byte by byte")
    func same() async throws {
        let scene = try RecordingScene()
        let requests =
            [
                "/empty", "/binary", "/invalid", "/chunked", "/spelling", "/twice", "/moved", "/broken",
                "/a%2Fb//c?x=%20&y",
            ]
            .map { Self.get($0) } + [
                Self.post("/things", #"{"name": "a"}"#), Self.post("/things", #"{"name": "b"}"#),
                Self.post("/form", "a=1&b=2", type: "application/x-www-form-urlencoded"),
                MockExchange("HEAD /binary").message,
            ]
        let upstream = try await LoopbackServer.start(Self.answer)
        let (live, replayed) = try await scene.replies(to: requests, from: upstream)
        for (place, request) in requests.enumerated() {
            #expect(live[place] != nil)
            #expect(live[place] == replayed[place], "\(request)")
        }
        #expect(await scene.sentences == [])
    }

    @Test("A compressed reply is replayed decoded") func compressed() async throws {
        let scene = try RecordingScene()
        let upstream = try await LoopbackServer.start(Self.answer)
        let (live, replayed) = try await scene.replies(
            to: [MockExchange("GET /gzip", "Accept-Encoding: br, gzip;q=0.9").message], from: upstream)
        #expect(upstream.requests.map { $0.head.headers["accept-encoding"] } == [["gzip"]])
        #expect(live.first??.headers.contains("Content-Encoding: gzip") == true)
        #expect(replayed.first??.headers == ["Content-Type: application/json"])
        #expect(replayed.first??.body == Array("{\"a\": 1.10}".utf8))
    }

    @Test("An endless stream is replayed with the events up to its client's disconnection") func stream() async throws {
        let scene = try RecordingScene()
        let upstream = try await LoopbackServer.start { _ in
            .init(
                raw: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "12\r\ndata: 1\n\ndata: 2\n\n\r\n", then: .keep)
        }
        try await withGateway(upstream: upstream, recording: scene.recording) { _, manager in
            manager.isEnabled = false
        } _: { gateway in
            let client = try await RawClient(port: gateway.port)
            client.send(Self.get("/live"))
            _ = await client.text { $0.contains("data: 2\n\n") }
            await client.close()
            #expect(try await gateway.logs("the client left"))
        }
        await scene.recording.flush()
        try await withGateway { [folder = scene.folder] _, manager in
            manager.loadStubs(folder: folder)
        } _: { player in
            let reply = try await player.get("/live")
            #expect(reply.contains("Content-Type: text/event-stream\r\n"))
            #expect(reply.contains("data: 1\n\n") && reply.contains("data: 2\n\n"), "\(reply)")
        }
        #expect(await scene.sentences == [])
    }

    @Test("A short body in chunks must match; a long one matches any") func uploads() async throws {
        func chunked(_ path: String, _ body: String) -> String {
            let head = MockExchange("POST \(path)", "Transfer-Encoding: chunked", "Content-Type: text/plain").message
            return head + "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
        }
        let long = String(repeating: "0123456789", count: 20_000)
        let scene = try RecordingScene()
        let upstream = try await LoopbackServer.start { .init(body: "\($0.body.count)") }
        let requests = [chunked("/a", "short"), chunked("/long", long), Self.post("/known", long, type: "text/plain")]
        let (live, replayed) = try await scene.replies(to: requests, from: upstream)
        #expect(live.map { $0?.body } == replayed.map { $0?.body })
        #expect(live.last??.body == Array("200000".utf8))
        let player = try await TestGateway { _, manager in manager.loadStubs(folder: scene.folder) }
        let other = try await player.exchange(chunked("/a", "other"))
        let empty = try await player.exchange(chunked("/a", ""))
        #expect(other.hasPrefix("HTTP/1.1 404 ") && empty.hasPrefix("HTTP/1.1 404 "))
        let anyLong = try await player.exchange(chunked("/long", "9" + long))
        #expect(anyLong.hasSuffix("200000"))
        await player.stop()
    }
}
