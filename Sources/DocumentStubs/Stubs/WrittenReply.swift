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
        guard reply.status.kind == .successful, let schema = answers.schema(of: operation)
        else { return }
        let (place, thing) = answers.unwrapping(schema)
        // What declares nothing is not known to be the thing that was sent.
        guard !thing.properties.isEmpty else { return }
        let action = ItemAction(operation, answers: answers, in: document, read: read)
        let body = WrittenBody(operation, thing: thing, isAction: action != nil, in: document)
        guard let sent = body.sent(by: request) ?? action.map({ _ in JSONObject() }),
            let shown = JSONValue.read(reply.body), case .object(var object)? = shown[place]
        else { return }
        let key = operation.path.segments.last?.parameter
        let name = operation.path.segments.last { $0.literal?.isEmpty == false }?.literal ?? ""
        let members = WrittenMembers(
            sending: body.schema, of: thing,
            key: RowKey.pointer(for: key ?? "id", in: thing, collection: name, document: document), in: document)
        if !body.isWhole, let known = subject(of: action, request)?.objectValue {
            let names = Set(thing.properties.map(\.name))
            let shared = JSONObject(known.members.filter { names.contains($0.key) })
            for member in shared.members { object[member.key] = member.value }
        }
        if body.isWhole {
            object = object.without(members.absent(besides: sent))
            for member in members.defaults(besides: sent).members { object[member.key] = member.value }
        }
        let done = action?.outcome.members(of: Set(thing.properties.map(\.name))).members ?? []
        // An object that is put or posted stands as it was sent; of one that is changed, what was not sent stays.
        for member in done + members.kept(sent).members {
            if body.isWhole {
                object[member.key] = member.value
            } else {
                object = JSONValue.object(object).merged(with: JSONObject([member])).objectValue ?? object
            }
        }
        reply.body = shown.setting(.object(object), at: place).bytes(.compact)
    }

    private func read(_ shape: String) -> Operation? {
        document.operations.first { $0.method == .get && $0.path.shape == shape }
    }

    /// The thing that is changed, as reading it shows it; nil where it cannot be read.
    private func subject(of action: ItemAction?, _ request: ReceivedRequest) -> JSONValue? {
        guard let read = action?.read ?? read(operation.path.shape),
            let answer = Answer.all(of: read, in: document).first(where: { $0.response.status == read.success?.status }
            ),
            case .item(let place, _) = AnswerReader(document: document).shape(of: read)
        else { return nil }
        var get = request.request
        get.method = .get
        // What is done stands behind the thing's own path, and may bring a query of its own.
        if let action {
            get.path = (get.path ?? "/").prefix { $0 != "?" && $0 != "#" }
                .split(separator: "/", omittingEmptySubsequences: false).dropLast(action.depth).joined(separator: "/")
        }
        var reply = StubReply(headers: answer.reply.headers, body: answer.reply.body)
        do {
            try answer.reply.maker?.make(ReceivedRequest(get), &reply)
        } catch {
            // What cannot be made is shown as the write's own reply has it.
            return nil
        }
        return JSONValue.read(reply.body)?[place]
    }
}
