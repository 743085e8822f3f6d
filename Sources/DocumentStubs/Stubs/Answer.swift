import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// One possible answer of an operation: an example of the document, or a body generated from the schema.
///
/// It depends on the document alone, and ``APIDocument/answers(of:_:as:)`` creates it once.
struct Answer: Sendable {
    let response: Response
    let media: MediaType?
    let example: String?
    let value: JSONValue?
    let isFirst: Bool
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]
    /// True if the body has the media type from which lists and items are read.
    let isUsual: Bool

    var isExample: Bool { value != nil }

    /// The name in the list of conditions. The first answer of an error status replaces the built-in condition.
    var name: String {
        if isFirst, let condition = Condition.builtIn.first(where: { $0.errorStatus == status }) {
            return condition.name
        }
        if let example { return example }
        let words = response.description.prefix { !$0.isNewline && $0 != "." }.split(separator: " ")
        let text = words.reduce(into: "") { text, word in
            if text.count + word.count < 40 { text += (text.isEmpty ? "" : " ") + word }
        }
        return text.isEmpty ? "\(status)" : text.hasPrefix("\(status)") ? text : "\(status) \(text)"
    }

    var given: StubReply { StubReply(status: .init(code: status), headers: headers, body: body) }

    func reply(of operation: Operation, in document: APIDocument) -> Reply {
        var reply = Reply(status: status, headers: headers, body: body)
        reply.maker = maker(of: operation, in: document)
        return reply
    }

    func make(
        _ request: ReceivedRequest, _ reply: inout StubReply, of operation: Operation, in document: APIDocument
    ) throws { try maker(of: operation, in: document)?.make(request, &reply) }

    /// Nil if every request gets the same reply.
    private func maker(of operation: Operation, in document: APIDocument) -> ReplyMaker? {
        let maker = bodyMaker(of: operation, in: document)
        guard response.isTagged else { return maker }
        return ReplyMaker(needsBody: maker?.needsBody ?? false) { request, reply in
            try maker?.make(request, &reply)
            reply.entityTag = EntityTag(of: request.request)
        }
    }

    private func bodyMaker(of operation: Operation, in document: APIDocument) -> ReplyMaker? {
        guard let media else { return nil }
        if let value {
            guard isUsual else { return nil }
            return ExampleReply(
                document: document, operation: operation, response: response, name: example, body: value
            ).maker
        }
        return isUsual
            ? SampleReply(document: document, operation: operation, response: response).maker
            : SampleBody(document: document, operation: operation, response: response, media: media).maker
    }
}

/// One response of an operation, and the name of an example or media type, as the key of values that are made once.
struct ResponseKey: Hashable {
    let operation: String
    let status: Response.Status
    let name: String?
}

extension APIDocument {
    func answers(of operation: Operation) -> [Answer] {
        operation.responses.flatMap { response in
            response.answered(by: operation) == nil
                ? [] : answers(of: operation, response, as: response.content.usual)
        }
    }

    func successAnswers(of operation: Operation) -> [Answer] {
        guard let success = operation.success else { return [] }
        return answers(of: operation, success, as: success.content.usual)
    }

    /// The answers of one response in one media type: its examples, else one generated from its schema.
    func answers(of operation: Operation, _ response: Response, as media: MediaType?) -> [Answer] {
        memo.value(for: ResponseKey(operation: operation.id, status: response.status, name: media?.name)) {
            var headers = ReplyHeaders(document: self).fields(of: response, of: operation)
            if let media { headers[.contentType] = media.sentName }
            let isUsual = media?.name == response.json?.name
            func answer(_ example: (name: String?, value: JSONValue)?, isFirst: Bool) -> Answer {
                Answer(
                    response: response, media: media, example: example?.name, value: example?.value, isFirst: isFirst,
                    status: response.answered(by: operation) ?? response.status.usual, headers: headers,
                    body: example.flatMap { media?.bytes($0.value, in: self) } ?? [], isUsual: isUsual)
            }
            let examples = (media?.examples ?? []).compactMap { example in example.value.map { (example.name, $0) } }
            guard !examples.isEmpty else { return [answer(nil, isFirst: true)] }
            return examples.enumerated().map { place, example in answer(example, isFirst: place == 0) }
        }
    }
}

extension Response {
    /// True if the document declares its ETag.
    var isTagged: Bool { headers.contains { $0.name.lowercased() == "etag" } }

    /// The status of the response; nil for a `default` beside other responses.
    fileprivate func answered(by operation: Operation) -> Int? {
        guard status != .default || operation.success?.status == .default else { return nil }
        return (200...999).contains(status.usual) ? status.usual : nil
    }
}

extension Response.Status {
    var usual: Int {
        switch self {
        case .exact(let code): code
        case .range(let digit): digit * 100
        case .default: 200
        }
    }
}

extension [Answer] {
    /// The example that matches the sent body best: a request for an event gets an event's ticket.
    ///
    /// It shares most members with the body; the first of several counts. Members with enumerated values count first.
    /// Nil without a choice of examples.
    func agreeing(with request: ReceivedRequest, of operation: Operation, in document: APIDocument) -> Answer? {
        guard count > 1, allSatisfy(\.isExample), let sent = JSONValue.read([UInt8](request.body))?.objectValue else {
            return nil
        }
        let media = operation.requestBody?.content.json
        let declared = media?.schema.map { document.resolveChoices($0).properties } ?? []
        let choices = Set(
            declared.filter { property in
                let schema = document.resolveChoices(property.schema)
                return schema.enumValues != nil || schema.const != nil || schema.type == .boolean
            }.map(\.name))
        let ranked = map { answer in
            let body = answer.value
            let asked = media?.examples.first { $0.name != nil && $0.name == answer.example }?.value
            let same = sent.members.filter { body?[$0.key] == $0.value || asked?[$0.key] == $0.value }.map(\.key)
            return (answer, (same.filter(choices.contains).count, same.count))
        }
        return ranked.max { $0.1 < $1.1 }?.0
    }
}
