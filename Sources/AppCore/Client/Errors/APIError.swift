import HTTPTypes

/// The reason that a call returned no data; the only error type of client and services.
///
/// `userMessage` is for the screen, `description` for the log.
package struct APIError: Error, Sendable {
    package enum Kind: Hashable, Sendable {
        /// No complete reply arrived.
        case connection(ConnectionFailure)
        /// A deadline passed. `simulated` marks one without a real wait.
        case timeout(TimeoutPhase, simulated: Bool)
        /// The caller cancelled the call.
        case cancelled
        /// The server answered with a status outside 200-299.
        case status
        /// A 2xx reply whose body is an error report (a top-level `error`).
        case rejected
        /// The body is not JSON although the endpoint requires data.
        case malformedBody
        /// There is no body although the endpoint requires data.
        case emptyBody
        /// A middleware refused the call; nothing was sent. The reason is a sentence for the user.
        case notSent(reason: String)
        /// The request could not be built, for instance because of a line break in a header.
        case invalidRequest
    }

    package var kind: Kind
    package var status: Int?
    /// The server's own error code, as a string.
    package var code: String?
    /// The server's message, or a technical one; may be long. Show `userMessage` instead.
    package var message: String
    /// Errors in single fields of the request, in the server's order.
    package var fields: [FieldError]
    /// The method of the request; nil until the client adds it.
    package var method: HTTPRequest.Method?
    /// The path of the request, without query; empty until the client adds it.
    package var path: String
    /// The host and port of the request; nil if nothing was sent.
    package var server: String?
    /// The reply received so far; not part of equality.
    package var response: APIResponse?
    /// The wait that the server requests.
    package var retryAfter: Duration?
    /// True if the sign-in failed before the call itself was sent.
    package var isSignInRefused = false

    package init(
        _ kind: Kind, status: Int? = nil, code: String? = nil, message: String = "", fields: [FieldError] = [],
        method: HTTPRequest.Method? = nil, path: String = "", server: String? = nil, response: APIResponse? = nil,
        retryAfter: Duration? = nil
    ) {
        (self.kind, self.status, self.code, self.message, self.fields) = (kind, status, code, message, fields)
        (self.method, self.path, self.server) = (method, path, server)
        (self.response, self.retryAfter) = (response, retryAfter)
    }
}

package enum ConnectionFailure: Hashable, Sendable {
    /// No server at the address accepts connections.
    case refused
    case unknownHost
    /// There is no route to the host, or no network.
    case unreachable
    case reset
    /// The server closed the connection before the reply was complete.
    case closedEarly
    case tls
    /// The reply is not HTTP, or is a forbidden redirect.
    case invalidReply
    /// The server could not be started.
    case noServer
    /// The proxy refused the connection; `APIError.message` has the reason.
    case proxy
    /// Another failure; `APIError.message` describes it.
    case other
}

package enum TimeoutPhase: String, Hashable, Sendable {
    /// No connection in time.
    case connect
    /// Connected, but no head of a reply in time.
    case firstByte
    /// No further bytes of the body in time.
    case idle
    case total
}

package struct FieldError: Hashable, Sendable {
    /// The name of the field in the server's spelling: a member name, a dotted path or a JSON pointer.
    package var name: String
    package var message: String
}

extension APIError: Equatable {
    /// Equality of everything except the replies.
    package static func == (first: APIError, second: APIError) -> Bool {
        first.kind == second.kind && first.status == second.status && first.code == second.code
            && first.message == second.message && first.fields == second.fields && first.method == second.method
            && first.path == second.path && first.server == second.server && first.retryAfter == second.retryAfter
    }
}

extension APIError: CustomStringConvertible {
    /// One line for the log: method, path, kind and the server's message. Control characters are escaped; bodies,
    /// headers and query are left out.
    package var description: String {
        var line = [method?.rawValue, path.isEmpty ? nil : path].compactMap { $0 }.joined(separator: " ")
        line += line.isEmpty ? "" : ": "
        line += kindName
        if let status { line += " \(status)" }
        if let code { line += " code=\(code)" }
        if let server { line += " server=\(server)" }
        if !message.isEmpty { line += ": \(message.prefix(500))" }
        if !fields.isEmpty { line += " fields=\(fields.map(\.name).joined(separator: ","))" }
        return Redaction.line(line)
    }

    private var kindName: String {
        switch kind {
        case .connection(let failure): "connection \(failure)"
        case .timeout(let phase, let simulated): "timeout \(phase.rawValue)" + (simulated ? " simulated" : "")
        case .cancelled: "cancelled"
        case .status: "status"
        case .rejected: "rejected"
        case .malformedBody: "malformed body"
        case .emptyBody: "empty body"
        case .notSent(let reason): "not sent: \(reason)"
        case .invalidRequest: "invalid request"
        }
    }
}
