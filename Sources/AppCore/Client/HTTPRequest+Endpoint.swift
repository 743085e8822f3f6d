import Foundation
import HTTPTypes
import WireFormats

extension HTTPRequest {
    /// The request of an endpoint on a server; the endpoint's own headers replace common ones.
    ///
    /// - Throws: `.invalidRequest` if the path or the query is invalid in a request line.
    init(_ endpoint: Endpoint, at base: BaseURL, commonHeaders: HTTPFields) throws(APIError) {
        guard endpoint.path.hasPrefix("/"),
            endpoint.path.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && !"?#".utf8.contains($0) })
        else {
            throw APIError(
                .invalidRequest,
                message: "The path must begin with \"/\", without control characters, \"?\" and \"#\".")
        }
        var headers = commonHeaders
        for name in Set(endpoint.headers.map(\.name)) {
            headers[fields: name] = endpoint.headers[fields: name]
        }
        if headers[.accept] == nil { headers[.accept] = "\(endpoint.mediaType), */*;q=0.5" }
        // Characters that are invalid in a path are encoded; the rest, including `%`, stays.
        let path = PercentCode.encoded(endpoint.path) { byte in
            byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
        }
        let query = endpoint.query.isEmpty ? "" : "?" + QueryItem.encoded(endpoint.query)
        self.init(
            method: endpoint.method, scheme: base.scheme, authority: base.authority,
            path: base.pathPrefix + path + query, headerFields: headers)
    }

    /// The request on another server, if it is on `old`; unchanged otherwise.
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
}

extension URL {
    /// The host in lower case and the port, as in a request: an IPv6 address is in brackets, which `host` omits (RFC
    /// 3986 section 3.2.2). Nil without a host.
    package var httpAuthority: String? {
        guard let host = host(percentEncoded: true)?.lowercased(), !host.isEmpty else { return nil }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return port.map { "\(name):\($0)" } ?? name
    }

    /// The path and the query as in a request; `/` for an empty path.
    package var httpPath: String {
        let path = path(percentEncoded: true)
        return (path.isEmpty ? "/" : path) + (query(percentEncoded: true).map { "?" + $0 } ?? "")
    }
}

/// One name and value of a query, not encoded: encoding happens when the request is built.
package struct QueryItem: Sendable, Hashable {
    package var name: String
    /// The value; nil for a name without `=`.
    package var value: String?
    /// The percent-encoded value if some reserved characters must stay: the commas of a list (RFC 6570 section 3.2.8),
    /// and those of `allowReserved`.
    package var written: String?

    package init(_ name: String, _ value: String?, written: String? = nil) {
        (self.name, self.value, self.written) = (name, value, written)
    }

    /// The items as the query of a URL, without `?`.
    ///
    /// All characters except RFC 3986's unreserved ones are percent-encoded, so that `+` and space stay distinct,
    /// unless an item has an encoded value.
    package static func encoded(_ items: [QueryItem]) -> String {
        items.map { item in
            let name = PercentCode.encoded(item.name)
            guard let value = item.value else { return name }
            return name + "=" + (item.written ?? PercentCode.encoded(value))
        }.joined(separator: "&")
    }

    /// Reads the query of a URL, without `?`; a `+` is a space, as in forms.
    package static func decoded(_ query: some StringProtocol) -> [QueryItem] {
        FormItem.items(Array(query.utf8)[...]).map { item in
            let value = item.isBare ? nil : String(decoding: item.value, as: UTF8.self)
            return QueryItem(String(decoding: item.name, as: UTF8.self), value)
        }
    }
}
