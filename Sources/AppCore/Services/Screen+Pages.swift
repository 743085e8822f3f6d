import APIModel
import HTTPTypes
import WireFormats

extension Screen {
    /// The request of a page of its rows; nil for the first.
    ///
    /// - Parameter endpoint: the GET of the list, with the user's filters and without pagination parameters.
    func endpoint(_ endpoint: Endpoint, for token: PageToken?) -> Endpoint {
        var paged = endpoint
        switch pagination {
        case .page(_, _, let parameter?, let size?): paged.set(parameter, to: String(size))
        case .offset(_, let parameter?, let limit, _), .lastRow(_, _, _, let parameter?, let limit?):
            paged.set(parameter, to: String(limit))
        default: break
        }
        switch (token?.position, pagination) {
        case (.cursor(let cursor)?, .cursor(let parameter, _)): paged.set(parameter, to: cursor)
        case (.page(let number)?, .page(let parameter, _, _, _)): paged.set(parameter, to: String(number))
        case (.offset(let offset)?, .offset(let parameter, _, _, let first)):
            paged.set(parameter, to: String(offset + first))
        case (.row(let id, let parameter)?, .lastRow): paged.set(parameter, to: id)
        case (.query(let items)?, _): paged.query = items
        default: break
        }
        return paged
    }

    func page(_ token: PageToken?, rows: [JSONValue], in response: APIResponse) -> Page {
        let facts = PageFacts(response, rows: rows.count, at: self.facts)
        let total = facts.total
        let next = next(after: token, rows, facts, response)
        // In a paginated list, a total may include more rows than its pages do.
        let isBelowTotal = pagination == .none && total.map { rows.count < $0 } ?? false
        let isCutOff = next == nil && !rows.isEmpty && (facts.hasMore ?? isBelowTotal)
        return Page(rows: rows, next: next, total: total, isCutOff: isCutOff)
    }

    /// The place of the page after this one.
    ///
    /// A server that names the page just read as the next one has no next page: following it would never end.
    private func next(
        after token: PageToken?, _ rows: [JSONValue], _ facts: PageFacts, _ response: APIResponse
    ) -> PageToken? {
        guard facts.hasMore != false else { return nil }
        let next: PageToken.Position?
        // Without a declared page size, the first page shows it.
        let full = token == nil ? rows.count : token?.full
        func linked() -> PageToken.Position? { LinkHeader.next(in: response.head.headerFields).flatMap(query) }
        switch pagination {
        case .none, .link:
            next = linked()
        case .cursor(let parameter, let pointer):
            let found = cursor(response.json?[pointer])
            let isAddress = if case .query? = found { true } else { false }
            next = isAddress || !parameter.isEmpty ? found : linked()
        case .page(_, let first, _, let declared):
            let size = declared ?? token?.full
            // The server's number of its first page takes precedence over the document.
            var number = facts.number == 0 && token == nil ? 0 : first
            if case .page(let read)? = token?.position { number = read }
            next =
                isLast(rows.count, size, facts, read: max(0, number - first) * (size ?? 0))
                ? nil : .page(number + 1)
        case .offset(_, _, let limit, _):
            var offset = 0
            if case .offset(let read)? = token?.position { offset = read }
            next = isLast(rows.count, limit, facts, read: offset) ? nil : .offset(offset + rows.count)
        case .lastRow(_, _, let id, _, let limit):
            next = isLast(rows.count, limit ?? token?.full, facts, read: 0) ? nil : lastRow(rows, id)
        }
        return next.flatMap { $0 == token?.position ? nil : PageToken(position: $0, full: full) }
    }

    /// True for the last page: the server declares it, or the page is not full.
    private func isLast(_ rows: Int, _ size: Int?, _ facts: PageFacts, read: Int) -> Bool {
        guard rows > 0 else { return true }
        if facts.hasMore == true { return false }
        // A server may return fewer rows than requested.
        if let total = facts.total, size != nil { return read + rows >= total }
        return rows < max(size ?? 1, 1)
    }

    /// The last row's id, in the parameter that fits the order of the rows.
    private func lastRow(_ rows: [JSONValue], _ id: JSONPointer) -> PageToken.Position? {
        guard let last = rows.last?[id]?.scalarText, !last.isEmpty, let first = rows.first?[id]?.scalarText,
            let parameter = pagination.parameter(behind: last, from: first)
        else { return nil }
        return .row(id: last, parameter: parameter)
    }

    private func cursor(_ value: JSONValue?) -> PageToken.Position? {
        switch value {
        case .string(let text)? where !text.isEmpty:
            let isURL = text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("/")
            return (isURL && text.contains("?")) || text.hasPrefix("?") ? query(text) : .cursor(text)
        case .number(let number)?:
            return .cursor(number.text)
        default:
            return nil
        }
    }

    /// The query of a URL from the server. Only the query is used: calls stay on this server and path.
    private func query(_ url: String) -> PageToken.Position? {
        guard let mark = url.firstIndex(of: "?") else { return nil }
        let items = QueryItem.decoded(url[url.index(after: mark)...].prefix { $0 != "#" })
        return items.isEmpty ? nil : .query(items)
    }
}

extension Endpoint {
    fileprivate mutating func set(_ name: String, to value: String) {
        query.removeAll { $0.name == name }
        query.append(QueryItem(name, value))
    }
}
