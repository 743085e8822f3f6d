extension APIError {
    /// One line for the screen: what happened, and what to do about it. Never the raw body.
    ///
    /// The server's own words are quoted up to 200 characters, without control characters.
    public var userMessage: String {
        switch kind {
        case .connection(let failure): connectionMessage(failure)
        case .timeout(let phase, let simulated): timeoutMessage(phase) + (simulated ? " (simulated)" : "")
        case .cancelled: "Cancelled. Reload to try again."
        case .status: statusMessage
        case .rejected: "The server reports an error\(quoted). Check what was sent, or try again."
        case .malformedBody: "The response cannot be read\(quoted). v shows it as it came."
        case .emptyBody: "The server answered \(status ?? 200) without data."
        case .notSent(let reason): reason
        case .invalidRequest: "The request was not sent. \(message)"
        }
    }

    private func connectionMessage(_ failure: ConnectionFailure) -> String {
        switch failure {
        case .refused: "Nothing listens at \(place). Start the server, or check the address."
        case .unknownHost: "There is no host named \(place). Check the address and the network."
        case .unreachable: "There is no network connection to \(place). Check the network and try again."
        case .reset: "The connection to \(place) was broken off. Try again."
        case .closedEarly: "The connection to \(place) was closed before the response was complete. Try again."
        case .tls: "No secure connection to \(place) is possible. Check its certificate and the address."
        case .invalidReply: "The response of \(place) cannot be used\(quoted). Check that the address is the API's."
        case .noServer: "The server could not be started\(quoted). Start it, or give another address."
        case .other: "The connection to \(place) failed\(quoted). Try again."
        }
    }

    private func timeoutMessage(_ phase: TimeoutPhase) -> String {
        switch phase {
        case .connect: "No connection to \(place) in time. Check the address and try again."
        case .firstByte: "The server did not answer in time. Try again."
        case .idle: "The server stopped in the middle of its response. Try again."
        case .total: "The response took too long. Try again."
        }
    }

    private var statusMessage: String {
        let status = status ?? 0
        let (what, advice) = isRefusingCredentials ? APIError.refused : APIError.words(for: status)
        let wait = retryAfter.map { "Try again in \(max(1, $0.components.seconds)) s." }
        return
            "\(what) (\(status))\(quoted)\(quoted.last.map { "?!".contains($0) } == true ? "" : ".") \(wait ?? advice)"
    }

    /// True if the server refused the credentials that were sent.
    public var isRefusingCredentials: Bool { status == 401 && response?.carriedCredentials == true }

    private static let refused = (
        what: "The server did not accept what you signed in with",
        advice: "Sign in with another token, key or password."
    )

    /// The meaning of a status, and the next step, for a person.
    private static func words(for status: Int) -> (what: String, advice: String) {
        switch status {
        case 300..<400: ("The server points elsewhere", "Check the address.")
        case 400: ("The server did not understand the request", "Check what was entered.")
        case 401: ("You are not signed in", "Sign in again.")
        case 403: ("You may not do this", "Ask for permission, or use another account.")
        case 404, 410: ("This does not exist on the server", "Check the address, or go back and reload.")
        case 405: ("The server does not offer this", "Compare the document with the server.")
        case 408, 504: ("The server did not answer in time", "Try again.")
        case 409: ("The server has something that conflicts with this", "Reload, then make the change again.")
        case 412, 428: ("This was changed on the server in the meantime", "Reload, then make the change again.")
        case 413: ("The server finds this too large", "Send less.")
        case 422: ("The server did not accept what was entered", "Correct the fields and send again.")
        case 429: ("Too many requests", "Wait a little, then try again.")
        case 501: ("The server isn't ready for this yet", "Come back when its backend is there.")
        case 502, 503: ("The server is not available right now", "Try again later.")
        case 400..<500: ("The server refused the request", "Check what was entered.")
        default: ("The server failed", "Try again later.")
        }
    }

    private var place: String { server ?? "the server" }

    /// The message to stand in the middle of a sentence, or nothing.
    private var quoted: String {
        var words = message.unicodeScalars.prefix(200).map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        while let last = words.last, last == "." || last == " " { words.removeLast() }
        guard !words.isEmpty else { return "" }
        return ": " + String(String.UnicodeScalarView(words)) + (message.unicodeScalars.count > 200 ? "…" : "")
    }
}
