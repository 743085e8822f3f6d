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
        if headers[.accept] == nil { headers[.accept] = "\(endpoint.mediaType), */*;q=0.5" }
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

/// One name and value of a query, raw: encoding happens when the request is written.
package struct QueryItem: Sendable, Hashable {
    /// Name of the parameter.
    package var name: String
    /// Value, or nil for a name without `=`.
    package var value: String?
    /// The value percent-encoded already, where characters stay that otherwise are encoded: the commas of a list
    /// (RFC 6570 section 3.2.8), and what `allowReserved` allows.
    package var written: String?

    /// Creates an item of a raw name and value.
    package init(_ name: String, _ value: String?, written: String? = nil) {
        self.name = name
        self.value = value
        self.written = written
    }

    /// The items as the query of a URL, without `?`.
    ///
    /// Everything but RFC 3986's unreserved characters is percent-encoded, so `+` and space cannot be confused, unless an
    /// item says how it is written.
    package static func encoded(_ items: [QueryItem]) -> String {
        items.map { item in
            let name = PercentCode.encoded(item.name)
            guard let value = item.value else { return name }
            return name + "=" + (item.written ?? PercentCode.encoded(value))
        }.joined(separator: "&")
    }

    /// Reads the query of a URL, without `?`; a `+` is a blank, as forms write it.
    package static func decoded(_ query: some StringProtocol) -> [QueryItem] {
        FormItem.items(Array(query.utf8)[...]).map { item in
            let value = item.isBare ? nil : String(decoding: item.value, as: UTF8.self)
            return QueryItem(String(decoding: item.name, as: UTF8.self), value)
        }
    }
}
