import DemoManager
import DemoManagerFiles
import LoopbackPorts
import NIOHTTP1
import Recordings
import Testing

@testable import DemoGateway

@Suite("Recording passed replies") struct GatewayRecordingTests {
    private func live(_ configuration: inout GatewayConfiguration, _ manager: DemoManager) { manager.isEnabled = false }

    @Test("Passed replies are recorded, but not stubbed and refused ones, and none with recording off")
    func what() async throws {
        let scene = try RecordingScene()
        let upstream = try await LoopbackServer.start()
        try await withGateway(upstream: upstream, recording: scene.recording) { _, manager in
            try manager.add(.get, "/stub", Reply(body: Array("stub".utf8)))
        } _: { gateway in
            for path in ["/stub", "/passed"] { _ = try await gateway.get(path) }
            let refused = try await gateway.get("/refused", method: "DELETE")
            #expect(refused.hasPrefix("HTTP/1.1 404 "))
            scene.recording.stop()
            _ = try await gateway.get("/later")
            let names = try await scene.names()
            #expect(names.count == 1 && names.allSatisfy { $0.hasPrefix("get-passed-") })
            #expect(names.map { "\(scene.folder)/mappings/\($0)" } == scene.recording.stubPaths)
        }
    }

    @Test("The policy capture records passed replies with recording off") func capture() async throws {
        let scene = try RecordingScene()
        scene.recording.stop()
        let upstream = try await LoopbackServer.start()
        try await withGateway(upstream: upstream, recording: scene.recording) { _, manager in
            manager.unmatched = .capture
        } _: { gateway in
            let passed = try await gateway.get("/a")
            _ = try await gateway.get("/b", "X-Demo-Bypass: 1")
            #expect(passed.contains("X-Demo-Decision: passed"))
            await scene.recording.flush()
            gateway.manager.loadStubs(folder: scene.folder)
            let stubbed = try await gateway.get("/a")
            #expect(stubbed.contains("X-Demo-Decision: stubbed") && stubbed.hasSuffix("live"))
            #expect(try await scene.names().count == 1)
        }
    }

    @Test("A body over the limit reaches its client completely and is reported as not recorded")
    func longBody() async throws {
        let body = String(repeating: "x", count: 3 << 20)
        let scene = try RecordingScene(limits: .init(body: 1 << 20))
        let upstream = try await LoopbackServer.start { request in
            let framing = ("Transfer-Encoding", "chunked")
            return .init(headers: request.head.uri == "/chunked" ? [framing] : [], body: body)
        }
        try await withGateway(upstream: upstream, recording: scene.recording, live) { gateway in
            for path in ["/whole", "/chunked"] {
                let reply = try await gateway.reply(to: MockExchange("GET \(path)").message)
                #expect(reply?.body.count == body.utf8.count)
            }
            #expect(try await scene.names() == [])
            #expect(
                await scene.sentences == [
                    .skipped("GET /whole was not recorded: its body is longer than 1 MB."),
                    .skipped("GET /chunked was not recorded: its body is longer than 1 MB."),
                ])
        }
    }

    @Test("Bodies beyond the write queue are reported as not recorded") func manyBodies() async throws {
        let scene = try RecordingScene(limits: .init(body: 1 << 20, waiting: 100))
        let upstream = try await LoopbackServer.start { _ in .init(body: String(repeating: "x", count: 200)) }
        try await withGateway(upstream: upstream, recording: scene.recording, live) { gateway in
            let reply = try await gateway.get("/a")
            #expect(reply.hasPrefix("HTTP/1.1 200 "))
            #expect(
                await scene.sentences == [.skipped("GET /a was not recorded: more replies come than can be written.")])
        }
    }

    @Test("An incomplete reply, or one whose client disconnects, is not recorded") func halves() async throws {
        let scene = try RecordingScene()
        let upstream = try await LoopbackServer.start { request in
            request.head.uri == "/broken"
                ? .init(raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
                : .init(body: String(repeating: "x", count: 20 << 20))
        }
        try await withGateway(upstream: upstream, recording: scene.recording, live) { gateway in
            _ = try await gateway.get("/broken")
            let client = try await RawClient(port: gateway.port)
            try await client.setReading(false)
            client.send("GET /left HTTP/1.1\r\nHost: localhost\r\n\r\n")
            var changes = gateway.manager.changes().makeAsyncIterator()
            while gateway.manager.journal.exchanges.count < 2 { _ = await changes.next() }
            await client.close()
            while gateway.manager.journal.exchanges.last?.outcome == nil { _ = await changes.next() }
            #expect(try await scene.names() == [])
            #expect(await scene.sentences.first == .skipped("GET /broken was not recorded: it broke off."))
        }
    }

    @Test("Conditional headers and unreadable codings are removed while recording") func conditional() async throws {
        let scene = try RecordingScene()
        let upstream = try await LoopbackServer.start()
        try await withGateway(upstream: upstream, recording: scene.recording, live) { gateway in
            _ = try await gateway.get("/a", "If-None-Match: \"x\"", "If-Modified-Since: now", "Accept-Encoding: br")
            _ = try await gateway.get("/a", method: "PUT", "If-None-Match: *", "Accept-Encoding: br;q=1, *;q=0")
            scene.recording.stop()
            _ = try await gateway.get("/b", "If-None-Match: \"x\"", "Accept-Encoding: br")
            let sent = upstream.requests.map(\.head.headers)
            #expect(sent.map { $0["if-none-match"] } == [[], ["*"], ["\"x\""]])
            #expect(sent.map { $0["accept-encoding"] } == [["identity"], ["identity"], ["br"]])
        }
    }

    @Test(
        "A recorded request asks for gzip if the client accepts it, else for no coding",
        arguments: [
            ("br, gzip, zstd", "gzip"), ("br", "identity"), ("*", "gzip"), ("", "identity"), ("deflate;", "identity"),
            ("gzip;q=0, *;q=0.5", "identity"), ("GZIP ; Q=0.5 , identity", "gzip"), ("gzip, *;q=0", "gzip"),
            ("deflate, *;q=0.000", "identity"), (";, gzip;q=0.0", "identity"),
        ])
    func readable(_ header: String, _ expected: String) {
        var request = HTTPRequest.get("/a")
        request.headerFields[.acceptEncoding] = header
        #expect(request.forRecording.headerFields[.acceptEncoding] == expected)
    }
}
