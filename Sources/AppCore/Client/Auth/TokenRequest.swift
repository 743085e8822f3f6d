import APIDocument
import Foundation
import HTTPTypes
import WireFormats

/// An exchange with a token endpoint: the request, and how to read its reply (RFC 6749 sections 4.3, 4.4 and 6).
struct TokenRequest: Sendable {
    let request: HTTPRequest
    let body: [UInt8]
    let operation: String?

    /// Requests tokens for a user name and a password, or for a client's id and secret.
    static func login(_ endpoint: TokenEndpoint, at base: BaseURL, with credentials: Credentials, scopes: [String] = [])
        throws(APIError) -> TokenRequest
    {
        let scope = scopes.isEmpty ? [] : [QueryItem("scope", scopes.joined(separator: " "))]
        switch credentials {
        case .password(let username, let password):
            return try TokenRequest(
                endpoint, at: base,
                form: [
                    QueryItem("grant_type", "password"), QueryItem("username", username),
                    QueryItem("password", password),
                ] + scope)
        case .client(let id, let secret):
            return try TokenRequest(
                endpoint, at: base, form: [QueryItem("grant_type", "client_credentials")] + scope, client: (id, secret))
        case .bearer, .basic, .apiKey:
            throw APIError(.invalidRequest, message: "These credentials need no sign-in.")
        }
    }

    /// Requests tokens for a refresh token; a client identifies itself (RFC 6749 section 6).
    static func refresh(_ endpoint: TokenEndpoint, at base: BaseURL, token: String, by credentials: Credentials?)
        throws(APIError) -> TokenRequest
    {
        var client: (String, String)?
        if case .client(let id, let secret)? = credentials { client = (id, secret) }
        return try TokenRequest(
            endpoint, at: base,
            form: [QueryItem("grant_type", "refresh_token"), QueryItem("refresh_token", token)], client: client)
    }

    /// - Parameter client: the client's id and secret, sent in `Authorization` (RFC 6749 section 2.3.1).
    private init(
        _ endpoint: TokenEndpoint, at base: BaseURL, form: [QueryItem], client: (id: String, secret: String)? = nil
    ) throws(APIError) {
        var server = base
        var path = endpoint.url
        if !path.hasPrefix("/") {
            do {
                let url = try BaseURL(path)
                path = url.pathPrefix.isEmpty ? "/" : url.pathPrefix
                server = try BaseURL("\(url.scheme)://\(url.authority)")
            } catch {
                throw APIError(.invalidRequest, message: "The address of the sign-in is not valid: \(error).")
            }
        }
        var headers: HTTPFields = [.accept: "application/json", .contentType: "application/x-www-form-urlencoded"]
        if let client {
            let pair = [client.id, client.secret].map { PercentCode.encoded($0) }.joined(separator: ":")
            headers[.authorization] = "Basic " + Data(pair.utf8).base64EncodedString()
        }
        request = try HTTPRequest(Endpoint(method: .post, path: path), at: server, commonHeaders: headers)
        body = Array(QueryItem.encoded(form).utf8)
        operation = endpoint.operation
    }

    /// Reads the tokens of a reply.
    ///
    /// Member names may be in snake or camel case, at the top level or in `data`. A reply without a new refresh token
    /// keeps the old one.
    ///
    /// - Throws: the server's error, with the path of the token endpoint.
    func tokens(from response: APIResponse, keeping refresh: String?, now: ContinuousClock.Instant) throws(APIError)
        -> Tokens
    {
        do throws(APIError) {
            let json = try response.checked(requiresData: true).parsed ?? .null
            let members = Self.members(of: json)
            guard let access = Self.accessToken(in: json) else {
                throw APIError(.malformedBody, status: response.status, message: "it holds no access token")
            }
            let seconds = Self.first(["expires_in", "expiresIn"], in: members)?.numberValue?.double
            return Tokens(
                access: access,
                refresh: Self.first(["refresh_token", "refreshToken"], in: members)?.stringValue ?? refresh,
                expiry: seconds.map { now + .seconds(min(max($0, 0), 1e9)) }
            )
        } catch {
            throw located(error)
        }
    }

    /// The error with the token endpoint's path. The reply is removed, since it may contain tokens.
    func located(_ error: APIError) -> APIError {
        var error = error
        if error.status != nil { error.isSignInRefused = true }
        error.method = request.method
        error.path = String(request.pathAlone)
        error.response = nil
        return error
    }

    /// The access token of a reply; nil without one that a header can have.
    static func accessToken(in json: JSONValue) -> String? {
        let token = first(["access_token", "accessToken", "token"], in: members(of: json))?.stringValue
        return token.flatMap { !$0.isEmpty && $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? $0 : nil }
    }

    private static func members(of json: JSONValue) -> JSONValue {
        json["data"].flatMap { $0.objectValue == nil ? nil : $0 } ?? json
    }

    private static func first(_ names: [String], in object: JSONValue) -> JSONValue? {
        for name in names {
            if let value = object[name], !value.isNull { return value }
        }
        return nil
    }
}
