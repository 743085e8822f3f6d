import DemoManager
import DemoManagerTesting
import Foundation
import Testing
import TypedClient

@Suite("A server that cannot answer for the moment", .demo)
struct RetryTests {
    let demo = DemoManager.current
    let client = makeClient(retry: Retry(attempts: 3, pause: .zero))

    @Test("is asked again, until it answers")
    func answered() async throws {
        try demo.stub(.get("\(api)/users/42"), refusal("busy", status: 503))
            .thenRespondWith(result: .failure(URLError(.networkConnectionLost)))
            .thenRespondWith(.json(ada))
        #expect(try await client.user("42") == ada)
        try demo.verify(.get("/users/42"), count: 3)
    }

    @Test("is given up after the last attempt, with its last error")
    func givenUp() async throws {
        try demo.stub(.get("\(api)/users/42"), refusal("busy", status: 503), configure: { $0.name = "busy" })
            .thenRespondWith(refusal("still busy", status: 503))
            .thenRespondWith(refusal("very busy", status: 503))
        await #expect(throws: APIError.refused(status: 503, message: "very busy")) { try await client.user("42") }
        try demo.verify(.get("/users/42"), count: 3)
    }

    @Test("is sent a write once: the first may have been carried out")
    func writes() async throws {
        try demo.stub(.put("\(api)/users/42"), refusal("busy", status: 503))
        await #expect(throws: APIError.refused(status: 503, message: "busy")) { try await client.update(ada) }
        try demo.verify(.put("/users/42"), count: 1)
    }

    @Test("is not asked again for what it refused", arguments: [400, 403, 404, 500])
    func refused(status: Int) async throws {
        try demo.stub(.get("\(api)/users/42"), refusal("no", status: status))
        await #expect(throws: APIError.refused(status: status, message: "no")) { try await client.user("42") }
        try demo.verify(.get("/users/42"), count: 1)
    }

    @Test("The token is refreshed between attempts")
    func refreshed() async throws {
        try demo.stub(.get("\(api)/users/42"), refusal("busy", status: 503))
            .thenRespondWith(refusal("expired", status: 401))
            .thenRespondWith(to: .post("\(api)/auth/refresh"), .json(["token": "new"]))
            .thenRespondWith(to: .get("\(api)/users/42"), refusal("busy", status: 504))
            .thenRespondWith(to: .get("\(api)/users/42"), .json(ada))
        #expect(try await client.user("42") == ada)
        try demo.verify(.get("/users/42"), count: 4)
    }
}
