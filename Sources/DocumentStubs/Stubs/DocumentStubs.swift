import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The stubs of a document: its examples, and replies generated from its schemas.
///
/// Replies are generated on request, so that a document of hundreds of operations costs only one small stub each.
/// Examples are unchanged; `document.use(ExampleStyle.mended)` makes them valid and fills short lists.
package struct DocumentStubs: Sendable {
    let document: APIDocument
    private let pathPrefix: String
    private let negotiates: Bool

    /// The stubs of a document.
    ///
    /// - Parameters:
    ///   - pathPrefix: the path of the server's URL, which precedes the document's paths.
    ///   - negotiates: true to apply a request's `Accept` and to reply with an error to a missing answer, as a mock
    ///     server does. An app takes any answer.
    package init(_ document: APIDocument, below pathPrefix: String = "", negotiates: Bool = false) {
        self.document = document
        self.negotiates = negotiates
        self.pathPrefix = pathPrefix
    }

    /// All stubs, in the order to add them: later ones are tried first. Of two matching paths the more concrete one
    /// answers, as in OpenAPI.
    package var stubs: [Stub] {
        document.byConcreteness.flatMap {
            OperationStubs($0, in: document, below: pathPrefix, negotiates: negotiates).stubs
        }
    }

    /// The replies of an operation to the built-in error conditions, by status: its own, else the document's errors of
    /// other operations.
    package func errorReplies(of operation: Operation) -> [Int: OperationDescription.ErrorReply] {
        let replies = ErrorReplies(document: document)
        return Condition.builtIn.compactMap(\.errorStatus).reduce(into: [:]) { all, status in
            guard let reply = replies.reply(status, of: operation) else { return }
            let type = reply.headers[.contentType] ?? "application/json"
            all[status] = OperationDescription.ErrorReply(
                contentType: type, body: reply.body, origin: replies.origin(of: status, of: operation))
        }
    }

    /// An operation's success: its status, and its body from the first example, else from the schema.
    package func success(of operation: Operation) -> (status: Int, body: JSONValue?) {
        (operation.success?.status.usual ?? 200, successBody(of: operation))
    }

    private func successBody(of operation: Operation) -> JSONValue? {
        guard let response = operation.success, let media = response.json else { return nil }
        if let (name, body) = media.examples.lazy.compactMap({ one in one.value.map { (one.name, $0) } }).first {
            return document.shown(body, named: name, by: response, of: operation).body
        }
        return media.schema.flatMap {
            SampleGenerator(document: document).value(for: $0, seed: operation.path.text)
        }
    }
}

extension APIDocument {
    /// The operations, those with the least concrete paths first.
    var byConcreteness: [Operation] {
        operations.map { (operation: $0, concreteness: $0.path.concreteness) }
            .sorted { $0.concreteness.lexicographicallyPrecedes($1.concreteness) }.map(\.operation)
    }
}

/// The stubs of one operation: its default reply, and a disabled one for every other answer.
struct OperationStubs {
    private let operation: Operation
    private let document: APIDocument
    private let answers: [Answer]
    private let pathPrefix: String
    private let negotiation: Negotiation

    init(
        _ operation: Operation, in document: APIDocument, below pathPrefix: String, negotiates: Bool = false
    ) {
        self.operation = operation
        self.document = document
        negotiation = Negotiation(operation, in: document, below: pathPrefix, readsAccept: negotiates)
        answers = document.answers(of: operation)
        self.pathPrefix = pathPrefix
    }

    var stubs: [Stub] {
        let template: URLTemplate
        do {
            template = try URLTemplate(pathPrefix + operation.path.escaped)
        } catch {
            // An invalid path template has no stubs; the reader reports it as a problem.
            return []
        }
        let request = RequestPattern(method: .one(operation.method), url: .template(template))
        return [ordinary(request)] + situations(request) + paired(request)
    }

    private func reply(_ answer: Answer) -> Reply { answer.reply(of: operation, in: document) }

    private var success: Answer? { answers.first { $0.response.status == operation.success?.status } }

    private func ordinary(_ request: RequestPattern) -> Stub {
        let isExample = success?.isExample ?? false
        var reply = success.map(reply) ?? Reply(status: operation.isUndescribedWrite ? 204 : 200)
        reply.maker = negotiation.maker()
        var stub = stub(
            request, isExample ? .documentExample : .generated,
            "\(isExample ? "example" : "sample") of \(operation.id)", reply)
        if operation.isUndescribedWrite {
            stub.name = "undocumented success of \(operation.id)"
            stub.origin = .made(by: "the demo: the document describes only failures")
        }
        return stub
    }

    /// Every other answer as a disabled stub, enabled as a condition by its name.
    private func situations(_ request: RequestPattern) -> [Stub] {
        let ordinary = answers.firstIndex { $0.response.status == operation.success?.status }
        return answers.enumerated().filter { $0.offset != ordinary }.map { _, answer in
            var stub = stub(request, .documentExample, answer.name, reply(answer))
            stub.isEnabled = false
            stub.origin = .made(by: answer.response.origin(isExample: answer.isExample, named: answer.example))
            return stub
        }
    }

    /// Sample exchanges: a request with an example's parameters and body gets the response example of the same name.
    private func paired(_ request: RequestPattern) -> [Stub] {
        operation.exampleExchanges.filter(\.isConditional).reversed().compactMap { example in
            guard let pattern = example.pattern(request),
                let answer = answers.first(where: {
                    $0.response.status == example.response.status && $0.example == example.name
                })
            else { return nil }
            var reply = reply(answer)
            reply.maker = negotiation.maker(of: .init(status: answer.status, example: answer.example))
            return stub(pattern, .documentExample, "example \(example.name ?? "") of \(operation.id)", reply)
        }
    }

    private func stub(_ request: RequestPattern, _ source: StubSource, _ name: String, _ reply: Reply) -> Stub {
        let maker = source == .generated ? "the document's schema" : "the document's example"
        var stub = Stub(
            name: name, source: source, request: request, sequence: [SequenceEntry(reply)], origin: .made(by: maker))
        if document.hasNamesake(operation) { stub.operation = operation.id }
        return stub
    }
}

extension Operation {
    /// True for a write for which the document declares only failures. In demo mode it succeeds without a body.
    var isUndescribedWrite: Bool {
        success == nil && [.post, .put, .patch, .delete].contains(method)
    }
}

extension OperationExample {
    /// The pattern for an example's parameters and body; nil for a parameter value that is not a scalar.
    func pattern(_ request: RequestPattern) -> RequestPattern? {
        var request = request
        for argument in arguments {
            guard let text = argument.value.scalarText else { return nil }
            let matcher = NamedMatcher(argument.parameter.name, .equalTo(text))
            switch argument.parameter.location {
            case .path: request.pathParameters.append(matcher)
            case .query: request.queryParameters.append(matcher)
            case .header: request.headers.append(matcher)
            case .cookie: request.cookies.append(matcher)
            }
        }
        if let requestBody { request.body.append(.equalToJSON(requestBody)) }
        return request
    }
}
