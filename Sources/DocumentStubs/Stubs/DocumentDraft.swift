import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The JSON of a reply before it is written: a list whose page is cut last, or a finished value.
struct DocumentDraft: ReplyDraft {
    /// The list, and its rows after all writes; nil rows are those of the document.
    var list: (reply: ListReply, rows: [JSONValue]?)? {
        didSet { kept = nil }
    }
    /// The whole body of a reply that is no list.
    var value: JSONValue = .null
    /// Writes the value in the type of the reply.
    var encode: @Sendable (JSONValue) -> [UInt8] = { $0.bytes(.compact) }
    /// The place of the finished bytes; nil for a reply that writes changed.
    var kept: KeptReply?
    /// The write that the reply has yet to show; nil if a memory has stored it, and for reads.
    var write: UnstoredWrite?

    func write(to reply: inout StubReply) throws {
        if let write {
            var plain = self
            plain.write = nil
            reply.draft = plain
            reply = write.shown(in: reply)
            return try reply.finish()
        }
        guard let kept else { return written(to: &reply) }
        let finished = kept.memo.value(for: kept.key(reply), where: { $0.body.count <= KeptReply.mostBytes }) {
            var finished = reply
            written(to: &finished)
            return KeptReply.Finished(headers: finished.headers, body: finished.body)
        }
        (reply.headers, reply.body) = (finished.headers, finished.body)
    }

    private func written(to reply: inout StubReply) {
        guard let list else { return reply.body = encode(value) }
        let page = list.reply.page(of: rows, &reply.headers)
        // The bytes of an example as written are there, unless it is the example of a schema.
        let body = page ?? (reply.body.isEmpty ? list.reply.source.example : nil)
        if let body { reply.body = encode(body) }
    }

    /// The whole body, with the header fields that depend on it.
    func value(_ headers: inout HTTPFields) -> JSONValue {
        guard let list else { return value }
        return list.reply.page(of: rows, &headers) ?? list.reply.source.example ?? .null
    }

    private var rows: [JSONValue] { list?.rows ?? list?.reply.source.rows ?? [] }
}

/// A place for the bytes of a reply to a GET, which are the same until a write changes them.
struct KeptReply: Sendable {
    /// The size of a body that is kept at most.
    static let mostBytes = 100_000

    let memo: DocumentMemo
    private let call: Key

    /// - Parameter example: the name of the example that the reply is made from.
    init?(
        _ request: ReceivedRequest, of operation: Operation, _ response: Response, example: String? = nil,
        in document: APIDocument
    ) {
        guard operation.method == .get else { return nil }
        memo = document.memo
        call = Key(operation: operation.id, status: response.status, example: example, url: request.url)
    }

    /// The header fields are part of it: addresses in them lead to the host that the request called.
    func key(_ reply: StubReply) -> some Hashable & Sendable {
        var key = call
        (key.headers, key.hasBody) = (reply.headers, !reply.body.isEmpty)
        return key
    }

    private struct Key: Hashable {
        let operation: String
        let status: Response.Status
        let example: String?
        let url: String
        var headers = HTTPFields()
        var hasBody = false
    }

    struct Finished: Sendable {
        let headers: HTTPFields
        let body: [UInt8]
    }
}

extension StubReply {
    /// The JSON of the body; nil for a body of another type. Of a list without writes it is the page that the request asks for.
    var json: JSONValue? {
        get {
            guard let draft = draft as? DocumentDraft else { return JSONValue.read(body) }
            var headers = headers
            return draft.value(&headers)
        }
        set {
            var new = newValue.map { DocumentDraft(value: $0) }
            if let encode = (draft as? DocumentDraft)?.encode { new?.encode = encode }
            draft = new
        }
    }
}
