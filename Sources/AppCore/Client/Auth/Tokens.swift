import APIDocument

/// Tokens of a session. Descriptions, dumps and logs never show them.
package struct Tokens: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The access token, sent as `Authorization: Bearer`.
    package let access: String
    /// The refresh token, used when the access token is no longer accepted.
    package let refresh: String?
    /// The expiry of the access token, if the server gives one; it is then renewed before use.
    package let expiry: ContinuousClock.Instant?

    package init(access: String, refresh: String? = nil, expiry: ContinuousClock.Instant? = nil) {
        (self.access, self.refresh, self.expiry) = (access, refresh, expiry)
    }

    package var description: String { "Tokens" }

    /// Hides the values from `dump` and debuggers.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The credentials of a session. Descriptions, dumps and logs never show secrets.
package enum Credentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// Exchanged for tokens at the token endpoint (RFC 6749 section 4.3).
    case password(username: String, password: String)
    /// A client's id and secret, exchanged for tokens at the token endpoint (RFC 6749 section 4.4).
    case client(id: String, secret: String)
    /// A bearer token, sent unchanged.
    case bearer(String)
    /// HTTP Basic (RFC 7617).
    case basic(username: String, password: String)
    /// A key in a header, a query parameter or a cookie.
    case apiKey(String, name: String, in: Parameter.Location)

    package var description: String { "Credentials" }

    /// Hides the values from `dump` and debuggers.
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// True for credentials that are exchanged for tokens.
    package var areExchanged: Bool {
        switch self {
        case .password, .client: true
        case .bearer, .basic, .apiKey: false
        }
    }
}

package struct TokenEndpoint: Sendable, Hashable {
    /// An absolute URL, or a path below the server's base that starts with `/`.
    package var url: String
    package var operation: String?
}

struct TokenKey: Sendable, Hashable {
    let session: Session
    let scheme: String
}

/// Tokens per session and scheme, fetched by at most one exchange at a time.
actor TokenStore {
    private var tokens: [TokenKey: Tokens] = [:]
    private var flights: [TokenKey: Task<Tokens?, any Error>] = [:]
    /// The number of times a session's tokens were removed; exchanges from before are discarded.
    private var rounds: [Session: Int] = [:]

    /// The operations, of each session, that answered 401 to a call without credentials.
    private var demanding: [Session: Set<String>] = [:]

    func demand(_ operation: String, _ session: Session) {
        demanding[session, default: []].insert(operation)
    }

    func isDemanded(_ operation: String?, _ session: Session) -> Bool {
        operation.map { demanding[session]?.contains($0) == true } ?? false
    }

    func current(_ key: TokenKey) -> Tokens? {
        tokens[key]
    }

    func set(_ new: Tokens?, for key: TokenKey) {
        tokens[key] = new
    }

    /// Removes all tokens of a session, and discards those being fetched.
    func forget(_ session: Session) {
        rounds[session, default: 0] += 1
        demanding[session] = nil
        tokens = tokens.filter { $0.key.session != session }
        flights = flights.filter { $0.key.session != session }
    }

    /// Tokens other than `stale`: the present ones if they are newer, else those of the running fetch, else of `fetch`.
    ///
    /// Cancelling one waiting call does not cancel the fetch.
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
