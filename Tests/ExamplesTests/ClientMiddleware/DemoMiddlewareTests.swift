import AsyncHTTPClient
import DemoManager
import Foundation
import HTTPTypes
import LoopbackPorts
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@Suite("A client middleware that asks DemoManager") struct DemoMiddlewareTests {
    @Test("An operation is answered by its stub, below the base URL's path", arguments: ["", "/v1", "/v1/"])
    func stubbed(basePath: String) async throws {
        try await DemoManager.withIsolated { demo in
            let path = basePath.isEmpty ? "/me" : "/v1/me"
            try demo.stub(.get("https://api.example.com\(path)"), result: .success(Data("Ada".utf8)))
            let (head, text) = try await send(.get("/me"), to: "https://api.example.com\(basePath)", demo) { _, _, _ in
                throw Left()
            }
            #expect(head.status == .ok)
            #expect(text == "Ada")
        }
    }

    @Test("The operation's condition answers, by the operation's id") func condition() async throws {
        try await DemoManager.withIsolated { demo in
            demo.setCondition(.forbidden, forOperation: "getMe")
            let (head, _) = try await send(.get("/me"), to: "https://api.example.com", demo) { _, _, _ in throw Left() }
            #expect(head.status == .forbidden)
        }
    }

    @Test("A call without a stub goes on to a real server, with its body") func passedThrough() async throws {
        let demo = DemoManager(configuration: .init(isEnabled: true))
        let pattern = RequestPattern(url: .path("/v1/me"), body: [.contains("never")])
        try demo.stub(matching: pattern, Reply(body: Array("stub".utf8)))
        let request = HTTPRequest(method: .put, scheme: nil, authority: nil, path: "/me?a=1")
        let reads = Mutex(0)
        let body = HTTPBody {
            // A stream: the second reader finds nothing.
            reads.withLock {
                $0 += 1; return $0
            } == 1 ? Array("hello".utf8) : []
        }
        try await LoopbackServer.run { server in
            let (head, text) = try await send(request, body: body, to: server.url("/v1"), demo) { request, body, base in
                var outgoing = HTTPClientRequest(url: base.absoluteString + (request.path ?? ""))
                outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
                if let body { outgoing.body = .bytes(try await [UInt8](collecting: body, upTo: 100)) }
                let response = try await HTTPClient.shared.execute(outgoing, timeout: .seconds(60))
                let bytes = try await response.body.collect(upTo: 1000)
                return (HTTPResponse(status: .init(code: Int(response.status.code))), HTTPBody(Array(buffer: bytes)))
            }
            #expect(head.status == .ok && text == "live")
            #expect(server.requests.map(\.line) == ["PUT /v1/me?a=1 hello"])
        }
    }

    /// Nothing may be sent where this is thrown.
    private struct Left: Error {}

    private func send(
        _ request: HTTPRequest, body: HTTPBody? = nil, to baseURL: String, _ demo: DemoManager,
        next: @escaping @Sendable (HTTPRequest, HTTPBody?, URL) async throws -> (HTTPResponse, HTTPBody?)
    ) async throws -> (HTTPResponse, String) {
        let (head, reply) = try await DemoMiddleware(demo: demo).intercept(
            request, body: body, baseURL: try #require(URL(string: baseURL)),
            operationID: "getMe", next: next)
        let bytes = try await [UInt8](collecting: try #require(reply), upTo: 1000)
        return (head, String(decoding: bytes, as: UTF8.self))
    }
}
