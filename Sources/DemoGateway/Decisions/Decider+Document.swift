import APIDocument
import DemoManager
import DocumentStubs
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

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
            guard reply.status.code == status else { return nil }
            let faults = problem.flaws.map {
                FieldFaults.Fault($0.place, $0.message, isInBody: $0.location.first == "body")
            }
            let response = operation.response(for: status)
            return GatewayReply(try FieldFaults(faults, in: document).stated(in: reply, of: response))
        } catch {
            return nil
        }
    }

    private static func details(_ problem: RequestProblem) -> GatewayReply {
        let flaws = problem.flaws.map(\.json)
        return .problem(problem.status, problem.message, flaws.isEmpty ? [] : [("validation", .array(flaws))])
    }

    func refused(_ refusal: Refusal, _ routed: RoutedRequest) -> GatewayReply {
        switch refusal.kind {
        case .verification, .replyFailed: return .problem(500, refusal.message)
        case .notOffered(let status): return .problem(status, refusal.message)
        case .noStub, .guardedWrite:
            if case .otherMethods(let methods) = routed.route { return otherMethods(methods, routed) }
        case .noSeed, .nextPage, .sequenceUsedUp, .passThroughForbidden, .forwarded, .invalidRequest,
            .missingCredentials, .byGateway, .offline:
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
        let decision = journal.refuse(routed.request, call: routed.call, as: .byGateway, message: "no stub; \(why)")
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

/// A document with the routes of its operations.
package final class ServedDocument: Sendable {
    package let document: APIDocument
    /// Routes requests to the document's operations.
    package let router: OperationRouter
    /// The screens of calls that name none, by operation id.
    private let screens: [String: String]
    /// The screens' ids by their lowercase spelling.
    private let names: [String: String]
    /// The engine's ids of operations that have another id in the document.
    private let operations: [String: String]
    private let ownIDs: [String: String]

    /// - Parameters:
    ///   - screens: the screens of calls that name none, by the document's operation ids.
    ///   - operations: the engine's ids of operations that have another id in the document.
    package init(
        _ document: APIDocument, _ router: OperationRouter, screens: [String: String] = [:],
        operations: [String: String] = [:]
    ) {
        (self.document, self.router, self.screens, self.operations) = (document, router, screens, operations)
        ownIDs = Dictionary(operations.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        names = Dictionary(screens.values.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The engine's id of an operation.
    func id(of operation: Operation) -> String { operations[operation.id] ?? operation.id }

    /// The operation for an engine's id; nil if another document has it.
    package func operation(_ id: String) -> Operation? {
        operations[id] == nil ? document.operation(ownIDs[id] ?? id) : nil
    }

    /// The screen of a call: the one the client names, else the operation's. Unknown names are ignored, so that a typo
    /// cannot take a call out of demo mode.
    func screen(_ name: String?, of operation: Operation?) -> String? {
        let named = names.isEmpty ? name : name.flatMap { names[$0.lowercased()] }
        return named ?? operation.flatMap { screens[$0.id] }
    }
}

/// All documents of a run, each below its own path; the routes of the manager's description.
package final class ServedDocuments: Sendable {
    /// Sorted by path length, longest first.
    private let documents: [ServedDocument]
    /// In the order they were named.
    package let all: [ServedDocument]

    package init(_ documents: [ServedDocument]) {
        all = documents
        self.documents = documents.sorted { $0.router.prefix.utf8.count > $1.router.prefix.utf8.count }
    }

    /// The document of a request: the one with the longest path that contains the request's. For clients that omit this
    /// path, the first document with an operation for the request.
    package func document(of request: HTTPRequest) -> ServedDocument? {
        guard documents.count > 1, let path = request.path else { return documents.first }
        func holding(_ path: String) -> ServedDocument? {
            documents.first { !$0.router.prefix.isEmpty && $0.router.holds(path) }
        }
        return holding(path) ?? OperationRouter.plain(path).flatMap(holding) ?? documents.first { document in
            if case .unknown = document.router.routed(request.method, path).route { false } else { true }
        } ?? documents.last
    }
}
