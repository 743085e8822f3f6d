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

    /// The answer where no stub has this name; nil for names only stubs know, and for those that change the ordinary one.
    var builtInReply: StubReply? {
        switch self {
        case .unauthorized: Self.error(401, "The access token is missing or has expired.")
        case .forbidden: Self.error(403, "You do not have permission to do this.")
        case .notFound: Self.error(404, "There is no such thing.")
        case .gatewayTimeout: Self.error(504, "The server did not answer in time.")
        case .serverError: Self.error(500, "The server failed.")
        case .rateLimited: Self.rateLimitedReply
        case .timeout: StubReply(fault: .timeout)
        case .noNetwork: StubReply(fault: .noNetwork)
        case .success, .empty, .slow, .malformed, .named: nil
        }
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

    /// The shape most APIs' errors have, Harbor's too.
    private static func error(_ status: Int, _ message: String) -> StubReply {
        let body: JSONValue = ["error": ["code": .number(JSONNumber(status)), "message": .string(message)]]
        return StubReply(
            status: HTTPResponse.Status(code: status), headers: [.contentType: "application/json"], body: body.bytes())
    }

    private static var rateLimitedReply: StubReply {
        var reply = error(429, "Too many requests; try again later.")
        // Longer than any client retries by itself, so that the screen shows it.
        reply.headers[.retryAfter] = "30"
        return reply
    }
}
