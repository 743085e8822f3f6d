import Foundation
import HTTPTypes
import WireFormats

/// Identifies an exchange in the journal of a manager.
public struct ExchangeID: Sendable, Hashable, Comparable {
    let number: UInt64

    /// Compares by age: earlier exchanges are less.
    public static func < (lhs: ExchangeID, rhs: ExchangeID) -> Bool { lhs.number < rhs.number }
}

/// One attempt of a call with its decision and, once it ended, its outcome.
public struct Exchange: Sendable, Identifiable {
    /// The id in the journal.
    public let id: ExchangeID
    package internal(set) var call: Call
    /// The number of the attempt within the call, from 1.
    package let attempt: Int
    /// The time of the decision, by the system clock.
    public let date: Date
    /// The request that was decided on.
    public internal(set) var request: HTTPRequest {
        get { kept.request }
        set { kept = KeptRequest(newValue) }
    }
    var kept: KeptRequest

    /// The request's body; nil if there was none, or if the journal dropped it to stay within its limit.
    public internal(set) var requestBody: [UInt8]?
    /// The decision. A stub's reply has no body here; the outcome has it.
    package internal(set) var action: Decision.Action
    /// The outcome; nil while the attempt runs.
    package internal(set) var outcome: ExchangeOutcome?
    /// True if its bodies were dropped because the journal was full.
    package internal(set) var isWithoutBodies = false
    /// True if a body of its request was among them.
    var isWithoutRequestBody = false
    /// The result of a check of the reply; nil without one.
    package internal(set) var verdict: Verdict?

    /// The messages of the WebSocket that it opened; nil for other exchanges.
    package internal(set) var messages: SocketMessages?

    /// The random failure or delay that it got; nil without chaos.
    package internal(set) var chaos: Chaos.Draw?

    /// The breakpoint that holds it; nil for an exchange of the journal, which was decided.
    package internal(set) var heldBy: String?

    /// The redactor of the API description at the time of the decision.
    package internal(set) var redactor = Redactor()

    /// Why it was decided so, as a sentence without its full stop.
    public var reason: String {
        heldBy.map { "Held at the breakpoint \($0)" } ?? call.callback.map { "The callback \($0) of the document" }
            ?? action.reason(of: call, chaos)
    }
    /// The response status; nil for a failure, and while the attempt runs.
    public var status: Int? { if case .status(let status)? = outcome?.end { status } else { nil } }
    /// Why there is no response: `cancelled`, or the failure in words. Nil with a response, and while the attempt runs.
    public var failure: String? {
        switch outcome?.end {
        case .failure(let text): text
        case .cancelled: "cancelled"
        case .status, nil: nil
        }
    }
    /// The duration of the attempt; nil while it runs.
    public var duration: Duration? { outcome?.duration }
    /// The mode in which the call began.
    package var mode: Mode { call.mode }
    /// The id of the call's screen, if any.
    public var screen: String? { call.screen }
    /// The stub that answered, passed it through or forwarded it; nil for others.
    public var stub: StubRef? {
        switch action {
        case .stub(_, let stub), .passThrough(.stub(let stub)), .passThrough(.proxy(_, _, let stub)): stub
        case .passThrough, .refuse: nil
        }
    }
    /// The path and query as the client sent them. Those of `request` are the server's, of which a gateway's client may
    /// send a shorter form.
    package var sentPath: String { call.asked?.path ?? request.path ?? "/" }
    /// The method as the client sent it.
    package var sentMethod: HTTPRequest.Method { call.asked?.method ?? request.method }
    /// The operation's id, else the method and path.
    package var label: String { call.operation ?? "\(sentMethod.rawValue) \(sentPath)" }

    /// The total bytes of its bodies and messages.
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
    package enum End: Sendable, Equatable {
        /// A reply was received.
        case status(Int)
        /// No reply was received, for the given reason.
        case failure(String)
        /// The user cancelled it.
        case cancelled
    }

    /// A response of a proxy or gateway itself: a refusal, or that the server cannot be reached.
    package struct Notice: Sendable, Equatable {
        package var status: Int
        package var headers: HTTPFields
        package var body: [UInt8]

        package init(status: Int, headers: HTTPFields, body: [UInt8]) {
            self.status = status
            self.headers = headers
            self.body = body
        }
    }

    package var end: End
    package var headers = HTTPFields()
    package var body: [UInt8] = []
    /// The response that the client got instead, if there was no reply.
    package var notice: Notice?
    /// True if only the beginning of the body was kept.
    package var isCut = false
    /// The duration of the attempt.
    package var duration: Duration

    /// The response that the client got: the reply, else the notice.
    package var sent: (status: Int?, headers: HTTPFields, body: [UInt8]) {
        if let notice { return (notice.status, notice.headers, notice.body) }
        return if case .status(let code) = end { (code, headers, body) } else { (nil, headers, body) }
    }

    package static func reply(status: Int, headers: HTTPFields, body: [UInt8], duration: Duration) -> Self {
        Self(end: .status(status), headers: headers, body: body, duration: duration)
    }
    /// An outcome without a reply, for the reason `text`.
    package static func failure(_ text: String, duration: Duration) -> Self {
        Self(end: .failure(text), duration: duration)
    }
    package static func cancelled(duration: Duration) -> Self { Self(end: .cancelled, duration: duration) }
}

/// The result of checking a reply against a contract, such as an API's document.
package enum Verdict: Sendable, Equatable {
    /// The reply conforms.
    case kept
    /// The reply does not conform; it has at least one flaw.
    case broken([Flaw])
    /// The reply could not be checked, for this reason: one sentence.
    case unchecked(String)

    /// A difference from the document.
    package struct Flaw: Sendable, Equatable {
        /// The place in the body; the root for the whole reply.
        package let pointer: JSONPointer
        package let message: String
        /// The rule in the document, as a reference.
        package let place: String

        package init(pointer: JSONPointer, message: String, place: String) {
            self.pointer = pointer
            self.message = message
            self.place = place
        }
    }

    /// The flaws; empty for a conforming or unchecked reply.
    package var flaws: [Flaw] { if case .broken(let flaws) = self { flaws } else { [] } }
}

extension DemoManager {
    /// Records the result of checking an exchange's reply, if the journal still keeps it.
    package func judge(_ exchange: ExchangeID, _ verdict: Verdict) {
        update(exchange) { $0.verdict = verdict }
    }
}

extension Exchange: CustomStringConvertible {
    /// One line for logs, without secrets, headers or bodies.
    public var description: String {
        "\(mode.rawValue) \(sentMethod.rawValue) \(redactedPath): \(redacted.reason)"
    }

    /// The exchange without its secrets, to be copied, exported or saved. A reply body with a `Content-Encoding` is
    /// omitted, because its secrets cannot be found.
    public var redacted: Exchange {
        redacted(by: redactor) { $0.headers[.contentEncoding] == nil ? $0.body : nil }
    }

    /// The request's path and query without secrets; cheap enough for each row of a list.
    package var redactedPath: String { redactor.url(sentPath) }

    /// The exchange without its secrets.
    ///
    /// - Parameter decoding: decodes the reply's body from its `Content-Encoding`; nil omits a body it cannot decode.
    package func redacted(by redactor: Redactor, decoding: (ExchangeOutcome) -> [UInt8]?) -> Exchange {
        // Servers repeat what they received.
        let redactor = redactor.knowing(request, body: requestBody)
        var copy = self
        let path = request.path ?? "/"
        copy.request.authority = request.authority.map { String($0.split(separator: "@").last ?? "") }
        copy.request.path = redactor.url(path)
        copy.call.asked?.path = redactor.url(sentPath)
        copy.request.headerFields = redactor.headers(request.headerFields)
        copy.requestBody = requestBody.map {
            redactor.body($0, contentType: request.headerFields[.contentType])
        }
        if let outcome {
            copy.outcome?.headers = redactor.headers(outcome.headers)
            copy.outcome?.body = redactor.body(decoding(outcome) ?? [], contentType: outcome.headers[.contentType])
            if let notice = outcome.notice {
                copy.outcome?.notice?.headers = redactor.headers(notice.headers)
                copy.outcome?.notice?.body = redactor.body(notice.body, contentType: notice.headers[.contentType])
            }
            if case .failure(let text) = outcome.end { copy.outcome?.end = .failure(redactor.text(text)) }
        }
        copy.messages = messages?.redacted(by: redactor)
        switch action {
        case .stub(var reply, let stub):
            reply.headers = redactor.headers(reply.headers)
            copy.action = .stub(reply, stub.redacted(by: redactor))
        case .refuse(let refusal): copy.action = .refuse(refusal.redacted(by: redactor))
        case .passThrough(.stub(let stub)): copy.action = .passThrough(.stub(stub.redacted(by: redactor)))
        case .passThrough(.proxy(let base, let delay, let stub)):
            copy.action = .passThrough(.proxy(to: base, after: delay, stub.redacted(by: redactor)))
        case .passThrough: break
        }
        return copy
    }
}

extension StubRef {
    /// The reference with a redacted name: a stub without a name is called by its URL.
    fileprivate func redacted(by redactor: Redactor) -> StubRef {
        StubRef(kind: kind, id: id, name: redactor.text(name), origin: origin, bodyFile: bodyFile, position: position)
    }
}

extension Refusal {
    fileprivate func redacted(by redactor: Redactor) -> Refusal {
        Refusal(kind: kind, method: method, path: redactor.url(path), message: redactor.text(message), origin: origin)
    }
}
