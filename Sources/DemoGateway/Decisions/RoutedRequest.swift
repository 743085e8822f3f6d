import APIDocument
import DemoManager
import HTTPTypes

/// A request with its call and its manager, for the engine. A class, as `RequestHead` is.
final class RoutedRequest: Sendable {
    /// The request with the upstream's absolute URL, if there is one; its path is below the document's prefix.
    let request: HTTPRequest
    /// The path as sent by the client.
    let sentPath: String?
    let call: Call
    let manager: DemoManager
    let marks: DemoMarks
    /// The document that the request was routed by; nil without one.
    let served: ServedDocument?
    /// Its route.
    let route: OperationRouter.Route?

    init(
        request: HTTPRequest, sentPath: String?, call: Call, manager: DemoManager, marks: DemoMarks,
        served: ServedDocument?, route: OperationRouter.Route?
    ) {
        self.request = request
        self.sentPath = sentPath
        self.call = call
        self.manager = manager
        self.marks = marks
        self.served = served
        self.route = route
    }

    /// The routed of a held call that continues.
    func held(as held: Call) -> RoutedRequest {
        var call = call
        (call.heldBy, call.isRequestEdited) = (held.heldBy, held.isRequestEdited)
        return RoutedRequest(
            request: request, sentPath: sentPath, call: call, manager: manager, marks: marks, served: served,
            route: route)
    }

    /// The operation, with the values of its path parameters.
    var operation: (Operation, values: [String: String])? {
        if case .operation(let operation, let values) = route { (operation, values) } else { nil }
    }

    /// `GET /me`, without secrets.
    var title: String { "\(request.method.rawValue) \(manager.redactor.url(request.path ?? "/"))" }
}

/// The action for a request, and its record in the journal.
struct Act: Sendable {
    enum Kind: Sendable {
        case reply(GatewayReply)
        /// Simulate a failure.
        case fault(Fault)
        /// Send it to a server.
        case pass(HTTPRequest)
    }

    var kind: Kind
    var delay: Duration = .zero
    /// The stub or rule that decided, for the log.
    var why = ""
    /// True if the reply is recorded in any case, because the policy `capture` let the request through.
    var isCaptured = false
    /// False for a simulated failure with the status of a success.
    var mayCallBack = true
    var record: Record?

    /// An exchange in a journal that has no outcome yet.
    struct Record: Sendable {
        let manager: DemoManager
        let exchange: ExchangeID

        func finish(_ outcome: ExchangeOutcome) { manager.finish(exchange, with: outcome) }
    }
}
