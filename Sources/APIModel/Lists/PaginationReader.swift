import APIDocument
import WireFormats

/// Finds the pagination of a collection and the parameters that control it.
struct PaginationReader {
    let document: APIDocument

    /// The pagination, and the names of its parameters, which are not filters.
    ///
    /// The first of these counts: a cursor in the reply with its parameter, or a URL; a `Link` header; a page number;
    /// an offset; the last row's id.
    func pagination(of operation: Operation, answer: Schema?) -> (Pagination, Set<String>) {
        let query = document.queryParameters(of: operation)
        func first(_ names: NameClass, isNumber: Bool = false) -> Parameter? {
            query.first { names.has($0.name) && (!isNumber || document.mayBeNumber($0)) }
        }
        let size = document.sizeParameter(of: operation)
        var used = Set([size?.name].compactMap(\.self))
        let asked = Set(query.map { HumanName.key($0.name) })
        let next = answer.flatMap { answer in
            ListWish(operation, in: document)?.next.flatMap { NextPlace(at: $0, in: answer, of: document) }
                ?? NextPlace(in: answer, of: document, asked: asked)
        }
        let cursor = first(PagingNames.cursors) ?? next?.parameter.flatMap { first(NameClass($0)) }
        let page = first(PagingNames.pages, isNumber: true)
        let offset =
            first(PagingNames.offsets, isNumber: true)
            ?? (size == nil ? nil : first(PagingNames.offsetsBesideSize, isNumber: true))
        let leads = [cursor, page, offset].compactMap { $0?.name }
        let back = query.map(\.name).filter(PagingNames.backward.has)
        if let next, cursor != nil || next.isURL {
            return (.cursor(parameter: leads.first ?? "cursor", next: next.pointer), used.union(leads).union(back))
        }
        if operation.success?.headers.contains(where: { $0.name.lowercased() == "link" }) == true {
            return (.link, used.union(leads))
        }
        if let page {
            let schema = document.resolve(page.schema)
            let said = schema.default?.intValue ?? schema.minimum?.value.int
            let first =
                said.map { $0 == 0 ? 0 : 1 } ?? (HumanName.key(page.name).hasSuffix("index") ? 0 : document.firstPage)
            let count = size.flatMap { document.resolve($0.schema).default?.intValue }.map(plausible)
            used.insert(page.name)
            return (.page(parameter: page.name, first: first, sizeParameter: size?.name, size: count), used)
        }
        if let offset {
            let schema = document.resolve(offset.schema)
            let first = (schema.minimum?.value.int ?? schema.default?.intValue) == 1 ? 1 : 0
            used.insert(offset.name)
            return (.offset(parameter: offset.name, limitParameter: size?.name, limit: rows(size), first: first), used)
        }
        if let row = lastRow(query, size, operation, answer) {
            return (row, used.union(row.parameters).union(back))
        }
        // Without a paging parameter, only a URL can select the next page.
        guard let next, next.mayBeURL else { return (.none, []) }
        return (.cursor(parameter: "", next: next.pointer), used)
    }

    /// The number of rows to request: the default, else 50, within the declared maximum.
    private func rows(_ size: Parameter?) -> Int {
        let limit = size.map { document.resolve($0.schema) }
        return plausible(limit?.default?.intValue ?? min(limit?.maximum?.value.int ?? 50, 50))
    }

    /// Limits a page size to a possible number of rows.
    private func plausible(_ size: Int) -> Int { min(max(size, 1), 100_000) }

    /// Pagination by the id of the last row. The parameter has the name of an id; other names count only beside a page
    /// size or a flag for more pages.
    private func lastRow(
        _ query: [Parameter], _ size: Parameter?, _ operation: Operation, _ answer: Schema?
    ) -> Pagination? {
        func first(_ names: NameClass) -> String? { query.first { names.has($0.name) && mayBeID($0) }?.name }
        let (after, before) = (first(PagingNames.lastRow), first(PagingNames.lastRowDown))
        let names = [after, before].compactMap(\.self)
        guard !names.isEmpty else { return nil }
        let isPlain = names.contains(where: PagingNames.lastRowIDs.has)
        guard case .rows(let place, let row) = document.shape(of: operation), let answer,
            size != nil || isPlain || PageFactPlaces(in: answer, rows: place, of: document).more != nil,
            let id = id(in: row, of: operation.path)
        else { return nil }
        return .lastRow(after: after, before: before, id: id, limitParameter: size?.name, limit: size.map(rows))
    }

    /// The place of a row's id: in the row, or in its `user` object.
    private func id(in row: Schema, of path: PathTemplate) -> JSONPointer? {
        let singular = HumanName.key(HumanName.singular(path.segments.last?.literal ?? ""))
        func id(in object: Schema, _ names: [String]) -> String? {
            let properties = document.resolveChoices(object).properties
            return names.lazy.compactMap { name in properties.first { HumanName.key($0.name) == name }?.name }.first
        }
        if let name = id(in: row, ["id", "uuid", singular + "id"]) { return JSONPointer(tokens: [name]) }
        guard let user = document.resolveChoices(row).properties.first(where: { $0.name == "user" }) else { return nil }
        return id(in: user.schema, ["id", "uuid"]).map { JSONPointer(tokens: [user.name, $0]) }
    }

    private func mayBeID(_ parameter: Parameter) -> Bool {
        let schema = document.resolveChoices(parameter.schema)
        guard schema.format.map({ !$0.hasPrefix("date") && $0 != "time" }) ?? true else { return false }
        return schema.types.isEmpty || schema.types.contains(.string) || schema.types.contains(.integer)
    }
}

extension APIDocument {
    func mayBeNumber(_ parameter: Parameter) -> Bool {
        let types = resolveChoices(parameter.schema).types
        return types.isEmpty || types.contains(.integer) || types.contains(.number)
    }
}

/// The place of the next page's cursor or URL: beside the rows, or in an object that describes the page.
package struct NextPlace {
    /// The place of the cursor or URL.
    package let pointer: JSONPointer
    /// True if the value is certainly a URL.
    package let isURL: Bool
    /// True if the value may be a URL, although neither schema nor name declares it.
    package let mayBeURL: Bool
    /// The key of the query parameter that takes the cursor: it has the cursor's name in the next-page object.
    let parameter: String?

    /// The greatest depth of nested objects, as in `meta.pagination.links.next`.
    private static let depthLimit = 4
    /// The names of the URL or cursor in a next-page object.
    private static let inner = NameClass("cursor after", PagingNames.addresses)

    /// Looks in the reply itself, then in the content of its wrapper, as in `{"data": {"items": [], "nextCursor":
    /// ""}}`.
    ///
    /// - Parameter asked: the keys of the query parameters' names.
    package init?(in answer: Schema, of document: APIDocument, asked: Set<String> = []) {
        let whole = document.resolveChoices(answer)
        var found = Self.find(in: whole, at: .root, Self.depthLimit, asked, document)
        if found == nil {
            let (place, wrapped) = document.unwrapping(whole)
            if place != .root { found = Self.find(in: wrapped, at: place, Self.depthLimit, asked, document) }
        }
        guard let found else { return nil }
        self = found
    }

    /// The place that the document declares in `x-list`.
    init?(at pointer: JSONPointer, in answer: Schema, of document: APIDocument) {
        guard let value = document.part(of: answer, at: pointer).map(document.resolveChoices) else { return nil }
        self.init(pointer, isURL: Self.isAddress(value), mayBeURL: !value.types.contains(.integer))
    }

    private init(_ pointer: JSONPointer, isURL: Bool, mayBeURL: Bool = false, parameter: String? = nil) {
        (self.pointer, self.isURL, self.mayBeURL, self.parameter) = (pointer, isURL, mayBeURL, parameter)
    }

    private static func isAddress(_ value: Schema) -> Bool { ["uri", "uri-reference", "url"].contains(value.format) }

    /// - Parameter depth: the number of levels left to search, this one included.
    private static func find(
        in schema: Schema, at place: JSONPointer, _ depth: Int, _ asked: Set<String>, _ document: APIDocument
    ) -> NextPlace? {
        guard schema.type == .object, depth > 0 else { return nil }
        for name in PagingNames.nexts.names {
            guard let property = schema.properties.first(where: { HumanName.key($0.name) == name }) else { continue }
            let value = document.resolveChoices(property.schema)
            if let next = NextPlace(value, named: name, at: place.appending(property.name), asked) { return next }
        }
        for property in schema.properties where PagingNames.wrappers.has(property.name) {
            let inner = document.resolveChoices(property.schema)
            if let next = find(in: inner, at: place.appending(property.name), depth - 1, asked, document) {
                return next
            }
        }
        return nil
    }

    /// A member with the name of a next page; nil if its type is neither string, integer nor a suitable object.
    private init?(_ value: Schema, named name: String, at pointer: JSONPointer, _ asked: Set<String>) {
        if value.type == .object {
            let own = value.properties.first { asked.contains(HumanName.key($0.name)) }
            guard let member = own ?? value.properties.first(where: { Self.inner.has($0.name) })
            else { return nil }
            self.init(
                pointer.appending(member.name), isURL: PagingNames.addresses.contains(member.name),
                parameter: own.map { HumanName.key($0.name) })
            return
        }
        let isText = value.types.isEmpty || value.types.contains(.string)
        guard isText || value.types.contains(.integer) else { return nil }
        let isInLinks = pointer.tokens.dropLast().last.map { HumanName.key($0) == "links" } ?? false
        let isURL = Self.isAddress(value) || PagingNames.nextURLs.hasKey(name) || isInLinks
        self.init(pointer, isURL: isURL, mayBeURL: isText && ["next", "nextpage"].contains(name))
    }
}
