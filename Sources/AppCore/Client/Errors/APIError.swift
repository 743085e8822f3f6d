import HTTPTypes

/// Why a call gave no data: the one error type of client and services.
///
/// Two readings: `userMessage` for the screen, `description` for the log.
package struct APIError: Error, Sendable {
    /// The kinds of failure that programs tell apart.
    package enum Kind: Hashable, Sendable {
        /// No complete reply came.
        case connection(ConnectionFailure)
        /// A deadline passed. `simulated` marks one that was asked for and not waited for.
        case timeout(TimeoutPhase, simulated: Bool)
        /// The caller gave up.
        case cancelled
        /// The server answered with a status outside 200-299.
        case status
        /// A 2xx reply whose body is an error report (a top-level `error`).
        case rejected
        /// The body is no JSON although data was promised.
        case malformedBody
        /// No body although data was promised.
        case emptyBody
        /// A middleware refused the call: nothing left this machine. The reason is a sentence for the user.
        case notSent(reason: String)
        /// The request could not be written, for instance a header with a line break.
        case invalidRequest
    }

    /// The kind of failure.
    package var kind: Kind
    /// Status of the reply, when one came.
    package var status: Int?
    /// The server's own code for the error, as text.
    package var code: String?
    /// The server's message, or a technical one; may be long. Show `userMessage` instead.
    package var message: String
    /// Complaints about single fields of what was sent, in the server's order.
    package var fields: [FieldError]
    /// Method of the request; nil until the client adds it.
    package var method: HTTPRequest.Method?
    /// Path of the request, without query; empty until the client adds it.
    package var path: String
    /// Host and port the request went to; nil when nothing left.
    package var server: String?
    /// The reply, as far as it came; not part of equality.
    package var response: APIResponse?
    /// How long the server asked to wait.
    package var retryAfter: Duration?
    /// True if signing in failed, before the call itself was made.
    package var isSignInRefused = false

    /// Creates an error; the client fills in method and path on the way out.
    package init(
        _ kind: Kind,
        status: Int? = nil,
        code: String? = nil,
        message: String = "",
        fields: [FieldError] = [],
        method: HTTPRequest.Method? = nil,
        path: String = "",
        server: String? = nil,
        response: APIResponse? = nil,
        retryAfter: Duration? = nil
    ) {
        self.kind = kind
        self.status = status
        self.code = code
        self.message = message
        self.fields = fields
        self.method = method
        self.path = path
        self.server = server
        self.response = response
        self.retryAfter = retryAfter
    }
}

/// How a connection failed.
package enum ConnectionFailure: Hashable, Sendable {
    /// Nothing listens at the address.
    case refused
    /// The host name is not known.
    case unknownHost
    /// No way to the host, or no network at all.
    case unreachable
    /// The other side broke the connection off.
    case reset
    /// The other side closed before the reply was complete.
    case closedEarly
    /// No secure connection could be made.
    case tls
    /// The reply is not HTTP, or a redirect that must not be followed.
    case invalidReply
    /// The server to talk to could not be started.
    case noServer
    /// The proxy lets no connection through; `APIError.message` says why.
    case proxy
    /// Something else; `APIError.message` says what.
    case other
}

/// Which deadline passed.
package enum TimeoutPhase: String, Hashable, Sendable {
    /// No connection in time.
    case connect
    /// Connected, but no head of a reply.
    case firstByte
    /// The body stopped coming.
    case idle
    /// The exchange as a whole took too long.
    case total
}

/// A server's complaint about one field of a request.
package struct FieldError: Hashable, Sendable {
    /// Name of the field as the server spells it: a member name, a dotted path or a JSON pointer.
    package var name: String
    /// The complaint.
    package var message: String
}

extension APIError: Equatable {
    /// Equality of everything but the replies behind the errors.
    package static func == (first: APIError, second: APIError) -> Bool {
        first.kind == second.kind && first.status == second.status && first.code == second.code
            && first.message == second.message && first.fields == second.fields && first.method == second.method
            && first.path == second.path && first.server == second.server && first.retryAfter == second.retryAfter
    }
}

extension APIError: CustomStringConvertible {
    /// One line for the log: method, path, kind and the server's words, with control characters escaped and without
    /// bodies, headers or query.
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
