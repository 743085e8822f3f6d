import Testing
import WireFormats

@Suite struct PlannedTests {
    @Test(
        "A planned operation is 501",
        arguments: [
            ("GET", "/cards", "Cards"), ("GET", "/insights", "Insights"), ("POST", "/transfers", "Transfers"),
        ])
    func notReady(method: String, path: String, what: String) async throws {
        try await withBackend { client in
            let answer = try await client.send(method, path)
            #expect(answer.status == 501)
            #expect(answer.json.text() == #"{"error":{"code":501,"message":"\#(what) are not ready yet."}}"#)
        }
    }
}
