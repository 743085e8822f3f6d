import HTTPTypes
import NIOHTTP1

///
/// A checked request head: the framing for the connection, and the request for the engine.
///
/// Ambiguous heads that the parser accepts are refused here. Forwarded requests are written anew from these parts, so
/// that no server reads them differently (RFC 9112 section 11.2).
///
/// A class, because it is read at every step, and copies would retain each string.
final class RequestHead: Sendable {
    enum Framing: Sendable, Hashable {
        case none
        case length(Int)
        case chunked
    }

    /// With all headers, including those of the connection.
    let request: HTTPRequest
    let marks: DemoMarks
    let framing: Framing
    /// True if the client wants to keep the connection.
    let keepsAlive: Bool
    /// True if the client speaks HTTP/1.1, and so understands chunks.
    let isHTTP11: Bool
    /// True if the client waits for `100 Continue` before it sends the body.
    let expectsContinue: Bool
    /// True if the client asks for another protocol, such as WebSocket.
    let asksForUpgrade: Bool
    /// The client's name for the gateway.
    let authority: HostAuthority?

    init(_ head: HTTPRequestHead) throws(HeadProblem) {
        isHTTP11 = head.version == .http1_1
        guard isHTTP11 || head.version == .http1_0 else {
            throw HeadProblem(505, "This HTTP version is not supported; use HTTP/1.1.")
        }
        guard let method = HTTPRequest.Method(head.method.rawValue) else {
            throw .badRequest("The method is not valid.")
        }
        guard method != .connect else { throw HeadProblem(405, "CONNECT is not supported: this is not a proxy.") }
        guard method != .trace else {
            throw HeadProblem(405, "TRACE is not supported: it would repeat the request with its secrets.")
        }
        var scan = HeaderScan()
        for (name, value) in head.headers { try scan.add(name, value) }
        framing = try scan.framing(isHTTP11: isHTTP11)
        expectsContinue = try scan.expectsContinue(isHTTP11: isHTTP11)
        let target = try RequestTarget(head.uri, method: method)
        authority = try scan.authority(target, isHTTP11: isHTTP11)
        request = HTTPRequest(
            method: method, scheme: "http", authority: scan.host ?? target.authority, path: target.path,
            headerFields: scan.fields)
        marks = scan.marks
        asksForUpgrade = scan.asksForUpgrade
        // After a requested upgrade the parser reads no further.
        keepsAlive = head.isKeepAlive && !scan.asksForUpgrade
    }
}

/// A request's target, in origin form (RFC 9112 section 3.2).
struct RequestTarget: Hashable {
    let path: String
    /// The authority of an absolute form.
    let authority: String?

    init(_ uri: String, method: HTTPRequest.Method) throws(HeadProblem) {
        guard uri.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "#") }) else {
            throw .badRequest("The request's target has a character that URLs cannot have.")
        }
        if uri.hasPrefix("/") {
            path = uri
            authority = nil
        } else if uri == "*", method == .options {
            path = uri
            authority = nil
        } else if let mark = uri.firstRange(of: "://"), uri[..<mark.lowerBound].lowercased() == "http" {
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
