import APIDocument
import APIModel
import DemoManager
import WireFormats

/// An example shows one thing; asked for another of its list, it shows that one: what the list's example says of it stands in
/// the thing's example.
struct ExampleRow: Sendable {
    let document: APIDocument
    let operation: Operation
    let response: Response

    /// Nil for what is no row of a list.
    var maker: ReplyMaker? {
        guard operation.method == .get, response.status == operation.success?.status,
            let parameter = document.rowLinks.thingPath(of: operation).segments.last?.parameter
        else { return nil }
        return ReplyMaker(needsBody: false) { request, reply in
            let path = document.rowLinks.thingPath(of: operation)
            let behind = operation.path.segments.count - path.segments.count
            guard let id = request.pathSegments(of: operation.path).dropLast(behind).last,
                let schema = document.answer(of: operation)
            else { return }
            let (place, inner) = document.thing(of: operation, schema)
            let name = path.segments.dropLast().last?.literal ?? ""
            let key = RowKey.pointer(for: parameter, in: inner, collection: name, document: document)
            let body = try JSONValue(parsing: reply.body)
            guard let key, let thing = body[place], let own = thing.id(at: key), own != id else { return }
            let (all, item) = rows
            let listed = all.first { $0.id(at: key) == id }?.objectValue
            let left = listed.map { item.optional(besides: $0).subtracting(inner.required) } ?? []
            let row = listed ?? JSONObject()
            // A list may say the same in another form.
            let fitting = row.members.filter { member in
                guard let own = inner.properties.first(where: { $0.name == member.key }) else { return true }
                return document.violations(of: member.value, against: own.schema).isEmpty
            }
            let rest = JSONValue.object((thing.objectValue ?? JSONObject()).without(left))
            let one = rest.merged(with: JSONObject(fitting)).identified(id, at: key).relinked(from: own, to: id)
            reply.body = body.setting(one, at: place).bytes(.compact)
        }
    }

    /// The rows of the list's example, and what a row is like.
    private var rows: ([JSONValue], Schema) {
        let path = operation.path.prefix(operation.path.segments.count - 1).shape
        guard let list = document.rowLinks.list(ofWorded: operation) ?? document.read(at: path),
            let model = document.list(of: list)
        else { return ([], .any) }
        return (document.exampleRows(of: list, at: model.rows), model.row)
    }
}

extension Schema {
    /// The members that an object has not, though it may.
    func optional(besides object: JSONObject) -> Set<String> {
        Set(properties.map(\.name).filter { object[$0] == nil })
    }
}
