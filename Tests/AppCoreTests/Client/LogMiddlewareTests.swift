import AppCore
import HTTPTypes
import Logging
import NIOConcurrencyHelpers
import Testing

/// A log handler that keeps its lines.
struct MemoryLog: LogHandler {
    let lines = NIOLockedValueBox<[String]>([])
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.withLockedValue { $0.append(event.message.description) }
    }
}

@Suite("The log of exchanges")
struct LogMiddlewareTests {
    private func lines(_ level: Logger.Level, _ answer: @escaping StubTransport.Answer) async throws -> [String] {
        let log = MemoryLog(logLevel: level)
        let client = try APIClient(StubTransport(answer), LogMiddleware(Logger(label: "test") { _ in log }))
        let endpoint = Endpoint(
            method: .post, path: "/x", query: [.init("token", "hush")], headers: [.authorization: "hush"],
            body: Array("hush".utf8))
        _ = await failure { () throws(APIError) in try await client.send(endpoint, in: CallContext.test) }
        return log.lines.withLockedValue { $0 }
    }

    @Test("An exchange is two lines without secrets, headers or bodies")
    func exchange() async throws {
        let lines = try await lines(.debug, answer(200, #"{"a": "hush"}"#))
        #expect(lines.count == 2)
        #expect(lines.first?.hasSuffix("> POST http://api.test/v1/x?token=*** 4 bytes") == true)
        #expect(lines.last?.contains("< 200 13 bytes") == true)
        #expect(!lines.joined().contains("hush"))
    }

    @Test("A failure is logged in one line, whatever the server put into it")
    func failed() async throws {
        let lines = try await lines(.debug) { _, _ in throw APIError(.connection(.reset), message: "a\nb\u{1B}[0m") }
        #expect(lines.last?.contains("connection reset server=api.test: a\\u{a}b\\u{1b}[0m") == true)
    }

    @Test("Above debug level there is no line")
    func quiet() async throws {
        #expect(try await lines(.info, answer(200, "{}")).isEmpty)
    }
}
