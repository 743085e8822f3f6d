import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

/// The reply to a write, from what was sent: what was sent stands in it, and what was left out is not made up.
struct WrittenReply {
    private let document: APIDocument
    private let operation: Operation

    /// Nil for an operation that writes nothing which its success shows.
    init?(_ operation: Operation, in document: APIDocument) {
        guard Self.methods.contains(operation.method), operation.success?.json != nil else { return nil }
        self.operation = operation
        self.document = document
    }

    private static let methods: Set<HTTPRequest.Method> = [.post, .put, .patch]

    /// Shapes a reply by the request's body. A body that is no object leaves it as it is.
    func shape(_ reply: inout StubReply, for request: ReceivedRequest) {
        guard reply.status.kind == .successful, let schema = document.answer(of: operation)
        else { return }
        let (place, thing) = document.thing(of: operation, schema)
        // What declares nothing is not known to be the thing that was sent.
        guard !thing.properties.isEmpty else { return }
        let read = DocumentItem(operation, in: document)
        let body = WrittenBody(operation, thing: thing, isAction: read?.action != nil, in: document)
        let known = body.isWhole ? nil : read?.item(for: request)
        let said: ItemChange?
        do {
            said = try body.sent(by: request, onto: { known })
        } catch {
            return reply = .refusal(of: error)
        }
        guard let sent = said ?? read?.action.map({ _ in ItemChange() }),
            let shown = reply.json, case .object(var object)? = shown[place]
        else { return }
        let key = operation.path.segments.last?.parameter
        let name = operation.path.segments.last { $0.literal?.isEmpty == false }?.literal ?? ""
        let members = StoredMembers(
            sending: body.schema, of: thing,
            key: RowKey.pointer(for: key ?? "id", in: thing, collection: name, document: document),
            by: operation, in: document
        ).narrowed(to: sent.members)
        let names = Set(thing.properties.map(\.name))
        var change = members.kept(sent)
        if body.isWhole {
            object = object.without(members.absent(besides: sent.members))
            let defaults = members.defaults(besides: sent.members)
            let own = members.identified(
                change.members, by: key == nil ? nil : request.pathSegments(of: operation.path).last, as: object)
            change = ItemChange(
                setting: JSONObject(defaults.members + own.members), isWhole: true, removing: change.removed)
        } else {
            object =
                JSONValue.object(object).replacing(known?.objectValue?.members(of: names) ?? JSONObject())
                .objectValue ?? object
        }
        let changed = shown.setting(change.applied(to: .object(object)), at: place)
        reply.json = document.fitted(changed, to: schema, was: shown)
    }

    /// A body that says nothing of the thing; nil where none is sent.
    var emptyBody: JSONValue? {
        guard operation.requestBody != nil, let schema = document.answer(of: operation) else { return nil }
        return WrittenBody(operation, thing: document.unwrapping(schema).schema, isAction: false, in: document).empty
    }
}
