import HTTPTypes
import NIOHPACK
import NIOHTTP1
import WireFormats

/// A validated request head: the framing for the connection, and the request for the engine.
///
/// Ambiguous heads that the parser accepts are refused here. Forwarded requests are rebuilt from these parts, so that
/// servers do not interpret them differently (RFC 9112 section 11.2).
///
/// A class, because it is used at every step, and copies would retain each string.
final class RequestHead: Sendable {
    enum Framing: Sendable, Hashable {
        case none
        case length(Int)
        case chunked
    }

    /// With all headers, including those of the connection.
    let request: HTTPRequest
    /// The version as in `Via`: `1.1`.
    let version: String
    let marks: DemoMarks
    let framing: Framing
    /// True if the client wants to keep the connection.
    let keepsAlive: Bool
    /// True for HTTP/1.1 and later; HTTP/1.0 has no chunks.
    let isHTTP11: Bool
    /// True if the client waits for `100 Continue` before it sends the body.
    let expectsContinue: Bool
    /// True if the client requests another protocol, such as WebSocket.
    let asksForUpgrade: Bool
    /// The offer of a WebSocket, if there is one.
    let socket: SocketOffer?
    /// The host by which the client addresses the gateway.
    let authority: HostAuthority?

    /// The head with an edited request and unchanged framing, marks and connection.
    init(_ head: RequestHead, editedTo request: HTTPRequest) {
        self.request = request
        (version, isHTTP11, authority, marks) = (head.version, head.isHTTP11, head.authority, head.marks)
        (framing, keepsAlive, expectsContinue) = (head.framing, head.keepsAlive, head.expectsContinue)
        asksForUpgrade = head.asksForUpgrade
        socket = head.socket.flatMap { _ in SocketOffer(request) }
    }

    private init(
        _ method: HTTPRequest.Method, _ target: RequestTarget, _ scan: HeaderScan, _ framing: Framing, version: String,
        scheme: String, keepsAlive: Bool
    ) throws(HeadProblem) {
        self.version = version
        self.framing = framing
        isHTTP11 = version != "1.0"
        expectsContinue = try scan.expectsContinue(isHTTP11: isHTTP11)
        authority = try scan.authority(target, isHTTP11: isHTTP11, port: scheme == "https" ? 443 : 80)
        request = HTTPRequest(
            method: method, scheme: scheme, authority: scan.host ?? target.authority, path: target.path,
            headerFields: scan.fields)
        marks = scan.marks
        asksForUpgrade = scan.asksForUpgrade
        socket = asksForUpgrade && version == "1.1" && framing == .none ? SocketOffer(request) : nil
        // After a requested upgrade the parser stops.
        self.keepsAlive = keepsAlive && !scan.asksForUpgrade
    }
}

extension RequestHead {
    /// - Parameter scheme: the connection's scheme.
    convenience init(_ head: HTTPRequestHead, scheme: String) throws(HeadProblem) {
        let isHTTP11 = head.version == .http1_1
        guard isHTTP11 || head.version == .http1_0 else {
            throw HeadProblem(505, "This HTTP version is not supported; use HTTP/1.1 or HTTP/2.")
        }
        let method = try Self.method(head.method.rawValue)
        var scan = HeaderScan()
        for (name, value) in head.headers { try scan.add(name, value) }
        let framing = try scan.framing(isHTTP11: isHTTP11)
        let target = try RequestTarget(head.uri, method: method, scheme: scheme)
        try self.init(
            method, target, scan, framing, version: isHTTP11 ? "1.1" : "1.0", scheme: scheme,
            keepsAlive: head.isKeepAlive)
    }

    private static func method(_ name: String) throws(HeadProblem) -> HTTPRequest.Method {
        guard let method = HTTPRequest.Method(name) else { throw .badRequest("The method is not valid.") }
        guard method != .connect else { throw HeadProblem(405, "CONNECT is not supported: this is not a proxy.") }
        guard method != .trace else {
            throw HeadProblem(405, "TRACE is not supported: it would repeat the request with its secrets.")
        }
        return method
    }

    /// Reads the fields of a stream (RFC 9113 section 8.3.1), which no parser has validated or limited.
    ///
    /// - Parameters:
    ///   - isWhole: true for a head without a body.
    ///   - scheme: the connection's scheme.
    convenience init(
        _ fields: HPACKHeaders, isWhole: Bool, scheme: String, _ limits: GatewayLimits
    ) throws(HeadProblem) {
        var pseudo: (method: String?, scheme: String?, path: String?, authority: String?)
        var scan = HeaderScan(isHTTP2: true)
        var count = 0
        func set(_ field: inout String?, _ value: String) throws(HeadProblem) {
            guard field == nil, count == 0 else { throw .malformed }
            field = value
        }
        for (name, value, _) in fields {
            guard name.utf8.first != UInt8(ascii: ":") else {
                switch name {
                case ":method": try set(&pseudo.method, value)
                case ":scheme": try set(&pseudo.scheme, value)
                case ":path": try set(&pseudo.path, value)
                case ":authority": try set(&pseudo.authority, value)
                default: throw .malformed
                }
                continue
            }
            guard name.utf8.count + value.utf8.count <= limits.headerField else { throw .largeHeaders }
            try scan.add(name, value)
            count += 1
        }
        guard let name = pseudo.method else { throw .malformed }
        let method = try Self.method(name)
        guard let path = pseudo.path, !path.isEmpty, pseudo.scheme != nil else { throw .malformed }
        guard path.utf8.count <= limits.requestLine else { throw .longLine }
        guard scan.fields.count <= limits.headerFields else { throw .largeHeaders }
        var target = try RequestTarget(path, method: method, scheme: scheme)
        if scan.host == nil {
            try scan.add("host", pseudo.authority ?? "")
        } else if let authority = pseudo.authority {
            target.authority = authority
        }
        var framing = try scan.framing(isHTTP11: true)
        if isWhole, framing != .none { throw .malformed }
        // Without a length, only other methods usually have a body.
        if framing == .none, !isWhole, ![.get, .head, .delete].contains(method), !scan.hasLength { framing = .chunked }
        try self.init(method, target, scan, framing, version: "2.0", scheme: scheme, keepsAlive: true)
    }
}

/// A request's target, in origin form (RFC 9112 section 3.2).
struct RequestTarget: Hashable {
    let path: String
    /// The authority of an absolute form.
    var authority: String?

    init(_ uri: String, method: HTTPRequest.Method, scheme: String) throws(HeadProblem) {
        guard uri.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw .badRequest("The request's target has a character that URLs cannot have.")
        }
        if uri.hasPrefix("/") {
            path = uri
            authority = nil
        } else if uri == "*", method == .options {
            path = uri
            authority = nil
        } else if let mark = uri.firstRange(of: "://"), uri[..<mark.lowerBound].lowercased() == scheme {
            let rest = uri[mark.upperBound...]
            let host = rest.prefix { $0 != "/" && $0 != "?" }
            let tail = rest[host.endIndex...]
            authority = String(host)
            path = tail.hasPrefix("/") ? String(tail) : "/" + tail
        } else {
            throw .badRequest("The request's target must be a path that begins with a slash.")
        }
    }
}

/// Reads the fields of a head in one pass, and records those that affect how it is read.
struct HeaderScan {
    private(set) var fields = HTTPFields()
    private(set) var host: String?
    private(set) var asksForUpgrade = false
    private(set) var marks = DemoMarks()
    /// The index of the cookies.
    private var cookies: Int?
    private var hosts = 0
    private var lengths: [String] = []
    private var codings: [String] = []
    private var expectations: [String] = []
    private let isHTTP2: Bool

    init(isHTTP2: Bool = false) { self.isHTTP2 = isHTTP2 }

    var hasLength: Bool { !lengths.isEmpty }

    mutating func add(_ name: String, _ value: String) throws(HeadProblem) {
        let value = value.withoutOuterBlanks
        guard let field = HTTPField.Name(name), HTTPField.isValidValue(value) else {
            throw isHTTP2 ? .malformed : .badRequest("A header field has an invalid name or value.")
        }
        if isHTTP2, field.canonicalName != name || name.isOfConnection || name == "te" && value != "trailers" {
            throw .malformed
        }
        // By length first, because few fields are among these.
        switch name.utf8.count {
        case 4 where field.canonicalName == "host":
            hosts += 1
            host = value
            return
        case 6 where field == .expect: expectations.append(value)
        case 6 where field == .cookie:
            // Clients of HTTP/2 may send each cookie in its own field (RFC 9113 section 8.2.3).
            if let cookies {
                fields[cookies].value += "; " + value
                return
            }
            cookies = fields.endIndex
        case 7 where field.canonicalName == "upgrade": asksForUpgrade = true
        case 13, 14:
            if field == .contentLength { lengths.append(value) }
            if try marks.take(field, value) { return }
        case 17 where field == .transferEncoding: codings.append(value)
        default: break
        }
        fields.append(HTTPField(name: field, value: value))
    }

    /// The framing of the body. Two lengths, a length with a coding, and codings except `chunked` are ambiguous.
    func framing(isHTTP11: Bool) throws(HeadProblem) -> RequestHead.Framing {
        if !codings.isEmpty {
            guard isHTTP11 else { throw .badRequest("HTTP/1.0 has no Transfer-Encoding.") }
            guard lengths.isEmpty else {
                throw .badRequest("Content-Length and Transfer-Encoding must not come together.")
            }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw HeadProblem(501, "Only the Transfer-Encoding \"chunked\" is supported.")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        guard lengths.count == 1, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(text) else {
            throw .badRequest("Content-Length must be one whole number.")
        }
        return length == 0 ? .none : .length(length)
    }

    func expectsContinue(isHTTP11: Bool) throws(HeadProblem) -> Bool {
        guard let first = expectations.first, isHTTP11 else { return false }
        guard expectations.count == 1, first.lowercased() == "100-continue" else {
            throw HeadProblem(417, "Only \"Expect: 100-continue\" is supported.")
        }
        return true
    }

    /// The host of the request. An absolute target and `Host` must agree.
    ///
    /// - Parameter port: the scheme's default port.
    func authority(_ target: RequestTarget, isHTTP11: Bool, port: Int) throws(HeadProblem) -> HostAuthority? {
        guard hosts <= 1 else { throw .badRequest("There is more than one Host header.") }
        guard hosts == 1 || !isHTTP11 else { throw .badRequest("The Host header is missing.") }
        guard let text = host ?? target.authority else { return nil }
        guard let authority = HostAuthority(text) else { throw .badRequest("The Host header is not a host.") }
        if let other = target.authority, host != nil {
            guard let other = HostAuthority(other), other.host == authority.host,
                (other.port ?? port) == (authority.port ?? port)
            else { throw .badRequest("The request's target and its Host header name different hosts.") }
        }
        return authority
    }
}

extension String {
    /// True for connection-specific fields, which HTTP/2 does not have (RFC 9113 section 8.2.2).
    fileprivate var isOfConnection: Bool {
        switch utf8.count {
        case 7: self == "upgrade"
        case 10: self == "connection" || self == "keep-alive"
        case 16: self == "proxy-connection"
        case 17: self == "transfer-encoding"
        default: false
        }
    }

    /// The field's value without surrounding blanks (RFC 9112 section 5.1).
    fileprivate var withoutOuterBlanks: String {
        func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
        guard isBlank(utf8.first) || isBlank(utf8.last) else { return self }
        var rest = utf8[...]
        while isBlank(rest.first) { rest.removeFirst() }
        while isBlank(rest.last) { rest.removeLast() }
        return String(Substring(rest))
    }
}

/// The client's instructions to the gateway. They are never forwarded.
struct DemoMarks: Hashable, Sendable {
    /// `X-Demo-Screen`: the screen of the call.
    private(set) var screen: String?
    /// `X-Demo-Session`: the session, with its own switches, sequences and remembered data.
    private(set) var session: String?
    /// `X-Demo-Bypass`: true if the server answers regardless of the switches.
    private(set) var isBypassed = false
    /// `X-Demo-Explain`: a refusal names the closest stubs.
    private(set) var wantsExplanation = false

    /// The maximum length in bytes.
    private static let longest = 200

    /// Reads a field; false if it is not an instruction.
    mutating func take(_ name: HTTPField.Name, _ value: String) throws(HeadProblem) -> Bool {
        guard [.demoScreen, .demoBypass, .demoSession, .demoExplain].contains(name) else { return false }
        guard value.utf8.count <= Self.longest else {
            // The rest is not read, so the end of this request is unknown.
            throw .badRequest("\(name.rawName) takes at most \(Self.longest) bytes.")
        }
        switch name {
        case .demoScreen: screen = value.isEmpty ? nil : value
        case .demoSession: session = value.isEmpty ? nil : value
        case .demoBypass: isBypassed = Self.isYes(value)
        default: wantsExplanation = Self.isYes(value)
        }
        return true
    }

    private static func isYes(_ value: String) -> Bool { !["", "0", "false", "no"].contains(value.lowercased()) }
}

extension HTTPField.Name {
    static let demoScreen = known("X-Demo-Screen")
    static let demoBypass = known("X-Demo-Bypass")
    static let demoExplain = known("X-Demo-Explain")
    static let demoSession = known("X-Demo-Session")
    /// The reason why a request is invalid, in replies.
    static let demoProblem = known("X-Demo-Problem")
    static let via = known("Via")
    static let forwardedFor = known("X-Forwarded-For")
    static let forwardedHost = known("X-Forwarded-Host")
    static let forwardedProtocol = known("X-Forwarded-Proto")

    /// The fallback is never used; it avoids a trap.
    private static func known(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .cookie }
}

/// An error in a request that the gateway answers itself. It closes the connection, because the end of the request is
/// unknown.
struct HeadProblem: Error, Hashable {
    let status: Int
    /// One sentence with the error and, if not obvious, the remedy.
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static func badRequest(_ message: String) -> HeadProblem { HeadProblem(400, message) }
}

extension HeadProblem {
    static let longLine = HeadProblem(414, "The request line is too long.")
    /// The stream is reset instead of answered (RFC 9113 section 8.1.1).
    static let malformed = HeadProblem(400, "The request is not valid HTTP/2.")
    static let late = HeadProblem(408, "The request took too long to arrive.")
    /// The client began TLS on a port for plain HTTP.
    static let secure = HeadProblem(
        400, "The client began TLS, but this port speaks plain HTTP. Use http:// in its URL, or start with --tls.")
    static let largeHeaders = HeadProblem(431, "The request's headers are too large.")

    /// The response to bytes that are not HTTP; nil for errors of the connection itself.
    init?(parsing error: any Error) {
        switch error {
        case let problem as HeadProblem: self = problem
        case HTTPParserError.headerOverflow: self = .largeHeaders
        case HTTPParserError.invalidVersion:
            self = HeadProblem(505, "This HTTP version is not supported; use HTTP/1.1 or HTTP/2.")
        case HTTPParserError.invalidURL:
            self = .badRequest(
                "The request's target has a character that URLs cannot have; clients write it escaped, such as %20.")
        case HTTPParserError.invalidEOFState: return nil
        case is HTTPParserError: self = .badRequest("The request is not valid HTTP/1.1.")
        default: return nil
        }
    }
}
