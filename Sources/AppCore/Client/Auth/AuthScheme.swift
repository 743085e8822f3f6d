/// One way of the document to sign in, as far as calls need to know it.
public struct AuthScheme: Sendable, Hashable {
    /// The operation that exchanges a password, or a client's id and secret, for tokens.
    public var login: TokenEndpoint?
    /// The operation that exchanges a refresh token; nil uses `login`.
    public var refresh: TokenEndpoint?
    /// The scopes to ask for (RFC 6749 section 3.3).
    public var scopes: [String]

    /// Creates a scheme; one without endpoints takes credentials as they are.
    public init(login: TokenEndpoint? = nil, refresh: TokenEndpoint? = nil, scopes: [String] = []) {
        self.login = login
        self.refresh = refresh
        self.scopes = scopes
    }
}
