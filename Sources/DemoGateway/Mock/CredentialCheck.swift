import APIDocument
import Foundation
import HTTPTypes

import struct APIDocument.Operation

/// Whether a request brings the credentials its operation asks for; which they are is for a server to judge.
struct CredentialCheck {
    let document: APIDocument
    let headers: HTTPFields
    let query: [(name: String, value: String)]
    let cookies: [(name: String, value: String)]

    /// Why the request may not be answered; nil where it may.
    func problem(_ operation: Operation) -> RequestProblem? {
        guard let security = operation.security, operation.requiresAuthentication else { return nil }
        guard !security.contains(where: { $0.allSatisfy(isThere) }) else { return nil }
        let schemes = security.flatMap(\.self).compactMap { document.securitySchemes[$0] }
        let words = security.map { $0.compactMap { document.securitySchemes[$0]?.words }.joined(separator: " and ") }
            .reduce(into: [String]()) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
        return RequestProblem(
            status: 401, message: "The request brings no credentials: \(words.joined(separator: ", or ")).",
            challenge: (schemes.filter { !$0.isKey } + schemes).compactMap(\.challenge).first)
    }

    private func isThere(_ name: String) -> Bool {
        // A scheme nobody describes asks for nothing that could be looked for.
        guard let scheme = document.securitySchemes[name] else { return true }
        let authorization = headers[.authorization] ?? ""
        func has(_ kind: String) -> Bool {
            authorization.lowercased().hasPrefix(kind + " ") && authorization.count > kind.count + 1
        }
        switch scheme {
        case .basic:
            guard has("basic"), let data = Data(base64Encoded: String(authorization.dropFirst(6))) else { return false }
            return data.contains(UInt8(ascii: ":"))
        case .bearer, .oauth2Password, .oauth2ClientCredentials, .openIDConnect: return has("bearer")
        case .http(let scheme): return has(scheme)
        case .apiKey(let name, let location):
            switch location {
            case .header: return HTTPField.Name(name).map { headers[$0] != nil } ?? false
            case .query: return query.contains { $0.name == name }
            case .cookie: return cookies.contains { $0.name == name }
            case .path: return true
            }
        case .other(let type):
            if type == "oauth2" { return has("bearer") }
            return type == "mutualTLS" || !authorization.isEmpty
        }
    }
}

extension SecurityScheme {
    /// What to send, in words.
    fileprivate var words: String {
        switch self {
        case .basic: "Authorization: Basic"
        case .bearer, .oauth2Password, .oauth2ClientCredentials, .openIDConnect: "Authorization: Bearer"
        case .http(let scheme): "Authorization: \(scheme.capitalized)"
        case .apiKey(let name, let location): "the \(location.rawValue) \(name)"
        case .other(let type): type == "oauth2" ? "Authorization: Bearer" : "Authorization"
        }
    }

    fileprivate var isKey: Bool { if case .apiKey = self { true } else { false } }

    /// The challenge of a 401, which every one has (RFC 9110 sections 11.6.1 and 15.5.2). Keys have no scheme of their own;
    /// Digest asks for a nonce (RFC 7616 section 3.3), and nobody here counts how often it is used.
    fileprivate var challenge: String? {
        switch self {
        case .basic: "Basic realm=\"*\""
        case .apiKey: "ApiKey realm=\"*\""
        case .http("digest"): "Digest realm=\"*\", qop=\"auth\", nonce=\"demo\""
        case .http(let scheme): HTTPField.Name(scheme) == nil ? nil : scheme.capitalized
        case .bearer, .oauth2Password, .oauth2ClientCredentials, .openIDConnect, .other: "Bearer"
        }
    }
}
