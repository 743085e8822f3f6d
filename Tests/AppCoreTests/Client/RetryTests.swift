import HTTPTypes
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import AppCore

/// A clock that goes on only when somebody sleeps, and then at once.
struct JumpingClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
    }

    private let time = NIOLockedValueBox(Duration.zero)

    var now: Instant { Instant(offset: time.withLockedValue { $0 }) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        advance(by: now.duration(to: deadline))
    }

    func advance(by duration: Duration) { time.withLockedValue { $0 += duration } }
}

@Suite("Repeating attempts") struct RetryTests {
    private let clock = JumpingClock()

    private func attempts(
        _ method: HTTPRequest.Method = .get, random: Double = 1, answering answer: @escaping StubTransport.Answer
    ) async throws -> Int {
        let transport = StubTransport(answer)
        let client = try APIClient(transport, RetryMiddleware(clock: clock, random: { random }))
        _ = await client.failure(Endpoint(method: method, path: "/x"))
        return transport.sent.count
    }

    @Test(
        "A temporary failure is tried three times at most, with growing delays; a permanent one once",
        arguments: [
            (.get, answer(503), 3, .milliseconds(600)), (.post, answer(503), 1, .zero), (.patch, answer(503), 1, .zero),
            // Retry-After that fits is waited for, whatever the method; one that does not ends the call.
            (.post, answer(429, headers: [.retryAfter: "1"]), 3, .seconds(2)),
            (.get, answer(429, headers: [.retryAfter: "3"]), 1, .zero),
            // A date that has passed means at once.
            (.post, answer(503, headers: [.retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT"]), 3, .zero),
            (.post, answer(503, headers: [.retryAfter: "Fri, 31 Dec 9998 23:59:59 GMT"]), 1, .zero),
            (.post, answer(503, headers: [.retryAfter: "soon"]), 1, .zero),
            (.get, broken(.connection(.closedEarly)), 3, .milliseconds(600)),
            (.post, broken(.connection(.reset)), 1, .zero), (.patch, broken(.connection(.reset)), 1, .zero),
            (.get, broken(.timeout(.total, simulated: true)), 1, .zero),
            (.get, broken(.notSent(reason: "no stub")), 1, .zero),
        ] as [(HTTPRequest.Method, StubTransport.Answer, Int, Duration)])
    func rule(method: HTTPRequest.Method, answer: @escaping StubTransport.Answer, count: Int, delay: Duration)
        async throws
    {
        #expect(try await attempts(method, answering: answer) == count)
        #expect(clock.now.offset == delay)
    }

    private static func broken(_ kind: APIError.Kind) -> StubTransport.Answer { { _, _ in throw APIError(kind) } }

    @Test("A success or a permanent failure is not repeated", arguments: [200, 400, 401, 403, 404, 409, 422, 500, 501])
    func permanent(status: Int) async throws { #expect(try await attempts(answering: answer(status)) == 1) }

    @Test("Full jitter: the delay is a random share of the full one") func jitter() async throws {
        #expect(try await attempts(random: 0.5, answering: answer(502)) == 3)
        #expect(clock.now.offset == .milliseconds(300))
    }

    @Test("A repetition that succeeds is the answer, with its attempt number") func success() async throws {
        let transport = StubTransport(answer(503), answer(200, "{}"))
        let client = try APIClient(transport, RetryMiddleware(clock: clock))
        let told = NIOLockedValueBox<[Int]>([])
        let context = CallContext(session: Session("s")) { number in told.withLockedValue { $0.append(number) } }
        _ = try await client.send(Endpoint(path: "/x"), in: context)
        #expect(told.withLockedValue { $0 } == [2])
        #expect(transport.sent.map(\.context.attempt) == [1, 2])
        #expect(Set(transport.sent.map(\.context.id)) == [context.id])
    }

    @Test("No repetition begins after two seconds, however long the attempts take") func budget() async throws {
        let clock = clock
        let count = try await attempts { _, _ in
            clock.advance(by: .milliseconds(1500))
            return reply(503)
        }
        #expect(count == 2)
    }
}

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
