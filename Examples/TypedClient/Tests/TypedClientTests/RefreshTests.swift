import DemoManager
import DemoManagerTesting
import Foundation
import Testing
import TypedClient

@Suite("An expired token", .demo)
struct RefreshTests {
    let demo = DemoManager.current
    let user = RequestPattern(method: .one(.get), url: .path("/users/42"))
    let refresh = RequestPattern(method: .one(.post), url: .path("/auth/refresh"))

    @Test("is refreshed, and the call repeated with the new one")
    func refreshed() async throws {
        try demo.stub(.get("\(api)/users/42"), statusCode: 401, result: refusal("expired"))
            .thenVerifyRequest { #expect($0.headers[.authorization] == "Bearer old") }
            .thenRespondWith(to: .post("\(api)/auth/refresh"), result: .success(Data(#"{"token": "new"}"#.utf8)))
            .thenVerifyRequest { #expect($0.body == Data(#"{"refreshToken":"r-1"}"#.utf8)) }
            .thenRespondWith(to: .get("\(api)/users/42"), result: .success(adaJSON))
            .thenVerifyRequest { #expect($0.headers[.authorization] == "Bearer new") }

        #expect(try await makeClient(token: "old").user("42") == ada)
        try demo.verify(user, count: 2)
        try demo.verify(refresh, count: 1)
    }

    @Test("is refreshed once for many calls at a time")
    func singleFlight() async throws {
        // Who still sends the old token is refused, however often; who sends the new one is answered.
        for (token, status, body) in [("old", 401, Data()), ("new", 200, adaJSON)] {
            var pattern = user
            pattern.headers = [NamedMatcher("Authorization", .equalTo("Bearer \(token)"))]
            try demo.add(
                Stub(
                    request: pattern, sequence: [SequenceEntry(Reply(status: status, body: [UInt8](body)))],
                    origin: .made(by: "test")))
        }
        try demo.stub(.post("\(api)/auth/refresh"), result: .success(Data(#"{"token": "new"}"#.utf8)))

        let client = makeClient(token: "old")
        try await withThrowingTaskGroup(of: User.self) { group in
            for _ in 1...20 { group.addTask { try await client.user("42") } }
            for try await user in group { #expect(user == ada) }
        }
        try demo.verify(refresh, count: 1)
    }

    @Test("that cannot be refreshed ends the call with the refresh's error, and nothing is tried again")
    func refreshRefused() async throws {
        try demo.stub(.get("\(api)/users/42"), statusCode: 401, result: refusal("expired"))
            .thenRespondWith(to: .post("\(api)/auth/refresh"), statusCode: 403, result: refusal("signed out"))
        await #expect(throws: APIError.refused(status: 403, message: "signed out")) {
            try await makeClient(token: "old").user("42")
        }
        try demo.verify(user, count: 1)
    }

    @Test("that stays expired after the refresh ends the call: no loop")
    func stillExpired() async throws {
        try demo.stub(.get("\(api)/users/42"), statusCode: 401, result: refusal("expired"))
            .thenRespondWith(to: .post("\(api)/auth/refresh"), result: .success(Data(#"{"token": "new"}"#.utf8)))
        await #expect(throws: APIError.refused(status: 401, message: "expired")) {
            try await makeClient(token: "old").user("42")
        }
        try demo.verify(user, count: 2)
    }
}
