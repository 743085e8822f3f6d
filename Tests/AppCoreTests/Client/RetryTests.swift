import AppCore
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

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

    func advance(by duration: Duration) {
        time.withLockedValue { $0 += duration }
    }
}

@Suite("Repeating attempts")
struct RetryTests {
    private let clock = JumpingClock()

    private func attempts(
        _ method: HTTPRequest.Method = .get, random: Double = 1, answering answer: @escaping StubTransport.Answer
    ) async throws -> Int {
        let transport = StubTransport(answer)
        let client = try APIClient(transport, RetryMiddleware(clock: clock, random: { random }))
        _ = await failure { () throws(APIError) in
            try await client.send(Endpoint(method: method, path: "/x"), in: CallContext.test)
        }
        return transport.sent.count
    }

    @Test("A call that fails for a moment is made three times at most, with growing delays")
    func three() async throws {
        #expect(try await attempts(answering: answer(503)) == 3)
        #expect(clock.now.offset == .milliseconds(600))
    }

    @Test("Full jitter: the delay is a random share of the full one")
    func jitter() async throws {
        #expect(try await attempts(random: 0.5, answering: answer(502)) == 3)
        #expect(clock.now.offset == .milliseconds(300))
    }

    @Test("A repeat that succeeds is the answer, and says which attempt it was")
    func success() async throws {
        let transport = StubTransport(answer(503), answer(200, "{}"))
        let client = try APIClient(transport, RetryMiddleware(clock: clock))
        let told = NIOLockedValueBox<[Int]>([])
        let context = CallContext(session: Session("s")) { number in told.withLockedValue { $0.append(number) } }
        #expect(try await client.send(Endpoint(path: "/x"), in: context).attempts == 2)
        #expect(told.withLockedValue { $0 } == [2])
        #expect(transport.sent.map(\.context.attempt) == [1, 2])
        #expect(Set(transport.sent.map(\.context.id)) == [context.id])
    }

    @Test(
        "What will fail again is not repeated", arguments: [200, 400, 401, 403, 404, 409, 422, 500, 501])
    func permanent(status: Int) async throws {
        #expect(try await attempts(answering: answer(status)) == 1)
    }

    @Test("A call that is not idempotent is not repeated", arguments: [HTTPRequest.Method.post, .patch])
    func unsafe(method: HTTPRequest.Method) async throws {
        #expect(try await attempts(method, answering: answer(503)) == 1)
        #expect(try await attempts(method) { _, _ in throw APIError(.connection(.reset)) } == 1)
    }

    @Test("Retry-After that fits is waited for, whatever the method; one that does not ends the call")
    func retryAfter() async throws {
        #expect(try await attempts(.post, answering: answer(429, headers: [.retryAfter: "1"])) == 3)
        #expect(clock.now.offset == .seconds(2))
        #expect(try await attempts(.get, answering: answer(429, headers: [.retryAfter: "3"])) == 1)
    }

    @Test("A date in Retry-After is read; one that has passed means at once")
    func date() async throws {
        #expect(
            try await attempts(.post, answering: answer(503, headers: [.retryAfter: "Sun, 06 Nov 1994 08:49:37 GMT"]))
                == 3)
        #expect(
            try await attempts(.post, answering: answer(503, headers: [.retryAfter: "Fri, 31 Dec 9998 23:59:59 GMT"]))
                == 1)
        #expect(try await attempts(.post, answering: answer(503, headers: [.retryAfter: "soon"])) == 1)
    }

    @Test("No repeat begins after two seconds, however long the attempts take")
    func budget() async throws {
        let clock = clock
        #expect(
            try await attempts { _, _ in
                clock.advance(by: .milliseconds(1500))
                return reply(503)
            } == 2)
    }

    @Test("A broken connection is repeated, a time-out and a refusal are not")
    func failures() async throws {
        #expect(try await attempts { _, _ in throw APIError(.connection(.closedEarly)) } == 3)
        #expect(
            try await attempts { _, _ in throw APIError(.timeout(.total, simulated: true)) } == 1)
        #expect(try await attempts { _, _ in throw APIError(.notSent(reason: "no stub")) } == 1)
    }
}
