import Foundation
import HTTPTypes
import WireFormats

extension HTTPRequest {
    /// The request of an endpoint on a server; the endpoint's own headers win over the common ones.
    ///
    /// - Throws: `.invalidRequest` when the path or the query could not be written in a request line.
    init(_ endpoint: Endpoint, at base: BaseURL, commonHeaders: HTTPFields) throws(APIError) {
        guard endpoint.path.hasPrefix("/") else {
            throw APIError(.invalidRequest, message: "The path \"\(endpoint.path)\" must begin with \"/\".")
        }
        guard endpoint.path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw APIError(.invalidRequest, message: "The path holds a control character; remove it.")
        }
        guard !endpoint.path.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            throw APIError(.invalidRequest, message: "The path holds \"?\" or \"#\"; write them %3F and %23.")
        }
        var headers = commonHeaders
        for name in Set(endpoint.headers.map(\.name)) {
            headers[fields: name] = endpoint.headers[fields: name]
        }
        // What may not stand in a path at all is encoded; the rest is as it was given, `%` included.
        let path = PercentCode.encoded(endpoint.path) { byte in
            byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
        }
        let query = endpoint.query.isEmpty ? "" : "?" + QueryItem.encoded(endpoint.query)
        self.init(
            method: endpoint.method,
            scheme: base.scheme,
            authority: base.authority,
            path: base.pathPrefix + path + query,
            headerFields: headers
        )
    }

    /// The request at another server, if it is one of `old`; any other is left as it is.
    func moved(from old: BaseURL, to new: BaseURL) -> HTTPRequest {
        guard scheme == old.scheme, authority == old.authority, let path, path.hasPrefix(old.pathPrefix) else {
            return self
        }
        var moved = self
        moved.scheme = new.scheme
        moved.authority = new.authority
        moved.path = new.pathPrefix + path.dropFirst(old.pathPrefix.count)
        return moved
    }

    /// The path without query.
    var pathAlone: String {
        guard let path else { return "" }
        return String(path.prefix { $0 != "?" })
    }
}

extension HTTPField.Name {
    /// A header name from text a person typed.
    ///
    /// - Throws: `.invalidRequest` naming it when it is no token of RFC 9110 section 5.6.2.
    package static func checked(_ text: String) throws(APIError) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else {
            throw APIError(
                .invalidRequest, message: "\"\(text)\" cannot be a header name; use letters, digits and dashes.")
        }
        return name
    }
}

extension HTTPField {
    /// A header value from text a person typed.
    ///
    /// - Throws: `.invalidRequest` naming the header when the value holds CR, LF or NUL (RFC 9110 section 5.5): sent as
    ///   they are they would begin another header.
    package static func checkedValue(_ text: String, of name: String) throws(APIError) -> String {
        guard text.utf8.contains(where: { $0 == 0 || $0 == 10 || $0 == 13 }) else { return text }
        throw APIError(.invalidRequest, message: "The header \(name) holds a line break or a NUL byte; remove it.")
    }
}

extension URL {
    /// The host, in small letters, and the port as a request names them: an IPv6 address in brackets, which `host` leaves
    /// out (RFC 3986 section 3.2.2). Nil without a host.
    package var httpAuthority: String? {
        guard let host = host(percentEncoded: true)?.lowercased(), !host.isEmpty else { return nil }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }

    /// The path and the query as a request names them; `/` where there is no path.
    package var httpPath: String {
        let path = path(percentEncoded: true)
        return (path.isEmpty ? "/" : path) + (query(percentEncoded: true).map { "?" + $0 } ?? "")
    }
}
