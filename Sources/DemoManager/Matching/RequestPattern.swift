import HTTPTypes

/// The requests a stub matches: every given part must match. Specificity does not count; see the order of stubs.
public struct RequestPattern: Sendable, CustomStringConvertible {
    /// The method.
    package var method: MethodPattern
    /// `http` or `https`; nil is any.
    public var scheme: String?
    /// The host, whatever its case; nil is any.
    public var host: String?
    /// Hosts it is not for.
    public var excludedHosts: [String] = []
    /// The port, where missing in the request the scheme's own; nil is any.
    public var port: Int?
    /// Path and query.
    package var url: URLPattern
    /// Parameters of the path's template, decoded.
    package var pathParameters: [NamedMatcher]
    /// Query parameters, names and values decoded.
    package var queryParameters: [NamedMatcher]
    /// Headers, whatever the name's case.
    package var headers: [NamedMatcher]
    /// Cookies of the `Cookie` header.
    package var cookies: [NamedMatcher]
    /// Fields of a form-encoded body, decoded.
    package var formParameters: [NamedMatcher]
    /// Values that some header has, whatever its name.
    package var headerValues: [String]
    /// The body; all must match.
    package var body: [ValueMatcher]
    /// Demands that no matcher can express; all must be met. They are asked last, one stub after the other for each request,
    /// which is slow with many stubs. They may be asked more than once, and are not written to stub files.
    package var conditions: [@Sendable (ReceivedRequest) -> Bool]

    /// A pattern; what is not given matches everything.
    public init(
        method: MethodPattern = .any, scheme: String? = nil, host: String? = nil, port: Int? = nil,
        url: URLPattern = .any, pathParameters: [NamedMatcher] = [], queryParameters: [NamedMatcher] = [],
        headers: [NamedMatcher] = [], cookies: [NamedMatcher] = [], formParameters: [NamedMatcher] = [],
        headerValues: [String] = [], body: [ValueMatcher] = [],
        conditions: [@Sendable (ReceivedRequest) -> Bool] = []
    ) {
        self.method = method
        self.scheme = scheme
        self.host = host
        self.port = port
        self.url = url
        self.pathParameters = pathParameters
        self.queryParameters = queryParameters
        self.headers = headers
        self.cookies = cookies
        self.formParameters = formParameters
        self.headerValues = headerValues
        self.body = body
        self.conditions = conditions
    }

    /// Requests that meet a demand no matcher can express: `.when { $0.url.count > 200 }`.
    public static func when(_ condition: @escaping @Sendable (ReceivedRequest) -> Bool) -> Self {
        RequestPattern(conditions: [condition])
    }

    /// `GET /me`, `ANY ~/users/.*`.
    public var description: String {
        let usual = scheme.map { $0.lowercased() == "https" ? 443 : 80 }
        let port = port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
        let place = host.map { "\(scheme ?? "*")://\($0)\(port)" } ?? ""
        return "\(method) \(place)\(url)"
    }
}

/// The methods a stub is for. GET does not serve HEAD.
public enum MethodPattern: Sendable, Hashable, CustomStringConvertible {
    /// Every method.
    case any
    /// One method.
    case one(HTTPRequest.Method)
    /// One of these.
    case oneOf([HTTPRequest.Method])
    /// None of these.
    case noneOf([HTTPRequest.Method])

    /// `GET`, `ANY`, `GET|HEAD`, `not POST|PUT`.
    public var description: String {
        switch self {
        case .any: "ANY"
        case .one(let method): method.rawValue
        case .oneOf(let methods): methods.map(\.rawValue).joined(separator: "|")
        case .noneOf(let methods): "not " + methods.map(\.rawValue).joined(separator: "|")
        }
    }
}

/// Path and query of a stub. All kinds compare the escaped form: `%2F` is not `/`, `//` and a trailing slash count.
public enum URLPattern: Sendable, CustomStringConvertible {
    /// Everything.
    case any
    /// Path and query exactly, in order. WireMock's `url`.
    case url(String)
    /// The path exactly, any query. WireMock's `urlPath`.
    case path(String)
    /// Path and query as a whole match the expression. WireMock's `urlPattern`.
    case urlMatching(RegularExpression)
    /// The path as a whole matches the expression. WireMock's `urlPathPattern`.
    case pathMatching(RegularExpression)
    /// The path has this form. WireMock's `urlPathTemplate`.
    case template(URLTemplate)
    /// All of these occur in the absolute URL.
    case containing([String])

    /// The pattern as a person would write it.
    public var description: String {
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

/// A matcher for the values of one name: a parameter, a header, a cookie.
public struct NamedMatcher: Sendable {
    /// The name.
    package var name: String
    /// The matcher of its values; of repeated values one match is enough.
    package var matcher: ValueMatcher

    /// A matcher for the values of `name`.
    public init(_ name: String, _ matcher: ValueMatcher) {
        self.name = name
        self.matcher = matcher
    }
}
