import Testing

@testable import DemoTUI

@Suite("Paths in lists")
struct ShownPathTests {
    @Test(
        "the server's path is left out, and nothing else",
        arguments: [
            ("POST /api/v1/tickets", "POST /tickets"), ("/api/v1/tickets?a=1", "/tickets?a=1"),
            ("GET /api/v1x/tickets", "GET /api/v1x/tickets"), ("GET /other", "GET /other"), ("/api/v1", "/api/v1"),
        ])
    func text(text: String, shown: String) {
        #expect(ShownPath.text(text, below: "/api/v1") == shown)
        #expect(ShownPath.text(text, below: "") == text)
    }
}
