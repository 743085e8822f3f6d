import APIDocument
import DemoManager
import HTTPTypes

/// A request on its way to a decision: as the engine is asked about it, with the call it is and who decides. An object, as
/// its head is.
final class Inquiry: Sendable {
    /// Absolute at the upstream, where there is one; its path below the document's prefix.
    let request: HTTPRequest
    /// The path as the client has sent it.
    let sentPath: String?
    let call: Call
    let manager: DemoManager
    /// What the client says to the gateway.
    let marks: DemoMarks
    /// Where the document leads it; nil without a document.
    let route: OperationRouter.Route?

    init(
        request: HTTPRequest, sentPath: String?, call: Call, manager: DemoManager, marks: DemoMarks,
        route: OperationRouter.Route?
    ) {
        self.request = request
        self.sentPath = sentPath
        self.call = call
        self.manager = manager
        self.marks = marks
        self.route = route
    }

    /// The operation it is for, with the values of its path's parameters.
    var operation: (Operation, values: [String: String])? {
        if case .operation(let operation, let values) = route { (operation, values) } else { nil }
    }

    /// `GET /me`, without secrets.
    var title: String { "\(request.method.rawValue) \(manager.redactor.url(request.path ?? "/"))" }
}

/// What is to be done with a request, and how its exchange is known to the journal.
struct Act: Sendable {
    enum Kind: Sendable {
        /// This is answered.
        case reply(GatewayReply)
        /// This failure is acted out.
        case fault(Fault)
        /// This is sent to a server.
        case pass(HTTPRequest)
    }

    let kind: Kind
    /// How long to wait before.
    var delay: Duration = .zero
    /// Who decided so, for the log.
    var why = ""
    /// Whether the answer is recorded in any case: demo mode let the request through, to have it next time.
    var isCaptured = false
    /// Where it stands in the journal, if it does.
    var record: Record?

    /// An exchange of a journal that has to be told how it ended.
    struct Record: Sendable {
        let manager: DemoManager
        let exchange: ExchangeID

        func finish(_ outcome: ExchangeOutcome) { manager.finish(exchange, with: outcome) }
    }
}
