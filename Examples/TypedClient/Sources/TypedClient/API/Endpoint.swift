import Foundation
import HTTPTypes

/// One operation of the API: what to send, and the type of what comes back.
struct Endpoint<Value: Decodable & Sendable>: Sendable {
    var method: HTTPRequest.Method = .get
    /// Segments of the path, not escaped.
    var path: [String]
    var query: [(name: String, value: String)] = []
    /// A JSON body.
    var body: Data?
}

extension Endpoint where Value == User {
    static func user(_ id: User.ID) -> Self { Self(path: ["users", id]) }

    static func update(_ user: User) throws -> Self {
        Self(method: .put, path: ["users", user.id], body: try JSONEncoder.sorted.encode(user))
    }
}

extension Endpoint where Value == Page<User> {
    static func users(after cursor: String?) -> Self {
        Self(path: ["users"], query: cursor.map { [("cursor", $0)] } ?? [])
    }
}

extension Endpoint where Value == AccessToken {
    static func refresh(_ refreshToken: String) throws -> Self {
        let body = try JSONEncoder.sorted.encode(["refreshToken": refreshToken])
        return Self(method: .post, path: ["auth", "refresh"], body: body)
    }
}

extension Endpoint {
    /// The request for it: the headers every call has, and those its body and token need.
    ///
    /// - Parameters:
    ///   - scheme: `http` or `https`.
    ///   - authority: host and port.
    ///   - token: the access token; nil sends none.
    func request(scheme: String, authority: String, token: String?) -> HTTPRequest {
        var headers: HTTPFields = [.accept: "application/json", .userAgent: "TypedClient/1.0"]
        if let token { headers[.authorization] = "Bearer \(token)" }
        if body != nil { headers[.contentType] = "application/json" }
        var target = path.map { "/" + $0.escaped }.joined()
        if !query.isEmpty {
            target += "?" + query.map { "\($0.name.escaped)=\($0.value.escaped)" }.joined(separator: "&")
        }
        return HTTPRequest(
            method: method, scheme: scheme, authority: authority, path: target, headerFields: headers)
    }
}

extension JSONEncoder {
    /// Members in a fixed order, so that the same value is always the same bytes.
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}

extension String {
    /// All but RFC 3986's unreserved characters escaped: right for a path segment and for a query value.
    fileprivate var escaped: String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
