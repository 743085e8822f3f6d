/// An authentication method of the API. For OAuth 2 with several flows, the one that works without a browser.
public enum SecurityScheme: Sendable, Hashable {
    /// OAuth 2 with a user name and a password; the URLs may be relative to the server's.
    case oauth2Password(tokenURL: String, refreshURL: String?)
    /// OAuth 2 with a client's id and secret, if there is no password flow; the URLs may be relative to the server's.
    case oauth2ClientCredentials(tokenURL: String, refreshURL: String?)
    /// `Authorization: Bearer …`.
    case bearer
    /// `Authorization: Basic …`.
    case basic
    /// A key in a header, a query parameter or a cookie.
    case apiKey(name: String, location: Parameter.Location)
    /// OpenID Connect with that discovery URL; calls send a bearer token.
    case openIDConnect(url: String)
    /// Another scheme of `Authorization`, in lower case: `digest`.
    case http(scheme: String)
    /// Another type; `oauth2` if the user must sign in with a browser.
    case other(String)
}

package struct OAuthFlow: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        /// A user name and a password are exchanged for a token.
        case password
        /// A client's id and secret are exchanged for a token.
        case clientCredentials
        /// The user signs in with a browser, and a code is exchanged for a token.
        case authorizationCode
        /// The user signs in with a browser, which receives the token.
        case implicit
        /// A person signs in on another device (OpenAPI 3.2).
        case deviceAuthorization
    }

    package let kind: Kind
    /// May be relative to the server's URL.
    let tokenURL: String?
    /// Nil if `tokenURL` renews tokens too.
    let refreshURL: String?
    /// The page where the user signs in.
    let authorizationURL: String?
}

extension APIDocument {
    /// The paths of token, sign-in and discovery URLs, without a trailing slash. Relative URLs are below the server's
    /// path; URLs without a path are left out.
    public var signInPaths: Set<String> {
        let discoveries = securitySchemes.values.compactMap {
            if case .openIDConnect(let url) = $0 { url } else { nil }
        }
        let urls = discoveries + flows.flatMap { [$0.tokenURL, $0.refreshURL, $0.authorizationURL].compactMap(\.self) }
        return Set(urls.compactMap { Server.path(of: $0) ?? Server.path(of: "/" + $0) }).subtracting([""])
    }
}
