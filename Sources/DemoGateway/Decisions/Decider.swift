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
    func routed(_ head: RequestHead) -> RoutedRequest {
        let manager = sessions.manager(head.marks.session)
        let routes = manager.routes
        let served = (routes?.routes as? ServedDocuments)?.document(of: head.request)
        var (request, route) = routed(head.request, by: served?.router)
        let operation = route?.operation
        let named = head.marks.screen
        var call = manager.beginCall(
            screen: served.map { screen(named, of: route, at: request.path, by: $0, in: manager) } ?? named,
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
        return RoutedRequest(
            request: request, sentPath: head.request.path, call: call, manager: manager, marks: head.marks,
            served: served, route: route)
    }

    /// The screen of a call. A request that the document lacks belongs to a screen in demo that has its path, so that
    /// neither another method nor a second slash reaches the server.
    private func screen(
        _ named: String?, of route: OperationRouter.Route?, at path: String?, by served: ServedDocument,
        in manager: DemoManager
    ) -> String? {
        let operation = route?.operation
        if let screen = served.screen(named, of: operation) { return screen }
        guard operation == nil, let path else { return nil }
        let plain = OperationRouter.plain(path)
        if case .unknown = route, plain == nil { return nil }
        let screens = served.router.operations(at: plain ?? path).compactMap { served.screen(nil, of: $0) }
        return screens.first { manager.isEnabled(for: $0) } ?? screens.first
    }

    func needsBody(_ routed: RoutedRequest) -> Bool {
        if isChecked(routed), routed.operation?.0.requestBody != nil { return true }
        return routed.manager.needsBody(routed.request, call: routed.call)
    }

    /// True if callbacks may follow a stub's reply.
    func hasCallbacks(_ routed: RoutedRequest?) -> Bool {
        guard configuration.sendsCallbacks, let routed, routed.call.mode == .demo, !routed.call.isBypassed else {
            return false
        }
        return routed.operation?.0.callbacks.isEmpty == false
    }

    /// The breakpoint that holds a request, if any.
    func breakpoint(for routed: RoutedRequest) -> String? {
        journal.breakpoint(for: routed.request, call: routed.call)
    }

    /// The user's reply to a held request.
    func answer(_ routed: RoutedRequest, body: [UInt8]?, with reply: StubReply) -> Act {
        let decision = journal.answer(routed.request, body: body, call: routed.call, with: reply)
        return act(decision, routed, recorded: decision.exchange)
    }

    enum Answer {
        case now(Act)
        /// Slow work that must not run on an event loop; false skips it. Nil as `outdated`.
        case later(@Sendable (_ isWanted: Bool) -> Act?)
        /// The document was replaced after the routed; nothing was recorded.
        case outdated
    }

    /// Decides a request, and records it once.
    func decide(_ routed: RoutedRequest, body: [UInt8]?) -> Answer {
        // The client determines how long decoding and validating a body take.
        if isChecked(routed) || body != nil && routed.request.headerFields[.contentEncoding] != nil {
            return .later { [self] isWanted in isWanted ? act(routed, body: body) : nil }
        }
        if let act = methodsAct(routed) { return .now(act) }
        switch routed.manager.begin(routed.request, body: body, call: routed.call) {
        case .made(let decision): return .now(act(decision, routed, body: body))
        case .open(let complete): return .later { [self] in act(complete($0), routed, body: body) }
        case .outdated: return .outdated
        }
    }

    private func act(_ routed: RoutedRequest, body: [UInt8]?) -> Act? {
        let body = body.map { routed.request.decodedBody($0, limit: configuration.limits.body) ?? $0 }
        if let act = methodsAct(routed) ?? checked(routed, body: body) { return act }
        switch routed.manager.begin(routed.request, body: body, call: routed.call) {
        case .made(let decision): return act(decision, routed, body: body)
        case .open(let complete): return act(complete(true), routed, body: body)
        case .outdated: return nil
        }
    }

    private func act(_ decision: Decision, _ routed: RoutedRequest, body: [UInt8]?) -> Act {
        let exchange =
            routed.manager === journal
            ? decision.exchange
            : journal.record(
                decision.action, request: routed.request, body: body, call: routed.call, chaos: decision.chaos)
        return act(decision, routed, recorded: exchange)
    }

    private func act(_ decision: Decision, _ routed: RoutedRequest, recorded exchange: ExchangeID) -> Act {
        let record = Act.Record(manager: journal, exchange: exchange)
        switch decision.action {
        case .stub(let reply, let stub):
            let kind: Act.Kind = reply.fault.map { .fault($0) } ?? .reply(GatewayReply(reply))
            return Act(
                kind: kind, delay: reply.delay, why: why(decision, reply, stub),
                mayCallBack: stub.kind != .condition(.malformed), record: record)
        case .passThrough(let reason):
            var outgoing = reason.outgoing(routed.request)
            if configuration.upstream == nil, outgoing.authority == routed.request.authority {
                let reply = GatewayReply.problem(
                    502,
                    "\(routed.title) would go to the server, but there is none. Start the gateway with --upstream URL."
                )
                return Act(kind: .reply(reply), why: decision.reason, record: record)
            }
            if outgoing.authority == routed.request.authority {
                let isUnchanged = outgoing.path == routed.request.path
                outgoing.path = upstreamPath(isUnchanged ? routed.sentPath : outgoing.path)
            }
            return Act(
                kind: .pass(outgoing), delay: decision.delay, why: decision.reason,
                isCaptured: reason == .unmatched && routed.manager.unmatched == .capture, record: record)
        case .refuse(let refusal):
            return Act(kind: .reply(refused(refusal, routed)), why: refusal.message, record: record)
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
    func keepsOpen(_ routed: RoutedRequest, passedUnder policy: UnmatchedPolicy?) -> Bool {
        sessions.manager(routed.marks.session).keepsOpen(routed.call, passedUnder: policy)
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
        guard let path, let prefix = configuration.upstream?.pathPrefix, !path.isPath(below: prefix) else {
            return path
        }
        return prefix + path
    }
}

/// A request with its call and its manager, for the engine. A class, as `RequestHead` is.
final class RoutedRequest: Sendable {
    /// The request with the upstream's absolute URL, if there is one; its path is below the document's prefix.
    let request: HTTPRequest
    /// The path as sent by the client.
    let sentPath: String?
    let call: Call
    let manager: DemoManager
    let marks: DemoMarks
    /// The document that the request was routed by; nil without one.
    let served: ServedDocument?
    let route: OperationRouter.Route?

    init(
        request: HTTPRequest, sentPath: String?, call: Call, manager: DemoManager, marks: DemoMarks,
        served: ServedDocument?, route: OperationRouter.Route?
    ) {
        (self.request, self.sentPath, self.call, self.manager) = (request, sentPath, call, manager)
        (self.marks, self.served, self.route) = (marks, served, route)
    }

    /// The routed of a held call that continues.
    func held(as held: Call) -> RoutedRequest {
        var call = call
        (call.heldBy, call.isRequestEdited) = (held.heldBy, held.isRequestEdited)
        return RoutedRequest(
            request: request, sentPath: sentPath, call: call, manager: manager, marks: marks, served: served,
            route: route)
    }

    /// The operation, with the values of its path parameters.
    var operation: (Operation, values: [String: String])? {
        if case .operation(let operation, let values) = route { (operation, values) } else { nil }
    }

    /// `GET /me`, without secrets.
    var title: String { "\(request.method.rawValue) \(manager.redactor.url(request.path ?? "/"))" }
}

/// The action for a request, and its record in the journal.
struct Act: Sendable {
    enum Kind: Sendable {
        case reply(GatewayReply)
        /// Simulate a failure.
        case fault(Fault)
        /// Send it to a server.
        case pass(HTTPRequest)
    }

    var kind: Kind
    var delay: Duration = .zero
    /// The stub or rule that decided, for the log.
    var why = ""
    /// True if the reply is recorded in any case, because the policy `capture` let the request through.
    var isCaptured = false
    /// False for a simulated failure with the status of a success.
    var mayCallBack = true
    var record: Record?

    /// An exchange in a journal that has no outcome yet.
    struct Record: Sendable {
        let manager: DemoManager
        let exchange: ExchangeID

        func finish(_ outcome: ExchangeOutcome) { manager.finish(exchange, with: outcome) }
    }
}
