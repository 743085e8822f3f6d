/// How the API learns who is calling: the way a program can go by itself, where there is one.
///
/// ``APIDocument/securityDetails`` has everything else, as of an OAuth 2 scheme with several flows.
public enum SecurityScheme: Sendable, Hashable {
    /// OAuth 2 with a user name and a password; the URLs may be relative to the server's.
    case oauth2Password(tokenURL: String, refreshURL: String?)
    /// OAuth 2 with a client's own id and secret, where no user name and password are taken; the URLs may be relative to
    /// the server's.
    case oauth2ClientCredentials(tokenURL: String, refreshURL: String?)
    /// `Authorization: Bearer …`.
    case bearer
    /// `Authorization: Basic …`.
    case basic
    /// A key in a header, a query parameter or a cookie.
    case apiKey(name: String, location: Parameter.Location)
    /// OpenID Connect with that discovery URL; what is sent in the end is a bearer token.
    case openIDConnect(url: String)
    /// `Authorization` in another scheme of HTTP, by its name in lower case: `digest`.
    case http(scheme: String)
    /// Anything else, by its type in the document; `oauth2` where a person must sign in with a browser.
    case other(String)
}

/// What the document says about a security scheme beside how it works.
public struct SecurityDetails: Sendable, Hashable {
    /// What it is, perhaps how to get in.
    public var description: String?
    /// How a bearer token is made, such as `JWT`; for people only.
    public var bearerFormat: String?
    /// The flows of OAuth 2, in the document's order.
    public var flows: [OAuthFlow] = []
    /// Whether it should no longer be used.
    public var isDeprecated = false
}

/// One way of OAuth 2 to a token.
public struct OAuthFlow: Sendable, Hashable {
    /// The ways OpenAPI knows.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A user name and a password are exchanged for a token.
        case password
        /// A client's id and secret are exchanged for a token.
        case clientCredentials
        /// A person signs in with a browser, and a code is exchanged for a token.
        case authorizationCode
        /// A person signs in with a browser, which is given the token.
        case implicit
        /// A person signs in on another device (OpenAPI 3.2).
        case deviceAuthorization
    }

    /// What a token may be used for.
    public struct Scope: Sendable, Hashable {
        /// Its name, as it is sent.
        public let name: String
        /// What it allows.
        public let description: String
    }

    /// Which way.
    public let kind: Kind
    /// Where tokens are given out; may be relative to the server's URL.
    public let tokenURL: String?
    /// Where tokens are renewed, if not there.
    public let refreshURL: String?
    /// Where a person signs in.
    public let authorizationURL: String?
    /// What can be asked for.
    public let scopes: [Scope]
}
