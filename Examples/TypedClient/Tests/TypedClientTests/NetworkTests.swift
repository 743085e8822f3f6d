import DemoManager
import DemoManagerTesting
import Foundation
import Testing
import TypedClient

@Suite("When the network fails", .demo)
struct NetworkTests {
    let demo = DemoManager.current
    let client = makeClient()

    @Test("Without a network the client says that nothing was reached")
    func noNetwork() async throws {
        try demo.stub(.get("\(api)/users/42"), result: .failure(URLError(.notConnectedToInternet)))
        await #expect { try await client.user("42") } throws: { ($0 as? APIError)?.isUnreachable == true }
    }

    @Test("It works again as soon as the network is back")
    func networkReturns() async throws {
        try demo.stub(.get("\(api)/users/42"), result: .failure(URLError(.networkConnectionLost)))
            .thenRespondWith(.json(ada))
        await #expect { try await client.user("42") } throws: { ($0 as? APIError)?.isUnreachable == true }
        #expect(try await client.user("42") == ada)
    }

    @Test("Any condition can be tried without a stub of its own")
    func condition() async throws {
        try demo.stub(.get("\(api)/users/42"), .json(ada))
        await #expect { try await DemoManager.withCondition(.forbidden) { try await client.user("42") } } throws: {
            if case .refused(status: 403, _) = $0 as? APIError { true } else { false }
        }
    }

    @Test("A request nobody stubbed is refused before it leaves", .demo(allowingRefusals: true))
    func unstubbed() async throws {
        await #expect { try await client.user("7") } throws: { "\($0)".contains("no stub for GET \(api)/users/7") }
        try demo.verify(.get("/users/7"))
    }
}

extension APIError {
    fileprivate var isUnreachable: Bool { if case .unreachable = self { true } else { false } }
}
