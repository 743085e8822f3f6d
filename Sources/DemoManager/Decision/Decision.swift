import Foundation
import HTTPTypes

/// The decision on one attempt; made and recorded once.
package struct Decision: Sendable {
    /// The action. Its values are indirect because a decision is copied often.
    package enum Action: Sendable {
        /// Give this reply.
        indirect case stub(StubReply, StubRef)
        /// Send it to a server: the request from the reason's `outgoing(_:)`, after the delay.
        case passThrough(PassThroughReason)
        /// Neither answer nor send: the call fails with the refusal's message.
        indirect case refuse(Refusal)
    }

    /// The recorded exchange; pass it to `finish(_:with:)`.
    package let exchange: ExchangeID
    package let action: Action
    /// The random failure or delay of the action; nil without chaos.
    package internal(set) var chaos: Chaos.Draw?

    /// The delay before a request that passes through is sent.
    package var delay: Duration {
        guard case .passThrough(let reason) = action else { return .zero }
        return reason.delay + (chaos?.delay ?? .zero)
    }
}

/// The reason why an attempt is sent to a server, and the server.
package enum PassThroughReason: Sendable, Equatable {
    /// Demo is off for the call.
    case live
    /// The call asked to bypass demo mode.
    case bypassed
    /// Demo is on, no stub matches and the policy lets it pass. Shown as `[live: no stub]`.
    case unmatched
    /// The matching stub passes it through, or its sequence is used up and passes through.
    indirect case stub(StubRef)
    /// The matching stub forwards it to another server, after a delay.
    indirect case proxy(to: ProxyBase, after: Duration, StubRef)

    /// True if it is a demo call that is sent to a server nevertheless.
    package var isLeavingDemo: Bool {
        switch self {
        case .live, .bypassed: false
        case .unmatched, .stub, .proxy: true
        }
    }

    /// The request to send: `request` itself, or the one for the server that the stub forwards to.
    package func outgoing(_ request: HTTPRequest) -> HTTPRequest {
        if case .proxy(let base, _, _) = self { base.forwarded(request) } else { request }
    }

    /// Why a request leaves, as the first half of a sentence.
    ///
    /// - Parameter title: the request in words, as `GET /me`.
    func sentence(of title: String) -> String {
        switch self {
        case .live: "demo is off for \(title)"
        case .bypassed: "\(title) bypasses demo"
        case .unmatched: "no stub for \(title)"
        case .stub(let stub): "\(stub.name) passes \(title) through"
        case .proxy(let base, _, let stub): "\(stub.name) forwards \(title) to \(base)"
        }
    }

    /// The delay before it is sent, without chaos.
    package var delay: Duration { if case .proxy(_, let delay, _) = self { delay } else { .zero } }
}

/// The reason why an attempt is neither answered nor sent.
public struct Refusal: Sendable, Hashable, Error, CustomStringConvertible {
    /// The rule that refused.
    package enum Kind: Sendable, Hashable {
        /// No stub matches and the policy is `error`.
        case noStub
        /// A UI test seeded replies, but none for this request.
        case noSeed
        /// No stub matches a write and the policy is `guard`.
        case guardedWrite
        /// The request asks for the next page of a list that began with stubs.
        case nextPage
        /// The stub's sequence is used up and ends with `fail`.
        case sequenceUsedUp
        /// The stub passes the request through, but the policy forbids it.
        case passThroughForbidden
        /// The request would leave, and the manager is offline.
        case offline
        /// The closure of a `thenVerifyRequest` threw an error.
        case verification
        /// The closure that makes the stub's reply threw an error.
        case replyFailed
        /// The stub has no reply of the kind the request asks for; HTTP has this status for it.
        case notOffered(status: Int)
        /// The request violates the API's document, and validation is on.
        case invalidRequest
        /// The request has no credentials, and validation is on.
        case missingCredentials
        /// The gateway itself answers: with the methods of a path, or because its port speaks HTTPS.
        case byGateway
        /// A stub forwards it to another server, which `respond(to:)` does not support.
        case forwarded
    }

    /// The rule that refused.
    package let kind: Kind
    package let method: String
    /// The request's path and query.
    package let path: String
    /// One sentence for people: the reason, with method and path.
    package internal(set) var message: String
    /// The origin of the failed check, for `verification`.
    package internal(set) var origin: StubOrigin?

    /// The message.
    public var description: String { message }
}

extension Refusal: LocalizedError {
    /// The message.
    public var errorDescription: String? { message }
}

/// The policy for demo requests that no stub matches, even if there are no stubs.
public enum UnmatchedPolicy: String, Sendable, Hashable, CaseIterable {
    /// Refuses the request; nothing is sent.
    case error
    /// Passes safe methods through; refuses writes and next pages of stubbed lists.
    case `guard`
    /// Sends the request to the real server.
    case passThrough
    /// Sends the request to the real server. In the program, the response is recorded and answers from then on; the
    /// library has no recorder.
    case capture
}

extension Decision {
    /// The reason, as a sentence without its full stop.
    package var reason: String { action.reason(of: nil, chaos) }
}

extension Decision.Action {
    /// The reason, as a sentence without its full stop.
    ///
    /// - Parameter call: the call that was decided; nil omits its screen and operation.
    package func reason(of call: Call?) -> String {
        switch self {
        case .stub(let reply, let stub): stub.sentence(of: call, reply)
        case .passThrough(.live): "Live: the server was asked"
        case .passThrough(.bypassed): "The call itself asked for the server"
        case .passThrough(.unmatched): "No stub fits; the call went to the server"
        case .passThrough(.stub(let stub)): "\(stub.subject) passed the call to the server"
        case .passThrough(.proxy(let base, _, let stub)): "\(stub.subject) forwarded the call to \(base)"
        case .refuse(let refusal): refusal.message
        }
    }
}

extension StubRef {
    /// The answering stub in words, with its origin.
    package var reason: String {
        let step = position.map { ", reply \($0 + 1)" } ?? ""
        return switch kind {
        case .stub: "stub \(name)\(step) (\(origin))"
        case .seed: "seed \(name)\(step)"
        case .heldCall: name
        case .condition(let condition) where id == nil: "condition \(condition.name), built in"
        case .condition(let condition): "condition \(condition.name): stub \(name)\(step) (\(origin))"
        }
    }

    /// `The stub cards`, `The example of listCards`.
    fileprivate var subject: String {
        switch kind {
        case .stub(.documentExample), .stub(.generated): "The \(name)"
        case .stub, .condition: "The stub \(name)"
        case .seed: "The test's seed \(name)"
        case .heldCall: "You"
        }
    }

    fileprivate func sentence(of call: Call?, _ reply: StubReply) -> String {
        let sentence = sentence(of: call)
        guard let note = reply.note else { return sentence }
        // The note of a refusing reply is the reason; the stub does not matter.
        return reply.isRefusal ? "\(demoIsOn(call)): \(note)" : "\(sentence). \(note)"
    }

    private func demoIsOn(_ call: Call?) -> String { "Demo is on\(call?.screen == nil ? "" : " for this screen")" }

    private func sentence(of call: Call?) -> String {
        if case .condition(let condition) = kind {
            let step = position.flatMap { $0 > 0 ? "; this is its reply \($0 + 1)" : nil } ?? ""
            return "You chose \(condition.title) for this call\(step)"
        }
        let answered = "\(subject) answered" + (position.map { " with reply \($0 + 1)" } ?? "")
        guard kind != .seed, kind != .heldCall else { return answered }
        return "\(demoIsOn(call)), and t\(answered.dropFirst())"
    }
}
