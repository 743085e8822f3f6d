import Testing

@testable import DemoManager
@testable import DemoManagerFiles
@testable import Recordings

@Suite("Recorded streams") struct RecordedStreamTests {
    private let scene: RecordingScene
    init() throws { scene = try RecordingScene() }

    /// A reply whose pieces came at these times.
    private func streamed(
        _ pieces: [(milliseconds: Int, text: String)], type: String = "text/event-stream", isCut: Bool = false
    ) throws -> ServedExchange {
        let body = Array(pieces.map(\.text).joined().utf8)
        var exchange = ServedExchange.served(.get, "/live", headers: [("Content-Type", type)], body)
        var stream = try #require(RecordedStream(contentType: type))
        var end = 0
        for piece in pieces {
            end += piece.text.utf8.count
            stream.arrivals.append(.init(end: end, time: .milliseconds(piece.milliseconds)))
        }
        (exchange.stream, exchange.isCut) = (stream, isCut)
        return exchange
    }

    @Test("Events are replayed with their pauses, without incomplete events and comments") func events() async throws {
        let exchange = try streamed(
            [
                (10, "id: 1\ndata: {\"done\":10}\n\n"), (510, ": still here\n\n"), (700, "event: progress\r\nda"),
                (1_010, "ta: two\r\ndata:  lines x\r\n\r\ndata: 3\n\n"), (1_500, "data: half"),
            ], isCut: true)
        try await scene.record([exchange])
        let reply = try #require(try scene.player().decide(.get("/live")).reply)
        let expected = [
            (10, "id: 1\ndata: {\"done\":10}\n\n"), (1_000, "event: progress\ndata: two\ndata:  lines x\n\n"),
            (0, "data: 3\n\n"),
        ]
        #expect(reply.chunks.map { String(decoding: $0.bytes, as: UTF8.self) } == expected.map(\.1))
        #expect(reply.chunks.map(\.pause) == expected.map { .milliseconds($0.0) })
        #expect(try scene.everything().contains(#""events""#))
        let request = HTTPRequest.get("/live", headers: [.init("Last-Event-ID")!: "1"])
        let rest = try #require(try scene.player().decide(request).reply)
        #expect(String(decoding: rest.body, as: UTF8.self).hasPrefix("event: progress"))
    }

    @Test("JSON lines are replayed with their pauses; other lines are a body") func lines() async throws {
        try await scene.record([
            try streamed([(5, "{\"a\": 1}\n"), (105, "[2]\n{\"b\":")], type: "application/jsonl", isCut: true)
        ])
        let reply = try #require(try scene.player().decide(.get("/live")).reply)
        #expect(reply.chunks.map { String(decoding: $0.bytes, as: UTF8.self) } == ["{\"a\":1}\n", "[2]\n"])
        #expect(reply.chunks.map(\.pause) == [.milliseconds(5), .milliseconds(100)])
        let other = try RecordingScene()
        try await other.record([try streamed([(5, "no json\n")], type: "application/jsonl")])
        #expect(try other.player().decide(.get("/live")).reply?.body == Array("no json\n".utf8))
    }

    @Test("Secrets in events are replaced") func secrets() async throws {
        try await scene.record([try streamed([(0, "data: {\"password\":\"s3cr3t99\",\"a\":1}\n\n")])])
        let text = try scene.everything()
        #expect(!text.contains("s3cr3t99") && text.contains("REDACTED") && text.contains(#""events""#), "\(text)")
    }

    @Test("A stream without a complete event is not recorded; one beyond the limits is recorded up to them")
    func bounds() async throws {
        let recording = try await scene.record([try streamed([(0, "data: 1\n")], isCut: true)])
        #expect(recording.status.lastSkip?.contains("before its first event had ended") == true)
        var limits = Recording.Limits()
        limits.streamBytes = 16
        let bounded = try scene.started(limits: limits)
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/live")
        let live = try #require(bounded.begin(request, nil, captures: false))
        live.receive(HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"]))
        for number in 1...9 { live.receive(Array("data: \(number)\n\n".utf8)) }
        live.end()
        await bounded.flush()
        #expect(bounded.status.recorded == 1)
        let reply = try #require(try scene.player().decide(.get("/live")).reply)
        #expect(reply.body == Array("data: 1\n\ndata: 2\n\n".utf8))
    }
}
