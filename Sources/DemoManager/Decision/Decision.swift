import Foundation
import HTTPTypes

/// The decision on one attempt. Made once, recorded once.
package struct Decision: Sendable {
    /// The action. Its parts are boxed: a decision is passed on a dozen times.
    package enum Action: Sendable {
        /// Answer with this reply.
        indirect case stub(StubReply, StubRef)
        /// Send it to a server: what the reason's `outgoing(_:)` makes of it, after its `delay`.
        case passThrough(PassThroughReason)
        /// Answer nothing and send nothing: the call ends with the refusal's message.
        indirect case refuse(Refusal)
    }

    /// The exchange it was recorded as; pass it to `finish(_:with:)`.
    package let exchange: ExchangeID
    /// The action.
    package let action: Action
    /// The failure or delay at random that the action has; nil without chaos.
    package internal(set) var chaos: Chaos.Draw?

    /// How long to wait before a request that passes is sent.
    package var delay: Duration {
        guard case .passThrough(let reason) = action else { return .zero }
        return reason.delay + (chaos?.delay ?? .zero)
    }
}

/// Why an attempt goes to a server, and to which.
package enum PassThroughReason: Sendable, Equatable {
    /// Demo is off for the call.
    case live
    /// The call asked for it.
    case bypassed
    /// Demo is on, no stub matches and the policy lets it pass. Shown as `[live: no stub]`.
    case unmatched
    /// The matching stub says "pass through", or its sequence is used up and says so.
    indirect case stub(StubRef)
    /// The matching stub forwards it to another server, after a delay.
    indirect case proxy(to: ProxyBase, after: Duration, StubRef)

    /// True if the call is a demo call that reaches a server all the same.
    package var isLeavingDemo: Bool {
        switch self {
        case .live, .bypassed: false
        case .unmatched, .stub, .proxy: true
        }
    }

    /// The request to send: `request` itself, or the one for the server the stub forwards to.
    package func outgoing(_ request: HTTPRequest) -> HTTPRequest {
        if case .proxy(let base, _, _) = self { base.forwarded(request) } else { request }
    }

    /// How long to wait before it is sent, without chaos.
    package var delay: Duration { if case .proxy(_, let delay, _) = self { delay } else { .zero } }
}

/// Why an attempt gets no answer and never leaves.
public struct Refusal: Sendable, Hashable, Error, CustomStringConvertible {
    /// The rule that refused.
    package enum Kind: Sendable, Hashable {
        /// No stub matches and the policy is `error`.
        case noStub
        /// A UI test seeded replies, but none for this request.
        case noSeed
        /// No stub matches a write and the policy is `guard`.
        case guardedWrite
        /// The next page of a list that began with stubs.
        case nextPage
        /// The stub's sequence is used up and ends with `fail`.
        case sequenceUsedUp
        /// The stub says "pass through", the policy lets nothing leave.
        case passThroughForbidden
        /// A `thenVerifyRequest` closure threw.
        case verification
        /// The closure that makes the stub's reply threw.
        case replyFailed
        /// The stub has no answer of the kind the request asks for; HTTP has this status for it.
        case notOffered(status: Int)
        /// The request is not as the API's document has it, and it was asked to be.
        case invalidRequest
        /// The request has no credentials, and it was asked to be as the API's document has it.
        case missingCredentials
        /// The gateway answers itself: with the methods of a path, or that its port speaks HTTPS.
        case byGateway
        /// A stub forwards it to another server, and `respond(to:)` can only say "answer" or "send it yourself".
        case forwarded
    }

    /// The rule that refused.
    package let kind: Kind
    /// The request's method.
    package let method: String
    /// The request's path and query.
    package let path: String
    /// One sentence for a person: what happened, with method and path.
    package internal(set) var message: String
    /// The place of the check that threw, for `verification`.
    package internal(set) var origin: StubOrigin?

    /// The sentence.
    public var description: String { message }
}

extension Refusal: LocalizedError {
    /// The sentence.
    public var errorDescription: String? { message }
}

/// The policy for demo requests that no stub matches. It holds also without any stub.
public enum UnmatchedPolicy: String, Sendable, Hashable, CaseIterable {
    /// Nothing leaves; the request is refused.
    case error
    /// Safe methods pass through, writes and next pages of stubbed lists are refused.
    case `guard`
    /// It goes to the real server.
    case passThrough
    /// It goes to the real server, and what that answers is recorded: from then on the recording answers.
    case capture
}

extension Decision {
    /// Why, as a sentence without its full stop.
    package var reason: String { action.reason(of: nil, chaos) }
}

extension Decision.Action {
    /// Why, as a sentence without its full stop.
    ///
    /// - Parameter call: The call that was decided; nil leaves out its screen and operation.
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
    /// The answering stub, in words, with its place.
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
        // A reply that refuses says why; what stub it would have been does not matter.
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
