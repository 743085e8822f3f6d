import HTTPTypes
import WireFormats

/// Repeats attempts that may succeed the next time, and reports them to `CallContext.onAttempt`.
package struct RetryMiddleware: Middleware {
    private let clock: any Clock<Duration>
    private let random: @Sendable () -> Double

    package init(
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.clock = clock
        self.random = random
    }

    package func respond(to request: HTTPRequest, body: [UInt8]?, context: CallContext, next: @escaping Next)
        async throws -> APIResponse
    {
        try await attempt(request, body: body, context: context, clock: clock, next: next)
    }

    private func attempt(
        _ request: HTTPRequest, body: [UInt8]?, context: CallContext, clock: some Clock<Duration>, next: Next
    ) async throws -> APIResponse {
        let start = clock.now
        var context = context
        var retry = 1
        while true {
            let result: Result<APIResponse, APIError>
            do {
                result = .success(try await next(request, body, context))
            } catch let error as APIError {
                // The client of a stream has received a part, and may resume it.
                if context.onPart != nil, let part = error.response, part.isStream, !part.body.isEmpty {
                    throw error
                }
                result = .failure(error)
            }
            let delay = RetryPolicy.delay(
                before: retry, after: result, method: request.method, elapsed: start.duration(to: clock.now),
                random: random())
            guard let delay else { return try result.get() }
            try await clock.sleep(for: delay)
            context = context.nextAttempt()
            retry += 1
        }
    }
}

enum RetryPolicy {
    private static let retries = 2
    /// The latest start of a repeat after the start of the call.
    private static let budget = Duration.seconds(2)
    /// The upper limit of the first delay, which doubles with every repeat.
    private static let firstDelay = Duration.milliseconds(200)

    /// The delay before repeat number `retry` (from 1); nil for no repeat.
    ///
    /// - Parameters:
    ///   - result: the result of the attempt.
    ///   - elapsed: the time since the call started.
    ///   - random: from 0 to 1; the fraction of the full delay ("full jitter"), so that clients that failed together do
    ///     not return together.
    static func delay(
        before retry: Int, after result: Result<APIResponse, APIError>, method: HTTPRequest.Method, elapsed: Duration,
        random: Double
    ) -> Duration? {
        guard retry <= retries else { return nil }
        var delay = firstDelay * (1 << (retry - 1)) * random
        switch result {
        case .success(let reply):
            let wait = RetryAfter.duration(in: reply.head.headerFields)
            if let wait, [429, 503].contains(reply.status) {
                // The server did not process the request and gives a time: any method may be repeated.
                delay = wait
            } else if !method.isIdempotent || ![408, 429, 502, 503, 504].contains(reply.status) {
                return nil
            }
        case .failure(let error):
            // Timeouts are not transient: the user has waited long enough.
            let transient: [APIError.Kind] = [.refused, .reset, .closedEarly].map { .connection($0) }
            guard method.isIdempotent, transient.contains(error.kind) else { return nil }
        }
        return elapsed + delay <= budget ? delay : nil
    }
}

extension HTTPRequest.Method {
    /// True if repeating the request has no further effect (RFC 9110 section 9.2.2).
    var isIdempotent: Bool {
        [.get, .head, .options, .trace, .put, .delete].contains(self)
    }
}

/// The `Retry-After` header (RFC 9110 section 10.2.3).
enum RetryAfter {
    /// The wait: seconds, or the time until an HTTP date (0 if it has passed), at most a year. Nil without a readable
    /// header.
    static func duration(in headers: HTTPFields) -> Duration? {
        guard let text = headers[.retryAfter],
            let wait = HTTPDate.number(text[...]) ?? HTTPDate.seconds(text).map({ $0 - Timestamp.now.seconds })
        else { return nil }
        return .seconds(min(max(0, wait), 31_536_000))
    }
}
