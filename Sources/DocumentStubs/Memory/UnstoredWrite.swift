import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// A write that nobody remembers. Its reply shows the same row as the reply to the first remembered write.
struct UnstoredWrite: Sendable {
    let operation: Operation
    let document: APIDocument
    /// The path of the server's URL.
    let pathPrefix: String
    let request: ReceivedRequest

    /// The reply that shows the written row.
    func shown(in reply: StubReply) -> StubReply {
        guard reply.status.kind == .successful,
            let resource = ResourceOperation(operation, below: pathPrefix, in: document),
            let place = resource.place(PathTemplate.segments(of: request.request.pathAlone))
        else { return reply }
        let own = TableReply(
            operation: resource, place: place, request: request, source: .generated, document: document)
        return own.written(reply, to: .none)
    }
}

extension StubReply {
    /// Has the reply show a write, unless a memory stores it.
    mutating func show(_ write: UnstoredWrite) {
        guard write.operation.showsWrites, status.kind == .successful else { return }
        var draft = draft as? DocumentDraft
        if draft == nil, let json { draft = DocumentDraft(value: json) }
        guard draft != nil else { return }
        draft?.write = write
        self.draft = draft
    }
}

extension Operation {
    /// True if its success can show a written item.
    var showsWrites: Bool { [.post, .put, .patch].contains(method) && success?.json != nil }

    /// A body that says nothing of the item; nil for an operation that takes none.
    func emptyBody(in document: APIDocument) -> JSONValue? {
        guard showsWrites, requestBody != nil, let schema = document.answer(of: self) else { return nil }
        return WrittenBody(self, thing: document.unwrapping(schema).schema, isAction: false, in: document).empty
    }
}
