import APIDocument
import HTTPTypes
import JSONText

extension CollectionEndpoint {
    /// The request of a page; nil is the first.
    func endpoint(for token: PageToken?) -> Endpoint {
        var paged = endpoint
        switch pagination {
        case .page(_, _, let parameter?, let size?): paged.set(parameter, to: String(size))
        case .offset(_, let parameter?, let limit): paged.set(parameter, to: String(limit))
        default: break
        }
        switch (token?.position, pagination) {
        case (.cursor(let cursor)?, .cursor(let parameter, _)): paged.set(parameter, to: cursor)
        case (.page(let number)?, .page(let parameter, _, _, _)): paged.set(parameter, to: String(number))
        case (.offset(let offset)?, .offset(let parameter, _, _)): paged.set(parameter, to: String(offset))
        case (.query(let items)?, _): paged.query = items
        default: break
        }
        return paged
    }

    /// Where the page after this one begins.
    ///
    /// A server that points to the page just read has no next page: following it would never end.
    func token(after token: PageToken?, rows: Int, in response: APIResponse) -> PageToken? {
        let next: PageToken.Position?
        switch pagination {
        case .none:
            next = nil
        case .cursor(_, let pointer):
            next = cursor(response.json?[pointer])
        case .page(_, let first, _, let size):
            var number = first
            if case .page(let read)? = token?.position { number = read }
            next = rows < max(size ?? 1, 1) ? nil : .page(number + 1)
        case .offset(_, _, let limit):
            var offset = 0
            if case .offset(let read)? = token?.position { offset = read }
            next = rows < max(limit, 1) ? nil : .offset(offset + rows)
        case .link:
            next = LinkHeader.next(in: response.head.headerFields).flatMap(query)
        }
        return next.flatMap { $0 == token?.position ? nil : PageToken(position: $0) }
    }

    /// Number of all rows: where the document says, else in members and headers of common names.
    func total(in response: APIResponse) -> Int? {
        guard let json = response.json else { return nil }
        if let total { return json[total]?.intValue }
        if json.objectValue != nil {
            for holder in [json, json["meta"], json["pagination"], json["page"]].compactMap(\.self) {
                for name in ["total", "totalCount", "total_count", "totalElements", "count"] {
                    if let total = holder[name]?.intValue, total >= 0 { return total }
                }
            }
        }
        return HTTPField.Name("X-Total-Count").flatMap { response.head.headerFields[$0] }.flatMap { Int($0) }
    }

    private func cursor(_ value: JSONValue?) -> PageToken.Position? {
        switch value {
        case .string(let text)? where !text.isEmpty:
            let isURL = text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("/")
            return isURL && text.contains("?") ? query(text) : .cursor(text)
        case .number(let number)?:
            return .cursor(number.text)
        default:
            return nil
        }
    }

    /// The query of a URL the server gave. Only the query: calls stay at this server and below this path.
    private func query(_ url: String) -> PageToken.Position? {
        guard let mark = url.firstIndex(of: "?") else { return nil }
        let items = QueryItem.decoded(url[url.index(after: mark)...].prefix { $0 != "#" })
        return items.isEmpty ? nil : .query(items)
    }
}

extension Endpoint {
    /// Puts a query item in place of those of the same name.
    fileprivate mutating func set(_ name: String, to value: String) {
        query.removeAll { $0.name == name }
        query.append(QueryItem(name, value))
    }
}
