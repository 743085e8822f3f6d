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

    /// How long to wait before repeat number `retry` (from 1), or nil when there is none.
    ///
    /// - Parameters:
    ///   - result: how the attempt ended.
    ///   - elapsed: time since the call began.
    ///   - random: from 0 to 1. The delay is that share of the full one ("full jitter"), so that clients that failed
    ///     together do not return together.
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
                // The server did not act on it and says when it will: any method may be sent again.
                delay = wait
            } else if !method.isIdempotent || ![408, 429, 502, 503, 504].contains(reply.status) {
                return nil
            }
        case .failure(let error):
            // Time-outs are not transient: the user has waited enough.
            let transient: [APIError.Kind] = [.refused, .reset, .closedEarly].map { .connection($0) }
            guard method.isIdempotent, transient.contains(error.kind) else { return nil }
        }
        return elapsed + delay <= budget ? delay : nil
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
