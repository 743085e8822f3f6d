import APIDocument
import DemoManager
import WireFormats

import struct APIDocument.Operation

/// The stubs of a document: its examples, and replies generated from its schemas.
///
/// Replies are generated on request, so that a document of hundreds of operations costs only one small stub each.
/// Examples are unchanged; `document.use(ExampleStyle.mended)` makes them valid and fills short lists.
package struct DocumentStubs: Sendable {
    let document: APIDocument
    private let pathPrefix: String
    private let negotiates: Bool

    /// The stubs of a document.
    ///
    /// - Parameters:
    ///   - pathPrefix: the path of the server's URL, which precedes the document's paths.
    ///   - negotiates: true to apply a request's `Accept` and to reply with an error to a missing answer, as a mock
    ///     server does. An app takes any answer.
    package init(_ document: APIDocument, below pathPrefix: String = "", negotiates: Bool = false) {
        self.document = document
        self.negotiates = negotiates
        self.pathPrefix = pathPrefix
    }

    /// All stubs, in the order to add them: later ones are tried first. Of two matching paths the more concrete one
    /// answers, as in OpenAPI.
    package var stubs: [Stub] {
        document.byConcreteness.flatMap {
            OperationStubs($0, in: document, below: pathPrefix, negotiates: negotiates).stubs
        }
    }

    /// The replies of an operation to the built-in error conditions, by status: its own, else the document's errors of
    /// other operations.
    package func errorReplies(of operation: Operation) -> [Int: OperationDescription.ErrorReply] {
        let replies = ErrorReplies(document: document)
        return Condition.builtIn.compactMap(\.errorStatus).reduce(into: [:]) { all, status in
            guard let reply = replies.reply(status, of: operation) else { return }
            let type = reply.headers[.contentType] ?? "application/json"
            all[status] = OperationDescription.ErrorReply(
                contentType: type, body: reply.body, origin: replies.origin(of: status, of: operation))
        }
    }

    /// An operation's success: its status, and its body from the first example, else from the schema.
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
    /// The operations, those with the least concrete paths first.
    var byConcreteness: [Operation] {
        operations.map { (operation: $0, concreteness: $0.path.concreteness) }
            .sorted { $0.concreteness.lexicographicallyPrecedes($1.concreteness) }.map(\.operation)
    }
}
