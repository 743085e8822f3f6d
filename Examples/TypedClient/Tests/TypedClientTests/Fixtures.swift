import DemoManager
import Foundation
import TypedClient

/// The API's place in all tests; nothing is there.
let api = "https://api.example.com"
let ada = User(id: "42", name: "Ada", email: "ada@example.org")

/// The real client. What no stub answers never leaves: the transport behind the stubs has no network.
func makeClient(token: String? = "good", retry: Retry = .none) -> HTTPUserClient {
    HTTPUserClient(
        authority: "api.example.com", token: token, refreshToken: "r-1", transport: DemoTransport(next: NoNetwork()),
        retry: retry)
}

/// A transport for tests: whatever reaches it was meant to be stubbed.
private struct NoNetwork: HTTPTransport {
    func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
        throw URLError(.notConnectedToInternet)
    }
}

/// A reply with the body of the API's errors.
func refusal(_ message: String, status: Int) -> Reply {
    .json(["error": ["message": .string(message)]], status: status)
}
