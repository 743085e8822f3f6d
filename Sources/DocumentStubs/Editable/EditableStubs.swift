import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

/// The stubs of a document as a file can hold them, for people to edit.
///
/// The document's own stubs make replies from requests: another page of a list, the row a path names. A file holds one reply.
/// Therefore each stub here answers only the requests that get exactly that reply: the first page of a list, or one row.
/// The document answers all others.
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

    /// The stubs of each operation, in the document's order, each list in the order to add it in. Their metadata say which
    /// operation they belong to and what made them.
    ///
    /// An operation of which the document describes no success has none for it: what it answers is nobody's word.
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

    /// How many parameters fewer another path has that may be meant by the same request: it is tried first, as OpenAPI has it.
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

    /// True if a generated reply is valid. Schemas that nothing satisfies get no stub.
    private func isValid(_ answer: Answered, for operation: Operation) -> Bool {
        document.findings(
            of: operation, status: answer.status, contentType: answer.headers[.contentType], body: answer.body
        ).flaws.isEmpty
    }

    /// The stub with one reply that needs no request to be made; nil where none can be made.
    private func frozen(_ stub: Stub, of operation: Operation, _ values: inout PathValues) -> Stub? {
        guard let reply = stub.sequence.first?.reply, reply.maker != nil else { return stub }
        let probe = ReplyProbe(
            stub, reply, of: operation, in: document, below: pathPrefix,
            path: values.values(of: operation, body: reply.body))
        guard let base = probe.base, stub.source != .generated || isValid(base, for: operation) else { return nil }
        var frozen = stub
        // What is not the answer of a call that went well is chosen, and is the same for every request.
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
