import HTTPTypes
import NIOHTTP1
import ReplyHeads
import WireFormats

/// A forwarded request: written anew from its parts, without the headers of the client's connection, and with those a
/// gateway adds (RFC 9110 section 7.6).
struct OutgoingRequest: Sendable {
    let method: String
    let path: String
    let headers: HTTPFields
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
        var headers = HTTPFields(endToEnd: request.headerFields)
        headers[.contentLength] = nil
        headers[.expect] = nil
        headers.append(HTTPField(name: .via, value: "\(head.version) \(pseudonym)"))
        if let address { headers.append(HTTPField(name: .forwardedFor, value: address)) }
        if headers[.forwardedProtocol] == nil { headers[.forwardedProtocol] = head.request.scheme }
        if headers[.forwardedHost] == nil, let authority = head.authority {
            headers[.forwardedHost] = authority.host + (authority.port.map { ":\($0)" } ?? "")
        }
        self.headers = headers
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
        var fields = HTTPHeaders()
        fields.reserveCapacity(headers.count + 2)
        fields.add(name: "Host", value: server.authority)
        for field in headers { fields.add(name: field.name.rawName, value: field.value) }
        switch framing {
        // RFC 9110 section 8.6.
        case .none:
            if !["GET", "HEAD", "DELETE"].contains(method) { fields.add(name: "Content-Length", value: "0") }
        case .length(let count): fields.add(name: "Content-Length", value: String(count))
        case .chunked: fields.add(name: "Transfer-Encoding", value: "chunked")
        }
        return HTTPRequestHead(
            version: .http1_1, method: HTTPMethod(rawValue: method), uri: path, headers: fields)
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
        var fields = HTTPFields(endToEnd: received)
        let isFramed = received.contains { $0.name == .transferEncoding }
        length = isFramed ? nil : fields[.contentLength].flatMap { Int($0) }
        if let upstream, let location = fields[.location], location.hasPrefix(upstream.origin) {
            let rest = location.dropFirst(upstream.origin.count)
            if rest.isEmpty || "/?#".contains(rest.first ?? "/") {
                fields[.location] = rest.hasPrefix("/") ? String(rest) : "/" + rest
            }
        }
        headers = fields
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

extension HTTPFields {
    /// The given fields without those of a single connection: those of RFC 9110 section 7.6.1, and those that
    /// `Connection` names.
    init(endToEnd fields: some Collection<HTTPField>) {
        let named = fields.lazy.filter { $0.name == .connection }.flatMap { field in
            field.value.lowercased().utf8.split { ", \t".utf8.contains($0) }.compactMap { String($0) }
        }
        let names = Self.hopByHop.union(named.filter { !Self.kept.contains($0) })
        self.init()
        for field in fields where !names.contains(field.name.canonicalName) { append(field) }
    }

    private static let hopByHop: Set<String> = [
        "connection", "proxy-connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
        "http2-settings", "proxy-authorization", "proxy-authenticate", "proxy-authentication-info",
    ]
    /// Framing and host, which the client must not remove.
    private static let kept: Set<String> = ["content-length", "host", "via"]
}
