import DemoManager
import HTTPTypes

/// Asks the engine what happens to a request, and puts the answer into the terms of HTTP. Decides nothing itself.
struct Decider: Sendable {
    let configuration: GatewayConfiguration
    let manager: DemoManager

    /// The request as a call, bound to the mode it begins in.
    func inquiry(_ head: RequestHead) -> Inquiry {
        let request = head.request
        let call = manager.beginCall(
            screen: head.marks.screen, session: head.marks.session, isBypassed: head.marks.isBypassed)
        return Inquiry(request: located(request), call: call, manager: manager)
    }

    /// Whether the decision needs the request's body.
    func needsBody(_ inquiry: Inquiry) -> Bool {
        inquiry.manager.needsBody(inquiry.request, call: inquiry.call)
    }

    /// What happens to the request. Recorded once.
    func decide(_ inquiry: Inquiry, body: [UInt8]?) -> Act {
        let decision = inquiry.manager.decide(inquiry.request, body: body, call: inquiry.call)
        let record = Act.Record(manager: inquiry.manager, exchange: decision.exchange)
        switch decision.action {
        case .stub(let reply, let stub):
            let kind: Act.Kind = reply.fault.map { .fault($0) } ?? .reply(GatewayReply(reply))
            return Act(kind: kind, delay: reply.delay, why: stub.name, record: record)
        case .passThrough(let reason):
            let outgoing = reason.outgoing(inquiry.request)
            if configuration.upstream == nil, outgoing.authority == inquiry.request.authority {
                return Act(kind: .reply(Self.nowhere(inquiry.request)), why: decision.reason, record: record)
            }
            return Act(kind: .pass(outgoing), delay: reason.delay, why: decision.reason, record: record)
        case .refuse(let refusal):
            return Act(kind: .reply(refused(refusal, inquiry)), why: refusal.message, record: record)
        }
    }

    /// The request as it would go to the upstream, so that stubs for one server and credentials for one origin are told apart.
    private func located(_ request: HTTPRequest) -> HTTPRequest {
        guard let upstream = configuration.upstream else { return request }
        var request = request
        request.scheme = upstream.scheme
        request.authority = upstream.authority
        return request
    }

    private static func nowhere(_ request: HTTPRequest) -> GatewayReply {
        .problem(
            502, "\(title(request)) would go to the server, and there is none. Start the gateway with --upstream URL.")
    }

    private func refused(_ refusal: Refusal, _ inquiry: Inquiry) -> GatewayReply {
        let request = inquiry.request
        switch refusal.kind {
        case .noStub, .noSeed, .guardedWrite, .nextPage, .sequenceUsedUp, .passThroughForbidden, .forwarded:
            return .problem(
                404, refusal.message,
                [
                    ("method", .string(request.method.rawValue)),
                    ("path", .string(Redactor().url(request.path ?? "/"))),
                    (
                        "nearMisses",
                        "Send the request again with the header X-Demo-Explain: 1 to see the closest stubs."
                    ),
                ])
        case .verification, .replyFailed: return .problem(500, refusal.message)
        }
    }

    /// `GET /me`, without secrets.
    private static func title(_ request: HTTPRequest) -> String {
        "\(request.method.rawValue) \(Redactor().url(request.path ?? "/"))"
    }
}
