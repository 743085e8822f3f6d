import APIDocument
import APIModel
import HTTPTypes

/// The resources of a document, by request.
struct ResourceMap: Sendable {
    /// By method and number of segments, the most concrete path first (``PathTemplate/concreteness``).
    private var operations: [Key: [ResourceOperation]] = [:]
    private(set) var all: [ResourceOperation] = []

    struct Embedded {
        /// The last segment of the list's path.
        let name: String
        /// The member of the item with the rows.
        let member: String
        let list: ResourceOperation
    }

    private struct Key: Hashable {
        let method: HTTPRequest.Method
        let segments: Int
    }

    /// - Parameter pathPrefix: the path of the server's URL.
    init(_ document: APIDocument, below pathPrefix: String) {
        all = document.byConcreteness.reversed().compactMap { ResourceOperation($0, below: pathPrefix, in: document) }
        for operation in all {
            operations[Key(method: operation.method, segments: operation.template.segments.count), default: []]
                .append(operation)
        }
    }

    /// The lists whose rows the item contains in a member.
    func lists(in item: ResourceOperation, of document: APIDocument) -> [Embedded] {
        guard case .read = item.role else { return [] }
        let found = document.memo.value(for: item.id) {
            all.enumerated().compactMap { index, list -> (index: Int, member: String)? in
                guard case .list = list.role, list.form == .array, let row = list.row,
                    list.path.segments.count == item.path.segments.count + 1,
                    let rows = EmbeddedRows(list.path, row, in: document), rows.read.id == item.id
                else { return nil }
                return (index, rows.member)
            }
        }
        return found.compactMap { index, member in
            all[index].path.segments.last?.literal.map { Embedded(name: $0, member: member, list: all[index]) }
        }
    }

    /// The operation of a request and its target; an exact match of the final slash is preferred.
    func find(_ method: HTTPRequest.Method, path: Substring) -> (ResourceOperation, ResourcePlace)? {
        let segments = PathTemplate.segments(of: path)
        let endsInSlash = PathTemplate.endsInSlash(path)
        var other: (ResourceOperation, ResourcePlace)?
        for operation in operations[Key(method: method, segments: segments.count)] ?? [] {
            guard let place = operation.place(segments) else { continue }
            if operation.template.endsInSlash == endsInSlash { return (operation, place) }
            other = other ?? (operation, place)
        }
        return other
    }
}
