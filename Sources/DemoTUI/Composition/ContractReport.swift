import APIDocument
import DemoManager
import DocumentStubs
import JSONText

/// Where stubs and examples disagree with the document they stand for: what keeps demo data from rotting.
struct ContractReport: Sendable {
    private let document: APIDocument
    private let prefix: String

    /// - Parameter prefix: the path of the server's URL, which the document's paths are below.
    init(_ document: APIDocument, prefix: String) {
        self.document = document
        self.prefix = prefix
    }

    /// What is wrong with the stubs, a line each: who, where, why.
    func flaws(of stubs: [StubState]) -> [String] {
        let check = ContractCheck(document)
        return stubs.flatMap { state -> [String] in
            guard let operation = operation(of: state.stub) else { return [] }
            return state.stub.sequence.flatMap { entry -> [String] in
                let reply = entry.reply
                guard reply.fault == nil, !reply.passesThrough, reply.proxyBase == nil, !isSpoilt(state.stub) else {
                    return []
                }
                let type = reply.headers[.contentType]
                return check.flaws(
                    of: operation, status: reply.status, contentType: type, body: reply.body
                ).map { "\(place(state.stub)): the reply of \(state.stub.title) breaks the document: \($0)" }
            }
        } + examples(check)
    }

    /// The document's own examples.
    private func examples(_ check: ContractCheck) -> [String] {
        document.operations.flatMap { operation in
            operation.exampleExchanges.flatMap { example -> [String] in
                guard let schema = example.mediaType.schema, example.mediaType.isJSON else { return [] }
                return document.violations(of: example.responseBody, against: schema).prefix(5).map { violation in
                    let name = example.name.map { " \($0)" } ?? ""
                    return
                        "\(document.source.name): the example\(name) of \(operation.id), \(example.response.status), "
                        + "breaks its schema: \(violation)"
                }
            }
        }
    }

    /// Stubs for malformed bodies are meant to be.
    private func isSpoilt(_ stub: Stub) -> Bool { stub.name == Condition.malformed.name }

    private func place(_ stub: Stub) -> String {
        stub.origin.position().map { "\(stub.origin.path ?? ""):\($0)" } ?? "\(stub.origin)"
    }

    /// The operation a stub answers, where it answers one.
    private func operation(of stub: Stub) -> Operation? {
        guard case .one(let method) = stub.request.method else { return nil }
        let path: String
        switch stub.request.url {
        case .path(let text): path = text
        case .url(let text): path = String(text.prefix { $0 != "?" })
        case .template(let template): path = template.text
        case .any, .urlMatching, .pathMatching, .containing: return nil
        }
        return document.operation(method, path: path, below: prefix)
    }
}
