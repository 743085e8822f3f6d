import HTTPTypes
import WireFormats

extension Condition {
    /// True if it modifies the ordinary reply, which must be a success.
    var derivesFromSuccess: Bool { [.success, .empty, .malformed].contains(self) }

    /// The delay of `slow`.
    static let slowness: Duration = .seconds(3)

    /// True if the ordinary reply answers, with the writes that it shows.
    var keepsOrdinary: Bool { self == .slow || self == .success }

    /// The status of an error condition; nil for others.
    package var errorStatus: Int? { error?.status }

    /// The message of the built-in error reply with this status.
    package static func message(ofStatus status: Int) -> String? {
        builtIn.lazy.compactMap(\.error).first { $0.status == status }?.message
    }

    private var error: (status: Int, message: String)? {
        switch self {
        case .unauthorized: (401, "The access token is missing or has expired.")
        case .forbidden: (403, "You do not have permission to do this.")
        case .notFound: (404, "The resource does not exist.")
        case .invalid: (422, "The request is not valid.")
        case .rateLimited: (429, "Too many requests; try again later.")
        case .serverError: (500, "The server failed.")
        case .gatewayTimeout: (504, "The server did not answer in time.")
        case .timeout, .noNetwork, .success, .empty, .slow, .malformed, .named: nil
        }
    }

    /// The reply if no stub has this name; nil for named conditions, and for those that modify the ordinary reply.
    func builtInReply(of operation: OperationDescription?) -> StubReply? {
        switch self {
        case .timeout: return StubReply(fault: .timeout)
        case .noNetwork: return StubReply(fault: .noNetwork)
        default: break
        }
        guard let (status, message) = error else { return nil }
        // Most APIs have errors of this shape.
        let usual: JSONValue = ["error": ["code": .number(JSONNumber(status)), "message": .string(message)]]
        let described = operation?.errorReplies[status]
        var reply = StubReply(
            status: HTTPResponse.Status(code: status),
            headers: [.contentType: described?.contentType ?? "application/json"],
            body: described?.body ?? usual.bytes())
        // Longer than clients retry automatically, so that the app shows the error.
        if self == .rateLimited { reply.headers[.retryAfter] = "30" }
        return reply
    }

    /// The source of that reply's body, in a few words for people.
    func origin(of operation: OperationDescription?) -> String {
        error.flatMap { operation?.errorReplies[$0.status]?.origin } ?? "built in"
    }

    /// The success `reply`, modified by this condition.
    func derived(from reply: StubReply) -> StubReply {
        var reply = reply
        reply.webSocket = reply.webSocket?.derived(by: self)
        switch self {
        case .empty:
            if let body = EmptyList.emptied(reply.body) {
                reply.body = body
            } else if reply.webSocket == nil, !reply.body.isEmpty {
                reply.add("Nothing was emptied, because the body has no single list.")
            }
        case .malformed: reply.body = Array(reply.body.prefix(reply.body.count / 2))
        default: break
        }
        return reply
    }
}
