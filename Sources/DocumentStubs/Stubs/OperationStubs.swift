import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

/// The stubs of one operation: its default reply, and a disabled one for every other answer.
struct OperationStubs {
    private let operation: Operation
    private let document: APIDocument
    private let answers: [Answer]
    private let pathPrefix: String
    /// Chooses the answer to each request.
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

    /// The stubs in the order to add them.
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

    /// The stub of the default reply.
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
