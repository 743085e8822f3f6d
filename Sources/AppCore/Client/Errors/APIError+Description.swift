import HTTPTypes

extension APIError: CustomStringConvertible {
    /// One line for the log: method, path, kind and the server's words, with control characters escaped and without
    /// bodies, headers or query.
    public var description: String {
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
