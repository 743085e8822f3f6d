import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

/// Makes the reply of what the memory found, when its lock is left.
struct MemoryReply {
    let operation: ResourceOperation
    let place: ResourcePlace
    let document: APIDocument

    /// The list that the reply shows a page of.
    let whole: WholeList?
    /// Whether the server gave the reply: it is nobody's to correct.
    let isRecorded: Bool

    /// The reply to give instead of the stub's.
    func reply(_ reply: StubReply, after outcome: Overlay.Outcome) -> StubReply {
        var reply = reply
        reply.source = nil
        switch outcome {
        case .asItIs: break
        case .lists(let rows):
            do {
                let page = try whole?.pages.page(of: rows, besides: whole?.rows ?? [], &reply.headers)
                if let page { reply.body = page.bytes(.compact) }
            } catch {
                // What was made once is made again; else the page stays as the stub has it.
            }
        case .keeps(let body):
            // Who asks for another form of it gets that as the stub has it.
            if body.isForm(of: reply) { reply.body = body.bytes }
        case .gone:
            var gone =
                ErrorReplies(document: document).reply(404, of: document.operation(operation.id))
                ?? .notFound("It was deleted.")
            gone.delay = reply.delay
            return gone
        case .shows(let body, let id, let change):
            if let body { reply.body = (isRecorded ? body : fitted(body, in: reply)).bytes(.compact) }
            if let change { reply.headers.count(change) }
            if let id, !id.isEmpty, isLocated(reply.status.code) {
                reply.headers[.location] =
                    "\(place.path)/\(operation.identity.path(of: id))" + operation.template.ending
            }
        }
        return reply
    }

    /// The body, as the document allows it in the reply.
    private func fitted(_ body: JSONValue, in reply: StubReply) -> JSONValue {
        guard let schema = document.operation(operation.id)?.response(for: reply.status.code)?.json?.schema,
            let old = JSONValue.read(reply.body)
        else { return body }
        return document.fitted(body, to: schema, was: old)
    }

    /// Whether the document says that the reply names the place of what was made.
    private func isLocated(_ status: Int) -> Bool {
        let response = document.operation(operation.id)?.response(for: status)
        return response?.headers.contains { $0.name.lowercased() == "location" } ?? false
    }
}
