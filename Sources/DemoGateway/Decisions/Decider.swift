import APIDocument
import DemoManager
import HTTPTypes
import Recordings

/// Asks the engine to decide a request, and translates the decision to HTTP. It decides nothing itself.
///
/// A class, because copies of a value would retain each member for every request.
final class Decider: Sendable {
    let configuration: GatewayConfiguration
    /// Keeps the exchanges of all sessions, and decides for requests without one.
    let journal: DemoManager
    private let sessions: Sessions

    init(configuration: GatewayConfiguration, sessions: Sessions) {
        self.configuration = configuration
        self.sessions = sessions
        journal = sessions.everyone
    }

    /// The request with its call, whose mode is now set.
    func inquiry(_ head: RequestHead) -> Inquiry {
        let manager = sessions.manager(head.marks.session)
        let routes = manager.routes
        let served = (routes?.routes as? ServedDocuments)?.document(of: head.request)
        var (request, route) = routed(head.request, by: served?.router)
        var operation: Operation?
        if case .operation(let found, _) = route { operation = found }
        let named = head.marks.screen
        var call = manager.beginCall(
            screen: served.map { $0.screen(named, of: operation) } ?? named,
            operation: operation.flatMap { served?.id(of: $0) },
            session: head.marks.session, isBypassed: head.marks.isBypassed)
        call.description = routes?.number
        if request.authority != head.request.authority || request.path != head.request.path {
            call.asked = Call.Asked(head.request)
        }
        if request.method == .head, !manager.wouldAnswer(request, call: call) {
            // A stub for GET also answers HEAD (RFC 9110 section 9.3.2).
            var get = request
            get.method = .get
            if manager.wouldAnswer(get, call: call) { (request, call.asked) = (get, Call.Asked(head.request)) }
        }
        return Inquiry(
            request: request, sentPath: head.request.path, call: call, manager: manager, marks: head.marks,
            served: served, route: route)
    }

    func needsBody(_ inquiry: Inquiry) -> Bool {
        if isChecked(inquiry), inquiry.operation?.0.requestBody != nil { return true }
        return inquiry.manager.needsBody(inquiry.request, call: inquiry.call)
    }

    /// True if callbacks may follow a stub's reply.
    func hasCallbacks(_ inquiry: Inquiry?) -> Bool {
        guard configuration.sendsCallbacks, let inquiry, inquiry.call.mode == .demo, !inquiry.call.isBypassed else {
            return false
        }
        return inquiry.operation?.0.callbacks.isEmpty == false
    }

    /// The breakpoint that holds a request, if any.
    func breakpoint(for inquiry: Inquiry) -> String? {
        journal.breakpoint(for: inquiry.request, call: inquiry.call)
    }

    /// The user's reply to a held request.
    func answer(_ inquiry: Inquiry, body: [UInt8]?, with reply: StubReply) -> Act {
        let decision = journal.answer(inquiry.request, body: body, call: inquiry.call, with: reply)
        return act(decision, inquiry, recorded: decision.exchange)
    }

    enum Answer {
        case now(Act)
        /// Slow work that must not run on an event loop; nil as `outdated`.
        case later(@Sendable () -> Act?)
        /// The document was replaced after the inquiry; nothing was recorded.
        case outdated
    }

    /// Decides a request, and records it once.
    func decide(_ inquiry: Inquiry, body: [UInt8]?) -> Answer {
        // The client determines how long decoding and validating a body take.
        if isChecked(inquiry) || body != nil && inquiry.request.headerFields[.contentEncoding] != nil {
            return .later { [self] in act(inquiry, body: body) }
        }
        if let act = methodsAct(inquiry) { return .now(act) }
        switch inquiry.manager.begin(inquiry.request, body: body, call: inquiry.call) {
        case .made(let decision): return .now(act(decision, inquiry, body: body))
        case .open(let complete): return .later { [self] in act(complete(), inquiry, body: body) }
        case .outdated: return .outdated
        }
    }

    private func act(_ inquiry: Inquiry, body: [UInt8]?) -> Act? {
        let body = body.map { inquiry.request.decodedBody($0, limit: configuration.limits.body) ?? $0 }
        if let act = methodsAct(inquiry) ?? checked(inquiry, body: body) { return act }
        switch inquiry.manager.begin(inquiry.request, body: body, call: inquiry.call) {
        case .made(let decision): return act(decision, inquiry, body: body)
        case .open(let complete): return act(complete(), inquiry, body: body)
        case .outdated: return nil
        }
    }

    private func act(_ decision: Decision, _ inquiry: Inquiry, body: [UInt8]?) -> Act {
        let exchange =
            inquiry.manager === journal
            ? decision.exchange
            : journal.record(
                decision.action, request: inquiry.request, body: body, call: inquiry.call, chaos: decision.chaos)
        return act(decision, inquiry, recorded: exchange)
    }

    private func act(_ decision: Decision, _ inquiry: Inquiry, recorded exchange: ExchangeID) -> Act {
        let record = Act.Record(manager: journal, exchange: exchange)
        switch decision.action {
        case .stub(let reply, let stub):
            let kind: Act.Kind = reply.fault.map { .fault($0) } ?? .reply(GatewayReply(reply))
            return Act(
                kind: kind, delay: reply.delay, why: why(decision, reply, stub),
                mayCallBack: stub.kind != .condition(.malformed), record: record)
        case .passThrough(let reason):
            var outgoing = reason.outgoing(inquiry.request)
            if configuration.upstream == nil, outgoing.authority == inquiry.request.authority {
                let reply = GatewayReply.problem(
                    502,
                    "\(inquiry.title) would go to the server, but there is none. Start the gateway with --upstream URL."
                )
                return Act(kind: .reply(reply), why: decision.reason, record: record)
            }
            if outgoing.authority == inquiry.request.authority {
                let isUnchanged = outgoing.path == inquiry.request.path
                outgoing.path = upstreamPath(isUnchanged ? inquiry.sentPath : outgoing.path)
            }
            return Act(
                kind: .pass(outgoing), delay: decision.delay, why: decision.reason,
                isCaptured: reason == .unmatched && inquiry.manager.unmatched == .capture, record: record)
        case .refuse(let refusal):
            return Act(kind: .reply(refused(refusal, inquiry)), why: refusal.message, record: record)
        }
    }

    /// The stub that answered, with its condition, chaos and fault.
    private func why(_ decision: Decision, _ reply: StubReply, _ stub: StubRef) -> String {
        var why = decision.chaos == nil ? stub.name : decision.reason
        // The reason of chaos already names the condition.
        guard decision.chaos?.condition == nil else { return why }
        if case .condition(let condition) = stub.kind, condition.name != stub.name { why = "\(condition.name): \(why)" }
        if let fault = reply.fault { why += ": \(fault.title)" }
        return why
    }

    /// True if an open WebSocket or stream may continue unchanged.
    ///
    /// - Parameter policy: the policy when it was opened, if it connects to a server; nil if a stub answers.
    func keepsOpen(_ inquiry: Inquiry, passedUnder policy: UnmatchedPolicy?) -> Bool {
        sessions.manager(inquiry.marks.session).keepsOpen(inquiry.call, passedUnder: policy)
    }

    /// The refusal of a plain request on a port for HTTPS.
    func stray(_ head: RequestHead) -> Act {
        let message = "This port speaks HTTPS. Use https://\(head.request.authority ?? "localhost") as the base URL."
        let decision = journal.refuse(
            head.request, call: journal.beginCall(session: head.marks.session), as: .byGateway, message: message)
        return Act(
            kind: .reply(.problem(400, message)), why: message,
            record: Act.Record(manager: journal, exchange: decision.exchange))
    }

    /// The request as sent to the upstream, with its route, so that stubs for one server and credentials of one origin
    /// match. HEAD is routed as GET unless the document declares it.
    private func routed(
        _ request: HTTPRequest, by router: OperationRouter?
    ) -> (HTTPRequest, OperationRouter.Route?) {
        var request = request
        if let upstream = configuration.upstream {
            request.scheme = upstream.scheme
            request.authority = upstream.authority
        }
        guard let router else { return (request, nil) }
        let (path, route) = router.routed(request.method, request.path ?? "/")
        if request.path.map({ $0 != path }) == true { request.path = path }
        guard request.method == .head, case .otherMethods = route else { return (request, route) }
        let get = router.route(.get, path)
        if case .operation = get { return (request, get) }
        return (request, route)
    }

    /// The path below the upstream's prefix, which clients may omit. Paths of a document already include it.
    private func upstreamPath(_ path: String?) -> String? {
        guard let path, let prefix = configuration.upstream?.pathPrefix, !prefix.isEmpty,
            path != prefix, !path.hasPrefix(prefix + "/"), !path.hasPrefix(prefix + "?")
        else { return path }
        return prefix + path
    }
}
