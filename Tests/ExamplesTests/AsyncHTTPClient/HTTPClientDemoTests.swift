import AsyncHTTPClient
import DemoManager
import Foundation
import LoopbackPorts
import NIOCore
import NIOHTTP1
import Testing

@Suite("AsyncHTTPClient behind DemoManager") struct HTTPClientDemoTests {
    private let client = HTTPClient.shared

    @Test("A stubbed call is answered as the server would, and nothing is sent") func stubbed() async throws {
        try await LoopbackServer.run { server in
            try await DemoManager.withIsolated { demo in
                try demo.stub(.get(server.url("/me")), statusCode: 404, result: .success(Data("none".utf8)))
                let request = HTTPClientRequest(url: server.url("/me"))
                let response = try await client.execute(request, timeout: .seconds(60), demo: demo)
                #expect(response.status == .notFound)
                #expect(response.headers["Content-Type"] == ["application/json"])
                #expect(try await String(buffer: response.body.collect(upTo: 100)) == "none")
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A call without a stub reaches the server unchanged", arguments: [true, false])
    func passedThrough(isDemo: Bool) async throws {
        let demo = DemoManager(configuration: .init(isEnabled: isDemo))
        // It looks at the body of requests it does not match otherwise: the body must still arrive.
        let pattern = RequestPattern(url: .path("/me"), body: [.contains("never")])
        try demo.stub(matching: pattern, Reply(body: Array("stub".utf8)))
        try await LoopbackServer.run { server in
            var request = HTTPClientRequest(url: server.url("/me?a=1&b=%2F"))
            request.method = .PUT
            request.headers.add(name: "X-Twice", value: "1")
            request.headers.add(name: "X-Twice", value: "2")
            request.body = .stream(SingleUse("hello"), length: .known(Int64(5)))
            let response = try await client.execute(request, timeout: .seconds(60), demo: demo)
            #expect(try await String(buffer: response.body.collect(upTo: 1000)) == "live")
            #expect(server.requests.map(\.line) == ["PUT /me?a=1&b=%2F hello"])
            #expect(server.requests.first?.headers["X-Twice"] == ["1", "2"])
        }
    }

    @Test("A check of a streamed request sees its body") func streamedBody() async throws {
        try await DemoManager.withIsolated { demo in
            try demo.stub(.post("https://api.example.com/notes"), statusCode: 201)
                .thenVerifyRequest { try #require($0.body == Data("hello".utf8)) }
            var request = HTTPClientRequest(url: "https://api.example.com/notes")
            request.method = .POST
            request.body = .stream(SingleUse("hello"), length: .unknown)
            #expect(try await client.execute(request, timeout: .seconds(60), demo: demo).status == .created)
        }
    }

    @Test("A network failure of a stub is thrown as it was given") func failure() async throws {
        try await DemoManager.withIsolated { demo in
            try demo.stub(.get("https://api.example.com/me"), result: .failure(HTTPClientError.connectTimeout))
            await #expect(throws: HTTPClientError.connectTimeout) {
                let request = HTTPClientRequest(url: "https://api.example.com/me")
                _ = try await client.execute(request, timeout: .seconds(5), demo: demo)
            }
        }
    }
}

/// A body that can be read once, a buffer per letter: the second reader would find it empty.
private final class SingleUse: AsyncSequence, AsyncIteratorProtocol, @unchecked Sendable {
    private var letters: [Character]

    init(_ text: String) {
        letters = Array(text)
    }

    func makeAsyncIterator() -> SingleUse { self }

    func next() async throws -> ByteBuffer? {
        letters.isEmpty ? nil : ByteBuffer(string: String(letters.removeFirst()))
    }
}
