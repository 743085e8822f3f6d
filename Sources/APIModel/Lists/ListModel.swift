import APIDocument
import HTTPTypes
import WireFormats

/// A list that an operation returns: its rows and its pagination. Read once per operation.
package struct ListModel: Sendable {
    /// The place of the rows in the reply.
    package let rows: JSONPointer
    /// The schema of a row, resolved.
    package let row: Schema
    /// The schema of the whole reply, unresolved.
    package let answer: Schema
    package let pagination: Pagination
    /// Query parameters that choose a page; they are not filters.
    package let pagingParameters: Set<String>
    /// The unit that the paging parameter counts in.
    package let step: PageStep
    /// The places of the total, and of the flag for another page.
    package let facts: PageFactPlaces
}

extension APIDocument {
    /// The list that an operation returns; nil for an item.
    package func list(of operation: Operation) -> ListModel? {
        memo.value(for: operation.id) {
            guard case .rows(let place, let row) = shape(of: operation), let answer = answer(of: operation) else {
                return nil as ListModel?
            }
            return list(of: operation, rows: place, row, in: answer)
        }
    }

    /// The list with its rows at a given place.
    package func list(of operation: Operation, rows: JSONPointer, _ row: Schema, in answer: Schema) -> ListModel {
        let (pagination, parameters) = PaginationReader(document: self).pagination(of: operation, answer: answer)
        var facts = PageFactPlaces(in: answer, rows: rows, of: self)
        facts.total = ListWish(operation, in: self)?.total ?? facts.total
        return ListModel(
            rows: rows, row: row, answer: answer, pagination: pagination, pagingParameters: parameters,
            step: operation.pageStep(of: pagination, in: self), facts: facts)
    }

    /// The list that a `POST` such as `/orders/search` selects rows of; nil for other operations. Both have the same reply.
    package func listSearched(by operation: Operation) -> Operation? {
        let path = operation.path
        guard operation.method == .post, let word = path.segments.last?.literal, NameClass.searching.has(word),
            let list = read(at: path.prefix(path.segments.count - 1).shape), self.list(of: list) != nil,
            let answer = answer(of: operation), answer == self.answer(of: list)
        else { return nil }
        return list
    }

    /// The schema of the successful reply, or one inferred from its first example.
    package func answer(of operation: Operation) -> Schema? {
        guard let media = operation.success?.json else { return nil }
        if let schema = media.schema { return schema }
        return media.examples.compactMap(\.value).first.map(Schema.inferred(from:))
    }

    /// The item that an operation returns, and its place; for other replies, the content of the wrapper.
    package func item(of operation: Operation, _ schema: Schema) -> (place: JSONPointer, schema: Schema) {
        if case .item(let place, let itemSchema) = shape(of: operation) { return (place, itemSchema) }
        return unwrapping(schema)
    }

    /// The query parameter for the number of rows on a page.
    package func sizeParameter(of operation: Operation) -> Parameter? {
        queryParameters(of: operation).first { PagingNames.sizes.has($0.name) && mayBeNumber($0) }
    }

    /// True if the next-page member at this place holds a URL, by its schema or its name.
    package func leadsByAddress(_ pointer: JSONPointer, of answer: Schema) -> Bool {
        NextPlace(in: answer, of: self).map { $0.pointer == pointer && $0.isURL } ?? false
    }
}

/// The extension `x-list` of an operation: the places of the rows, of the next page's URL or cursor, and of the total.
///
/// They are JSON pointers into the reply: `x-list: {rows: /data/orders, next: /meta/after, total: /meta/count}`.
package struct ListWish: Sendable {
    package let rows: JSONPointer?
    package let next: JSONPointer?
    package let total: JSONPointer?
    /// Its problems, with places below the operation.
    package private(set) var complaints: [(message: String, place: [String])] = []

    /// Nil for an operation without `x-list`.
    package init?(_ operation: Operation, in document: APIDocument) {
        guard let written = operation.list else { return nil }
        var complaints: [(message: String, place: [String])] = []
        guard let object = written.objectValue else {
            (rows, next, total) = (nil, nil, nil)
            self.complaints = [("\"x-list\" must be an object such as {rows: /data}", [])]
            return
        }
        for key in object.keys where !["rows", "next", "total"].contains(key) {
            complaints.append(("\"x-list\" has no key \"\(key)\"; it has rows, next and total", [key]))
        }
        let answer = document.answer(of: operation) ?? .any
        func pointer(_ name: String) -> (JSONPointer, Schema)? {
            guard let value = object[name] else { return nil }
            do {
                let pointer = try JSONPointer(value.stringValue ?? "?")
                if let part = document.part(of: answer, at: pointer) { return (pointer, document.resolveChoices(part)) }
                complaints.append(("the answer has nothing at \"\(pointer)\"", [name]))
            } catch {
                complaints.append(("\"\(name)\" must be a JSON pointer such as /data", [name]))
            }
            return nil
        }
        let list = pointer("rows")
        if let list, list.1.type != .array {
            complaints.append(("the answer has no array at \"\(list.0)\"", ["rows"]))
        }
        rows = list.flatMap { $0.1.type == .array ? $0.0 : nil }
        next = pointer("next")?.0
        total = pointer("total")?.0
        self.complaints = complaints
    }
}

extension APIDocument {
    /// The problems of all `x-list` extensions, with the path of each in the document.
    package var listComplaints: [(message: String, pointer: JSONPointer)] {
        operations.flatMap { operation in
            (ListWish(operation, in: self)?.complaints ?? []).map { message, place in
                (message, operation.pointer.appending(JSONPointer(tokens: ["x-list"] + place)))
            }
        }
    }
}
