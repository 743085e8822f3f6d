import HTTPTypes
import JSONText

extension Condition {
    /// Whether it is the ordinary answer, changed: it needs a success to start from.
    var derivesFromSuccess: Bool {
        switch self {
        case .success, .empty, .malformed: true
        default: false
        }
    }

    /// What `slow` adds.
    static let slowness: Duration = .seconds(3)

    /// The error it answers with; nil for a condition that is none.
    package var errorStatus: Int? { error?.status }

    private var error: (status: Int, message: String)? {
        switch self {
        case .unauthorized: (401, "The access token is missing or has expired.")
        case .forbidden: (403, "You do not have permission to do this.")
        case .notFound: (404, "There is no such thing.")
        case .rateLimited: (429, "Too many requests; try again later.")
        case .serverError: (500, "The server failed.")
        case .gatewayTimeout: (504, "The server did not answer in time.")
        case .timeout, .noNetwork, .success, .empty, .slow, .malformed, .named: nil
        }
    }

    /// The answer where no stub has this name; nil for names only stubs know, and for those that change the ordinary one.
    func builtInReply(of operation: OperationDescription?) -> StubReply? {
        switch self {
        case .timeout: return StubReply(fault: .timeout)
        case .noNetwork: return StubReply(fault: .noNetwork)
        default: break
        }
        guard let (status, message) = error else { return nil }
        // Most APIs' errors have this form.
        let usual: JSONValue = ["error": ["code": .number(JSONNumber(status)), "message": .string(message)]]
        let described = operation?.errorReplies[status]
        var reply = StubReply(
            status: HTTPResponse.Status(code: status),
            headers: [.contentType: described?.contentType ?? "application/json"],
            body: described?.body ?? usual.bytes())
        // Longer than any client retries by itself, so that the screen shows it.
        if self == .rateLimited { reply.headers[.retryAfter] = "30" }
        return reply
    }

    /// The success `reply` as this condition changes it.
    func derived(from reply: StubReply) -> StubReply {
        var reply = reply
        switch self {
        case .empty: reply.body = EmptyList.emptied(reply.body)
        case .malformed: reply.body = Array(reply.body.prefix(reply.body.count / 2))
        default: break
        }
        return reply
    }
}
