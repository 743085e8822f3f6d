import DemoManager
import DemoManagerTesting
import Foundation
import Testing
import TypedClient

@Suite("The request each call builds", .demo)
struct RequestTests {
    let demo = DemoManager.current
    let client = makeClient(token: "t-1")

    @Test("Reading is a GET with the token, and without a body")
    func get() async throws {
        let sent = try await sent { _ = try await client.user("42") }
        #expect(sent.request.method == .get)
        #expect(sent.url == "\(api)/users/42")
        #expect(
            sent.request.headerFields == [
                .accept: "application/json", .userAgent: "TypedClient/1.0", .authorization: "Bearer t-1",
            ])
        #expect(sent.body.isEmpty)
    }

    @Test("Saving is a PUT of the whole user as JSON")
    func update() async throws {
        let sent = try await sent { _ = try await client.update(ada) }
        #expect(sent.request.method == .put)
        #expect(sent.url == "\(api)/users/42")
        #expect(sent.request.headerFields[.contentType] == "application/json")
        #expect(sent.body == #"{"email":"ada@example.org","id":"42","name":"Ada"}"#)
    }

    @Test("The first page is asked for without a cursor, the next with it")
    func pages() async throws {
        #expect(try await sent { _ = try await client.users(after: nil) }.url == "\(api)/users")
        #expect(try await sent { _ = try await client.users(after: "c 1&x") }.url == "\(api)/users?cursor=c%201%26x")
    }

    @Test("An id stays one segment of the path, whatever is in it")
    func escaping() async throws {
        #expect(try await sent { _ = try await client.user("../a/b?c") }.url == "\(api)/users/..%2Fa%2Fb%3Fc")
    }

    @Test("Without a token the header is left out, not sent empty")
    func withoutToken() async throws {
        let sent = try await sent { _ = try await makeClient(token: nil).user("42") }
        #expect(sent.request.headerFields[.authorization] == nil)
    }

    /// The request `call` sends. It is answered 204, which no call can read: what comes back is not looked at here.
    private func sent(_ call: () async throws -> Void) async throws -> Sent {
        try demo.stubResponse(containing: api, method: nil, statusCode: 204)
        await #expect(throws: APIError.unreadable(status: 204)) { try await call() }
        return Sent(try #require(demo.journal.exchanges.last))
    }
}

/// A request as it was sent.
private struct Sent {
    let request: HTTPRequest
    let url: String
    let body: String

    init(_ exchange: Exchange) {
        request = exchange.request
        url = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
        body = String(decoding: exchange.requestBody ?? [], as: UTF8.self)
    }
}
