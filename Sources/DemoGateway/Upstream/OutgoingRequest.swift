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

    /// Bytes that no URL has stand as escapes; escapes stay as they are. The URL type escapes the whole path once more where
    /// it finds a single byte it does not know.
    private static func escaped(_ path: String) -> String {
        let bytes = Array(path.utf8)
        func isHex(_ index: Int) -> Bool { index < bytes.count && Character(Unicode.Scalar(bytes[index])).isHexDigit }
        func isKept(_ index: Int) -> Bool {
            bytes[index] == UInt8(ascii: "%") ? isHex(index + 1) && isHex(index + 2) : isOfURL(bytes[index])
        }
        guard !bytes.indices.allSatisfy(isKept) else { return path }
        let digits = Array("0123456789ABCDEF".utf8)
        let result = bytes.indices.flatMap { index -> [UInt8] in
            let byte = bytes[index]
            return isKept(index) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether a byte stands for itself in a path or a query (RFC 3986 sections 3.3 and 3.4).
    private static func isOfURL(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
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
