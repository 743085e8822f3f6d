import APIDocument
import DemoManager
import HTTPTypes
import JSONText

/// Makes the reply of what the memory found, when its lock is left.
struct MemoryReply {
    let operation: ResourceOperation
    let place: ResourcePlace
    let document: APIDocument

    /// The list that the reply shows a page of.
    let whole: WholeList?

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
            let (body, type) = describedFailure ?? (["error": "Not found"], "application/json")
            return StubReply(
                status: .notFound, headers: [.contentType: type], body: body.bytes(.compact), delay: reply.delay)
        case .shows(let body, let id, let change):
            if let body { reply.body = body.bytes(.compact) }
            if let change { reply.headers.count(change) }
            if let id, !id.isEmpty, isLocated(reply.status.code) {
                reply.headers[.location] =
                    "\(place.path)/\(operation.identity.path(of: id))" + operation.template.ending
            }
        }
        return reply
    }

    /// Whether the document says that the reply names the place of what was made.
    private func isLocated(_ status: Int) -> Bool {
        let response = document.operation(operation.id)?.response(for: status)
        return response?.headers.contains { $0.name.lowercased() == "location" } ?? false
    }

    /// What the document says is answered where nothing is found, and as which type.
    private var describedFailure: (body: JSONValue, type: String)? {
        let described = document.operation(operation.id)
        guard let response = described?.response(for: 404), response.status != described?.success?.status,
            let media = response.json
        else { return nil }
        let type = media.isJSON ? media.name : "application/json"
        if let example = media.examples.lazy.compactMap(\.value).first { return (example, type) }
        guard let schema = media.schema else { return nil }
        do {
            let body = try SampleGenerator(document: document).sample(
                for: schema, seed: "\(operation.id) not found"
            ).value
            return (FailureWords(404, in: document).fitted(body, schema), type)
        } catch {
            // A failure that nothing fits is told in the demo's own words.
            return nil
        }
    }
}
