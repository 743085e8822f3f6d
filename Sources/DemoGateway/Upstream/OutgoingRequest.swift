import HTTPTypes
import NIOHTTP1
import ReplyHeads
import WireFormats

/// A forwarded request: rebuilt from its parts, without the headers of the client's connection, and with those that a
/// gateway adds (RFC 9110 section 7.6).
struct OutgoingRequest: Sendable {
    let method: String
    let path: String
    let headers: [HTTPField]
    let server: UpstreamConnections.Server

    /// - Parameters:
    ///   - request: the request for the upstream, with all received headers.
    ///   - head: the head as received.
    ///   - address: the client's address.
    ///   - pseudonym: this gateway's name in `Via`.
    init(_ request: HTTPRequest, from head: RequestHead, address: String?, pseudonym: String) {
        method = request.method.rawValue
        // As it came, because a signature may cover it; only bytes that would end the line are escaped.
        let target = request.path ?? "/"
        let isLine = target.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        path = isLine ? target : PercentCode.completed(target, keeping: "!$&'()*+,;=:@/?")
        server = .init(scheme: request.scheme ?? "http", authority: request.authority ?? "")
        var ends = EndToEnd(capacity: request.headerFields.count + 4)
        for field in request.headerFields where field.name != .contentLength && field.name != .expect {
            ends.add(field)
        }
        var fields = ends.fields
        fields.append(HTTPField(name: .via, value: "\(head.version) \(pseudonym)"))
        if let address { fields.append(HTTPField(name: .forwardedFor, value: address)) }
        if let scheme = head.request.scheme, !fields.contains(where: { $0.name == .forwardedProtocol }) {
            fields.append(HTTPField(name: .forwardedProtocol, value: scheme))
        }
        if let authority = head.authority, !fields.contains(where: { $0.name == .forwardedHost }) {
            fields.append(HTTPField(name: .forwardedHost, value: authority.description))
        }
        headers = fields
    }

    /// The head of a WebSocket request. The client's extensions are not forwarded: the gateway cannot decode them.
    var socketHead: HTTPRequestHead {
        var fields = HTTPHeaders([("Host", server.authority), ("Upgrade", "websocket"), ("Connection", "Upgrade")])
        for field in headers where field.name != .secWebSocketExtensions {
            fields.add(name: field.name.rawName, value: field.value)
        }
        return HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: fields)
    }

    /// - Parameter framing: the framing of the body.
    func head(_ framing: RequestHead.Framing) -> HTTPRequestHead {
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
        var ends = EndToEnd(capacity: head.headers.count)
        for (name, value) in head.headers {
            if let name = HTTPField.Name(name) { ends.add(HTTPField(name: name, value: value)) }
        }
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        var lengths: [Int?] = []
        for var field in ends.fields {
            switch field.name.canonicalName {
            case "content-length": lengths.append(Int(field.value))
            case "location": field.value = upstream?.own(field.value) ?? field.value
            default: break
            }
            fields.append(field)
        }
        length = ends.hasTransferCoding || lengths.count > 1 ? nil : lengths.first ?? nil
        headers = fields
    }
}

extension UpstreamServer {
    /// The path of a redirect to this server; nil for other servers.
    fileprivate func own(_ location: String) -> String? {
        guard location.hasPrefix(origin) else { return nil }
        let rest = location.dropFirst(origin.count)
        guard rest.isEmpty || "/?#".contains(rest.first ?? "/") else { return nil }
        return rest.hasPrefix("/") ? String(rest) : "/" + rest
    }
}

/// Collects fields except those of a single connection: those of RFC 9110 section 7.6.1, and those that `Connection`
/// names.
private struct EndToEnd {
    private var kept: [HTTPField] = []
    private var named: [String] = []
    private(set) var hasTransferCoding = false

    init(capacity: Int) { kept.reserveCapacity(capacity) }

    var fields: [HTTPField] {
        named.isEmpty ? kept : kept.filter { !named.contains($0.name.canonicalName) }
    }

    mutating func add(_ field: HTTPField) {
        let name = field.name.canonicalName
        guard HopByHop.isName(name) else { return kept.append(field) }
        if name == "transfer-encoding" { hasTransferCoding = true }
        guard name == "connection", !HopByHop.isName(field.value) else { return }
        for part in field.value.lowercased().utf8.split(whereSeparator: { ", \t".utf8.contains($0) }) {
            guard let name = String(part), !HopByHop.kept.contains(name) else { continue }
            named.append(name)
        }
    }
}

private enum HopByHop {
    /// Framing and host, which `Connection` must not remove.
    static let kept: Set<String> = ["content-length", "host", "via"]
    private static let names = [
        "connection", "proxy-connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
        "http2-settings", "proxy-authorization", "proxy-authenticate", "proxy-authentication-info",
    ]
    /// A bit for each length of a name, because few other fields have one of these lengths.
    private static let lengths: UInt32 = names.reduce(0) { $0 | 1 << $1.utf8.count }

    static func isName(_ name: String) -> Bool {
        let count = name.utf8.count
        return count < 32 && lengths & 1 << UInt32(count) != 0 && names.contains(name)
    }
}
