import APIDocument
import APIModel
import AppCore
import HTTPTypes
import SourceTexts
import WireFormats

/// Calls the read operations of a server and reports deviations from the document. Makes only GET and HEAD requests.
struct ServerCheck {
    static let limit = 200
    private static let bodyLimit = 16 << 20

    private let app: AppComposition.Prepared
    private let server: String
    private let stubbed: Set<String>
    private let progress: (_ done: Int, _ all: Int) -> Void
    private var values: SafeValues
    private var drafts: [(place: String, problem: CheckProblem)] = []
    private var refused: [Operation] = []

    init(
        _ app: AppComposition.Prepared, at server: String, stubbed: Set<String>,
        progress: @escaping (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) {
        self.app = app
        self.server = server
        self.stubbed = stubbed
        self.progress = progress
        values = SafeValues(app.document)
    }

    /// Makes the calls, simple ones first, because others need their replies.
    mutating func run() async -> [CheckProblem] {
        var open = app.document.operations.filter { [.get, .head].contains($0.method) }
            .sorted { $0.path.parameterNames.count < $1.path.parameterNames.count }
        let all = min(open.count, Self.limit)
        var done = 0
        while done < Self.limit, let index = open.firstIndex(where: { values.values(of: $0).missing == nil }) {
            let operation = open.remove(at: index)
            progress(done, all)
            done += 1
            guard await call(operation) else { return located() }
        }
        for operation in open {
            let missing = values.values(of: operation).missing
            note(
                operation,
                missing.map { "was not called: nothing fills \($0); give it an example in the document" }
                    ?? "was not called: \(Self.limit) calls are the most")
        }
        tellRefused()
        return located()
    }

    /// - Returns: false if the server cannot be reached, so that further calls are useless.
    private mutating func call(_ operation: Operation) async -> Bool {
        let given = values.values(of: operation).values
        let request = Request(direct: operation, in: app.document)
        let isServers = given.values.allSatisfy(\.isServers)
        var reply: APIResponse?
        do {
            let texts = given.map { (name: $0.key, text: $0.value.text) }
            let endpoint = try request.endpoint(request.values(of: texts))
            reply = try await app.client.send(endpoint, in: CallContext(session: .live))
        } catch let error as APIError {
            guard let response = error.response else {
                let message = "\(operation.method) \(operation.path) at \(server): \(error.userMessage)"
                drafts.append((operation.place, problem(operation, message)))
                if case .connection = error.kind { return false }
                if case .notSent = error.kind { return false }
                return true
            }
            reply = response
        } catch {
            note(operation, "was not called: \(error)")
        }
        if let reply { judge(reply, operation, isServers: isServers) }
        return true
    }

    private mutating func judge(_ reply: APIResponse, _ operation: Operation, isServers: Bool) {
        let stubs = stubbed.contains(operation.id) ? "; stubs answer it" : ""
        switch reply.status {
        case 401, 403: return refused.append(operation)
        case 404 where !isServers:
            return note(operation, "was not found with the document's example, so it was not checked")
        case 404, 405, 410, 501:
            return tell(operation, "the server does not have it, it answers \(reply.status)\(stubs)")
        default: break
        }
        let redirects = [301, 302, 303, 307, 308].contains { operation.response(for: $0)?.status == .exact($0) }
        guard !redirects || operation.response(for: reply.status) != nil else {
            return note(operation, "is a redirect, whose target was not checked")
        }
        guard !reply.isTruncated, reply.body.count <= Self.bodyLimit else {
            return note(operation, "answers more than \(Self.bodyLimit >> 20) MB, which were not checked")
        }
        if (200..<300).contains(reply.status) { values.answers[operation.id] = reply.json }
        let headers = reply.head.headerFields
        let flaws = app.document.findings(
            of: operation, status: reply.status, headers: headers, contentType: headers[.contentType],
            body: reply.body, value: reply.json
        ).flaws
        for flaw in flaws {
            var found = problem(operation, "\(name(operation)): the server's reply, \(reply.status): \(flaw.message)")
            found.pointer = flaw.pointer
            drafts.append((flaw.place, found))
        }
    }

    private mutating func tellRefused() {
        guard let first = refused.first else { return }
        let count = refused.count == 1 ? "" : ", and \(refused.count - 1) more"
        let advice = Secrets.advice(for: app.catalog.authentications).map { " \($0)" } ?? ""
        tell(first, "the server does not let the call in\(count); what it answers was not checked.\(advice)")
    }

    private mutating func tell(_ operation: Operation, _ message: String) {
        drafts.append((operation.place, problem(operation, "\(name(operation)): \(message)")))
    }

    private mutating func note(_ operation: Operation, _ message: String) {
        var note = problem(operation, "\(name(operation)) \(message)")
        note.severity = .note
        drafts.append((operation.place, note))
    }

    private func name(_ operation: Operation) -> String { "\(operation.method) \(operation.path) at \(server)" }

    private func problem(_ operation: Operation, _ message: String) -> CheckProblem {
        CheckProblem(kind: .server, file: app.document.source.name, operation: operation.id, message: message)
    }

    private func located() -> [CheckProblem] {
        zip(drafts, app.document.located(drafts.map(\.place))).map { draft, found in
            var problem = draft.problem
            problem.position = found.position
            return problem
        }
    }
}

/// Values for the parameters of reading calls: from earlier replies, else from the document.
struct SafeValues {
    /// True if the server itself returned the value: then a resource must exist for it.
    struct Value: Hashable {
        let text: String
        let isServers: Bool
    }

    var answers: [String: JSONValue] = [:]
    private let document: APIDocument

    init(_ document: APIDocument) { self.document = document }

    /// The values of all parameters of a call, and the name of the first missing one.
    func values(of operation: Operation) -> (values: [String: Value], missing: String?) {
        var values: [String: Value] = [:]
        for parameter in operation.parameters where parameter.isRequired {
            guard let value = linked(parameter, operation) ?? row(parameter, operation.path) ?? written(parameter)
            else { return (values, parameter.name) }
            values[parameter.name] = value
        }
        return (values, nil)
    }

    /// From `x-screen` or a link.
    private func linked(_ parameter: Parameter, _ operation: Operation) -> Value? {
        if let source = operation.screen?["parameters"]?[parameter.name]?.scalarText {
            guard let mark = source.firstRange(of: "#/") else { return Value(text: source, isServers: false) }
            if let pointer = try? JSONPointer(String(source[mark.lowerBound...].dropFirst())),
                let text = text(of: String(source[..<mark.lowerBound]), at: pointer)
            {
                return Value(text: text, isServers: true)
            }
        }
        for other in document.operations where answers[other.id] != nil {
            for (_, link) in other.links where link.operationID == operation.id {
                let given = link.parameters.first {
                    $0.key == parameter.name || $0.key == "\(parameter.location.rawValue).\(parameter.name)"
                }?.value.stringValue
                guard let given, case .body(.response, let pointer)? = try? RuntimeExpression(inLink: given) else {
                    continue
                }
                if let text = text(of: other.id, at: pointer) { return Value(text: text, isServers: true) }
            }
        }
        return nil
    }

    private func text(of operation: String, at pointer: JSONPointer) -> String? {
        let text = answers[operation]?[pointer]?.scalarText
        return text?.isEmpty == true ? nil : text
    }

    /// From the first row of the parent list.
    private func row(_ parameter: Parameter, _ path: PathTemplate) -> Value? {
        guard parameter.location == .path,
            let index = path.segments.firstIndex(where: { $0.parameter == parameter.name }),
            let list = document.read(at: path.prefix(index).shape),
            case .rows(let place, let row) = document.shape(of: list),
            let key = document.key(parameter.name, of: row, at: index, in: path),
            let text = answers[list.id]?[place]?.arrayValue?.first?[key]?.scalarText, !text.isEmpty
        else { return nil }
        return Value(text: text, isServers: true)
    }

    /// From the document: an example, the default, the first choice.
    private func written(_ parameter: Parameter) -> Value? {
        let schema = document.resolveChoices(parameter.schema)
        let all = [
            parameter.example, parameter.examples.first?.value, schema.default, schema.const, schema.examples.first,
            schema.enumValues?.first,
        ]
        return all.lazy.compactMap { $0?.scalarText }.first { !$0.isEmpty }.map { Value(text: $0, isServers: false) }
    }
}
