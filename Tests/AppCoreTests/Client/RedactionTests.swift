import AppCore
import HTTPTypes
import Testing

@Suite("Log lines hold no secrets and no control characters")
struct RedactionTests {
    @Test(
        "Secret query values and user info are replaced, the rest stays",
        arguments: [
            ("http://h/p?q=1&access_token=abc&Api-Key=x", "http://h/p?q=1&access_token=***&Api-Key=***"),
            ("https://theo:pw@h:1/p@q?x=y", "https://h:1/p@q?x=y"),
            ("/p?password=a=b&flag", "/p?password=***&flag"),
            ("/p?keyboard=qwerty", "/p?keyboard=qwerty"),
            ("/p?access%5Ftoken=abc&q=1#page=2", "/p?access%5Ftoken=***&q=1#page=2"),
            ("/p?q=1#access_token=abc&x=1", "/p?q=1#access_token=***&x=1"), ("/p?token=abc#part", "/p?token=***#part"),
        ])
    func url(url: String, line: String) {
        #expect(Redaction.url(url) == line)
    }

    @Test("A request is its method and URL")
    func request() {
        let request = HTTPRequest(
            method: .post, scheme: "http", authority: "h", path: "/p?token=abc",
            headerFields: [.authorization: "Bearer abc"])
        #expect(Redaction.line(for: request) == "POST http://h/p?token=***")
    }

    @Test("Control characters, bidi overrides and line ends are escaped")
    func controls() {
        #expect(Redaction.line("a\u{1B}[0m\r\nb\u{202E}") == "a\\u{1b}[0m\\u{d}\\u{a}b\\u{202e}")
    }

    @Test("A JWT in any text is replaced")
    func jwt() {
        let line = Redaction.line("got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln, eyJ is fine")
        #expect(line == "got ***, eyJ is fine")
    }

    @Test("An error's log line has neither query nor header nor body")
    func error() {
        let error = APIError(
            .status, status: 500, message: "x\ny", method: .get, path: "/p", response: reply(500, "secret"))
        #expect(error.description == "GET /p: status 500: x\\u{a}y")
    }
}
