import APIDocument

/// How the document says to sign in.
public struct Authentication: Sendable, Hashable {
    /// The scheme's name in the document.
    public var name: String
    /// How credentials travel.
    public var scheme: SecurityScheme
    /// Id of the operation behind the token URL, where the document describes it.
    public var tokenOperation: String?
    /// Id of the operation behind the refresh URL, where the document describes it.
    public var refreshOperation: String?
    /// The scopes to ask for: those that the document's operations name.
    public var scopes: [String] = []
    /// Ids of the operations that take it.
    public var operations: Set<String> = []

    /// A way to sign in.
    public init(name: String, scheme: SecurityScheme, tokenOperation: String? = nil, refreshOperation: String? = nil) {
        self.name = name
        self.scheme = scheme
        self.tokenOperation = tokenOperation
        self.refreshOperation = refreshOperation
    }

    /// The URL that exchanges a user name and a password, or a client's id and secret, for tokens; may be relative to the
    /// server's.
    public var tokenURL: String? {
        switch scheme {
        case .oauth2Password(let url, _), .oauth2ClientCredentials(let url, _): url
        default: nil
        }
    }

    /// The URL that exchanges a refresh token for new tokens; the token URL where the document names none (RFC 6749).
    public var refreshURL: String? {
        switch scheme {
        case .oauth2Password(let url, let refresh), .oauth2ClientCredentials(let url, let refresh): refresh ?? url
        default: nil
        }
    }
}
