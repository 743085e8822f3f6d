import Foundation
import HTTPTypes
import WireFormats

/// A URL for stubs in code: a string, or Foundation's `URL`.
public protocol StubURL {
    /// The absolute URL, or a path on any host.
    var urlText: String { get }
}

extension String: StubURL {
    /// The string itself.
    public var urlText: String { self }
}

extension URL: StubURL {
    /// The absolute URL. Parameters of a template in its path, which `URL` escapes, have their braces again.
    public var urlText: String {
        let text = absoluteString
        let path = text.prefix { $0 != "?" && $0 != "#" }
        guard path.contains("%7B"), path.contains("%7D") else { return text }
        return String(path.replacing("%7B", with: "{").replacing("%7D", with: "}") + text[path.endIndex...])
    }
}

/// Short forms of requests, for stubs in code: `.get("https://api.example.com/me")`. A URL that begins with `/` matches
/// any host.
extension HTTPRequest {
    /// A GET of `url`.
    public static func get(_ url: some StubURL, headers: HTTPFields = [:]) -> HTTPRequest { .to(url, .get, headers) }
    /// A HEAD of `url`.
    public static func head(_ url: some StubURL, headers: HTTPFields = [:]) -> HTTPRequest { .to(url, .head, headers) }
    /// A POST to `url`.
    public static func post(_ url: some StubURL, headers: HTTPFields = [:]) -> HTTPRequest { .to(url, .post, headers) }
    /// A PUT to `url`.
    public static func put(_ url: some StubURL, headers: HTTPFields = [:]) -> HTTPRequest { .to(url, .put, headers) }
    /// A PATCH of `url`.
    public static func patch(_ url: some StubURL, headers: HTTPFields = [:]) -> HTTPRequest {
        .to(url, .patch, headers)
    }
    /// A DELETE of `url`.
    public static func delete(_ url: some StubURL, headers: HTTPFields = [:]) -> HTTPRequest {
        .to(url, .delete, headers)
    }

    private static func to(_ url: some StubURL, _ method: Method, _ headers: HTTPFields) -> HTTPRequest {
        let text = url.urlText
        // An invalid URL stays in the path, so that adding the stub can name it in the problem.
        let url = AbsoluteURL(text)
        return HTTPRequest(
            method: method, scheme: url?.scheme, authority: url?.authority, path: url?.target ?? text,
            headerFields: headers)
    }
}

/// Short forms of patterns, for stubs and verifications in code: `.get("/users/{id}", query: ["page": "2"])`.
///
/// A URL that begins with `/` matches any host. Without a query it matches any query; with one, path and query must be
/// equal. `{id}` matches one segment.
extension RequestPattern {
    /// GETs of `url`.
    ///
    /// - Throws: a problem for an invalid URL or template.
    public static func get(
        _ url: some StubURL, query: [String: ValueMatcher] = [:], headers: [String: ValueMatcher] = [:],
        fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Self {
        try .request(.one(.get), url, query: query, headers: headers, fileID: fileID, line: line)
    }

    /// POSTs to `url`.
    ///
    /// - Throws: a problem for an invalid URL or template.
    public static func post(
        _ url: some StubURL, query: [String: ValueMatcher] = [:], headers: [String: ValueMatcher] = [:],
        body: ValueMatcher? = nil, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Self {
        try .request(.one(.post), url, query: query, headers: headers, body: body, fileID: fileID, line: line)
    }

    /// PUTs to `url`.
    ///
    /// - Throws: a problem for an invalid URL or template.
    public static func put(
        _ url: some StubURL, query: [String: ValueMatcher] = [:], headers: [String: ValueMatcher] = [:],
        body: ValueMatcher? = nil, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Self {
        try .request(.one(.put), url, query: query, headers: headers, body: body, fileID: fileID, line: line)
    }

    /// PATCHes of `url`.
    ///
    /// - Throws: a problem for an invalid URL or template.
    public static func patch(
        _ url: some StubURL, query: [String: ValueMatcher] = [:], headers: [String: ValueMatcher] = [:],
        body: ValueMatcher? = nil, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Self {
        try .request(.one(.patch), url, query: query, headers: headers, body: body, fileID: fileID, line: line)
    }

    /// DELETEs of `url`.
    ///
    /// - Throws: a problem for an invalid URL or template.
    public static func delete(
        _ url: some StubURL, query: [String: ValueMatcher] = [:], headers: [String: ValueMatcher] = [:],
        fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Self {
        try .request(.one(.delete), url, query: query, headers: headers, fileID: fileID, line: line)
    }

    /// Requests for `url` by other methods: `.any`, `.oneOf([.get, .head])`.
    ///
    /// - Parameters:
    ///   - method: the methods.
    ///   - address: an absolute URL, or a path on any host.
    ///   - query: matchers of query parameters, by name.
    ///   - headers: matchers of headers, by name.
    ///   - body: the matcher of the body.
    /// - Throws: a problem for an invalid URL or template.
    public static func request(
        _ method: MethodPattern, _ address: some StubURL, query: [String: ValueMatcher] = [:],
        headers: [String: ValueMatcher] = [:], body: ValueMatcher? = nil, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Self {
        let place = StubOrigin.code(fileID: fileID, line: line)
        let url = address.urlText
        guard let parsed = AbsoluteURL(url) else {
            throw place.problem(AbsoluteURL.problem(url))
        }
        func named(_ matchers: [String: ValueMatcher]) -> [NamedMatcher] {
            matchers.inOrder { $0.key < $1.key }.map { NamedMatcher($0.key, $0.value) }
        }
        var pattern = RequestPattern(
            method: method, scheme: parsed.scheme, host: parsed.host, port: parsed.port, url: .path(parsed.target),
            queryParameters: named(query), headers: named(headers), body: body.map { [$0] } ?? [])
        if !query.isEmpty, parsed.target.contains("?") {
            throw place.problem("\"\(url)\" has a query already; give all its parameters as query:")
        }
        if parsed.target.contains("{") {
            guard !parsed.target.contains("?") else {
                throw place.problem("a template is for the path alone; give the parameters of \"\(url)\" as query:")
            }
            do {
                pattern.url = .template(try URLTemplate(parsed.target))
            } catch {
                throw place.problem(error.description)
            }
        } else if parsed.target.contains("?") {
            pattern.url = .url(parsed.target)
        }
        if let problem = pattern.problem { throw place.problem(problem) }
        return pattern
    }
}

extension ValueMatcher: ExpressibleByStringInterpolation {
    /// Creates `equalTo` with the literal: `"Bearer \(token)"`.
    public init(stringLiteral value: String) {
        self = .equalTo(value)
    }

    /// A JSON text equal to an encodable value, for bodies of requests; numbers are compared by value.
    ///
    /// - Parameters:
    ///   - value: the value, encoded immediately.
    ///   - encoder: the encoder, for dates and key names; nil for a default one.
    /// - Throws: a problem for a value that cannot be encoded.
    @_disfavoredOverload
    public static func equalToJSON(
        _ value: some Encodable, encoder: JSONEncoder? = nil, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Self {
        let bytes = try encoded(value, by: encoder, .code(fileID: fileID, line: line))
        do {
            return .equalToJSON(try JSONValue(parsing: bytes))
        } catch {
            throw StubOrigin.code(fileID: fileID, line: line).problem("\(error)")
        }
    }
}

/// Short forms of replies, for stubs in code.
extension Reply {
    /// A reply with an encodable value as its JSON body.
    ///
    /// - Parameters:
    ///   - value: the value, encoded immediately.
    ///   - status: 200...999.
    ///   - headers: further headers; a `Content-Type` replaces `application/json`.
    ///   - delay: the delay before the head.
    ///   - encoder: the encoder, for dates and key names; nil for a default one with sorted keys.
    /// - Throws: a problem for a value that cannot be encoded.
    public static func json(
        _ value: some Encodable, status: Int = 200, headers: HTTPFields = [:], delay: Delay = .none,
        encoder: JSONEncoder? = nil, fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Reply {
        json(try encoded(value, by: encoder, .code(fileID: fileID, line: line)), status, headers, delay)
    }

    /// A reply with a JSON object of variables: `.json(["id": id, "name": name])`.
    ///
    /// - Parameters:
    ///   - members: the object's members. For nested members of several types use an `Encodable` type of your own.
    ///   - status: 200...999.
    ///   - headers: further headers; a `Content-Type` replaces `application/json`.
    ///   - delay: the delay before the head.
    /// - Throws: a problem for a value that cannot be encoded.
    @_disfavoredOverload
    public static func json(
        _ members: [String: any Encodable], status: Int = 200, headers: HTTPFields = [:], delay: Delay = .none,
        fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Reply {
        try json(
            members.mapValues { AnyMember(value: $0) }, status: status, headers: headers, delay: delay, fileID: fileID,
            line: line)
    }

    /// A reply with a JSON value, also as a literal: `.json(["id": 42, "name": "Ada"])`.
    public static func json(
        _ value: JSONValue, status: Int = 200, headers: HTTPFields = [:], delay: Delay = .none
    ) -> Reply {
        json(value.bytes(), status, headers, delay)
    }

    /// A reply with a JSON text, sent byte for byte.
    ///
    /// - Throws: a problem if the text is not JSON; for a malformed body use `Reply(body:)`.
    public static func json(
        text: String, status: Int = 200, headers: HTTPFields = [:], delay: Delay = .none, fileID: String = #fileID,
        line: Int = #line
    ) throws(Problem) -> Reply {
        do {
            _ = try JSONValue(parsing: text)
        } catch {
            throw StubOrigin.code(fileID: fileID, line: line).problem("the text is not JSON: \(error)")
        }
        return json(Array(text.utf8), status, headers, delay)
    }

    private static func json(_ body: [UInt8], _ status: Int, _ headers: HTTPFields, _ delay: Delay) -> Reply {
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "application/json" }
        return Reply(status: status, headers: headers, body: body, delay: delay)
    }
}

extension DemoManager {
    /// A reply whose body is a file below the manager's `fixtures`: `manager.fixture("users/42.json")`.
    ///
    /// - Parameters:
    ///   - name: the file's path in the folder. A `.json` file sets the content type.
    ///   - status: 200...999.
    ///   - headers: the headers of the reply.
    /// - Throws: a problem if the file does not exist or is outside the folder.
    public func fixture(
        _ name: String, status: Int = 200, headers: HTTPFields = [:], fileID: String = #fileID, line: Int = #line
    ) throws(Problem) -> Reply {
        let file = try fixture(named: name, StubOrigin.code(fileID: fileID, line: line))
        var headers = headers
        if name.hasSuffix(".json"), headers[.contentType] == nil { headers[.contentType] = "application/json" }
        var reply = Reply(status: status, headers: headers, body: file.bytes)
        reply.bodyFile = file.path
        return reply
    }
}

/// The JSON of a value; without an encoder its keys are sorted.
///
/// - Throws: a problem at this place for a value that cannot be encoded.
private func encoded(
    _ value: some Encodable, by encoder: JSONEncoder?, _ place: StubOrigin
) throws(Problem) -> [UInt8] {
    let sorting = JSONEncoder()
    sorting.outputFormatting = .sortedKeys
    do {
        return [UInt8](try (encoder ?? sorting).encode(value))
    } catch {
        throw place.problem("\(type(of: value)) cannot be encoded as JSON: \(error)")
    }
}

/// A value of any encodable type in a JSON object.
private struct AnyMember: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
