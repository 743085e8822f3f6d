import DemoManager
import DemoManagerTesting
import Foundation
import Testing
import TypedClient

@Suite("Reading and saving a user", .demo)
struct UserTests {
    let demo = DemoManager.current
    let client = makeClient()

    @Test("A user is what the server says")
    func get() async throws {
        try demo.stub(.get("\(api)/users/42"), .json(ada))
        #expect(try await client.user("42") == ada)
    }

    @Test("A user who is not there is refused with the server's message")
    func getMissing() async throws {
        try demo.stub(.get("\(api)/users/42"), refusal("No such user", status: 404))
        await #expect(throws: APIError.refused(status: 404, message: "No such user")) {
            try await client.user("42")
        }
    }

    @Test("Saving gives the user as the server keeps it")
    func update() async throws {
        try demo.stub(.put("\(api)/users/42"), .json(ada))
        #expect(try await client.update(User(id: "42", name: " Ada ", email: "ada@example.org")) == ada)
    }

    @Test("What the server does not accept is refused with its message")
    func updateInvalid() async throws {
        try demo.stub(.put("\(api)/users/42"), refusal("email is not valid", status: 422))
        await #expect(throws: APIError.refused(status: 422, message: "email is not valid")) {
            try await client.update(ada)
        }
    }

    @Test("An error page that is no JSON still gives its status")
    func errorPage() async throws {
        let page = Array("<html>Bad gateway</html>".utf8)
        try demo.stub(.get("\(api)/users/42"), Reply(status: 502, headers: [.contentType: "text/html"], body: page))
        await #expect(throws: APIError.refused(status: 502, message: "The server answered 502.")) {
            try await client.user("42")
        }
    }

    @Test("A success cut in half is unreadable, not an empty user", arguments: [0, 1, 20])
    func cut(length: Int) async throws {
        try demo.stub(.get("\(api)/users/42"), Reply(body: Array(#"{"id": "42", "name": "Ada"}"#.utf8.prefix(length))))
        await #expect(throws: APIError.unreadable(status: 200)) { try await client.user("42") }
    }
}
