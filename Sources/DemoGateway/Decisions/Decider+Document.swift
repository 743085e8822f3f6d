import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import WireFormats

/// Responses from the document without a stub: other methods, and the validation of requests.
extension Decider {
    /// True if a request is validated: only requests that a stub would answer are.
    func isChecked(_ routed: RoutedRequest) -> Bool {
        configuration.validatesRequests && routed.call.mode == .demo && !routed.call.isBypassed
    }

    /// The response to an invalid request: the document's own, else problem details. Nil for a valid one.
    func checked(_ routed: RoutedRequest, body: [UInt8]?) -> Act? {
        guard isChecked(routed), let document = routed.served?.document, let (operation, values) = routed.operation,
            let problem = RequestContract(
                operation, in: document, routed.request, body: body ?? [], pathValues: values
            ).problem
        else { return nil }
        let flaws = problem.flaws.map(\.text)
        let others = flaws.count > 1 ? " (\(flaws.dropFirst().joined(separator: "; ")))" : ""
        let decision = journal.refuse(
            routed.request, body: body, call: routed.call, as: problem.kind,
            message: journal.redactor.text(problem.message + others))
        var reply = documented(problem, operation, routed) ?? Self.details(problem)
        reply.outcome = .refused
        // The document's response seldom names the flaw.
        let why = flaws.isEmpty ? problem.message : flaws.joined(separator: "; ")
        reply.headers[.demoProblem] = journal.redactor.text(why).asField
        if let challenge = problem.challenge, reply.status.code == 401, reply.headers[.wwwAuthenticate] == nil {
            reply.headers[.wwwAuthenticate] = challenge
        }
        return Act(
            kind: .reply(reply), why: problem.message,
            record: Act.Record(manager: journal, exchange: decision.exchange))
    }

    private func documented(
        _ problem: RequestProblem, _ operation: Operation, _ routed: RoutedRequest
    ) -> GatewayReply? {
        guard let document = routed.served?.document, let status = problem.status(describedBy: operation) else {
            return nil
        }
        do {
            let request = ReceivedRequest(routed.request)
            let reply = try Negotiation(operation, in: document).reply(to: request, status: status)
            return reply.status.code == status ? GatewayReply(reply) : nil
        } catch {
            return nil
        }
    }

    private static func details(_ problem: RequestProblem) -> GatewayReply {
        let flaws = problem.flaws.map(\.json)
        return .problem(problem.status, problem.message, flaws.isEmpty ? [] : [("validation", .array(flaws))])
    }

    /// The response to a refused request.
    func refused(_ refusal: Refusal, _ routed: RoutedRequest) -> GatewayReply {
        switch refusal.kind {
        case .verification, .replyFailed: return .problem(500, refusal.message)
        case .notOffered(let status): return .problem(status, refusal.message)
        case .noStub:
            if case .otherMethods(let methods) = routed.route { return otherMethods(methods, routed) }
        case .noSeed, .guardedWrite, .nextPage, .sequenceUsedUp, .passThroughForbidden, .forwarded, .invalidRequest,
            .missingCredentials, .byGateway:
            break
        }
        var members: [(String, JSONValue)] = [
            ("method", .string(routed.request.method.rawValue)),
            ("path", .string(journal.redactor.url(routed.request.path ?? "/"))),
        ]
        if routed.marks.wantsExplanation {
            let text = routed.manager.explain(routed.request, call: routed.call).text(width: 100)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            members.append(("nearMisses", .array(lines.map { .string(String($0)) })))
        } else {
            members.append(
                ("nearMisses", "Send the request again with the header X-Demo-Explain: 1 to see the closest stubs."))
        }
        return .problem(404, refusal.message, members)
    }

    /// The response to OPTIONS if no stub answers it and nothing may be passed: the methods of the document. It does
    /// not count as a failed request.
    func methodsAct(_ routed: RoutedRequest) -> Act? {
        guard routed.request.method == .options, case .otherMethods(let methods) = routed.route,
            routed.call.mode == .demo, !routed.call.isBypassed, routed.manager.unmatched == .error,
            !routed.manager.wouldAnswer(routed.request, call: routed.call)
        else { return nil }
        let reply = otherMethods(methods, routed)
        let why = "what the document has at this path: \(reply.headers[.allow] ?? "")"
        let decision = journal.refuse(
            routed.request, call: routed.call, as: .byGateway, message: "no stub; \(why)")
        return Act(kind: .reply(reply), why: why, record: Act.Record(manager: journal, exchange: decision.exchange))
    }

    private func otherMethods(_ methods: [HTTPRequest.Method], _ routed: RoutedRequest) -> GatewayReply {
        var names = methods.map(\.rawValue)
        if names.contains("GET"), !names.contains("HEAD") { names.append("HEAD") }
        if !names.contains("OPTIONS") { names.append("OPTIONS") }
        let allow = names.joined(separator: ", ")
        if routed.request.method == .options {
            return GatewayReply(status: .noContent, headers: [.allow: allow])
        }
        return .problem(405, "\(routed.title): this path answers \(allow) only.", headers: [.allow: allow])
    }
}

extension String {
    /// The text as the value of a header field: one line of ASCII of limited length.
    fileprivate var asField: String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(500).map { (0x20...0x7E).contains($0.value) ? $0 : "?" }))
    }
}
