import APIDocument
import APIModel
import AppCore
import Terminal

/// The message of a failed load: the failure, and the keys to press.
struct FailureMessage: Hashable, Sendable {
    let title: String
    let detail: String
    let wayOut: [String]
    private(set) var wantsSignIn = false

    /// - Parameters:
    ///   - mode: the mode in which the failed call began.
    ///   - condition: the condition of the call, else the one in force, which is then the likely cause.
    ///   - isOne: true if one item was asked for, which may be missing although the API exists.
    ///   - isChange: true if something was sent: its target may be missing although the API exists.
    ///   - file: the file of the stub's reply.
    init(
        _ failure: LoadFailure, mode: ServingMode, condition: String? = nil, isOne: Bool = false,
        isChange: Bool = false, file: String? = nil
    ) {
        switch failure {
        case .missing(let fields) where fields.count == 1 && NameClass.search.has(fields[0].name):
            self.init(
                title: "", detail: "Nothing is searched for yet.",
                wayOut: ["Press \(key: .open) or \(key: .filter) to search."])
        case .missing(let fields):
            self.init(
                title: "This screen needs \(Self.list(fields.map(\.title))).", detail: "",
                wayOut: [fields.count == 1 ? "Press \(key: .open) to type it." : "Press \(key: .open) to type them."])
        case .failed(let error):
            self =
                Self.ofStubFile(error, file, condition)
                ?? Self.message(of: error, mode: mode, condition: condition, isOne: isOne, isChange: isChange)
            wantsSignIn = mode == .live && error.wantsSignIn
        }
    }

    /// "A", "A and B", "A, B and C".
    private static func list(_ words: [String]) -> String {
        let first = words.dropLast().joined(separator: ", ")
        return (first.isEmpty ? "" : first + " and ") + (words.last ?? "")
    }

    /// The message of a screen's failed load.
    /// - Parameter isFiltered: true if there were filters, which the server may have refused.
    init(
        _ failure: LoadFailure, of screen: Screen, _ load: LoadState, isFiltered: Bool = false, in world: World
    ) {
        self.init(
            failure, mode: load.provenance?.mode ?? world.demo.mode(of: screen.id),
            condition: load.provenance?.condition ?? world.demo.screenConditions[screen.id]?.title,
            isOne: screen.kind == .item || !(screen.load?.path.parameterNames.isEmpty ?? true),
            file: load.provenance?.file)
        if case .missing(let fields) = failure,
            let list = fields.lazy.compactMap({ world.list(for: $0, of: screen.id) }).first
        {
            self.init(
                title: title, detail: detail, wayOut: ["Press \(key: .open) to choose from \(list.screen.title)."])
        }
        if isFiltered, case .failed(let error) = failure, [400, 422].contains(error.status) {
            self.init(
                title: title, detail: detail,
                wayOut: ["Press \(key: .filter) to change the filter, \(key: .back) to clear it."] + wayOut)
        }
    }

    /// The message of a screen whose item was deleted there.
    init(deleted name: String, asksForAnother: Bool) {
        self.init(
            title: "\(name) was deleted.", detail: "",
            wayOut: (asksForAnother ? ["Press \(key: .editParameters) to show another one."] : []) + [
                "Press \(key: .reload) to ask for it once more."
            ])
    }

    init(title: String, detail: String, wayOut: [String]) {
        self.title = title
        self.detail = detail
        self.wayOut = wayOut
    }

    /// The remedies that fit a form, where letters are text: the function keys and saving again.
    var wayOutOfForm: [String] {
        waysToSignIn + [
            "What you typed is kept. Press \(keyWhileTyping: .submit) to send it again, "
                + "\(keyWhileTyping: .toggleScreen) to switch this screen between live and demo."
        ]
    }

    var waysToSignIn: [String] { wantsSignIn ? ["Press \(keyWhileTyping: .signIn) to sign in."] : [] }

    func draw(on canvas: inout Canvas, in area: Rect) {
        var y = area.y + (area.height > 8 ? 2 : 0)
        let width = max(0, area.width - 4)
        func put(_ text: String, _ style: Style) {
            for line in TextLayout.wrapped(text, width: width) where y < area.y + area.height {
                canvas.write(line, at: Point(x: area.x + 2, y: y), width: width, style: style)
                y += 1
            }
        }
        put(title, .error)
        if !detail.isEmpty { put(detail, .plain) }
        y += 1
        for line in wayOut { put(line, .accent) }
    }
}

extension LoadFailure {
    var wantsSignIn: Bool {
        guard case .failed(let error) = self else { return false }
        return error.wantsSignIn
    }
}

extension APIError {
    /// True if signing in, perhaps as somebody else, may help.
    var wantsSignIn: Bool { isSignInRefused || status == 401 || status == 403 }
}

extension FailureMessage {
    static func message(
        of error: APIError, mode: ServingMode, condition: String?, isOne: Bool, isChange: Bool
    ) -> FailureMessage {
        ofSignIn(error, mode, condition) ?? ofCallNotSent(error, mode) ?? ofThingNotFound(error, mode, condition, isOne)
            ?? ofServerNotReady(error, mode, isChange) ?? ofAnything(error, mode, condition)
    }

    /// A stub's body is not JSON: a file is to blame, not a server.
    static func ofStubFile(_ error: APIError, _ file: String?, _ condition: String?) -> FailureMessage? {
        guard let file, condition == nil, error.kind == .malformedBody else { return nil }
        let name = file.split(separator: "/").last ?? ""
        return FailureMessage(
            title: "\(name) cannot be read: \(error.message).", detail: file,
            wayOut: [
                "Press \(key: .editStub) to correct the file.",
                "Press \(key: .showExchange) to see the request and the response.",
            ])
    }

    /// The API, or the token endpoint, requires other credentials or any at all.
    private static func ofSignIn(_ error: APIError, _ mode: ServingMode, _ condition: String?) -> FailureMessage? {
        guard mode == .live else { return nil }
        if error.isSignInRefused {
            return FailureMessage(
                title: signInRefusal(error), detail: "",
                wayOut: ["Press \(key: .signIn) to sign in again.", "Press \(key: .reload) to try the same again."])
        }
        guard error.status == 401, condition == nil else { return nil }
        let isSaid = error.message.isEmpty || error.userMessage == error.message
        return FailureMessage(
            title: error.isRefusingCredentials
                ? "401 Unauthorized: what you signed in with was not accepted."
                : "401 Unauthorized: the server wants you to sign in.",
            detail: isSaid ? "" : error.message,
            wayOut: [
                error.isRefusingCredentials
                    ? "Press \(key: .signIn) to sign in with another token, key or password."
                    : "Press \(key: .signIn) to sign in.",
                "Press \(key: .toggleScreen) to open it with demo data.",
                "Press \(key: .showExchange) to see the request and the response.",
            ])
    }

    /// The message of the token endpoint, about the typed credentials whatever its status (RFC 6749 section 5.2 has 400
    /// for a wrong password).
    private static func signInRefusal(_ error: APIError) -> String {
        guard let status = error.status, !error.message.isEmpty else {
            return "Signing in failed: \(error.userMessage)"
        }
        return "Signing in failed (\(status)): \(error.message)"
    }

    /// Nothing was sent: a person stopped it, or demo mode has no reply.
    private static func ofCallNotSent(_ error: APIError, _ mode: ServingMode) -> FailureMessage? {
        switch error.kind {
        case .cancelled:
            return FailureMessage(title: "Stopped.", detail: "", wayOut: ["Press \(key: .reload) to load it."])
        case .notSent where error.code == "noSeed":
            return FailureMessage(
                title: error.userMessage.sentence, detail: "Nothing reaches the network.",
                wayOut: ["Add the reply to DEMO_TUI_SEEDS and start again."])
        case .notSent(let reason) where mode == .live:
            return FailureMessage(
                title: reason.sentence, detail: error.message == reason ? "" : error.message,
                wayOut: ["Press \(key: .toggleScreen) to open it with demo data."])
        case .notSent:
            let what = error.userMessage.split(separator: ";").first.map(String.init) ?? error.userMessage
            return FailureMessage(
                title: what.sentence, detail: "In demo mode nothing leaves this machine.",
                wayOut: [
                    "Press \(key: .toggleScreen) to open this screen live.",
                    "Press \(key: .editStub) to write a stub for it.",
                    "Press \(key: .showExchange) to see why: which stubs came close.",
                ])
        default: return nil
        }
    }

    /// One item was asked for, and the API exists without it.
    private static func ofThingNotFound(
        _ error: APIError, _ mode: ServingMode, _ condition: String?, _ isOne: Bool
    ) -> FailureMessage? {
        guard isOne, error.status == 404 else { return nil }
        if mode == .live {
            return FailureMessage(
                title: "404 Not found.", detail: error.message,
                wayOut: [
                    "Press \(key: .toggleScreen) to open it with demo data.", "Press \(key: .reload) to try again.",
                ])
        }
        guard condition == nil else { return nil }
        return FailureMessage(
            title: "404 Not in the demo's data.", detail: error.message,
            wayOut: [
                "Press \(key: .resetDemo) to restore this screen's original data.",
                "Press \(key: .reload) to try again.",
                "Press \(key: .showExchange) to see the request and the response.",
            ])
    }

    /// There is no server, or it does not know the operation yet.
    private static func ofServerNotReady(
        _ error: APIError, _ mode: ServingMode, _ isChange: Bool
    ) -> FailureMessage? {
        guard mode == .live else { return nil }
        if let status = error.status, isChange ? status == 501 : [501, 404, 405].contains(status) {
            return FailureMessage(
                title: "This screen's backend isn't ready (\(status)).", detail: error.message,
                wayOut: [
                    "Press \(key: .toggleScreen) to open it with demo data.", "Press \(key: .reload) to try again.",
                ])
        }
        switch error.kind {
        case .connection, .timeout:
            return FailureMessage(
                title: error.userMessage, detail: "",
                wayOut: [
                    "Press \(key: .toggleScreen) to open this screen with demo data, \(key: .toggleAll) for all of them.",
                    "Press \(key: .reload) to try again.",
                ])
        default: return nil
        }
    }

    private static func ofAnything(_ error: APIError, _ mode: ServingMode, _ condition: String?) -> FailureMessage {
        var wayOut = ["Press \(key: .reload) to try again."]
        if mode == .live, error.wantsSignIn {
            wayOut.append("Press \(key: .signIn) to sign in as somebody with access.")
        }
        if mode == .live { wayOut.append("Press \(key: .toggleScreen) to open it with demo data.") }
        if mode == .demo, let condition {
            wayOut.insert(
                "You chose \"\(condition)\"; press \(key: .chooseCondition) to choose another, or none.", at: 0)
        }
        let isSaid = error.status == nil || error.userMessage.contains(error.message)
        return FailureMessage(
            title: error.userMessage, detail: isSaid ? "" : error.message,
            wayOut: wayOut + ["Press \(key: .showExchange) to see the request and the response."])
    }
}

extension String {
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
