import HTTPTypes

/// The requests that a stub matches: all given parts must match. A more specific pattern has no precedence.
public struct RequestPattern: Sendable, CustomStringConvertible {
    package var method: MethodPattern
    /// `http` or `https`; nil for any.
    public var scheme: String?
    /// The host, ignoring case; nil for any.
    public var host: String?
    /// Hosts that do not match.
    public var excludedHosts: [String] = []
    /// The port; nil for any. A request without one has its scheme's default.
    public var port: Int?
    /// Path and query.
    package var url: URLPattern {
        didSet { url = url.sent }
    }
    /// Parameters of the path's template, decoded.
    package var pathParameters: [NamedMatcher]
    /// Matchers of query parameters, by decoded name and value.
    package var queryParameters: [NamedMatcher]
    /// Matchers of headers; names ignore case.
    package var headers: [NamedMatcher]
    /// Matchers of cookies in the `Cookie` header.
    package var cookies: [NamedMatcher]
    /// Matchers of the fields of a form-encoded body, decoded.
    package var formParameters: [NamedMatcher]
    /// Values that any header may have, whatever its name.
    package var headerValues: [String]
    /// Matchers of the body; all must match.
    package var body: [ValueMatcher]
    /// Conditions that no matcher can express; all must be met. Evaluated last, possibly repeatedly, stub by stub,
    /// which is slow with many stubs. Not written to stub files.
    package var conditions: [@Sendable (ReceivedRequest) -> Bool]

    /// Creates a pattern; omitted parts match everything.
    public init(
        method: MethodPattern = .any, scheme: String? = nil, host: String? = nil, port: Int? = nil,
        url: URLPattern = .any, pathParameters: [NamedMatcher] = [], queryParameters: [NamedMatcher] = [],
        headers: [NamedMatcher] = [], cookies: [NamedMatcher] = [], formParameters: [NamedMatcher] = [],
        headerValues: [String] = [], body: [ValueMatcher] = [],
        conditions: [@Sendable (ReceivedRequest) -> Bool] = []
    ) {
        (self.method, self.scheme, self.host, self.port, self.url) = (method, scheme, host, port, url.sent)
        (self.pathParameters, self.queryParameters) = (pathParameters, queryParameters)
        (self.headers, self.cookies, self.headerValues) = (headers, cookies, headerValues)
        (self.formParameters, self.body, self.conditions) = (formParameters, body, conditions)
    }

    /// Requests that meet a condition that no matcher can express: `.when { $0.url.count > 200 }`.
    public static func when(_ condition: @escaping @Sendable (ReceivedRequest) -> Bool) -> Self {
        RequestPattern(conditions: [condition])
    }

    /// `GET /me`, `ANY ~/users/.*`.
    public var description: String {
        let usual = scheme.map { $0.lowercased() == "https" ? 443 : 80 }
        let port = port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        let place = host.map { "\(scheme ?? "*")://\($0)\(port)" } ?? ""
        return "\(method.text) \(place)\(url.text)"
    }
}

/// The methods of a pattern. GET does not include HEAD.
public enum MethodPattern: Sendable, Hashable {
    /// Every method.
    case any
    /// One method.
    case one(HTTPRequest.Method)
    /// One of these.
    case oneOf([HTTPRequest.Method])
    /// None of these.
    case noneOf([HTTPRequest.Method])

    /// `GET`, `ANY`, `GET|HEAD`, `not POST|PUT`.
    package var text: String {
        switch self {
        case .any: "ANY"
        case .one(let method): method.rawValue
        case .oneOf(let methods): methods.map(\.rawValue).joined(separator: "|")
        case .noneOf(let methods): "not " + methods.map(\.rawValue).joined(separator: "|")
        }
    }
}

/// Path and query of a stub. All kinds compare the escaped form: `%2F` is not `/`, `//` and a trailing slash count. A text
/// may have the characters that Foundation's `URL` escapes: `é` is `%C3%A9`. An expression meets the URL as it was sent.
public enum URLPattern: Sendable {
    /// Any path and query.
    case any
    /// The exact path and query, in order. WireMock's `url`.
    case url(String)
    /// The exact path with any query. WireMock's `urlPath`.
    case path(String)
    /// An expression that matches the whole path and query. WireMock's `urlPattern`.
    case urlMatching(RegularExpression)
    /// An expression that matches the whole path. WireMock's `urlPathPattern`.
    case pathMatching(RegularExpression)
    /// A template of the path. WireMock's `urlPathTemplate`.
    case template(URLTemplate)
    /// Substrings of the absolute URL; all must occur.
    case containing([String])

    /// The path that requests have, without a query; braces are parameters. Nil if it is not fixed.
    var literalPath: Substring? {
        switch self {
        case .path(let text): text[...]
        case .url(let text): text.prefix { $0 != "?" }
        case .template(let template): template.text[...]
        case .any, .urlMatching, .pathMatching, .containing: nil
        }
    }

    /// The pattern as written.
    package var text: String {
        switch self {
        case .any: "*"
        case .url(let url): url
        case .path(let path): path
        case .urlMatching(let expression), .pathMatching(let expression): "~\(expression.pattern)"
        case .template(let template): template.text
        case .containing(let parts): "…" + parts.joined(separator: "…") + "…"
        }
    }
}

/// A matcher of the values with one name: of a parameter, a header, a cookie.
public struct NamedMatcher: Sendable {
    package var name: String
    /// The matcher; of several values, one must match.
    package var matcher: ValueMatcher

    /// Creates a matcher of the values named `name`.
    public init(_ name: String, _ matcher: ValueMatcher) {
        self.name = name
        self.matcher = matcher
    }
}
