import HTTPTypes

/// A call that is held at a breakpoint until the user decides.
package struct HeldCall: Sendable, Identifiable {
    /// The call as the journal shows it: without a decision, or with the held reply as its outcome.
    package let exchange: Exchange
    /// The pattern of the breakpoint.
    package let breakpoint: String
    /// The held reply; nil while the request is held.
    package let reply: StubReply?
    /// False if the body is streamed and cannot be edited.
    package let hasBody: Bool

    package var id: ExchangeID { exchange.id }
}

/// The way a held call continues.
package enum HoldEnd: Sendable {
    /// Continue unchanged, or with another request.
    ///
    /// - Parameters:
    ///   - holdsReply: true to hold its reply as well.
    case proceed(RequestEdit? = nil, holdsReply: Bool = false)
    /// Give this reply or failure without asking the server.
    indirect case answer(StubReply)
    /// The client disconnected.
    case cancelled

    /// No reply: the connection is closed.
    package static let dropped = HoldEnd.answer(StubReply(fault: .noNetwork))
}

/// The changes of the user to a held request. They also apply to its repetition with other credentials.
package struct RequestEdit: Sendable {
    private let old: HTTPRequest
    private let new: HTTPRequest
    /// The new body; nil keeps the old one.
    private let body: [UInt8]?

    /// - Parameter body: the new body; nil keeps the old one.
    package init(from old: HTTPRequest, to new: HTTPRequest, body: [UInt8]?) {
        (self.old, self.new, self.body) = (old, new, body)
    }

    /// The request with the changes. A new body replaces the old length and encoding.
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
    /// The maximum number of held calls, because each keeps a connection and a body. Further calls continue.
    static let limit = 256

    /// The breakpoints, in the order they were set.
    var breakpoints: [Breakpoint] = []
    /// The held calls by id. Ids count down from the maximum, so that they sort after the exchanges of a journal.
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
        /// Ends the hold; nil while the user edits.
        var timer: Task<Void, Never>?
    }
}
