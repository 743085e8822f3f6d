import APIDocument
import APIModel
import HTTPTypes

/// The resources of a document, by request.
struct ResourceMap: Sendable {
    /// By method and number of segments; in the order in which their paths answer (``PathTemplate/concreteness``).
    private var operations: [Key: [ResourceOperation]] = [:]
    private(set) var all: [ResourceOperation] = []

    private struct Key: Hashable {
        let method: HTTPRequest.Method
        let segments: Int
    }

    /// - Parameter pathPrefix: the path of the server's URL.
    init(_ document: APIDocument, below pathPrefix: String) {
        all = document.operations.reversed().map { (operation: $0, concreteness: $0.path.concreteness) }
            .sorted { $1.concreteness.lexicographicallyPrecedes($0.concreteness) }
            .compactMap { ResourceOperation($0.operation, below: pathPrefix, in: document) }
        for operation in all {
            operations[Key(method: operation.method, segments: operation.template.segments.count), default: []]
                .append(operation)
        }
    }

    /// The operation that a request performs, and its target; one with another ending slash if no other fits.
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
