import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

/// The stubs of a document in a form that files can hold and people can edit.
///
/// The document's own stubs generate replies from requests: another page of a list, or the row in the path. A file
/// holds one reply. Therefore each stub here answers only the requests that get exactly that reply: the first page of a
/// list, or one row. The document's stubs answer all others.
package struct EditableStubs: Sendable {
    private let document: APIDocument
    private let pathPrefix: String

    /// The stubs of a document.
    ///
    /// - Parameter pathPrefix: the path of the server's URL, which the document's paths are below.
    package init(_ document: APIDocument, below pathPrefix: String = "") {
        self.document = document
        self.pathPrefix = pathPrefix
    }

    /// The stubs of each operation, in the document's order; each list is in the order to add it. The metadata have the
    /// operation and the origin of the reply.
    ///
    /// An operation without a described success has no stub for it.
    package var stubs: [(operation: Operation, stubs: [Stub])] {
        var values = PathValues(document)
        return document.operations.map { operation in
            let own = OperationStubs(operation, in: document, below: pathPrefix).stubs
            let priority = Stub.defaultPriority + lead(over: operation)
            let stubs = own.enumerated().compactMap { place, stub -> Stub? in
                if place == 0, operation.success == nil { return nil }
                guard var stub = frozen(stub, of: operation, &values) else { return nil }
                stub.priority = priority
                stub.metadata = [
                    "operation": .string(operation.id),
                    "made": stub.source == .generated ? "generated from the schema" : "from the document's example",
                ]
                return stub
            }
            return (operation, stubs)
        }
    }

    /// The number of parameters beyond those of the matching path with the fewest, which OpenAPI tries first.
    private func lead(over operation: Operation) -> Int {
        let own = operation.path.written
        let rivals = document.operations.filter { other in
            other.method == operation.method && other.path.segments.count == own.count
                && zip(own, other.path.written).allSatisfy {
                    $0.literal == nil || $1.literal == nil || $0.literal == $1.literal
                }
        }
        let count = operation.path.parameterNames.count
        return count - (rivals.map(\.path.parameterNames.count).min() ?? count)
    }

    /// True if a generated reply is valid. A schema that no value satisfies gets no stub.
    private func isValid(_ answer: Answered, for operation: Operation) -> Bool {
        document.findings(
            of: operation, status: answer.status, contentType: answer.headers[.contentType], body: answer.body
        ).flaws.isEmpty
    }

    /// The stub with one fixed reply in place of its maker; nil if none can be generated.
    private func frozen(_ stub: Stub, of operation: Operation, _ values: inout PathValues) -> Stub? {
        guard let reply = stub.sequence.first?.reply, reply.maker != nil else { return stub }
        let probe = ReplyProbe(
            stub, reply, of: operation, in: document, below: pathPrefix,
            path: values.values(of: operation, body: reply.body))
        guard let base = probe.base, stub.source != .generated || isValid(base, for: operation) else { return nil }
        var frozen = stub
        // Replies other than the success are enabled by hand and match every request.
        if stub.isEnabled {
            frozen.request.headers.append(NamedMatcher("Prefer", .absent))
            frozen.request.pathParameters += probe.pathMatchers
            frozen.request.queryParameters += probe.queryMatchers
        }
        var plain = reply
        plain.maker = nil
        (plain.status, plain.headers, plain.body) = (base.status, base.headers, base.body)
        frozen.sequence = [SequenceEntry(plain)]
        return frozen
    }
}
