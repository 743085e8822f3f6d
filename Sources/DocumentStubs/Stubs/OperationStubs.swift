import APIDocument
import DemoManager
import HTTPTypes
import JSONText

/// The stubs of one operation: what it answers by itself, and one to choose for every other answer it may give.
struct OperationStubs {
    let document: APIDocument
    let operation: Operation
    let pathPrefix: String

    /// In the order to add them in.
    var stubs: [Stub] {
        let template: URLTemplate
        do {
            template = try URLTemplate(pathPrefix + operation.path.text)
        } catch {
            // A path that is no template answers nothing; the reader has listed it among the problems.
            return []
        }
        let request = RequestPattern(method: .one(operation.method), url: .template(template))
        return ordinary(request) + situations(request) + paired(request) + preferred(request)
    }

    /// What answers by itself.
    private func ordinary(_ request: RequestPattern) -> [Stub] {
        guard let success = operation.success else {
            return [stub(request, .generated, "sample of \(operation.id)", Reply(status: 200))]
        }
        let reply = Answer(self, success).replies.first
        guard let reply else { return [] }
        let name = reply.isExample ? "example of \(operation.id)" : "sample of \(operation.id)"
        return [stub(request, reply.isExample ? .documentExample : .generated, name, reply.reply)]
    }

    /// Every other answer, switched off: chosen as a condition, by its name.
    private func situations(_ request: RequestPattern) -> [Stub] {
        answers.filter { !$0.isOrdinary }.map { answer in
            var stub = stub(request, .documentExample, answer.name, answer.reply)
            stub.isEnabled = false
            return stub
        }
    }

    /// Sample exchanges: who sends an example's parameters and body gets the answer of the same name.
    private func paired(_ request: RequestPattern) -> [Stub] {
        operation.exampleExchanges.filter(\.isConditional).reversed().compactMap { example in
            guard let pattern = example.pattern(request),
                let answer = answers.first(where: {
                    $0.response == example.response.status && $0.example == example.name
                })
            else { return nil }
            return stub(pattern, .documentExample, "example \(example.name ?? "") of \(operation.id)", answer.reply)
        }
    }

    /// What `Prefer: code=404` and `Prefer: example=x` ask for (as Prism has it).
    private func preferred(_ request: RequestPattern) -> [Stub] {
        answers.reversed().flatMap { answer in
            answer.preferences.map { preference in
                var request = request
                request.headers = [NamedMatcher("Prefer", .contains(preference))]
                var stub = stub(request, .documentExample, nil, answer.reply)
                stub.name = "\(operation.id), preferred: \(preference)"
                stub.priority = 1
                return stub
            }
        }
    }

    private var answers: [Answer.Named] { operation.responses.flatMap { Answer(self, $0).named } }

    private func stub(_ request: RequestPattern, _ source: StubSource, _ name: String?, _ reply: Reply) -> Stub {
        let maker = source == .generated ? "the document's schema" : "the document's example"
        return Stub(
            name: name, source: source, request: request, sequence: [SequenceEntry(reply)], origin: .made(by: maker))
    }
}

/// One response of an operation, as replies.
struct Answer {
    /// A reply with the name a person chooses it by.
    struct Named {
        let name: String
        let response: Response.Status
        /// The example's name in the document.
        let example: String?
        let reply: Reply
        /// What a `Prefer` header asks for it by.
        let preferences: [String]
        /// Whether it is what the operation answers anyway.
        let isOrdinary: Bool
    }

    private let operation: Operation
    private let response: Response
    private let sample: SampleReply

    init(_ stubs: OperationStubs, _ response: Response) {
        operation = stubs.operation
        self.response = response
        sample = SampleReply(
            document: stubs.document, operation: stubs.operation, response: response, pathPrefix: stubs.pathPrefix)
    }

    /// The examples, else one reply made from the schema.
    var replies: [(reply: Reply, isExample: Bool, name: String?)] {
        guard let status else { return [] }
        var headers = HTTPFields()
        for header in response.headers {
            guard let name = HTTPField.Name(header.name), let value = header.example?.scalarText,
                HTTPField.isValidValue(value)
            else { continue }
            headers[name] = value
        }
        guard let media = response.json ?? response.content.first else {
            return [(Reply(status: status, headers: headers), false, nil)]
        }
        headers[.contentType] = media.name.contains("*") ? "application/json" : media.name
        let examples = media.examples.filter { $0.value != nil }
        guard examples.isEmpty else {
            return examples.map { example in
                let body =
                    media.isJSON || media.name.contains("*")
                    ? example.value?.bytes(.compact) : example.value?.scalarText.map { Array($0.utf8) }
                let reply = Reply(status: status, headers: headers, body: body ?? [], maker: nil)
                return (reply, true, example.name)
            }
        }
        return [(Reply(status: status, headers: headers, maker: sample.maker), false, nil)]
    }

    /// The replies with the names they are chosen by.
    var named: [Named] {
        let isSuccess = response.status == operation.success?.status
        return replies.enumerated().map { place, reply in
            var preferences = reply.name.map { ["example=\($0)"] } ?? []
            if place == 0 { preferences.append("code=\(reply.reply.status)") }
            let name = reply.name ?? Self.name(reply.reply.status, response.description)
            return Named(
                name: place == 0 && !isSuccess ? Self.condition(reply.reply.status)?.name ?? name : name,
                response: response.status, example: reply.name, reply: reply.reply, preferences: preferences,
                isOrdinary: isSuccess && place == 0)
        }
    }

    /// The status it answers with; nil for `default` beside others, which says nothing about when.
    private var status: Int? {
        switch response.status {
        case .exact(let code): (200...999).contains(code) ? code : nil
        case .range(let digit): digit >= 2 ? digit * 100 : nil
        case .default: operation.success?.status == .default ? 200 : nil
        }
    }

    /// The built-in condition that answers with a status: the document's own body takes its place.
    private static func condition(_ status: Int) -> Condition? {
        switch status {
        case 401: .unauthorized
        case 403: .forbidden
        case 404: .notFound
        case 429: .rateLimited
        case 500: .serverError
        case 504: .gatewayTimeout
        default: nil
        }
    }

    private static func name(_ status: Int, _ description: String) -> String {
        let words = description.prefix { !$0.isNewline && $0 != "." }.prefix(40)
        return words.isEmpty ? "\(status)" : "\(status) \(words)"
    }
}
