import APIDocument
import Foundation
import HTTPTypes

/// How the document says to sign in.
package struct Authentication: Sendable, Hashable {
    /// The scheme's name in the document.
    package var name: String
    /// How credentials travel.
    package var scheme: SecurityScheme
    /// Id of the operation behind the token URL, where the document describes it.
    package var tokenOperation: String?
    /// Id of the operation behind the refresh URL, where the document describes it.
    package var refreshOperation: String?
    /// The scopes to ask for: those that the document's operations name.
    package var scopes: [String] = []
    /// Ids of the operations that take it.
    package var operations: Set<String> = []
    /// The heading of its document beside others; nil for a document alone.
    package var document: String?

    /// A way to sign in.
    package init(name: String, scheme: SecurityScheme) {
        self.name = name
        self.scheme = scheme
    }

    /// The URL that exchanges a user name and a password, or a client's id and secret, for tokens; may be relative to the
    /// server's.
    package var tokenURL: String? { urls?.token }

    /// The URL that exchanges a refresh token for new tokens; the token URL where the document names none (RFC 6749).
    package var refreshURL: String? { urls?.refresh ?? urls?.token }

    private var urls: (token: String, refresh: String?)? {
        switch scheme {
        case .oauth2Password(let url, let refresh), .oauth2ClientCredentials(let url, let refresh): (url, refresh)
        default: nil
        }
    }
}

/// One way of the document to sign in, as far as calls need to know it.
package struct AuthScheme: Sendable, Hashable {
    /// The operation that exchanges a password, or a client's id and secret, for tokens.
    package var login: TokenEndpoint?
    /// The operation that exchanges a refresh token; nil uses `login`.
    package var refresh: TokenEndpoint?
    /// The scopes to ask for (RFC 6749 section 3.3).
    package var scopes: [String]

    /// Creates a scheme; one without endpoints takes credentials as they are.
    package init(login: TokenEndpoint? = nil, refresh: TokenEndpoint? = nil, scopes: [String] = []) {
        self.login = login
        self.refresh = refresh
        self.scopes = scopes
    }
}

/// Which ways to sign in each operation takes, as its `security` says.
package struct SecurityRules: Sendable {
    private let alternatives: [String: [[String]]]
    private let isDescribed: Bool

    /// The scheme's name where a document describes none and a server asks for a token all the same.
    package static let undescribed = ""

    /// Reads the rules of a document.
    package init(_ document: APIDocument) {
        alternatives = Dictionary(
            document.operations.map { operation in
                (operation.id, (operation.security ?? []).map { $0.filter { document.securitySchemes[$0] != nil } })
            }, uniquingKeysWith: { first, _ in first })
        isDescribed = alternatives.values.contains { !$0.isEmpty }
    }

    /// The alternatives of an operation, each of them schemes that go together; nil for an operation nobody described.
    ///
    /// An empty list, and an empty alternative among others, mean that no credentials are needed.
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
