import APIDocument
import APIModel
import AppCore
import Terminal

/// The message of a failed load: the failure, and the keys to press.
struct FailureMessage: Hashable, Sendable {
    let title: String
    let detail: String
    private(set) var wayOut: [String]
    private(set) var wantsSignIn = false

    /// - Parameters:
    ///   - mode: the mode in which the failed call began.
    ///   - condition: the condition of the call, else the one in force, which is then the likely cause.
    ///   - isOver: true if it was chosen for that call alone.
    ///   - isByChance: true for a failure at random.
    ///   - isOne: true if one item was asked for, which may be missing although the API exists.
    ///   - isChange: true if something was sent: its target may be missing although the API exists.
    ///   - file: the file of the stub's reply.
    ///   - followsAll: true if the switch for all screens would open it with demo data, too.
    init(
        _ failure: LoadFailure, mode: ServingMode, condition: String? = nil, isOver: Bool = false,
        isByChance: Bool = false, isOne: Bool = false, isChange: Bool = false, file: String? = nil,
        followsAll: Bool = false
    ) {
        switch failure {
        case .missing(let fields) where fields.count == 1 && NameClass.search.has(fields[0].name):
            self.init("", detail: "Nothing is searched for yet.", ["Press \(key: .open) or \(key: .filter) to search."])
        case .missing(let fields):
            self.init(
                "This screen needs \(Self.list(fields.map(\.title))).",
                [fields.count == 1 ? "Press \(key: .open) to type it." : "Press \(key: .open) to type them."])
        case .failed(let error):
            self =
                Self.ofStubFile(error, file, condition) ?? Self.ofCallNotSent(error, mode)
                ?? (mode == .live
                    ? Self.ofLiveCall(error, condition, isOne, isChange, followsAll)
                    : isByChance
                        ? Self.ofAnything(
                            error, ["It failed at random; press \(key: .chooseChaos) to change that.", Self.again])
                        : Self.ofDemoCall(error, condition, isOver, isOne))
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
            isOver: world.demo.conditions(of: screen).isEmpty,
            isByChance: load.provenance?.isByChance ?? false,
            isOne: screen.kind == .item || !(screen.load?.path.parameterNames.isEmpty ?? true),
            file: load.provenance?.file,
            // The switch for all changes only screens without a switch of their own.
            followsAll: world.demo.global == .live && world.demo.ownModes[screen.id] == nil)
        switch failure {
        case .missing(let fields):
            if fields.count == 1, let list = world.list(for: fields[0], of: screen.id) {
                wayOut = ["Press \(key: .open) to choose from \(list.screen.title)."]
            } else if !screen.searchFields.isEmpty {
                wayOut = ["Press \(key: .open) to search."]
            }
        case .failed(let error):
            guard isFiltered, [400, 422].contains(error.status) else { break }
            wayOut.insert("Press \(key: .filter) to change the filter, \(key: .back) to clear it.", at: 0)
        }
    }

    /// The message of a screen whose item was deleted there.
    init(deleted name: String, asksForAnother: Bool) {
        self.init("\(name) was deleted.", ["Press \(key: .reload) to ask for it once more."])
        if asksForAnother { wayOut.insert("Press \(key: .editParameters) to show another one.", at: 0) }
    }

    private init(_ title: String, detail: String = "", _ wayOut: [String]) {
        self.title = title
        self.detail = detail
        self.wayOut = wayOut
    }

    /// The remedies that fit a form, where letters are text: the function keys and saving again.
    func wayOut(ofFormWithFields hasFields: Bool) -> [String] {
        waysToSignIn + [
            (hasFields ? "What you typed is kept. " : "") + "Press \(keyWhileTyping: .submit) to send it again, "
                + "\(keyWhileTyping: .toggleScreen) to switch this screen between live and demo."
        ]
    }

    var waysToSignIn: [String] { wantsSignIn ? ["Press \(keyWhileTyping: .signIn) to sign in."] : [] }

    func draw(on canvas: inout Canvas, in area: Rect) {
        var words: [(text: String, style: Style)] = [(title, .error), (detail, .plain), ("", .plain)]
        if detail.isEmpty { words.remove(at: 1) }
        canvas.write(words + wayOut.map { ($0, .accent) }, in: area, below: area.height > 8 ? 2 : 0)
    }
}

extension LoadFailure {
    var wantsSignIn: Bool {
        guard case .failed(let error) = self else { return false }
        return error.wantsSignIn
    }
}

extension APIError {
    /// True if signing in, perhaps as another user, may help.
    var wantsSignIn: Bool { isSignInRefused || status == 401 || status == 403 }
}

extension FailureMessage {
    private static var again: String { "Press \(key: .reload) to try again." }
    private static var toDemo: String { "Press \(key: .toggleScreen) to open it with demo data." }
    private static var toExchange: String { "Press \(key: .showExchange) to see the request and the response." }

    /// A stub's body is not JSON: a file is to blame, not a server.
    private static func ofStubFile(_ error: APIError, _ file: String?, _ condition: String?) -> FailureMessage? {
        guard let file, condition == nil, error.kind == .malformedBody else { return nil }
        let name = file.split(separator: "/").last ?? ""
        return FailureMessage(
            "\(name) cannot be read: \(error.message).", detail: file,
            ["Press \(key: .editStub) to correct the file.", toExchange])
    }

    /// Nothing was sent: the user stopped it, or demo mode has no reply.
    private static func ofCallNotSent(_ error: APIError, _ mode: ServingMode) -> FailureMessage? {
        switch error.kind {
        case .cancelled: return FailureMessage("Stopped.", ["Press \(key: .reload) to load it.", toExchange])
        case .notSent where error.code == "noSeed":
            return FailureMessage(
                error.userMessage.sentence, detail: "Nothing reaches the network.",
                ["Add the reply to DEMO_TUI_SEEDS and start again."])
        case .notSent where error.code == "noValue":
            return FailureMessage(error.userMessage, ["Press \(key: .back) to go back.", again])
        case .notSent(let reason) where mode == .live:
            return FailureMessage(reason.sentence, detail: error.message == reason ? "" : error.message, [toDemo])
        case .notSent:
            let what = error.userMessage.split(separator: ";").first.map(String.init) ?? error.userMessage
            return FailureMessage(
                what.sentence, detail: "In demo mode nothing leaves this machine.",
                [
                    "Press \(key: .toggleScreen) to open this screen live.",
                    "Press \(key: .editStub) to write a stub for it.",
                    "Press \(key: .showExchange) to see why: which stubs came close.",
                ])
        default: return nil
        }
    }

    private static func ofLiveCall(
        _ error: APIError, _ condition: String?, _ isOne: Bool, _ isChange: Bool, _ followsAll: Bool
    ) -> FailureMessage {
        if error.isSignInRefused {
            return FailureMessage(
                signInRefusal(error),
                ["Press \(key: .signIn) to sign in again.", "Press \(key: .reload) to try the same again."])
        }
        switch error.status {
        case 401 where condition == nil:
            let isSaid = error.message.isEmpty || error.userMessage == error.message
            let isRefused = error.isRefusingCredentials
            return FailureMessage(
                isRefused
                    ? "401 Unauthorized: what you signed in with was not accepted."
                    : "401 Unauthorized: the server wants you to sign in.",
                detail: isSaid ? "" : error.message,
                [
                    "Press \(key: .signIn) to sign in\(isRefused ? " with another token, key or password" : "").",
                    toDemo, toExchange,
                ])
        case 404 where isOne: return FailureMessage("404 Not Found.", detail: error.message, [toDemo, again])
        case let status? where status == 501 || !isChange && [404, 405].contains(status):
            return FailureMessage(
                "This screen's backend isn't ready (\(status)).", detail: error.message, [toDemo, again])
        default: break
        }
        switch error.kind {
        case .connection, .timeout:
            let toAll =
                "Press \(key: .toggleScreen) to open this screen with demo data, \(key: .toggleAll) for all of them."
            return FailureMessage(error.userMessage, [followsAll ? toAll : toDemo, again])
        default:
            let signIn = error.wantsSignIn ? ["Press \(key: .signIn) to sign in as somebody with access."] : []
            return ofAnything(error, [again] + signIn + [toDemo])
        }
    }

    private static func ofDemoCall(
        _ error: APIError, _ condition: String?, _ isOver: Bool, _ isOne: Bool
    ) -> FailureMessage {
        if let condition {
            let others = "; press \(key: .chooseCondition) to choose another, or \"works\" to end it."
            let rest = isOver ? " for one call." : others
            return ofAnything(error, ["You chose \"\(condition)\"" + rest, again])
        }
        guard isOne, error.status == 404 else { return ofAnything(error, [again]) }
        return FailureMessage(
            "404 Not in the demo's data.", detail: error.message,
            ["Press \(key: .resetDemo) to restore this screen's original data.", again, toExchange])
    }

    /// The message of the token endpoint, about the typed credentials whatever its status (RFC 6749 section 5.2 has 400
    /// for a wrong password).
    private static func signInRefusal(_ error: APIError) -> String {
        guard let status = error.status, !error.message.isEmpty else {
            return "Signing in failed: \(error.userMessage)"
        }
        return "Signing in failed (\(status)): \(error.message)"
    }

    private static func ofAnything(_ error: APIError, _ wayOut: [String]) -> FailureMessage {
        let isSaid = error.status == nil || error.userMessage.contains(error.message)
        return FailureMessage(error.userMessage, detail: isSaid ? "" : error.message, wayOut + [toExchange])
    }
}

extension String {
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
