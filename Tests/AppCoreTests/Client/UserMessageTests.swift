import AppCore
import Testing

@Suite("Error messages") struct UserMessageTests {
    @Test(
        "Each kind has its sentence",
        arguments: [
            (
                APIError(.status, status: 501, message: "Cards are coming."),
                "501 Not Implemented: \"Cards are coming.\" Come back when its backend is there."
            ),
            // A question of the server's ends as one.
            (APIError(.status, status: 401, message: "Who?"), "401 Unauthorized: \"Who?\" Sign in."),
            (
                APIError(.connection(.refused), server: "localhost:3000"),
                "Nothing listens at localhost:3000. Start the server, or check the address."
            ),
            (APIError(.status, status: 429, retryAfter: .seconds(30)), "429 Too Many Requests. Try again in 30 s."),
            // A refusal is shown in the words of who refused.
            (APIError(.notSent(reason: "No stub for GET /x.")), "No stub for GET /x."),
        ])
    func sentences(error: APIError, sentence: String) { #expect(error.userMessage == sentence) }

    @Test("The server's message is shortened, and its control characters become blanks") func hostile() {
        let error = APIError(.status, status: 500, message: "\u{1B}[2J" + String(repeating: "x", count: 500) + "\n")
        #expect(!error.userMessage.unicodeScalars.contains { $0.value < 0x20 })
        #expect(error.userMessage.count < 300)
        #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("A simulated time-out is marked as one")
    func simulated() { #expect(APIError(.timeout(.firstByte, simulated: true)).userMessage.hasSuffix("(simulated)")) }

    @Test("Every kind has one non-empty line", arguments: [100, 302, 400, 401, 403, 404, 418, 500, 599])
    func everyStatus(status: Int) {
        let line = APIError(.status, status: status).userMessage
        #expect(line.contains("\(status)") && !line.contains("\n"))
    }

    @Test("Equality ignores the reply") func equality() {
        let one = APIError(.status, status: 500, response: reply(500, "a"))
        #expect(one == APIError(.status, status: 500, response: reply(500, "b")))
        #expect(one != APIError(.status, status: 501))
    }
}
