import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import WireFormats

/// A forwarded request: written anew from its parts, without the headers of the client's connection, and with those a
/// gateway adds (RFC 9110 section 7.6).
struct OutgoingRequest: Sendable {
    let method: String
    let url: String
    let headers: HTTPFields

    /// - Parameters:
    ///   - request: the request at its target, with all received headers.
    ///   - authority: the client's name for the gateway.
    ///   - address: the client's address.
    ///   - isHTTP11: true if it arrived by HTTP/1.1.
    ///   - pseudonym: this gateway's name in `Via`.
    init(_ request: HTTPRequest, authority: HostAuthority?, address: String?, isHTTP11: Bool, pseudonym: String) {
        method = request.method.rawValue
        // The URL type escapes the whole path once more if it finds one byte that URLs cannot have.
        let path = PercentCode.completed(request.path ?? "/", keeping: "!$&'()*+,;=:@/?")
        url = "\(request.scheme ?? "http")://\(request.authority ?? "")\(path)"
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

    /// - Throws: the client's error about the URL.
    func request(_ body: HTTPClient.Body?) throws -> HTTPClient.Request {
        var fields = HTTPHeaders()
        for field in headers { fields.add(name: field.name.rawName, value: field.value) }
        return try HTTPClient.Request(url: url, method: HTTPMethod(rawValue: method), headers: fields, body: body)
    }
}
