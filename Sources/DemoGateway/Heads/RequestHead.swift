import HTTPTypes
import NIOHTTP1

/// A request's head, checked: what the connection needs to know of it, and the request as the engine takes it.
///
/// What the parser lets through and what could be read in two ways is refused here: what is forwarded is written anew from
/// these parts, so that nobody behind the gateway reads another request than it did (RFC 9112 section 11.2).
///
/// An object: it is asked at every step, and its texts are then not counted as held once more each time.
final class RequestHead: Sendable {
    /// How long the body is.
    enum Framing: Sendable, Hashable {
        case none
        case length(Int)
        case chunked
    }

    /// Scheme, authority, path and headers, those that concern one connection only among them.
    let request: HTTPRequest
    /// What the client says to the gateway.
    let marks: DemoMarks
    /// How long the body is.
    let framing: Framing
    /// Whether the client wants the connection kept.
    let keepsAlive: Bool
    /// Whether it speaks HTTP/1.1, and so understands chunks.
    let isHTTP11: Bool
    /// Whether the client waits for `100 Continue` before it sends the body.
    let expectsContinue: Bool
    /// Whether the client asks to go on in another protocol, as for a WebSocket.
    let asksForUpgrade: Bool
    /// The client's name for the gateway.
    let authority: HostAuthority?

    /// Checks a parsed head.
    init(_ head: HTTPRequestHead) throws(HeadProblem) {
        isHTTP11 = head.version == .http1_1
        guard isHTTP11 || head.version == .http1_0 else {
            throw HeadProblem(505, "This HTTP version is not spoken here; use HTTP/1.1.")
        }
        guard let method = HTTPRequest.Method(head.method.rawValue) else { throw .badRequest("The method is none.") }
        guard method != .connect else { throw HeadProblem(405, "CONNECT is not answered here: this is no proxy.") }
        guard method != .trace else {
            throw HeadProblem(405, "TRACE is not answered here: it would tell what was sent, secrets and all.")
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
        // After an upgrade that was asked for the parser reads no further.
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
            throw .badRequest("The request's target holds a character no URL has.")
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
