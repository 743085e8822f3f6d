import Foundation
import HTTPTypes

/// What happens to one attempt. Made once, recorded once.
public struct Decision: Sendable {
    /// What to do. Its parts stand apart from it: a decision is handed on a dozen times.
    public enum Action: Sendable {
        /// Answer with this reply.
        indirect case stub(StubReply, StubRef)
        /// Send it to a server: what the reason's `outgoing(_:)` makes of it, after its `delay`.
        case passThrough(PassThroughReason)
        /// Answer nothing and send nothing: the call ends with the refusal's message.
        indirect case refuse(Refusal)
    }

    /// The exchange it was recorded as; pass it to `finish(_:with:)`.
    public let exchange: ExchangeID
    /// What to do.
    public let action: Action
}

/// Why an attempt goes to a server, and to which.
public enum PassThroughReason: Sendable, Hashable {
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

    /// Whether the call is a demo call that reaches a server all the same.
    public var isLeavingDemo: Bool {
        switch self {
        case .live, .bypassed: false
        case .unmatched, .stub, .proxy: true
        }
    }

    /// What to send: `request` itself, or the request as it goes to the server the stub forwards to.
    public func outgoing(_ request: HTTPRequest) -> HTTPRequest {
        if case .proxy(let base, _, _) = self { base.forwarded(request) } else { request }
    }

    /// How long to wait before it is sent.
    public var delay: Duration { if case .proxy(_, let delay, _) = self { delay } else { .zero } }
}

/// Why an attempt gets no answer and never leaves.
public struct Refusal: Sendable, Hashable, Error, CustomStringConvertible {
    /// The rule that refused.
    public enum Kind: Sendable, Hashable {
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
        /// A stub forwards it to another server, and `respond(to:)` can only say "answer" or "send it yourself".
        case forwarded
    }

    /// The rule that refused.
    public let kind: Kind
    /// The request's method.
    public let method: String
    /// The request's path and query.
    public let path: String
    /// One sentence for a person: what happened, with method and path.
    public internal(set) var message: String
    /// Where the check that threw was written, for `verification`.
    public internal(set) var origin: StubOrigin?

    /// The sentence.
    public var description: String { message }
}

extension Refusal: LocalizedError {
    /// The sentence.
    public var errorDescription: String? { message }
}

/// What happens in demo to a request no stub matches. The policy holds also when there is no stub at all.
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
