import AppCore

extension FailureMessage {
    /// What a screen says of an error: the first of these that knows it.
    static func message(
        of error: APIError, mode: ServingMode, condition: String?, isOne: Bool, isChange: Bool
    ) -> FailureMessage {
        ofSignIn(error, mode, condition) ?? ofCallNotSent(error) ?? ofThingNotFound(error, mode, condition, isOne)
            ?? ofServerNotReady(error, mode, isChange) ?? ofAnything(error, mode, condition)
    }

    /// A stub gave what is no JSON: no server is to blame, but a file.
    static func ofStubFile(_ error: APIError, _ file: String?, _ condition: String?) -> FailureMessage? {
        guard let file, condition == nil, error.kind == .malformedBody else { return nil }
        let name = file.split(separator: "/").last ?? ""
        return FailureMessage(
            title: "\(name) cannot be read: \(error.message).", detail: file,
            wayOut: ["Press E to correct the file.", "Press v to see the request and the reply."])
    }

    /// The server, or the one that gives out tokens, wants somebody else or anybody at all.
    private static func ofSignIn(_ error: APIError, _ mode: ServingMode, _ condition: String?) -> FailureMessage? {
        guard mode == .live else { return nil }
        if error.isSignInRefused {
            return FailureMessage(
                title: signInRefusal(error), detail: "",
                wayOut: ["Press I to sign in again.", "Press r to try the same again."])
        }
        guard error.status == 401, condition == nil else { return nil }
        let isSaid = error.message.isEmpty || error.userMessage == error.message
        return FailureMessage(
            title: error.isRefusingCredentials
                ? "The server did not accept what you signed in with (401)." : "The server wants you to sign in (401).",
            detail: isSaid ? "" : error.message,
            wayOut: [
                error.isRefusingCredentials
                    ? "Press I to sign in with another token, key or password."
                    : "Press I to sign in.",
                "Press d to open it with demo data.", "Press v to see the request and the reply.",
            ])
    }

    /// What the server that gives out tokens said: it speaks of what was typed, whatever its status means elsewhere (RFC 6749
    /// section 5.2 has 400 for a wrong password).
    private static func signInRefusal(_ error: APIError) -> String {
        guard let status = error.status, !error.message.isEmpty else {
            return "Signing in failed: \(error.userMessage)"
        }
        return "Signing in failed (\(status)): \(error.message)"
    }

    /// Nothing was asked: a person stopped it, or demo mode has no reply.
    private static func ofCallNotSent(_ error: APIError) -> FailureMessage? {
        switch error.kind {
        case .cancelled: return FailureMessage(title: "Stopped.", detail: "", wayOut: ["Press r to load it."])
        case .notSent where error.code == "noSeed":
            return FailureMessage(
                title: error.userMessage.sentence, detail: "Nothing reaches the network.",
                wayOut: ["Add the reply to DEMO_TUI_SEEDS and start again."])
        case .notSent:
            let what = error.userMessage.split(separator: ";").first.map(String.init) ?? error.userMessage
            return FailureMessage(
                title: what.sentence, detail: "In demo mode nothing leaves this machine.",
                wayOut: [
                    "Press d to open this screen live.", "Press E to write a stub for it.",
                    "Press v to see why: which stubs came close.",
                ])
        default: return nil
        }
    }

    /// One thing was asked for, and the API is there without it.
    private static func ofThingNotFound(
        _ error: APIError, _ mode: ServingMode, _ condition: String?, _ isOne: Bool
    ) -> FailureMessage? {
        guard isOne, error.status == 404 else { return nil }
        if mode == .live {
            return FailureMessage(
                title: "Not found (404).", detail: error.message,
                wayOut: ["Press d to open it with demo data.", "Press r to try again."])
        }
        guard condition == nil else { return nil }
        return FailureMessage(
            title: "Not in the demo's data (404).", detail: error.message,
            wayOut: [
                "Press z to have this screen's data as it was at first.", "Press r to try again.",
                "Press v to see the request and the reply.",
            ])
    }

    /// There is no server, or it does not know the call yet.
    private static func ofServerNotReady(
        _ error: APIError, _ mode: ServingMode, _ isChange: Bool
    ) -> FailureMessage? {
        guard mode == .live else { return nil }
        if let status = error.status, isChange ? status == 501 : [501, 404, 405].contains(status) {
            return FailureMessage(
                title: "This screen's backend isn't ready (\(status)).", detail: error.message,
                wayOut: ["Press d to open it with demo data.", "Press r to try again."])
        }
        switch error.kind {
        case .connection, .timeout:
            return FailureMessage(
                title: error.userMessage, detail: "",
                wayOut: ["Press d to open this screen with demo data, D for all of them.", "Press r to try again."])
        default: return nil
        }
    }

    private static func ofAnything(_ error: APIError, _ mode: ServingMode, _ condition: String?) -> FailureMessage {
        var wayOut = ["Press r to try again."]
        if mode == .live, error.wantsSignIn { wayOut.append("Press I to sign in as somebody who may.") }
        if mode == .live { wayOut.append("Press d to open it with demo data.") }
        if mode == .demo, let condition {
            wayOut = ["The condition \"\(condition)\" is chosen; press c to choose another, or none."]
        }
        let isSaid = error.status == nil || error.userMessage.contains(error.message)
        return FailureMessage(
            title: error.userMessage, detail: isSaid ? "" : error.message,
            wayOut: wayOut + ["Press v to see the request and the reply."])
    }
}

extension String {
    /// The text with a capital at its start and a full stop at its end.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
