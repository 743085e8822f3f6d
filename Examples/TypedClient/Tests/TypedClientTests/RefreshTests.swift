import DemoManager
import DemoManagerTesting
import Foundation
import Testing
import TypedClient

@Suite("An expired token", .demo)
struct RefreshTests {
    let demo = DemoManager.current

    @Test("is refreshed, and the call repeated with the new one")
    func refreshed() async throws {
        try demo.stub(.get("\(api)/users/42"), refusal("expired", status: 401))
            .thenVerifyRequest { try #require($0.headers[.authorization] == "Bearer old") }
            .thenRespondWith(to: .post("\(api)/auth/refresh"), .json(["token": "new"]))
            .thenVerifyRequest { try #require($0.body == Data(#"{"refreshToken":"r-1"}"#.utf8)) }
            .thenRespondWith(to: .get("\(api)/users/42"), .json(ada))
            .thenVerifyRequest { try #require($0.headers[.authorization] == "Bearer new") }

        #expect(try await makeClient(token: "old").user("42") == ada)
        try demo.verify(.get("/users/42"), count: 2)
        try demo.verify(.post("/auth/refresh"), count: 1)
    }

    @Test("is refreshed once for many calls at a time")
    func singleFlight() async throws {
        // Who still sends the old token is refused, however often; who sends the new one is answered.
        let old = try RequestPattern.get("/users/42", headers: ["Authorization": "Bearer old"])
        let new = try RequestPattern.get("/users/42", headers: ["Authorization": "Bearer new"])
        try demo.stub(matching: old, refusal("expired", status: 401))
        try demo.stub(matching: new, .json(ada))
        try demo.stub(.post("\(api)/auth/refresh"), .json(["token": "new"]))

        let client = makeClient(token: "old")
        try await withThrowingTaskGroup(of: User.self) { group in
            for _ in 1...20 { group.addTask { try await client.user("42") } }
            for try await user in group { #expect(user == ada) }
        }
        try demo.verify(.post("/auth/refresh"), count: 1)
    }

    @Test("that cannot be refreshed ends the call with the refresh's error, and nothing is tried again")
    func refreshRefused() async throws {
        try demo.stub(.get("\(api)/users/42"), refusal("expired", status: 401))
            .thenRespondWith(to: .post("\(api)/auth/refresh"), refusal("signed out", status: 403))
        await #expect(throws: APIError.refused(status: 403, message: "signed out")) {
            try await makeClient(token: "old").user("42")
        }
        try demo.verify(.get("/users/42"), count: 1)
    }

    @Test("that stays expired after the refresh ends the call: no loop")
    func stillExpired() async throws {
        try demo.stub(.get("\(api)/users/42"), refusal("expired", status: 401))
            .thenRespondWith(to: .post("\(api)/auth/refresh"), .json(["token": "new"]))
        await #expect(throws: APIError.refused(status: 401, message: "expired")) {
            try await makeClient(token: "old").user("42")
        }
        try demo.verify(.get("/users/42"), count: 2)
    }
}
