import HTTPTypes
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import AppCore

/// A log handler that keeps its lines.
struct MemoryLog: LogHandler {
    let lines = NIOLockedValueBox<[String]>([])
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.withLockedValue { $0.append(event.message.description) } }
}

@Suite("The log of exchanges") struct LogMiddlewareTests {
    private func lines(_ level: Logger.Level, _ answer: @escaping StubTransport.Answer) async throws -> [String] {
        let log = MemoryLog(logLevel: level)
        let client = try APIClient(StubTransport(answer), LogMiddleware(Logger(label: "test") { _ in log }))
        let endpoint = Endpoint(
            method: .post, path: "/x", query: [.init("token", "hush")], headers: [.authorization: "hush"],
            body: Array("hush".utf8))
        _ = await client.failure(endpoint)
        return log.lines.withLockedValue { $0 }
    }

    @Test("An exchange is two lines without secrets, headers or bodies") func exchange() async throws {
        let lines = try await lines(.debug, answer(200, #"{"a": "hush"}"#))
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("> POST http://api.test/v1/x?token=*** 4 bytes") == true)
        #expect(lines.last?.contains("< 200 13 bytes") == true)
        #expect(!lines.joined().contains("hush"))
    }

    @Test("A failure is logged in one line, whatever the server sent") func failed() async throws {
        let lines = try await lines(.debug) { _, _ in throw APIError(.connection(.reset), message: "a\nb\u{1B}[0m") }
        #expect(lines.last?.contains("connection reset server=api.test: a\\u{a}b\\u{1b}[0m") == true)
    }

    @Test("Above debug level there is no line")
    func quiet() async throws { #expect(try await lines(.info, answer(200, "{}")).isEmpty) }
}

@Suite("Log lines hold no control characters and no bodies") struct RedactionTests {
    @Test("Control characters, bidi overrides and line ends are escaped")
    func controls() { #expect(Redaction.line("a\u{1B}[0m\r\nb\u{202E}") == "a\\u{1b}[0m\\u{d}\\u{a}b\\u{202e}") }

    @Test("An error's log line has neither query nor header nor body") func error() {
        let error = APIError(
            .status, status: 500, message: "x\ny", method: .get, path: "/p", response: reply(500, "secret"))
        #expect(error.description == "GET /p: status 500: x\\u{a}y")
    }
}
