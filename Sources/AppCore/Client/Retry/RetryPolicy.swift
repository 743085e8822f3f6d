import HTTPTypes
import WireFormats

/// Which attempts are repeated, and when.
enum RetryPolicy {
    /// How many repeats a call gets at most.
    private static let retries = 2
    /// No repeat begins later than this after the call did.
    private static let budget = Duration.seconds(2)
    /// Upper end of the first delay; it doubles with every repeat.
    private static let firstDelay = Duration.milliseconds(200)

    /// How an attempt ended.
    enum Outcome {
        case reply(status: Int, retryAfter: Duration?)
        case failure(APIError)
    }

    /// How long to wait before repeat number `retry` (from 1), or nil when there is none.
    ///
    /// - Parameters:
    ///   - elapsed: time since the call began.
    ///   - random: from 0 to 1. The delay is that share of the full one ("full jitter"), so that clients that failed
    ///     together do not return together.
    static func delay(
        before retry: Int, after outcome: Outcome, method: HTTPRequest.Method, elapsed: Duration, random: Double
    ) -> Duration? {
        guard retry <= retries else { return nil }
        let delay: Duration
        switch outcome {
        case .reply(429, let wait?), .reply(503, let wait?):
            // The server did not act on it and says when it will: any method may be sent again.
            delay = wait
        case .reply(let status, _):
            guard method.isIdempotent, [408, 429, 502, 503, 504].contains(status) else { return nil }
            delay = jittered(retry, random)
        case .failure(let error):
            guard method.isIdempotent, isTransient(error.kind) else { return nil }
            delay = jittered(retry, random)
        }
        return elapsed + delay <= budget ? delay : nil
    }

    private static func jittered(_ retry: Int, _ random: Double) -> Duration {
        firstDelay * (1 << min(retry - 1, 16)) * min(max(random, 0), 1)
    }

    /// Time-outs are not transient: the user has waited enough.
    private static func isTransient(_ kind: APIError.Kind) -> Bool {
        switch kind {
        case .connection(.refused), .connection(.reset), .connection(.closedEarly): true
        default: false
        }
    }
}

extension HTTPRequest.Method {
    /// True if sending twice has the effect of sending once (RFC 9110 section 9.2.2).
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
