import APIDocument
import APIModel
import DemoManager
import WireFormats

import struct APIDocument.Operation

/// The reply of an example: the requested page of a list, the row in the path, or the unchanged example.
struct ExampleReply: Sendable {
    let document: APIDocument
    let operation: Operation
    let response: Response
    /// The example's name in the document.
    let name: String?
    let body: JSONValue

    /// Nil if every request gets the example as written.
    var maker: ReplyMaker? {
        let isRead = operation.method == .get && response.status == operation.success?.status
        guard isRead || document.exampleStyle == .mended else { return nil }
        // Read on request, so that a document of hundreds of operations is cheap to load.
        return ReplyMaker(needsBody: false) { request, reply in
            let example = document.shown(body, named: name, by: response, of: operation)
            reply.note = example.note
            if example.note != nil { (reply.json, reply.body) = (example.body, []) }
            guard isRead else { return }
            if let list = document.list(of: operation), example.body[list.rows]?.arrayValue != nil {
                let rows = document.memo.value(for: key) { DocumentRows(example, of: list) }
                let list = ListReply(rows, list, named: name, of: operation, response, for: request, in: document)
                let kept = KeptReply(request, of: operation, response, example: name, in: document)
                reply.draft = DocumentDraft(list: (list, nil), kept: kept)
            } else {
                let path = request.pathSegments(of: operation.path)
                let item = document.memo.value(for: PathKey(operation: key.operation, path: key.path + path)) {
                    self.item(example.body, for: request)
                }
                if let item { reply.json = item }
            }
        }
    }

    /// The example, as the key of values that are generated once.
    private var key: PathKey { PathKey(operation: operation.id, path: ["example", name ?? ""]) }

    /// The example of an item changed to the row in the path, as its list has it. Nil without a change.
    private func item(_ body: JSONValue, for request: ReceivedRequest) -> JSONValue? {
        let path = document.rowLinks.itemPath(of: operation)
        let behind = operation.path.segments.count - path.segments.count
        guard let parameter = path.segments.last?.parameter,
            let id = request.pathSegments(of: operation.path).dropLast(behind).last,
            let schema = document.answer(of: operation)
        else { return nil }
        let (place, inner) = document.item(of: operation, schema)
        let key = document.key(parameter, of: inner, at: path.segments.count - 1, in: path)
        guard let key, key != .root, let itemValue = body[place], let own = itemValue.id(at: key) else { return nil }
        guard own != id else {
            let linked = body.linkedToSelf(path, id: id)
            return linked == body ? nil : linked
        }
        // An id that is invalid for its parameter would make the reply invalid.
        let declared = operation.parameters.first { $0.location == .path && $0.name == parameter }
        if let declared, document.takes(own, for: declared), !document.takes(id, for: declared) { return nil }
        let list = document.list(having: operation)
        let listed = list.flatMap { list in
            document.exampleRows(of: list).first { $0.id(at: key) == id }?.objectValue
        }
        let row = list.flatMap { document.list(of: $0) }?.row ?? .any
        let left = listed.map { row.optional(besides: $0).subtracting(inner.required) } ?? []
        // A list may show the member in another form.
        let fitting = (listed?.members ?? []).filter { member in
            guard let own = inner.properties.first(where: { $0.name == member.key }) else { return true }
            return document.fits(member.value, own.schema)
        }
        let rest = JSONValue.object((itemValue.objectValue ?? JSONObject()).without(left))
        let one = rest.merged(with: JSONObject(fitting)).identified(id, at: key).relinked(from: own, to: id)
        return body.setting(one, at: place).linkedToSelf(path, id: id)
    }
}

extension Schema {
    /// The members that the object lacks.
    func optional(besides object: JSONObject) -> Set<String> {
        Set(properties.map(\.name).filter { object[$0] == nil })
    }
}
