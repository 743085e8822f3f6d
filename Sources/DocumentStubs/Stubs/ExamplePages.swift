import APIDocument
import DemoManager
import JSONText

/// An example of a list is its first page: a page behind it is empty, or a list would never end.
struct ExamplePages: Sendable {
    let document: APIDocument
    let operation: Operation
    let response: Response

    /// Nil for what is no list with pages.
    var maker: ReplyMaker? {
        guard operation.method == .get, response.status == operation.success?.status,
            operation.parameters.contains(where: { $0.location == .query })
        else { return nil }
        return ReplyMaker(needsBody: false) { request, reply in
            guard let body = page(of: try JSONValue(parsing: reply.body), for: request) else { return }
            reply.body = body.bytes(.compact)
        }
    }

    /// The page of an example that a request asks for; nil where that is the example itself.
    func page(of example: JSONValue, for request: ReceivedRequest) -> JSONValue? {
        let answers = AnswerReader(document: document)
        guard case .rows(let place, _) = answers.shape(of: operation) else { return nil }
        let pagination = PaginationReader(document: document)
            .pagination(of: operation, answer: answers.schema(of: operation)).0
        let step = operation.pageStep(of: pagination, in: document)
        guard !pagination.isFirstPage(request.queryItems, step) else { return nil }
        let body = example.setting([], at: place)
        guard case .cursor(_, let pointer) = pagination, body[pointer] != nil else { return body }
        return body.setting(.null, at: pointer)
    }
}
