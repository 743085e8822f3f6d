import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The JSON of a reply before it is written: a list before its page is cut, or a finished value.
struct DocumentDraft: ReplyDraft {
    /// The list, and its rows after all writes; nil for the document's rows.
    var list: (reply: ListReply, rows: [JSONValue]?)? {
        didSet { kept = nil }
    }
    var value: JSONValue = .null
    var encode: @Sendable (JSONValue) -> [UInt8] = { $0.bytes(.compact) }
    /// The cache of the finished bytes; nil for a reply changed by writes.
    var kept: KeptReply?
    /// The write that the reply must still show; nil if a memory has stored it, and for reads.
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
        // An unchanged example has its bytes already, unless it is the example of a schema.
        let body = page ?? (reply.body.isEmpty ? list.reply.source.example : nil)
        if let body { reply.body = encode(body) }
    }

    func value(_ headers: inout HTTPFields) -> JSONValue {
        guard let list else { return value }
        return list.reply.page(of: rows, &headers) ?? list.reply.source.example ?? .null
    }

    private var rows: [JSONValue] { list?.rows ?? list?.reply.source.rows ?? [] }
}

/// The cache of the bytes of a reply to a GET; a write makes a reply bypass it.
struct KeptReply: Sendable {
    static let mostBytes = 100_000

    let memo: DocumentMemo
    private let call: Key

    init?(
        _ request: ReceivedRequest, of operation: Operation, _ response: Response, example: String? = nil,
        in document: APIDocument
    ) {
        guard operation.method == .get else { return nil }
        memo = document.memo
        call = Key(operation: operation.id, status: response.status, example: example, url: request.url)
    }

    /// The key of a reply. It includes the header fields: their URLs have the host of the request.
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
    /// The JSON of the body; nil for another type. A list without writes has the requested page.
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
