import HTTPTypes
import NIOHTTP1
import ReplyHeads
import WireFormats

/// A forwarded request: written anew from its parts, without the headers of the client's connection, and with those a
/// gateway adds (RFC 9110 section 7.6).
struct OutgoingRequest: Sendable {
    let method: String
    let path: String
    let headers: [HTTPField]
    let server: UpstreamConnections.Server

    /// - Parameters:
    ///   - request: the request at its target, with all received headers.
    ///   - head: the request as it arrived.
    ///   - address: the client's address.
    ///   - pseudonym: this gateway's name in `Via`.
    init(_ request: HTTPRequest, from head: RequestHead, address: String?, pseudonym: String) {
        method = request.method.rawValue
        // The URL type escapes the whole path once more if it finds one byte that URLs cannot have.
        path = PercentCode.completed(request.path ?? "/", keeping: "!$&'()*+,;=:@/?")
        server = .init(scheme: request.scheme ?? "http", authority: request.authority ?? "")
        var fields = request.headerFields.endToEnd
        fields.removeAll { $0.name == .contentLength || $0.name == .expect }
        fields.append(HTTPField(name: .via, value: "\(head.version) \(pseudonym)"))
        if let address { fields.append(HTTPField(name: .forwardedFor, value: address)) }
        if let scheme = head.request.scheme, !fields.contains(where: { $0.name == .forwardedProtocol }) {
            fields.append(HTTPField(name: .forwardedProtocol, value: scheme))
        }
        if let authority = head.authority, !fields.contains(where: { $0.name == .forwardedHost }) {
            let host = authority.host + (authority.port.map { ":\($0)" } ?? "")
            fields.append(HTTPField(name: .forwardedHost, value: host))
        }
        headers = fields
    }

    /// The connection for a WebSocket; nil once the gateway has ended.
    func connection(_ clients: ServerClients) -> ServerConnection? {
        clients.connection(scheme: server.scheme, authority: server.authority)
    }

    /// The head of a request for a WebSocket. The client's extensions are not passed on, because nobody here unpacks them.
    var socketHead: HTTPRequestHead {
        var fields = HTTPHeaders([("Host", server.authority), ("Upgrade", "websocket"), ("Connection", "Upgrade")])
        for field in headers where field.name != .secWebSocketExtensions {
            fields.add(name: field.name.rawName, value: field.value)
        }
        return HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: fields)
    }

    /// The framing of a body.
    enum Framing {
        case none
        case length(Int)
        case chunked
    }

    func head(_ framing: Framing) -> HTTPRequestHead {
        var fields = [("Host", server.authority)]
        fields.reserveCapacity(headers.count + 2)
        for field in headers { fields.append((field.name.rawName, field.value)) }
        switch framing {
        // RFC 9110 section 8.6.
        case .none:
            if !["GET", "HEAD", "DELETE"].contains(method) { fields.append(("Content-Length", "0")) }
        case .length(let count): fields.append(("Content-Length", String(count)))
        case .chunked: fields.append(("Transfer-Encoding", "chunked"))
        }
        return HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: method), uri: path, headers: HTTPHeaders(fields))
    }
}

/// The head of an upstream's reply, as forwarded to the client.
struct PassedReply: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    /// The length of the body; nil if unknown.
    let length: Int?
    /// The body, if it is collected.
    var body: [UInt8] = []

    /// - Parameter upstream: redirects to its addresses are rewritten to the gateway's.
    init(_ head: HTTPResponseHead, from upstream: UpstreamServer?) {
        status = HTTPResponse.Status(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
        let received = head.headers.compactMap { name, value in
            HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
        }
        var fields = HTTPFields()
        var lengths: [Int?] = []
        let isFramed = received.contains { $0.name == .transferEncoding }
        for var field in received.endToEnd {
            switch field.name {
            case .contentLength: lengths.append(Int(field.value))
            case .location: field.value = upstream?.own(field.value) ?? field.value
            default: break
            }
            fields.append(field)
        }
        length = isFramed || lengths.count > 1 ? nil : lengths.first ?? nil
        headers = fields
    }
}

extension UpstreamServer {
    /// The path of a redirect to this server; nil for one to elsewhere.
    fileprivate func own(_ location: String) -> String? {
        guard location.hasPrefix(origin) else { return nil }
        let rest = location.dropFirst(origin.count)
        guard rest.isEmpty || "/?#".contains(rest.first ?? "/") else { return nil }
        return rest.hasPrefix("/") ? String(rest) : "/" + rest
    }
}

/// The received part of a passed reply, for the journal.
struct SeenReply: Sendable {
    let status: Int
    let headers: HTTPFields
    var body: [UInt8] = []
    /// True if `body` is only the beginning.
    var isCut = false
}

extension Collection<HTTPField> {
    /// The fields without those of a single connection: those of RFC 9110 section 7.6.1, and those that `Connection` names.
    fileprivate var endToEnd: [HTTPField] {
        var named: [String] = []
        for field in self where field.name == .connection && !HopByHop.isName(field.value) {
            named += field.value.lowercased().utf8.split { ", \t".utf8.contains($0) }.compactMap { String($0) }
        }
        named.removeAll { HopByHop.kept.contains($0) || HopByHop.isName($0) }
        return filter { field in
            let name = field.name.canonicalName
            return !HopByHop.isName(name) && !named.contains(name)
        }
    }
}

private enum HopByHop {
    /// Framing and host, which the client must not remove.
    static let kept: Set<String> = ["content-length", "host", "via"]
    private static let names = [
        "connection", "proxy-connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
        "http2-settings", "proxy-authorization", "proxy-authenticate", "proxy-authentication-info",
    ]

    /// Compares lengths first: that is less than to hash the name.
    static func isName(_ name: String) -> Bool {
        let count = name.utf8.count
        return names.contains { $0.utf8.count == count && $0 == name }
    }
}
