import DemoManager
import DemoManagerTesting
import DemoManagerURLSession
import Foundation
import Testing
import TypedClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The same client over URLSession", .demo)
struct URLSessionTests {
    let demo = DemoManager.current
    let client: HTTPUserClient

    init() {
        var configuration = URLSessionConfiguration.ephemeral
        demo.install(in: &configuration)
        let transport = URLSessionTransport(session: URLSession(configuration: configuration))
        client = HTTPUserClient(authority: "api.example.com", token: "old", refreshToken: "r-1", transport: transport)
    }

    @Test("A session the stubs are installed in needs no transport of its own")
    func refreshed() async throws {
        try demo.stub(.get("\(api)/users/42"), refusal("expired", status: 401))
            .thenRespondWith(to: .post("\(api)/auth/refresh"), .json(["token": "new"]))
            .thenRespondWith(to: .get("\(api)/users/42"), .json(ada))
            .thenVerifyRequest { try #require($0.headers[.authorization] == "Bearer new") }
        #expect(try await client.user("42") == ada)
    }

    @Test("A body is sent as it was built")
    func body() async throws {
        let text = #"{"email":"ada@example.org","id":"42","name":"Ada"}"#
        try demo.stub(.put("\(api)/users/42"), .json(ada))
            .thenVerifyRequest { try #require($0.body == Data(text.utf8)) }
        #expect(try await client.update(ada) == ada)
    }

    @Test("Without a network the client says that nothing was reached")
    func noNetwork() async throws {
        try demo.stub(.get("\(api)/users/42"), Reply(fault: .noNetwork))
        await #expect { try await client.user("42") } throws: {
            if case .unreachable = $0 as? APIError { true } else { false }
        }
    }
}
