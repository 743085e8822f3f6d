import Foundation
import HTTPTypes
import WireFormats

/// Names one exchange of one manager's journal.
public struct ExchangeID: Sendable, Hashable, Comparable {
    let number: UInt64

    /// Earlier exchanges come first.
    public static func < (lhs: ExchangeID, rhs: ExchangeID) -> Bool { lhs.number < rhs.number }
}

/// One attempt with its decision and, once it ended, its outcome.
public struct Exchange: Sendable, Identifiable {
    /// Its name in the journal.
    public let id: ExchangeID
    /// The call it belongs to.
    package internal(set) var call: Call
    /// Which attempt of the call it is, from 1.
    package let attempt: Int
    /// When it was decided, by the wall clock.
    public let date: Date
    /// The request as it was decided on.
    public internal(set) var request: HTTPRequest {
        get { kept.request }
        set { kept = KeptRequest(newValue) }
    }
    var kept: KeptRequest

    /// The request's body; nil where there was none, or where the journal dropped it for its bound.
    public internal(set) var requestBody: [UInt8]?
    /// The decision. A stub's reply has no body here; that comes with the outcome.
    package internal(set) var action: Decision.Action
    /// How it ended; nil while it runs.
    package internal(set) var outcome: ExchangeOutcome?
    /// True if bodies were dropped because the journal was full.
    package internal(set) var isWithoutBodies = false
    /// The result of a check of the reply; nil without one.
    package internal(set) var verdict: Verdict?

    /// The messages of a WebSocket that it opened; nil for other exchanges.
    package internal(set) var messages: SocketMessages?

    /// The failure or delay at random that it got; nil without chaos.
    package internal(set) var chaos: Chaos.Draw?

    /// The breakpoint that holds it; nil for an exchange of the journal, which was decided.
    package internal(set) var heldBy: String?

    /// Tells its secrets by what was described when it was decided.
    package internal(set) var redactor = Redactor()

    /// Why it was decided so, as a sentence without its full stop.
    public var reason: String {
        heldBy.map { "Held at the breakpoint \($0)" } ?? call.callback.map { "The callback \($0) of the document" }
            ?? action.reason(of: call, chaos)
    }
    /// The status that the client got; nil for a failure, and while it waits.
    public var status: Int? { if case .status(let status)? = outcome?.end { status } else { nil } }
    /// The time it took; nil while it waits.
    public var duration: Duration? { outcome?.duration }
    /// The mode the call began in.
    package var mode: Mode { call.mode }
    /// The screen the call belongs to.
    public var screen: String? { call.screen }
    /// The answering stub, if not the server.
    public var stub: StubRef? {
        switch action {
        case .stub(_, let stub), .passThrough(.stub(let stub)), .passThrough(.proxy(_, _, let stub)): stub
        case .passThrough, .refuse: nil
        }
    }
    /// The path and query as the client sent them. Those of `request` are the server's, which a gateway's client may
    /// shorten.
    package var sentPath: String { call.asked?.path ?? request.path ?? "/" }
    /// The method as the client sent it.
    package var sentMethod: HTTPRequest.Method { call.asked?.method ?? request.method }
    /// The operation's id; for a request of no known operation its method and path.
    package var label: String { call.operation ?? "\(sentMethod.rawValue) \(sentPath)" }

    /// Bytes of bodies it holds.
    var bodyBytes: Int {
        (requestBody?.count ?? 0) + (outcome?.body.count ?? 0) + (outcome?.notice?.body.count ?? 0)
            + (messages?.bytes ?? 0)
    }
}

/// A request by reference: it has fifteen texts, which each copy would count.
final class KeptRequest: Sendable {
    let request: HTTPRequest

    init(_ request: HTTPRequest) { self.request = request }
}

/// How an exchange ended.
package struct ExchangeOutcome: Sendable {
    /// The end.
    package enum End: Sendable, Equatable {
        /// A reply came.
        case status(Int)
        /// None came; the text says why.
        case failure(String)
        /// The user ended it.
        case cancelled
    }

    /// An answer of whoever stands between client and server: that a request is refused, or that the server cannot be reached.
    package struct Notice: Sendable, Equatable {
        /// Its status.
        package var status: Int
        /// Its headers.
        package var headers: HTTPFields
        /// Its body.
        package var body: [UInt8]

        /// A notice.
        package init(status: Int, headers: HTTPFields, body: [UInt8]) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    /// The end.
    package var end: End
    /// The reply's headers.
    package var headers = HTTPFields()
    /// The reply's body.
    package var body: [UInt8] = []
    /// The message to the client if there was no reply.
    package var notice: Notice?
    /// True if only the beginning of the body was kept.
    package var isCut = false
    /// How long the attempt took.
    package var duration: Duration

    /// The reply that the client got, also if it says why there is no other.
    package var sent: (status: Int?, headers: HTTPFields, body: [UInt8]) {
        if let notice { return (notice.status, notice.headers, notice.body) }
        return if case .status(let code) = end { (code, headers, body) } else { (nil, headers, body) }
    }

    /// A reply.
    package static func reply(status: Int, headers: HTTPFields, body: [UInt8], duration: Duration) -> Self {
        Self(end: .status(status), headers: headers, body: body, duration: duration)
    }
    /// No reply, for the reason `text`.
    package static func failure(_ text: String, duration: Duration) -> Self {
        Self(end: .failure(text), duration: duration)
    }
    /// Ended by the user.
    package static func cancelled(duration: Duration) -> Self { Self(end: .cancelled, duration: duration) }
}

/// The result of a check of a reply against an agreement, an API's document for instance.
package enum Verdict: Sendable, Equatable {
    /// It is.
    case kept
    /// It is not; at least one flaw.
    case broken([Flaw])
    /// Nobody can say, for this reason: one sentence.
    case unchecked(String)

    /// A difference from the document.
    package struct Flaw: Sendable, Equatable {
        /// The place in the body; the root for the whole reply.
        package let pointer: JSONPointer
        /// The fault.
        package let message: String
        /// The rule in the agreement, as a reference.
        package let place: String

        /// A flaw.
        package init(pointer: JSONPointer, message: String, place: String) {
            self.pointer = pointer
            self.message = message
            self.place = place
        }
    }

    /// All flaws; empty for a kept or unchecked reply.
    package var flaws: [Flaw] { if case .broken(let flaws) = self { flaws } else { [] } }
}

extension DemoManager {
    /// Notes what a check found of an exchange's reply, if the journal still keeps it.
    package func judge(_ exchange: ExchangeID, _ verdict: Verdict) {
        update(exchange) { $0.verdict = verdict }
    }
}
