import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The thing that an operation changes, as reading it shows it: at the operation's own path, or where it does something to a
/// thing at the path before.
struct ReadThing {
    /// What the operation does to a thing that is read elsewhere; nil where it changes what stands at its own path.
    let action: ItemAction?
    private let read: Operation
    private let document: APIDocument

    /// Nil where it cannot be read.
    init?(_ operation: Operation, in document: APIDocument) {
        action = ItemAction(operation, in: document)
        guard let found = action?.read ?? document.read(at: operation.path.shape) else { return nil }
        self.read = found
        self.document = document
    }

    /// The thing a request is about, before anything was written to it.
    func thing(for request: ReceivedRequest) -> JSONValue? {
        Self.thing(by: read, for: request, above: action?.depth ?? 0, in: document)
    }

    /// The thing that a GET shows some segments above a request's path.
    static func thing(
        by read: Operation, for request: ReceivedRequest, above depth: Int, in document: APIDocument
    ) -> JSONValue? {
        guard case .item(let place, _) = document.shape(of: read) else { return nil }
        return reply(by: read, to: request, above: depth, in: document).flatMap { JSONValue.read($0.body)?[place] }
    }

    /// The rows that a GET of a list shows at a request's path: all of them, or those of its first page where more are not known.
    static func rows(by read: Operation, for request: ReceivedRequest, in document: APIDocument) -> [JSONValue] {
        guard case .rows(let place, _) = document.shape(of: read),
            let reply = reply(by: read, to: request, above: 0, in: document)
        else { return [] }
        do {
            if let list = reply.source as? any PagedList { return try list.rows() }
        } catch {
            // Rows that cannot be made at once: those of the page are known.
        }
        return JSONValue.read(reply.body)?[place]?.arrayValue ?? []
    }

    /// What a GET answers some segments above a request's path, or at it; what has a query there is asked without.
    private static func reply(
        by read: Operation, to request: ReceivedRequest, above depth: Int, in document: APIDocument
    ) -> StubReply? {
        guard
            let answer = Answer.all(of: read, in: document).first(where: {
                $0.response.status == read.success?.status
            })
        else { return nil }
        var get = request.request
        get.method = .get
        // What stands behind the thing's own path, or writes to a list, may bring a query of its own.
        if depth > 0 || request.method == .delete || request.method == .post {
            let given = PathTemplate.segments(of: (get.path ?? "/").prefix { $0 != "?" && $0 != "#" })
            let own = depth > 0 ? given.dropLast(depth) : read.path.bare(given)
            get.path = "/" + own.joined(separator: "/") + read.path.ending
        }
        var reply = StubReply(headers: answer.reply.headers, body: answer.reply.body)
        do {
            try answer.reply.maker?.make(ReceivedRequest(get), &reply)
        } catch {
            // What cannot be made is shown as the write's own reply has it.
            return nil
        }
        return reply
    }
}
