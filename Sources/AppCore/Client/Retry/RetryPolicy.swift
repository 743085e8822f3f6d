import Foundation
import HTTPTypes

/// Which attempts are repeated, and when.
package struct RetryPolicy: Sendable, Hashable {
    /// How many repeats a call gets at most.
    package var retries: Int
    /// No repeat begins later than this after the call did.
    package var budget: Duration
    /// Upper end of the first delay; it doubles with every repeat.
    package var firstDelay: Duration

    /// Creates a policy; by default 2 repeats within 2 s.
    package init(retries: Int = 2, budget: Duration = .seconds(2), firstDelay: Duration = .milliseconds(200)) {
        self.retries = retries
        self.budget = budget
        self.firstDelay = firstDelay
    }

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
    func delay(
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
            guard method.isIdempotent, RetryPolicy.isTransient(error.kind) else { return nil }
            delay = jittered(retry, random)
        }
        return elapsed + delay <= budget ? delay : nil
    }

    private func jittered(_ retry: Int, _ random: Double) -> Duration {
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
    static func duration(in headers: HTTPFields, now: Date = Date()) -> Duration? {
        guard let text = headers[.retryAfter] else { return nil }
        let year: Int64 = 31_536_000
        if let seconds = number(text[...]) { return .seconds(min(Int64(seconds), year)) }
        guard let date = secondsSince1970(text) else { return nil }
        return .seconds(min(max(0, date - Int64(now.timeIntervalSince1970)), year))
    }

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`. By hand, since a date formatter maps megabytes for one header.
    private static func secondsSince1970(_ text: String) -> Int64? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = number(words[1]), let year = number(words[3]),
            let month = months.firstIndex(of: String(words[2])), 1...31 ~= day, 1970...9999 ~= year
        else { return nil }
        let time = words[4].split(separator: ":").compactMap(number)
        guard time.count == 3 else { return nil }
        // Days of the Gregorian calendar; the year is made to begin in March, so that a leap day comes last.
        let shifted = month < 2 ? year - 1 : year
        let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return Int64(days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2])
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A number of ASCII digits, at most nine.
    private static func number(_ text: Substring) -> Int? {
        guard 1...9 ~= text.utf8.count, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
