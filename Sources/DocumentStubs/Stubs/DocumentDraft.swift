import DemoManager
import HTTPTypes
import WireFormats

/// The JSON of a reply before it is written: a list whose page is cut last, or a finished value.
struct DocumentDraft: ReplyDraft {
    /// The list, and its rows after all writes; nil rows are those of the document.
    var list: (reply: ListReply, rows: [JSONValue]?)?
    /// The whole body of a reply that is no list.
    var value: JSONValue = .null

    func write(to reply: inout StubReply) {
        guard let list else { return reply.body = value.bytes(.compact) }
        let page = list.reply.page(of: rows, &reply.headers)
        // The bytes of an example as written are there, unless it is the example of a schema.
        let body = page ?? (reply.body.isEmpty ? list.reply.source.example : nil)
        if let body { reply.body = body.bytes(.compact) }
    }

    /// The whole body, with the header fields that depend on it.
    func value(_ headers: inout HTTPFields) -> JSONValue {
        guard let list else { return value }
        return list.reply.page(of: rows, &headers) ?? list.reply.source.example ?? .null
    }

    private var rows: [JSONValue] { list?.rows ?? list?.reply.source.rows ?? [] }
}

extension StubReply {
    /// The JSON of the body; nil for a body of another type. Of a list without writes it is the page that the request asks for.
    var json: JSONValue? {
        get {
            guard let draft = draft as? DocumentDraft else { return JSONValue.read(body) }
            var headers = headers
            return draft.value(&headers)
        }
        set { draft = newValue.map { DocumentDraft(value: $0) } }
    }
}
