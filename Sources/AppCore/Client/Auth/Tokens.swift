import APIDocument

/// Tokens of a session. Their text never shows in a description, a dump or a log.
package struct Tokens: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Sent as `Authorization: Bearer`.
    package let access: String
    /// Exchanged for new tokens when the access token is no longer accepted.
    package let refresh: String?
    /// When the access token ends, as far as the server said; then it is renewed before it is used.
    package let expiry: ContinuousClock.Instant?

    package init(access: String, refresh: String? = nil, expiry: ContinuousClock.Instant? = nil) {
        self.access = access
        self.refresh = refresh
        self.expiry = expiry
    }

    /// Says only what is there.
    package var description: String { "Tokens(access, \(refresh == nil ? "no refresh" : "refresh"))" }

    /// Shows nothing to `dump` and to debuggers' summaries.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The credentials of a session. Secrets never show in a description, a dump or a log.
package enum Credentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Exchanged for tokens at the token endpoint (RFC 6749 section 4.3).
    case password(username: String, password: String)
    /// A program's own id and secret, exchanged for tokens at the token endpoint (RFC 6749 section 4.4).
    case client(id: String, secret: String)
    /// A bearer token as it is.
    case bearer(String)
    /// HTTP Basic (RFC 7617).
    case basic(username: String, password: String)
    /// A key in a header, a query parameter or a cookie.
    case apiKey(String, name: String, in: Parameter.Location)

    /// Names the kind only.
    package var description: String {
        switch self {
        case .password: "Credentials(password)"
        case .client: "Credentials(client)"
        case .bearer: "Credentials(bearer)"
        case .basic: "Credentials(basic)"
        case .apiKey(_, let name, _): "Credentials(apiKey \(name))"
        }
    }

    /// Shows nothing to `dump` and to debuggers' summaries.
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// True for credentials that are exchanged for tokens.
    package var areExchanged: Bool {
        switch self {
        case .password, .client: true
        case .bearer, .basic, .apiKey: false
        }
    }
}

/// The origin of tokens.
package struct TokenEndpoint: Sendable, Hashable {
    /// Absolute URL, or a path below the server's base that begins with `/`.
    package var url: String
    /// Id of the document's operation, where it is one.
    package var operation: String?

    package init(url: String, operation: String? = nil) {
        self.url = url
        self.operation = operation
    }
}

/// The owner of tokens: one session and one way to sign in.
struct TokenKey: Sendable, Hashable {
    let session: Session
    let scheme: String
}

/// Tokens per session and scheme, fetched by at most one exchange at a time.
actor TokenStore {
    private var tokens: [TokenKey: Tokens] = [:]
    private var flights: [TokenKey: Task<Tokens?, any Error>] = [:]
    /// The number of times a session's tokens were forgotten: an exchange begun before does not bring them back.
    private var rounds: [Session: Int] = [:]

    /// The tokens at hand.
    func current(_ key: TokenKey) -> Tokens? {
        tokens[key]
    }

    /// Puts tokens in place, or removes them.
    func set(_ new: Tokens?, for key: TokenKey) {
        tokens[key] = new
    }

    /// Removes every token of a session; what is being fetched for it is not kept.
    func forget(_ session: Session) {
        rounds[session, default: 0] += 1
        tokens = tokens.filter { $0.key.session != session }
        flights = flights.filter { $0.key.session != session }
    }

    /// Tokens other than `stale`: those at hand if they are newer, else what the fetch at hand brings, else what
    /// `fetch` brings.
    ///
    /// The fetch belongs to nobody: cancelling one waiter cancels it for none.
    func renewed(
        _ stale: Tokens?, for key: TokenKey, fetch: @escaping @Sendable () async throws -> Tokens?
    ) async throws -> Tokens? {
        if let current = tokens[key], current.access != stale?.access { return current }
        if let flight = flights[key] { return try await flight.value }
        let begun = rounds[key.session]
        let flight = Task {
            defer { if begun == rounds[key.session] { flights[key] = nil } }
            let fetched = try await fetch()
            if begun == rounds[key.session] { tokens[key] = fetched }
            return fetched
        }
        flights[key] = flight
        return try await flight.value
    }
}
