import HTTPTypes

extension DemoManager {
    /// Whether a stub or a condition would answer a request, as far as can be told without its body. Changes nothing.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - call: the call it belongs to.
    public func wouldAnswer(_ request: HTTPRequest, call: Call) -> Bool {
        switch currentSnapshot().plan(Attempt(request, body: nil, call: call), ignoringBody: true) {
        case .stub, .condition: true
        case .leave, .unseeded, .unmatched: false
        }
    }

    /// Records that a request is refused before a stub is asked: because it is not as its document has it. No sequence and no
    /// scenario moves.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - body: its body.
    ///   - call: the call it belongs to.
    ///   - message: one sentence that says what is wrong.
    /// - Returns: the refusal as a decision; tell how it ended with `finish(_:with:)`.
    public func refuse(_ request: HTTPRequest, body: [UInt8]? = nil, call: Call, message: String) -> Decision {
        let attempt = Attempt(request, body: body, call: call)
        let action = Decision.Action.refuse(attempt.refusal(.invalidRequest, message))
        let id = record(action, request: request, body: body, call: call)
        return Decision(exchange: id, action: action)
    }
}
