/// How often a request that changes nothing is sent again when the server cannot answer for the moment.
public struct Retry: Sendable {
    /// The number of attempts, the first included.
    public var attempts: Int
    /// The pause before the second attempt; it doubles each time.
    public var pause: Duration

    /// Sends a request once.
    public static let none = Retry(attempts: 1, pause: .zero)

    /// Up to `attempts` attempts.
    public init(attempts: Int = 3, pause: Duration = .milliseconds(200)) {
        self.attempts = max(1, attempts)
        self.pause = pause
    }
}

extension APIError {
    /// True if the same request may succeed a moment later.
    var isPassing: Bool {
        switch self {
        case .unreachable: true
        case .refused(let status, _): [502, 503, 504].contains(status)
        case .unreadable: false
        }
    }
}
