import APIDocument
import Foundation
import HTTPTypes

/// A way to sign in that the document declares.
package struct Authentication: Sendable, Hashable {
    /// The scheme's name in the document.
    package var name: String
    /// The type of the credentials and their place in requests.
    package var scheme: SecurityScheme
    /// The exchange of credentials for tokens; URLs may be relative to the server's.
    package var exchange: AuthScheme
    package var operations: Set<String> = []
    /// The title of its document among several; nil for a single document.
    package var document: String?

    package init(name: String, scheme: SecurityScheme) {
        (self.name, self.scheme) = (name, scheme)
        switch scheme {
        case .oauth2Password(let url, let refresh), .oauth2ClientCredentials(let url, let refresh):
            // The token URL renews tokens if the document has no other (RFC 6749).
            exchange = AuthScheme(login: TokenEndpoint(url: url), refresh: TokenEndpoint(url: refresh ?? url))
        default: exchange = AuthScheme()
        }
    }
}

/// A way to sign in, as calls use it; without endpoints it sends credentials unchanged.
package struct AuthScheme: Sendable, Hashable {
    /// The endpoint that issues tokens for a user name and a password, or for a client's id and secret.
    package var login: TokenEndpoint?
    /// The endpoint that issues new tokens for a refresh token; nil to use `login`.
    package var refresh: TokenEndpoint?
    /// The scopes to request (RFC 6749 section 3.3).
    package var scopes: [String]

    package init(login: TokenEndpoint? = nil, refresh: TokenEndpoint? = nil, scopes: [String] = []) {
        (self.login, self.refresh, self.scopes) = (login, refresh, scopes)
    }

    mutating func describe(_ operation: (TokenEndpoint) -> String?) {
        login = login.map { TokenEndpoint(url: $0.url, operation: operation($0)) }
        refresh = refresh.map { TokenEndpoint(url: $0.url, operation: operation($0)) }
    }
}

package struct SecurityRules: Sendable {
    private let alternatives: [String: [[String]]]
    private let isDescribed: Bool

    /// The name of the scheme if the document describes none but a server needs a token.
    package static let undescribed = ""

    package init(_ document: APIDocument) {
        alternatives = Dictionary(
            document.operations.map { operation in
                (operation.id, (operation.security ?? []).map { $0.filter { document.securitySchemes[$0] != nil } })
            }, uniquingKeysWith: { first, _ in first })
        isDescribed = alternatives.values.contains { !$0.isEmpty }
    }

    /// The alternatives of an operation, each a set of schemes used together; nil for an unknown operation.
    ///
    /// An empty list, or an empty alternative, means that no credentials are needed.
    package func alternatives(of operation: String?) -> [[String]]? {
        guard isDescribed else { return [[Self.undescribed]] }
        return operation.flatMap { alternatives[$0] }
    }
}

extension HTTPRequest {
    /// The request with credentials that need no exchange.
    func signed(with credentials: Credentials) -> HTTPRequest {
        var signed = self
        switch credentials {
        case .bearer(let token):
            signed.headerFields[.authorization] = "Bearer " + token
        case .basic(let username, let password):
            let pair = Data("\(username):\(password)".utf8).base64EncodedString()
            signed.headerFields[.authorization] = "Basic " + pair
        case .apiKey(let key, let name, .header):
            if let name = HTTPField.Name(name) { signed.headerFields[name] = key }
        case .apiKey(let key, let name, .query):
            let path = path ?? "/"
            signed.path = path + (path.contains("?") ? "&" : "?") + QueryItem.encoded([QueryItem(name, key)])
        case .apiKey(let key, let name, .cookie):
            let cookie = "\(name)=\(key)"
            signed.headerFields[.cookie] = [headerFields[.cookie], cookie].compactMap(\.self).joined(separator: "; ")
        case .apiKey(_, _, .path), .password, .client:
            break
        }
        return signed
    }
}
