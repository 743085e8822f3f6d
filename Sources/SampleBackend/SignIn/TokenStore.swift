import WireFormats

/// The valid tokens, in memory only: a restart signs everybody out.
actor TokenStore {
    /// The tokens of a sign-in or a refresh.
    struct Grant: Sendable, Hashable {
        /// The token that goes with every request.
        let access: String
        /// The token that buys the next grant, once.
        let refresh: String
        /// The lifetime of the access token.
        let lifetime: Duration
    }

    /// More sign-ins than anybody has programs; the oldest give way, so memory stays bounded.
    private static let maximumGrants = 1000

    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private var access: [String: (user: String, expiry: ContinuousClock.Instant)] = [:]
    private var refresh: [String: (user: String, number: Int)] = [:]
    private var granted = 0

    /// - Parameters:
    ///   - lifetime: how long an access token is good for.
    ///   - now: the clock, for tests.
    init(lifetime: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) {
        self.lifetime = lifetime
        self.now = now
    }

    /// Makes new tokens for a user.
    func grant(to user: String) -> Grant {
        let present = now()
        access = access.filter { $0.value.expiry > present }
        if refresh.count >= Self.maximumGrants, let oldest = refresh.min(by: { $0.value.number < $1.value.number }) {
            refresh[oldest.key] = nil
        }
        granted += 1
        let grant = Grant(access: Self.randomToken(), refresh: Self.randomToken(), lifetime: lifetime)
        access[grant.access] = (user, present.advanced(by: lifetime))
        refresh[grant.refresh] = (user, granted)
        return grant
    }

    /// Exchanges a refresh token, which is used up by that. Nil for an invalid one.
    func exchange(refreshToken: String) -> Grant? {
        guard let (user, _) = refresh.removeValue(forKey: refreshToken) else { return nil }
        return grant(to: user)
    }

    /// The validity of an access token.
    enum Standing: Sendable, Hashable {
        /// It belongs to this user.
        case user(String)
        /// It was valid once.
        case expired
        /// It was never issued, or is forgotten.
        case unknown
    }

    /// Looks an access token up.
    func standing(of token: String) -> Standing {
        guard let (user, expiry) = access[token] else { return .unknown }
        return expiry > now() ? .user(user) : .expired
    }

    /// 192 random bits in hexadecimal.
    private static func randomToken() -> String {
        (0..<3).map { _ in
            String(UInt64.random(in: .min ... .max), radix: 16).padded(to: 16)
        }.joined()
    }
}
