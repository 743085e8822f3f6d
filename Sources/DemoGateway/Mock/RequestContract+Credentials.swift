import APIDocument
import DemoManager
import Foundation
import HTTPTypes

extension RequestContract {
    /// The refusal of a request without the credentials that its operation requires; they are not verified.
    var credentialProblem: RequestProblem? {
        guard let security = operation.security, operation.requiresAuthentication else { return nil }
        guard !security.contains(where: { $0.allSatisfy(isThere) }) else { return nil }
        let schemes = security.flatMap(\.self).compactMap { document.securitySchemes[$0] }
        let words = security.map { $0.compactMap { document.securitySchemes[$0]?.words }.joined(separator: " and ") }
            .reduce(into: [String]()) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }
        return RequestProblem(
            status: 401, message: "The request has no credentials: \(words.joined(separator: ", or ")).",
            challenge: (schemes.filter { !$0.isKey } + schemes).compactMap(\.challenge).first,
            kind: .missingCredentials)
    }

    private func isThere(_ name: String) -> Bool {
        // Credentials of an undeclared scheme cannot be checked.
        guard let scheme = document.securitySchemes[name] else { return true }
        let authorization = request.headerFields[.authorization] ?? ""
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
            case .header: return HTTPField.Name(name).map { request.headerFields[$0] != nil } ?? false
            case .query: return reader.query.contains { $0.name == name }
            case .cookie: return reader.cookies.contains { $0.name == name }
            case .path: return true
            }
        case .other(let type):
            if type == "oauth2" { return has("bearer") }
            return type == "mutualTLS" || !authorization.isEmpty
        }
    }
}

extension SecurityScheme {
    /// The required credential, in words.
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

    /// The challenge of a 401 (RFC 9110 sections 11.6.1 and 15.5.2). API keys have no registered scheme. Digest
    /// requires a nonce (RFC 7616 section 3.3); its reuse is not checked.
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
