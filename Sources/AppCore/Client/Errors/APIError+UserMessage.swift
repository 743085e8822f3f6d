import NIOHTTP1

extension APIError {
    /// One line for the screen: the failure and the next step, without the raw body.
    ///
    /// The server's message is quoted up to 200 characters, without control characters.
    package var userMessage: String {
        switch kind {
        case .connection(let failure): connectionMessage(failure)
        case .timeout(let phase, let simulated): timeoutMessage(phase) + (simulated ? " (simulated)" : "")
        case .cancelled: "Cancelled. Reload to try again."
        case .status: statusMessage
        case .rejected: "The server reports an error\(quoted). Check what was sent, or try again."
        case .malformedBody: "The response cannot be read\(quoted)."
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
        case .tls:
            "No secure connection to \(place) is possible. Check the address, its certificate (--cacert) and yours (--client-certificate)."
        case .invalidReply: "The response of \(place) cannot be used\(quoted). Check that the address is the API's."
        case .noServer: "The server could not be started\(quoted). Start it, or give another address."
        case .proxy: "There is no way through \(place): \(message)."
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

    /// `409 Conflict: "This person was invited already." Change what conflicts, or reload first.`
    private var statusMessage: String {
        let status = status ?? 0
        let advice =
            isRefusingCredentials ? "Sign in with another token, key or password." : APIError.advice(for: status)
        let wait = retryAfter.map { "Try again in \(max(1, $0.components.seconds)) s." }
        let name = APIError.name(of: status)
        // Many servers repeat the status in the message.
        let isNew = !name.lowercased().hasSuffix(" " + quoted.dropFirst(2).lowercased())
        let said = isNew ? quoted.dropFirst(2) : ""
        let isEnded = said.last.map { ".?!…".contains($0) } ?? false
        let words = said.isEmpty ? "." : ": \"\(said)\(isEnded ? "" : ".")\""
        return "\(name)\(words) \(wait ?? advice)"
    }

    /// True if the server may have processed the request although its response did not arrive.
    package var mayBeProcessed: Bool {
        switch kind {
        case .timeout(let phase, let isSimulated): phase != .connect && !isSimulated
        case .connection(let failure): failure == .reset || failure == .closedEarly
        default: false
        }
    }

    /// True if the server refused the credentials that were sent.
    package var isRefusingCredentials: Bool { status == 401 && response?.carriedCredentials == true }

    package static func name(of status: Int) -> String {
        let phrase = HTTPResponseStatus(statusCode: status).reasonPhrase
        return phrase.isEmpty ? "Status \(status)" : "\(status) \(phrase)"
    }

    private static func advice(for status: Int) -> String {
        switch status {
        case 304: "It sent no data, as if this were known already. Reload."
        case 300..<400: "Check the address."
        case 401: "Sign in."
        case 403: "Ask for permission, or use another account."
        case 404, 410: "Check the address, or go back and reload."
        case 405: "Compare the document with the server."
        case 408, 504: "Try again."
        case 409: "Change what conflicts, or reload first."
        case 412, 428: "It was changed on the server: reload, then change it again."
        case 413: "Send less."
        case 422: "Correct the fields and send again."
        case 429: "Wait a little, then try again."
        case 501: "Come back when its backend is there."
        case 400..<500: "Check what was entered."
        default: "Try again later."
        }
    }

    private var place: String { server ?? "the server" }

    /// The message as a part of a sentence; empty without one.
    private var quoted: String {
        var words = message.unicodeScalars.prefix(200).map { scalar in
            scalar.properties.generalCategory == .control ? " " : scalar
        }
        while let last = words.last, last == "." || last == " " { words.removeLast() }
        guard !words.isEmpty else { return "" }
        return ": " + String(String.UnicodeScalarView(words)) + (message.unicodeScalars.count > 200 ? "…" : "")
    }
}
