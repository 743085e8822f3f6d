import APIDocument
import JSONText

import struct APIDocument.Operation

/// How the reply of a list is read: where its rows stand, and how its pages are asked for. Read once for each operation.
struct ListShape: Sendable {
    /// Where in the reply the rows stand.
    let place: JSONPointer
    /// What a row is like, resolved.
    let row: Schema
    /// What the whole reply is like, unresolved.
    let schema: Schema
    let pagination: Pagination
    /// How the parameter counts that leads to its pages.
    let step: PageStep

    private struct Key: Hashable { let operation: String }

    /// The shape of what an operation answers; nil for what is no list.
    static func read(_ operation: Operation, in document: APIDocument) -> ListShape? {
        document.memo.value(for: Key(operation: operation.id)) {
            let answers = AnswerReader(document: document)
            guard case .rows(let place, let row) = answers.shape(of: operation),
                let schema = answers.schema(of: operation)
            else { return nil as ListShape? }
            let pagination = PaginationReader(document: document).pagination(of: operation, answer: schema).0
            return ListShape(
                place: place, row: row, schema: schema, pagination: pagination,
                step: operation.pageStep(of: pagination, in: document))
        }
    }
}
