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
    case apiKey(String, name: String, in: APIKeyLocation)

    /// The place of an API key in a request.
    package enum APIKeyLocation: Sendable, Hashable {
        /// A header of that name.
        case header
        /// A query parameter of that name.
        case query
        /// A cookie of that name.
        case cookie
    }

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
