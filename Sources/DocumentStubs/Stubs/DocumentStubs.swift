import APIDocument
import DemoManager
import WireFormats

import struct APIDocument.Operation

/// The stubs a document brings along: its examples, and replies made from its schemas where it has none.
///
/// Nothing is made before it is asked for: a document of hundreds of operations costs one small stub each. Examples are as
/// written; `document.use(ExampleStyle.mended)` holds them to their schemas and fills short lists.
package struct DocumentStubs: Sendable {
    let document: APIDocument
    private let pathPrefix: String
    private let negotiates: Bool

    /// The stubs of a document.
    ///
    /// - Parameters:
    ///   - pathPrefix: the path of the server's URL, which the document's paths are below.
    ///   - negotiates: true if a request's `Accept` counts and a missing answer is an error, as clients of a mock server
    ///     expect. An app takes the answers that there are.
    package init(_ document: APIDocument, below pathPrefix: String = "", negotiates: Bool = false) {
        self.document = document
        self.negotiates = negotiates
        self.pathPrefix = pathPrefix
    }

    /// All stubs, in the order to add them in: what is added later is tried first. Of two paths that match, the one with
    /// most said in it answers, as OpenAPI has it.
    package var stubs: [Stub] {
        document.byConcreteness.flatMap {
            OperationStubs($0, in: document, below: pathPrefix, negotiates: negotiates).stubs
        }
    }

    /// The replies of an operation to the built-in conditions that are errors, by status: as the document describes them there, else
    /// as it describes errors elsewhere.
    package func errorReplies(of operation: Operation) -> [Int: OperationDescription.ErrorReply] {
        let replies = ErrorReplies(document: document)
        return Condition.builtIn.compactMap(\.errorStatus).reduce(into: [:]) { all, status in
            guard let reply = replies.reply(status, of: operation) else { return }
            let type = reply.headers[.contentType] ?? "application/json"
            all[status] = OperationDescription.ErrorReply(
                contentType: type, body: reply.body, origin: replies.origin(of: status, of: operation))
        }
    }

    /// An operation's success: its status, and a body if it has one, from the first example, else from the schema.
    package func success(of operation: Operation) -> (status: Int, body: JSONValue?) {
        (operation.success?.status.usual ?? 200, successBody(of: operation))
    }

    private func successBody(of operation: Operation) -> JSONValue? {
        guard let response = operation.success, let media = response.json else { return nil }
        if let (name, body) = media.examples.lazy.compactMap({ one in one.value.map { (one.name, $0) } }).first {
            return document.shown(body, named: name, by: response, of: operation).body
        }
        return media.schema.flatMap {
            SampleGenerator(document: document).value(for: $0, seed: operation.path.text)
        }
    }
}

extension APIDocument {
    /// The operations, those with the least said in their paths first.
    var byConcreteness: [Operation] {
        operations.map { (operation: $0, concreteness: $0.path.concreteness) }
            .sorted { $0.concreteness.lexicographicallyPrecedes($1.concreteness) }.map(\.operation)
    }
}
