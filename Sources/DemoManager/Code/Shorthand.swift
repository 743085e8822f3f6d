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

extension ValueMatcher: ExpressibleByStringLiteral {
    /// Creates `equalTo` with the literal.
    public init(stringLiteral value: String) {
        self = .equalTo(value)
    }
}
