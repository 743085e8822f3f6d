import DemoManager
import DemoManagerURLSession
import Foundation
import LoopbackPorts
import NIOHTTP1
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension LoopbackServer.Request {
    /// True if a header or the path has a demo mark.
    fileprivate var isMarked: Bool {
        uri.contains("demo") || headers.contains { "\($0.name) \($0.value)".lowercased().contains("profile") }
    }
}

/// Every way a request can reach the real server.
enum Way: CaseIterable, Sendable {
    case off, screenOff, bypass, unmatched, stubSaysSo

    func manager() throws -> DemoManager {
        switch self {
        case .off: return demo(isEnabled: false)
        case .bypass: return demo()
        case .unmatched: return demo(.passThrough)
        case .screenOff:
            let manager = demo()
            manager.setEnabled(.off, for: "profile")
            return manager
        case .stubSaysSo: return try demo(.guard, answering: Reply(passesThrough: true))
        }
    }

    /// `request`, marked.
    func marked(_ request: URLRequest) -> URLRequest {
        var request = request
        request.demoScreen = "profile"
        request.demoOperation = "getProfile"
        request.bypassesDemo = self == .bypass
        return request
    }
}

@Suite("Requests that reach the server") struct PassThroughTests {
    @Test("The server gets one complete request without marks", arguments: Way.allCases)
    func once(way: Way) async throws {
        try await LoopbackServer.run { server in
            let manager = try way.manager()
            let session = manager.session { $0.httpAdditionalHeaders = ["X-App": "1"] }
            let request = try URLRequest.to(server.url("/me?a=%2F"), "PATCH", body: "body") {
                $0.setValue("v", forHTTPHeaderField: "X-Own")
            }
            let got = try await session.get(way.marked(request))
            #expect(got.text == "live")
            #expect(server.requests.map(\.line) == ["PATCH /me?a=%2F body"])
            let received = try #require(server.requests.first)
            #expect(received.headers["X-Own"] == ["v"] && received.headers["X-App"] == ["1"])
            #expect(!received.isMarked)
        }
    }

    @Test("Streams, uploads and downloads arrive completely, once", arguments: Way.allCases)
    func kinds(way: Way) async throws {
        try await LoopbackServer.run { server in
            let manager = try way.manager()
            let session = manager.session()
            let request = way.marked(try .to(server.url("/up"), "POST"))
            #expect(Got(try await session.upload(for: request, from: Data("data".utf8))).status == 200)
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try Data("file".utf8).write(to: file)
            _ = try await session.upload(for: request, fromFile: file)
            try FileManager.default.removeItem(at: file)
            var streamed = request
            streamed.httpBodyStream = InputStream(data: Data("stream".utf8))
            _ = try await session.data(for: streamed)
            let (place, _) = try await session.download(for: way.marked(try .to(server.url("/down"))))
            #expect(try String(contentsOf: place, encoding: .utf8) == "live")
            try FileManager.default.removeItem(at: place)
            #expect(server.requests.map(\.text) == ["data", "file", "stream", ""])
            #expect(server.requests.allSatisfy { !$0.isMarked })
        }
    }

    @Test("The response has the URL the app asked for, without marks", arguments: Way.allCases)
    func responseURL(way: Way) async throws {
        let answer: LoopbackServer.Answer = { request in
            request.uri == "/old" ? .init(status: 302, headers: [("Location", "/new#there")]) : .init(body: "live")
        }
        try await LoopbackServer.run(answer) { server in
            let manager = try way.manager()
            let (bare, asked) = (manager.session(), manager.session(delegate: Bystander()))
            for (path, final) in [("/me", "/me"), ("/me#part", "/me#part"), ("/old", "/new#there")] {
                let request = way.marked(try .to(server.url(path)))
                for session in [bare, asked] {
                    #expect(try await session.data(for: request).1.url?.absoluteString == server.url(final))
                    let (place, response) = try await session.download(for: request)
                    #expect(response.url?.absoluteString == server.url(final))
                    try FileManager.default.removeItem(at: place)
                }
                let witness = Witness()
                manager.session(delegate: witness).dataTask(with: request).resume()
                #expect(await witness.urls.reduce(into: []) { $0.append($1) } == [server.url(final)])
            }
            #expect(server.requests.allSatisfy { !$0.isMarked })
        }
    }

    @Test("Redirects are followed once, without marks, and a delegate is asked", arguments: Way.allCases)
    func redirects(way: Way) async throws {
        let answer: LoopbackServer.Answer = { request in
            request.uri == "/old" ? .init(status: 302, headers: [("Location", "/new")]) : .init(body: "live")
        }
        try await LoopbackServer.run(answer) { server in
            let manager = try way.manager()
            let request = way.marked(try .to(server.url("/old")))
            #expect(try await manager.session().get(request).text == "live")
            let listener = Listener()
            manager.session(delegate: listener).dataTask(with: request).resume()
            #expect(await listener.heard() == ["redirect /new", "response 200", "data live", "end"])
            #expect(server.requests.map(\.uri) == ["/old", "/new", "/old", "/new"])
            #expect(server.requests.allSatisfy { !$0.isMarked })
        }
    }

    @Test("The journal has the whole body of a response that another protocol class loads in pieces")
    func journaledBody() async throws {
        let manager = demo(.passThrough)
        let listener = Listener()
        let session = manager.session(delegate: listener) { $0.protocolClasses?.insert(InPieces.self, at: 1) }
        session.dataTask(with: try .to("http://pieces.example/")).resume()
        #expect(await listener.heard() == ["response 200", "data one", "data two", "end"])
        #expect(manager.journal.exchanges.last?.outcome?.body == Array("onetwo".utf8))
    }

    @Test("The server's cookies are kept and sent") func cookies() async throws {
        try await LoopbackServer.run({ _ in .init(headers: [("Set-Cookie", "id=7")]) }) { server in
            let manager = demo(.passThrough)
            let session = manager.session()
            _ = try await session.get(server.url("/1"))
            _ = try await session.get(server.url("/2"))
            #expect(server.requests.last?.headers["Cookie"] == ["id=7"])
        }
    }

    @Test("Cookies are sent once with a body that was read for the decision") func cookiesOnce() async throws {
        try await LoopbackServer.run({ _ in .init(headers: [("Set-Cookie", "id=7")]) }) { server in
            let manager = demo(.passThrough)
            try manager.stub(matching: .post("/1", body: "other"), Reply())
            let session = manager.session()
            for _ in 0..<2 {
                var request = try URLRequest.to(server.url("/1"), "POST")
                request.httpBodyStream = InputStream(data: Data("stream".utf8))
                _ = try await session.get(request)
            }
            #expect(server.requests.map { $0.headers["Cookie"] } == [[], ["id=7"]])
        }
    }

    #if !canImport(Darwin)
        @Test(
            "A 401 of the server ends the task, whatever its challenge",
            arguments: ["Basic realm=\"x\"", "Bearer", "Digest realm=\"x\", nonce=\"1\""])
        func challenge(_ challenge: String) async throws {
            let reply = LoopbackServer.Reply(status: 401, headers: [("WWW-Authenticate", challenge)], body: "no")
            try await LoopbackServer.run({ _ in reply }) { server in
                let manager = demo(.passThrough)
                let got = try await manager.session().get(server.url("/me"))
                #expect(got.status == 401 && got.text == "no" && got.headers["X-WWW-Authenticate"] == challenge)
                #expect(manager.lastEnd == .status(401))
            }
        }

        @Test("A delegate is still asked for credentials", arguments: [Way.off, .unmatched])
        func credentials(way: Way) async throws {
            let answer: LoopbackServer.Answer = { request in
                guard request.headers["Authorization"].isEmpty else { return .init(body: "live") }
                return .init(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")], body: "no")
            }
            try await LoopbackServer.run(answer) { server in
                let listener = Listener(credential: URLCredential(user: "u", password: "p", persistence: .none))
                let manager = try way.manager()
                manager.session(delegate: listener).dataTask(with: try .to(server.url("/me"))).resume()
                #expect(await listener.heard().suffix(3) == ["response 200", "data live", "end"])
                #expect(server.requests.map { $0.headers["Authorization"] } == [[], ["Basic dTpw"]])
            }
        }
    #endif

    @Test("The journal records the outcome") func journal() async throws {
        try await LoopbackServer.run({ _ in .init(status: 404, headers: [("X-Who", "server")], body: "live") }) {
            server in
            let manager = demo(.passThrough)
            let session = manager.session()
            _ = try await session.get(try Way.unmatched.marked(.to(server.url("/me"))))
            let exchange = try #require(manager.journal.exchanges.last)
            #expect(exchange.screen == "profile")
            #expect(exchange.call.operation == "getProfile")
            #expect(exchange.outcome?.end == .status(404))
            #expect(exchange.outcome?.headers[HTTPField.Name("X-Who") ?? .accept] == "server")
            #expect(exchange.outcome?.body == Array("live".utf8))
            let error = await session.error(try .to("http://127.0.0.1:1/refused"))
            #expect(error?.code == .cannotConnectToHost)
            guard case .failure = manager.lastEnd else { return #expect(manager.lastEnd == nil) }
        }
    }

    @Test("A silent server ends with the session's time-out") func timeout() async throws {
        try await LoopbackServer.run({ _ in .none }) { server in
            let manager = demo(.passThrough)
            let error = await manager.session().error(try .to(server.url("/me")) { $0.timeoutInterval = 1 })
            #expect(error?.code == .timedOut)
            guard case .failure = manager.lastEnd else { return #expect(manager.lastEnd == nil) }
        }
    }
}

/// A delegate that wants no data.
private final class Bystander: NSObject, URLSessionTaskDelegate {}

/// A delegate that keeps the URLs of responses.
private final class Witness: NSObject, URLSessionDataDelegate {
    let (urls, log) = AsyncStream.makeStream(of: String.self)

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        log.yield(response.url?.absoluteString ?? "")
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        log.finish()
    }
}

/// Another library's protocol class; it loads its responses piece by piece.
private final class InPieces: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "pieces.example" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        for piece in ["one", "two"] { client?.urlProtocol(self, didLoad: Data(piece.utf8)) }
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
