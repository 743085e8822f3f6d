/// One way of the document to sign in, as far as calls need to know it.
public struct AuthScheme: Sendable, Hashable {
    /// Where a password, or a program's id and secret, become tokens.
    public var login: TokenEndpoint?
    /// Where a refresh token becomes new ones; nil uses `login`.
    public var refresh: TokenEndpoint?
    /// What the tokens are asked to be good for (RFC 6749 section 3.3).
    public var scopes: [String]

    /// Creates a scheme; one without endpoints takes credentials as they are.
    public init(login: TokenEndpoint? = nil, refresh: TokenEndpoint? = nil, scopes: [String] = []) {
        self.login = login
        self.refresh = refresh
        self.scopes = scopes
    }
}
