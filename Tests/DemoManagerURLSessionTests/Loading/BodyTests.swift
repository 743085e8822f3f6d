import DemoManager
import DemoManagerURLSession
import Foundation
import LoopbackPorts
import NIOHTTP1
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A manager whose one stub answers bodies with `secret`; the rest passes.
private func picky() throws -> DemoManager {
    try demo(.passThrough, to: RequestPattern(body: [.contains("secret")]), answering: Reply(status: 209))
}

@Suite("Matched bodies") struct BodyTests {
    @Test("A stream that was read for matching still reaches the server completely, once") func stream() async throws {
        try await LoopbackServer.run { server in
            let manager = try picky()
            let session = manager.session { $0.httpAdditionalHeaders = ["X-App": "1"] }
            let open = String(repeating: "open", count: 100_000)
            let request = try URLRequest.to(server.url("/up"), "POST") {
                $0.httpBodyStream = InputStream(data: Data(open.utf8))
            }
            #expect(try await session.get(request).text == "live")
            #expect(server.requests.map(\.text) == [open])
            #expect(server.requests.first?.headers["X-App"] == ["1"])
            #expect(manager.lastEnd == .status(200))
            var secret = request
            secret.httpBodyStream = InputStream(data: Data("a secret".utf8))
            #expect(try await session.get(secret).status == 209)
            #expect(server.requests.count == 1)
        }
    }

    @Test("Bodies of uploads are matched, and sent completely") func uploads() async throws {
        try await LoopbackServer.run { server in
            let manager = try picky()
            let session = manager.session()
            let request = try URLRequest.to(server.url("/up"), "PUT")
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            for (text, status) in [("a secret", 209), ("open", 200)] {
                #expect(Got(try await session.upload(for: request, from: Data(text.utf8))).status == status)
                try Data(text.utf8).write(to: file)
                #expect(Got(try await session.upload(for: request, fromFile: file)).status == status)
            }
            try FileManager.default.removeItem(at: file)
            #expect(server.requests.map(\.text) == ["open", "open"])
        }
    }

    @Test("An upload of a missing file fails, and nothing is sent") func missingFile() async throws {
        try await LoopbackServer.run { server in
            let manager = try picky()
            let missing = URL(fileURLWithPath: "/nowhere/at-all")
            await #expect(throws: (any Error).self) {
                try await manager.session().upload(for: try .to(server.url("/up"), "PUT"), fromFile: missing)
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("Uploads and downloads are refused under error") func refused() async throws {
        try await LoopbackServer.run { server in
            let manager = demo(.error)
            let session = manager.session()
            let put = try URLRequest.to(server.url("/up"), "PUT")
            await #expect(throws: URLError.self) { try await session.upload(for: put, from: Data("x".utf8)) }
            await #expect(throws: URLError.self) { try await session.download(for: put) }
            #expect(manager.journal.exchanges.count == 2)
            #expect(server.requests.isEmpty)
        }
    }

    #if !canImport(Darwin)
        @Test("A download task cannot be stubbed, and says so to delegates and to callers")
        func download() async throws {
            let manager = demo()
            try manager.stub(.get("/file"), result: .success(Data("x".utf8)))
            let request = try URLRequest.to("http://api.example/file")
            await #expect {
                try await manager.session().download(for: request)
            } throws: { error in
                error.localizedDescription.contains("download task")
            }
            let listener = Listener()
            manager.session(delegate: listener).downloadTask(with: request).resume()
            #expect(await listener.heard() == ["error \(URLError.Code.unsupportedURL.rawValue)"])
        }

        @Test("A WebSocket is refused under error") func webSocket() async throws {
            try await LoopbackServer.run { server in
                let manager = demo(.error)
                let url = try #require(URL(string: server.url("/socket").replacing("http:", with: "ws:")))
                let listener = Listener()
                manager.session(delegate: listener).webSocketTask(with: url).resume()
                // The system's libcurl may know no WebSockets; then URLSession says so itself.
                let errors = [URLError.Code.resourceUnavailable, .unsupportedURL].map { ["error \($0.rawValue)"] }
                #expect(errors.contains(await listener.heard()))
                #expect(server.requests.isEmpty)
            }
        }
    #endif

    @Test("A stub that forwards sends the request to its server, without credentials, and nothing to the real one")
    func forwarding() async throws {
        try await LoopbackServer.run { real in
            try await LoopbackServer.run({ _ in .init(status: 203, body: "other") }) { other in
                var reply = Reply(delay: .fixed(.milliseconds(1)))
                reply.proxyBase = try ProxyBase(other.url("/base"))
                let manager = try demo(.passThrough, answering: reply)
                let session = manager.session {
                    $0.httpAdditionalHeaders = ["Authorization": "Bearer x", "X-App": "1"]
                }
                let request = try URLRequest.to(real.url("/me?a=1"), "POST") { $0.demoScreen = "profile" }
                let got = Got(try await session.upload(for: request, from: Data("body".utf8)))
                #expect(got.status == 203 && got.text == "other")
                #expect(other.requests.map(\.line) == ["POST /base/me?a=1 body"])
                let received = try #require(other.requests.first)
                #expect(received.headers["X-App"] == ["1"] && received.headers["Authorization"].isEmpty)
                #expect(real.requests.isEmpty)
            }
        }
    }
}
