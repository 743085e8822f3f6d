import APIDocument
import DemoManager
import HTTPTypes
import Recordings
import WireFormats

/// Asks the engine what happens to a request, and puts the answer into the terms of HTTP. Decides nothing itself.
///
/// An object: what it is made of would be counted as held once more for every request.
final class Decider: Sendable {
    let configuration: GatewayConfiguration
    let journal: DemoManager
    private let sessions: Sessions
    /// The document's screens, by their ids in lower case; empty without a document.
    private let screens: [String: String]

    /// - Parameters:
    ///   - journal: keeps the exchanges of all sessions, and decides for who names none.
    ///   - sessions: decide for the others.
    init(configuration: GatewayConfiguration, journal: DemoManager, sessions: Sessions) {
        self.configuration = configuration
        self.journal = journal
        self.sessions = sessions
        screens = Dictionary(
            configuration.screens.values.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The screen a call belongs to: the one the client names, else the operation's. A name that is no screen's counts for
    /// nothing, so that a slip never takes a call out of demo mode.
    private func screen(_ name: String?, of operation: String?) -> String? {
        let named = screens.isEmpty ? name : name.flatMap { screens[$0.lowercased()] }
        return named ?? operation.flatMap { configuration.screens[$0] }
    }

    /// The request as a call, bound to the mode it begins in.
    func inquiry(_ head: RequestHead) -> Inquiry {
        var request = located(head.request)
        let route = route(request)
        let manager = sessions.manager(head.marks.session)
        var operation: String?
        if case .operation(let found, _) = route { operation = found.id }
        var call = manager.beginCall(
            screen: screen(head.marks.screen, of: operation), operation: operation,
            session: head.marks.session, isBypassed: head.marks.isBypassed)
        if request.authority != head.request.authority || request.path != head.request.path {
            call.asked = Call.Asked(authority: head.request.authority, path: head.request.path)
        }
        if request.method == .head, !manager.wouldAnswer(request, call: call) {
            // What is answered to GET is there for HEAD, too (RFC 9110 section 9.3.2).
            var get = request
            get.method = .get
            if manager.wouldAnswer(get, call: call) { request = get }
        }
        return Inquiry(
            request: request, sentPath: head.request.path, call: call, manager: manager, marks: head.marks, route: route
        )
    }

    /// Where the document leads a request; HEAD goes where GET does, unless it is described itself.
    private func route(_ request: HTTPRequest) -> OperationRouter.Route? {
        guard let router = configuration.router else { return nil }
        let path = request.path ?? "/"
        let route = router.route(request.method, path)
        guard request.method == .head, case .otherMethods = route, case .operation = router.route(.get, path) else {
            return route
        }
        return router.route(.get, path)
    }

    /// Whether the decision needs the request's body.
    func needsBody(_ inquiry: Inquiry) -> Bool {
        if isChecked(inquiry), inquiry.operation?.0.requestBody != nil { return true }
        return inquiry.manager.needsBody(inquiry.request, call: inquiry.call)
    }

    /// What happens to a request, or what is left to find it out.
    enum Answer {
        case now(Act)
        /// May take long: not to be done on a connection's loop.
        case later(@Sendable () -> Act)
    }

    /// What happens to the request. Recorded once.
    func decide(_ inquiry: Inquiry, body: [UInt8]?) -> Answer {
        // How long a body takes to unpack and to check is the client's to say.
        if isChecked(inquiry) || body != nil && inquiry.request.headerFields[.contentEncoding] != nil {
            return .later { [self] in act(inquiry, body: body) }
        }
        if let act = methodsAct(inquiry) { return .now(act) }
        switch inquiry.manager.begin(inquiry.request, body: body, call: inquiry.call) {
        case .made(let decision): return .now(act(decision, inquiry, body: body))
        case .open(let complete): return .later { [self] in act(complete(), inquiry, body: body) }
        }
    }

    private func act(_ inquiry: Inquiry, body: [UInt8]?) -> Act {
        let body = body.map { inquiry.request.decodedBody($0, limit: configuration.limits.body) ?? $0 }
        if let act = methodsAct(inquiry) ?? checked(inquiry, body: body) { return act }
        return act(inquiry.manager.decide(inquiry.request, body: body, call: inquiry.call), inquiry, body: body)
    }

    private func act(_ decision: Decision, _ inquiry: Inquiry, body: [UInt8]?) -> Act {
        let exchange =
            inquiry.manager === journal
            ? decision.exchange
            : journal.record(decision.action, request: inquiry.request, body: body, call: inquiry.call)
        let record = Act.Record(manager: journal, exchange: exchange)
        switch decision.action {
        case .stub(let reply, let stub):
            let kind: Act.Kind = reply.fault.map { .fault($0) } ?? .reply(GatewayReply(reply))
            return Act(kind: kind, delay: reply.delay, why: stub.name, record: record)
        case .passThrough(let reason):
            var outgoing = reason.outgoing(inquiry.request)
            if configuration.upstream == nil, outgoing.authority == inquiry.request.authority {
                let reply = GatewayReply.problem(
                    502,
                    "\(inquiry.title) would go to the server, and there is none. Start the gateway with --upstream URL."
                )
                return Act(kind: .reply(reply), why: decision.reason, record: record)
            }
            if outgoing.authority == inquiry.request.authority {
                let isUnchanged = outgoing.path == inquiry.request.path
                outgoing.path = upstreamPath(isUnchanged ? inquiry.sentPath : outgoing.path)
            }
            return Act(
                kind: .pass(outgoing), delay: reason.delay, why: decision.reason,
                isCaptured: reason == .unmatched && inquiry.manager.unmatched == .capture, record: record)
        case .refuse(let refusal):
            return Act(kind: .reply(refused(refusal, inquiry)), why: refusal.message, record: record)
        }
    }

    /// The request as it would go to the upstream, so that stubs for one server and credentials for one origin are told apart.
    private func located(_ request: HTTPRequest) -> HTTPRequest {
        var request = request
        if let upstream = configuration.upstream {
            request.scheme = upstream.scheme
            request.authority = upstream.authority
        }
        guard let router = configuration.router, let path = request.path else { return request }
        let located = router.located(path, for: request.method)
        if located != path { request.path = located }
        return request
    }

    /// The path below the upstream's own; a document has led its own paths there already. Clients may send it whole or leave
    /// the upstream's part away.
    private func upstreamPath(_ path: String?) -> String? {
        guard let path, let prefix = configuration.upstream?.pathPrefix, !prefix.isEmpty,
            path != prefix, !path.hasPrefix(prefix + "/"), !path.hasPrefix(prefix + "?")
        else { return path }
        return prefix + path
    }
}
