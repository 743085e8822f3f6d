import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// Items and rows as the document's own GETs return them, without writes.
enum DocumentItem {
    /// The item that an operation changes: at its path, or for an action the item that it acts on. Nil without a GET
    /// for it.
    static func item(
        changedBy operation: Operation, for request: ReceivedRequest, in document: APIDocument
    ) -> JSONValue? {
        if let part = document.itemPart(of: operation) {
            return item(by: part.read, for: request, above: part.depth, in: document)
        }
        guard let (read, depth) = read(changedBy: operation, in: document) else { return nil }
        return item(by: read, for: request, above: depth, in: document)
    }

    /// The GET of the item that an operation changes, and the number of segments after the item's path.
    private static func read(changedBy operation: Operation, in document: APIDocument) -> (Operation, depth: Int)? {
        if let action = ItemAction(operation, in: document) { return (action.read, action.depth) }
        return document.read(at: operation.path.shape).map { ($0, 0) }
    }

    /// The reply to a GET of the item that an operation changes, if it has an ETag.
    static func tagged(
        changedBy operation: Operation, for request: ReceivedRequest, in document: APIDocument
    ) -> (request: ReceivedRequest, reply: StubReply)? {
        guard let (read, depth) = read(changedBy: operation, in: document), read.success?.isTagged == true else {
            return nil
        }
        return reply(by: read, to: request, above: depth, in: document)
    }

    /// The reply to a GET at a path, if it has an ETag.
    static func tagged(
        by read: Operation, at path: String, in document: APIDocument
    ) -> (request: ReceivedRequest, reply: StubReply)? {
        guard read.success?.isTagged == true else { return nil }
        let get = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        return reply(by: read, to: ReceivedRequest(get), above: 0, in: document)
    }

    /// The item that a GET returns for a path some segments above the request's.
    static func item(
        by read: Operation, for request: ReceivedRequest, above depth: Int, in document: APIDocument
    ) -> JSONValue? {
        guard case .item(let place, _) = document.shape(of: read) else { return nil }
        return reply(by: read, to: request, above: depth, in: document)?.reply.json?[place]
    }

    /// All rows of the document's list at a path some segments above the request's.
    static func rows(
        by read: Operation, for request: ReceivedRequest, above depth: Int, in document: APIDocument
    ) -> [ListRow] {
        guard let reply = reply(by: read, to: request, above: depth, in: document)?.reply,
            let list = document.resource(of: read), case .list(let place) = list.role
        else { return [] }
        let rows = TableReply.documentRows(of: reply).map(JSONValue.array) ?? reply.json?[place]
        return rows.flatMap { list.form.rows(of: $0, by: list.identity) } ?? []
    }

    static func rows(of list: Operation, at path: String, in document: APIDocument) -> [ListRow] {
        let get = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        return rows(by: list, for: ReceivedRequest(get), above: 0, in: document)
    }

    /// The reply to a GET at a path some segments above the request's, without its query.
    private static func reply(
        by read: Operation, to request: ReceivedRequest, above depth: Int, in document: APIDocument
    ) -> (request: ReceivedRequest, reply: StubReply)? {
        var get = request.request
        get.method = .get
        // A GET of the same path may need the query to identify the item.
        if depth > 0 || request.method == .delete || request.method == .post {
            let given = PathTemplate.segments(of: get.pathAlone)
            let own = depth > 0 ? given.dropLast(depth) : read.path.bare(given)
            get.path = "/" + own.joined(separator: "/") + read.path.ending
        }
        for condition in [HTTPField.Name.ifMatch, .ifNoneMatch] { get.headerFields[condition] = nil }
        guard let answer = document.successAnswers(of: read).first else { return nil }
        var reply = answer.given
        let asked = ReceivedRequest(get)
        // Without a generated item, the write's own reply is shown.
        guard (try? answer.make(asked, &reply, of: read, in: document)) != nil else { return nil }
        return (asked, reply)
    }
}

/// A write that no memory stores. Its reply shows the row that a memory would reply with to its first write.
struct UnstoredWrite: Sendable {
    let operation: Operation
    let document: APIDocument
    let pathPrefix: String
    let request: ReceivedRequest

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
    /// Lets the reply show a write, unless a memory stores it.
    mutating func show(_ write: UnstoredWrite) {
        guard write.operation.showsWrites, status.kind == .successful,
            write.document.listSearched(by: write.operation) == nil
        else { return }
        var draft = draft as? DocumentDraft
        if draft == nil, let json { draft = DocumentDraft(value: json) }
        guard draft != nil else { return }
        draft?.write = write
        self.draft = draft
    }
}

extension Operation {
    var showsWrites: Bool { [.post, .put, .patch].contains(method) && success?.json != nil }

    /// A body without members of the item; nil for an operation that takes none.
    func emptyBody(in document: APIDocument) -> JSONValue? {
        guard showsWrites, requestBody != nil, let schema = document.answer(of: self) else { return nil }
        return WrittenBody(self, itemSchema: document.unwrapping(schema).schema, isAction: false, in: document).empty
    }
}
