import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

/// One answer that an operation may give, by an example of the document or made from its schema.
struct Answer: Sendable {
    /// The response of the document it belongs to.
    let response: Response
    /// The example's name in the document.
    let example: String?
    /// Whether an example of the document says it.
    let isExample: Bool
    /// Whether it is its response's first.
    let isFirst: Bool
    /// What is answered.
    let reply: Reply

    /// What a person chooses it by: its example's name; for the first of a status, the built-in condition of that status, whose
    /// place it takes.
    var name: String {
        if isFirst, let condition = Condition.builtIn.first(where: { $0.errorStatus == reply.status }) {
            return condition.name
        }
        if let example { return example }
        let words = response.description.prefix { !$0.isNewline && $0 != "." }.prefix(40)
        return words.isEmpty ? "\(reply.status)" : "\(reply.status) \(words)"
    }

    /// Every answer of an operation, in the document's order.
    static func all(of operation: Operation, in document: APIDocument) -> [Answer] {
        var headers = ReplyHeaders(document)
        return all(of: operation, in: document, &headers)
    }

    /// Every answer of one operation of several, in the document's order.
    static func all(of operation: Operation, in document: APIDocument, _ headers: inout ReplyHeaders) -> [Answer] {
        operation.responses.flatMap { response -> [Answer] in
            guard let status = status(response, operation) else { return [] }
            let media = response.content.usual
            return all(of: response, as: media, status: status, of: operation, in: document, &headers)
        }
    }

    /// The answers of one response in one form: by each of its examples, else one made from its schema.
    static func all(
        of response: Response, as media: MediaType?, status: Int, of operation: Operation, in document: APIDocument
    ) -> [Answer] {
        var headers = ReplyHeaders(document)
        return all(of: response, as: media, status: status, of: operation, in: document, &headers)
    }

    private static func all(
        of response: Response, as media: MediaType?, status: Int, of operation: Operation, in document: APIDocument,
        _ headers: inout ReplyHeaders
    ) -> [Answer] {
        var reply = Reply(status: status, headers: headers.fields(of: response, of: operation))
        guard let media else {
            return [Answer(response: response, example: nil, isExample: false, isFirst: true, reply: reply)]
        }
        reply.headers[.contentType] = media.sentName
        let examples = media.examples.compactMap { example in example.value.map { (example.name, $0) } }
        let isUsual = media.name == response.json?.name
        guard !examples.isEmpty else {
            reply.maker =
                isUsual
                ? SampleReply(document: document, operation: operation, response: response).maker
                : SampleBody(document: document, operation: operation, response: response, media: media).maker
            return [Answer(response: response, example: nil, isExample: false, isFirst: true, reply: reply)]
        }
        return examples.enumerated().map { place, example in
            reply.body = media.bytes(example.1, in: document)
            reply.maker = nil
            if isUsual {
                let (name, body) = example
                reply.maker =
                    ExampleReply(
                        document: document, operation: operation, response: response, name: name, body: body
                    ).maker
            }
            return Answer(
                response: response, example: example.0, isExample: true, isFirst: place == 0, reply: reply)
        }
    }

    /// The status it answers with; nil for `default` beside others, which says nothing about when.
    private static func status(_ response: Response, _ operation: Operation) -> Int? {
        switch response.status {
        case .exact(let code): (200...999).contains(code) ? code : nil
        case .range(let digit): digit >= 2 ? digit * 100 : nil
        case .default: operation.success?.status == .default ? 200 : nil
        }
    }
}
