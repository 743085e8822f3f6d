import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A request as it leaves for a server: written anew from its parts, without what concerned the client's connection, and
/// with what a gateway adds (RFC 9110 section 7.6).
struct OutgoingRequest: Sendable {
    let method: String
    let url: String
    let headers: HTTPFields

    /// - Parameters:
    ///   - request: where it goes, with all headers it came with.
    ///   - authority: the client's name for the gateway.
    ///   - address: the client's own address.
    ///   - isHTTP11: whether it came by HTTP/1.1.
    ///   - pseudonym: names this gateway in `Via`.
    init(_ request: HTTPRequest, authority: HostAuthority?, address: String?, isHTTP11: Bool, pseudonym: String) {
        method = request.method.rawValue
        url = "\(request.scheme ?? "http")://\(request.authority ?? "")\(Self.escaped(request.path ?? "/"))"
        var headers = request.headerFields.withoutHopByHop()
        headers[.contentLength] = nil
        headers[.expect] = nil
        headers.append(HTTPField(name: .via, value: "\(isHTTP11 ? "1.1" : "1.0") \(pseudonym)"))
        if let address { headers.append(HTTPField(name: .forwardedFor, value: address)) }
        if headers[.forwardedProtocol] == nil { headers[.forwardedProtocol] = "http" }
        if headers[.forwardedHost] == nil, let authority {
            headers[.forwardedHost] = authority.host + (authority.port.map { ":\($0)" } ?? "")
        }
        self.headers = headers
    }

    /// Bytes that no URL has stand as escapes, as every client but the hastiest writes them.
    private static func escaped(_ path: String) -> String {
        guard path.utf8.contains(where: { $0 >= 0x80 || "\"<>\\^`{|}".utf8.contains($0) }) else { return path }
        return path.utf8.reduce(into: "") { text, byte in
            if byte >= 0x80 || "\"<>\\^`{|}".utf8.contains(byte) {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            } else {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }

    /// The request as the client takes it.
    /// - Throws: what it finds wrong with the URL.
    func request(_ body: HTTPClient.Body?) throws -> HTTPClient.Request {
        var fields = HTTPHeaders()
        for field in headers { fields.add(name: field.name.rawName, value: field.value) }
        return try HTTPClient.Request(url: url, method: HTTPMethod(rawValue: method), headers: fields, body: body)
    }
}
