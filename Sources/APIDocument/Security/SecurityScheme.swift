/// An authentication method of the API. For OAuth 2 with several flows, the one that works without a browser.
public enum SecurityScheme: Sendable, Hashable {
    /// OAuth 2 with a user name and a password; the URLs may be relative to the server's.
    case oauth2Password(tokenURL: String, refreshURL: String?)
    /// OAuth 2 with a client's id and secret, if there is no password flow; the URLs may be relative to the server's.
    case oauth2ClientCredentials(tokenURL: String, refreshURL: String?)
    case bearer
    case basic
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
        case password
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

public struct Server: Sendable, Hashable {
    public struct Variable: Sendable, Hashable {
        /// Without braces.
        public let name: String
        public let `default`: String
        public let values: [String]
    }

    /// The URL with the variables' defaults; may be relative to the document's URL.
    public var url: String
    /// The URL as written, with variables in braces.
    public var template = ""
    public var variables: [Variable] = []

    /// The URL with these values, else with the defaults.
    public func url(with values: [String: String]) -> String {
        variables.reduce(template) { url, variable in
            url.replacing("{\(variable.name)}", with: values[variable.name] ?? variable.default)
        }
    }
}

extension Server {
    private static let pathLimit = 64

    /// The paths that the URL may have, without a trailing slash: for every listed value of its variables, else for
    /// their defaults. Empty for a URL relative to a folder.
    public var paths: [String] {
        var choices: [[String: String]] = [[:]]
        for variable in variables {
            let values = variable.values.isEmpty ? [variable.default] : variable.values
            choices = Array(
                choices.flatMap { choice in
                    values.map { choice.merging([variable.name: $0]) { $1 } }
                }.prefix(Self.pathLimit))
        }
        return choices.compactMap { Self.path(of: url(with: $0)) }
    }

    /// The path of a URL without a trailing slash; nil if it is relative to a folder.
    static func path(of url: String) -> String? {
        var path = url[...]
        if let mark = path.firstRange(of: "//"), path[..<mark.lowerBound].allSatisfy({ $0 != "/" }) {
            path = path[mark.upperBound...].drop { $0 != "/" }
        } else if !path.hasPrefix("/") {
            return nil
        }
        path = path.prefix { $0 != "?" && $0 != "#" }
        while path.hasSuffix("/") { path.removeLast() }
        return String(path)
    }
}
