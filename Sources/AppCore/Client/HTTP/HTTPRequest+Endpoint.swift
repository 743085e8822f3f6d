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
