import APIDocument
import DemoManager
import HTTPTypes
import JSONText

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
        let answers = AnswerReader(document: document)
        guard reply.status.kind == .successful, !request.body.isEmpty, let schema = answers.schema(of: operation)
        else { return }
        let (place, thing) = answers.unwrapping(schema)
        // What declares nothing is not known to be the thing that was sent.
        guard !thing.properties.isEmpty else { return }
        let body = WrittenBody(operation, thing: thing, in: document)
        guard let sent = JSONValue.read(Array(request.body)).flatMap(body.object), !sent.isEmpty,
            let shown = JSONValue.read(reply.body), case .object(var object)? = shown[place]
        else { return }
        let key = operation.path.segments.last?.parameter
        let name = operation.path.segments.last { $0.literal?.isEmpty == false }?.literal ?? ""
        let members = WrittenMembers(
            sending: body.schema, of: thing,
            key: RowKey.pointer(for: key ?? "id", in: thing, collection: name, document: document), in: document)
        if operation.method != .patch {
            object = object.without(members.absent(besides: sent))
            for member in members.defaults(besides: sent).members { object[member.key] = member.value }
        }
        // An object that is put or posted stands as it was sent; of one that is patched, what was not sent stays.
        for member in members.kept(sent).members {
            if operation.method == .patch {
                object = JSONValue.object(object).merged(with: JSONObject([member])).objectValue ?? object
            } else {
                object[member.key] = member.value
            }
        }
        reply.body = shown.setting(.object(object), at: place).bytes(.compact)
    }
}

/// Where the body of a write carries the thing, and what it may say of it.
struct WrittenBody: Sendable {
    /// Where the thing stands.
    let place: JSONPointer
    /// What may be sent of it, resolved; nil where the document does not say.
    let schema: Schema?

    /// - Parameter thing: what the thing is like: what it has itself is no wrapper of it.
    init(_ operation: Operation, thing: Schema?, in document: APIDocument) {
        let own = operation.requestBody?.content.json?.schema ?? operation.requestBody?.preferred?.schema
        let whole = own.map(document.resolveChoices)
        let unwrapped = own.map(AnswerReader(document: document).unwrapping)
        let isMember = unwrapped?.place.tokens.first.map { first in
            thing?.properties.contains { $0.name == first } == true
        }
        place = isMember == true ? .root : unwrapped?.place ?? .root
        schema = isMember == true ? whole : unwrapped?.schema ?? whole
    }

    /// The thing as a body says it; of a JSON Patch (RFC 6902) the members it sets.
    func object(_ body: JSONValue) -> JSONObject? {
        body.arrayValue.flatMap(JSONObject.init(patch:)) ?? body[place]?.objectValue
    }
}

extension JSONValue {
    /// The value of a body; nil for one that is empty or no JSON.
    static func read(_ bytes: [UInt8]) -> JSONValue? {
        guard !bytes.isEmpty else { return nil }
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            return nil
        }
    }
}
