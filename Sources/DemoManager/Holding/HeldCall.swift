import HTTPTypes

/// A call that waits at a breakpoint until somebody decides on it.
package struct HeldCall: Sendable, Identifiable {
    /// The call as a journal shows it: without a decision, or with the waiting reply as its outcome.
    package let exchange: Exchange
    /// The pattern of the breakpoint.
    package let breakpoint: String
    /// The waiting reply; nil while the request waits.
    package let reply: StubReply?
    /// False if the body is sent as it arrives and cannot be edited.
    package let hasBody: Bool

    package var id: ExchangeID { exchange.id }
}

/// The way a held call goes on.
package enum HoldEnd: Sendable {
    /// As it was, or with another request.
    ///
    /// - Parameters:
    ///   - holdsReply: true to hold its reply, too.
    case proceed(RequestEdit? = nil, holdsReply: Bool = false)
    /// With this reply or failure. The server is not asked.
    indirect case answer(StubReply)
    /// Its client left.
    case cancelled

    /// No reply: the connection ends.
    package static let dropped = HoldEnd.answer(StubReply(fault: .noNetwork))
}

/// The changes that a person made to a held request. They apply to a repeat of the request with other credentials, too.
package struct RequestEdit: Sendable {
    private let old: HTTPRequest
    private let new: HTTPRequest
    /// The new body; nil keeps the old one.
    private let body: [UInt8]?

    /// - Parameter body: the new body; nil keeps the old one.
    package init(from old: HTTPRequest, to new: HTTPRequest, body: [UInt8]?) {
        (self.old, self.new, self.body) = (old, new, body)
    }

    /// The request with the changes. A new body has no length or coding of the old one.
    package func applied(to request: HTTPRequest, _ given: [UInt8]?) -> (HTTPRequest, [UInt8]?) {
        var request = request
        if new.method != old.method { request.method = new.method }
        if new.path != old.path { request.path = new.path }
        for name in Set(old.headerFields.map(\.name)).union(new.headerFields.map(\.name)) {
            let values = new.headerFields[values: name]
            if values != old.headerFields[values: name] { request.headerFields[values: name] = values }
        }
        guard let body else { return (request, given) }
        if new.headerFields[.contentEncoding] == old.headerFields[.contentEncoding] {
            request.headerFields[.contentEncoding] = nil
        }
        if request.headerFields[.contentLength] != nil { request.headerFields[.contentLength] = "\(body.count)" }
        return (request, body.isEmpty ? nil : body)
    }
}

/// The breakpoints of a manager, and the calls they hold.
struct Holds: Sendable {
    /// More calls than these go on: each keeps a connection and a body.
    static let limit = 256

    /// In the order in which they were set.
    var breakpoints: [Breakpoint] = []
    /// By their numbers, which count down: a held call comes before every exchange of a journal.
    var calls: [ExchangeID: Hold] = [:]
    var lastID = ExchangeID(number: .max)
    var timeout: Duration = .seconds(60)
    var overdue = 0

    struct Breakpoint: Sendable {
        let text: String
        let pattern: OperationPattern
    }

    struct Hold: Sendable {
        let call: HeldCall
        let resume: @Sendable (HoldEnd) -> Void
        /// Ends the wait; nil while somebody edits.
        var timer: Task<Void, Never>?
    }
}
