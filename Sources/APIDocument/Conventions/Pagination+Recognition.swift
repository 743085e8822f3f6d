import JSONText

/// Finds out how a collection hands out its rows, and which parameters serve that.
public struct PaginationReader: Sendable {
    let document: APIDocument

    /// A reader of `document`'s collections.
    public init(document: APIDocument) {
        self.document = document
    }

    private static let cursors: Set<String> = [
        "cursor", "nextcursor", "pagecursor", "pageafter", "after", "startingafter", "pagetoken", "nexttoken",
        "nextpagetoken", "continuationtoken", "continuation", "starttoken", "marker", "scrollid",
    ]
    private static let pages: Set<String> = ["page", "pagenumber", "pageno", "pageindex", "p"]
    private static let offsets: Set<String> = ["offset", "skip", "start", "startindex", "startat", "firstresult"]
    private static let sizes: Set<String> = [
        "limit", "perpage", "pagesize", "pagelimit", "size", "count", "take", "top", "maxresults", "maxitems",
        "pagecount",
    ]
    private static let backward: Set<String> = ["before", "prevcursor", "previouscursor", "endingbefore", "pagebefore"]
    // In the order of trust.
    private static let nexts = [
        "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "nextmarker", "endcursor", "nextlink",
        "nexturl", "nextpage", "next", "cursor", "after", "marker", "scrollid",
    ]
    private static let wrappers: Set<String> = [
        "meta", "metadata", "pagination", "paging", "page", "pageinfo", "links", "cursors", "responsemetadata",
    ]

    /// The pagination, and the names of the parameters that are no filters because of it.
    ///
    /// In this order: a cursor in the answer with a parameter that takes it (or that is a URL), a declared `Link` header,
    /// a page number, an offset.
    public func pagination(of operation: Operation, answer: Schema?) -> (Pagination, Set<String>) {
        let query = operation.parameters.filter { $0.location == .query }
        func first(_ names: Set<String>, isNumber: Bool = false) -> Parameter? {
            query.first { parameter in
                names.contains(HumanName.key(parameter.name)) && (!isNumber || mayBeNumber(parameter))
            }
        }
        let size = first(PaginationReader.sizes, isNumber: true)
        var used: Set<String> = []
        if let size { used.insert(size.name) }
        let cursor = first(PaginationReader.cursors)
        let page = first(PaginationReader.pages, isNumber: true)
        let offset = first(PaginationReader.offsets, isNumber: true)
        let next = answer.flatMap { findNext(in: document.resolveChoices($0), at: .root, depth: 0) }
        if let next, cursor != nil || next.isURL {
            let name = (cursor ?? page ?? offset)?.name
            for parameter in [cursor, page, offset] { if let parameter { used.insert(parameter.name) } }
            used.formUnion(query.map(\.name).filter { PaginationReader.backward.contains(HumanName.key($0)) })
            return (.cursor(parameter: name ?? "cursor", next: next.pointer), used)
        }
        if operation.success?.headers.contains(where: { $0.name.lowercased() == "link" }) == true {
            for parameter in [cursor, page, offset] { if let parameter { used.insert(parameter.name) } }
            return (.link, used)
        }
        if let page {
            let schema = document.resolve(page.schema)
            let start = schema.default?.intValue ?? schema.minimum?.value.int ?? 1
            let count = size.flatMap { document.resolve($0.schema).default?.intValue }
            return (
                .page(parameter: page.name, first: start, sizeParameter: size?.name, size: count),
                used.union([page.name])
            )
        }
        if let offset {
            let limit = size.map { document.resolve($0.schema) }
            let count = limit?.default?.intValue ?? min(limit?.maximum?.value.int ?? 50, 50)
            return (
                .offset(parameter: offset.name, limitParameter: size?.name, limit: max(count, 1)),
                used.union([offset.name])
            )
        }
        return (.none, [])
    }

    private func mayBeNumber(_ parameter: Parameter) -> Bool {
        let types = document.resolveChoices(parameter.schema).types
        return types.isEmpty || types.contains(.integer) || types.contains(.number)
    }

    private struct Next {
        let pointer: JSONPointer
        let isURL: Bool
    }

    /// Where the answer says what comes next: beside the rows, or in an object that is about the page.
    private func findNext(in schema: Schema, at place: JSONPointer, depth: Int) -> Next? {
        guard schema.type == .object, depth < 3 else { return nil }
        let properties = schema.properties
        for name in PaginationReader.nexts {
            guard let property = properties.first(where: { HumanName.key($0.name) == name }) else { continue }
            let value = document.resolveChoices(property.schema)
            let pointer = place.appending(property.name)
            if value.type == .object {
                let inner = value.properties.first {
                    ["href", "url", "cursor", "after"].contains(HumanName.key($0.name))
                }
                guard let inner else { continue }
                return Next(pointer: pointer.appending(inner.name), isURL: ["href", "url"].contains(inner.name))
            }
            guard value.types.isEmpty || value.types.contains(.string) || value.types.contains(.integer) else {
                continue
            }
            let isInLinks = place.tokens.last.map { HumanName.key($0) == "links" } ?? false
            let isURL =
                value.format == "uri" || value.format == "uri-reference" || name == "nextlink" || name == "nexturl"
                || isInLinks
            return Next(pointer: pointer, isURL: isURL)
        }
        for property in properties where PaginationReader.wrappers.contains(HumanName.key(property.name)) {
            let inner = document.resolveChoices(property.schema)
            if let next = findNext(in: inner, at: place.appending(property.name), depth: depth + 1) { return next }
        }
        return nil
    }
}
