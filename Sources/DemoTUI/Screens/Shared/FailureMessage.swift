import APIDocument
import AppCore

/// What a screen says when a load failed: what happened, and what to press now.
struct FailureMessage: Hashable, Sendable {
    let title: String
    let detail: String
    let wayOut: [String]
    /// Whether it may be gone once a person has signed in.
    let wantsSignIn: Bool

    /// - Parameters:
    ///   - mode: the mode the failed call began with.
    ///   - condition: the condition in force, which is then the likely cause.
    ///   - isOne: whether one thing was asked for, which may not exist although the API is there.
    init(_ failure: LoadFailure, mode: ServingMode, condition: String? = nil, isOne: Bool = false) {
        switch failure {
        case .missing(let fields):
            self.init(
                title: "This screen needs \(fields.map(\.title).joined(separator: ", ")).",
                detail: "Say which one to show.", wayOut: ["Press Enter to type it."])
        case .failed(let error): self.init(error, mode: mode, condition: condition, isOne: isOne)
        }
    }

    private init(_ error: APIError, mode: ServingMode, condition: String?, isOne: Bool) {
        switch (error.kind, error.status) {
        case (_, _) where error.isSignInRefused && mode == .live:
            self.init(
                title: "Signing in failed: \(error.userMessage)", detail: "",
                wayOut: ["Press I to sign in again.", "Press r to try the same again."], wantsSignIn: true)
        case (_, 401?) where mode == .live && condition == nil && error.isRefusingCredentials:
            let isSaid = error.message.isEmpty || error.userMessage == error.message
            self.init(
                title: "The server did not accept what you signed in with (401).", detail: isSaid ? "" : error.message,
                wayOut: [
                    "Press I to sign in with another token, key or password.",
                    "Press d to open it with demo data.", "Press v to see the request and the reply.",
                ], wantsSignIn: true)
        case (_, 401?) where mode == .live && condition == nil:
            let isSaid = error.message.isEmpty || error.userMessage == error.message
            self.init(
                title: "The server wants you to sign in (401).", detail: isSaid ? "" : error.message,
                wayOut: [
                    "Press I to sign in, or start with DEMO_TUI_TOKEN or the like set.",
                    "Press d to open it with demo data.", "Press v to see the request and the reply.",
                ], wantsSignIn: true)
        case (.cancelled, _):
            self.init(title: "Stopped.", detail: "", wayOut: ["Press r to load it."])
        case (.notSent, _) where error.code == "noSeed":
            self.init(
                title: error.userMessage.sentence, detail: "Nothing reaches the network.",
                wayOut: ["Add the reply to DEMO_TUI_SEEDS and start again."])
        case (.notSent, _):
            let what = error.userMessage.split(separator: ";").first.map(String.init) ?? error.userMessage
            self.init(
                title: what.sentence, detail: "In demo mode nothing leaves this machine.",
                wayOut: [
                    "Press d to open this screen live.", "Press E to write a stub for it.",
                    "Press v to see why: which stubs came close.",
                ])
        case (_, 404?) where mode == .live && isOne:
            self.init(
                title: "Not found (404).", detail: error.message,
                wayOut: ["Press d to open it with demo data.", "Press r to try again."])
        case (_, 404?) where mode == .demo && condition == nil && isOne:
            self.init(
                title: "Not in the demo's data (404).", detail: error.message,
                wayOut: [
                    "Press z to have this screen's data as it was at first.", "Press r to try again.",
                    "Press v to see the request and the reply.",
                ])
        case (_, 501?) where mode == .live, (_, 404?) where mode == .live, (_, 405?) where mode == .live:
            self.init(
                title: "This screen's backend isn't ready (\(error.status.map(String.init) ?? "")).",
                detail: error.message, wayOut: ["Press d to open it with demo data.", "Press r to try again."])
        case (.connection, _) where mode == .live, (.timeout, _) where mode == .live:
            self.init(
                title: error.userMessage, detail: "",
                wayOut: [
                    "Press d to open this screen with demo data, D for all of them.", "Press r to try again.",
                ])
        default:
            var wayOut = ["Press r to try again."]
            if mode == .live, error.status == 403 { wayOut.append("Press I to sign in as somebody who may.") }
            if mode == .live { wayOut.append("Press d to open it with demo data.") }
            if mode == .demo, let condition {
                wayOut = ["The condition \"\(condition)\" is chosen; press c to choose another, or none."]
            }
            let isSaid = error.status == nil || error.userMessage.contains(error.message)
            self.init(
                title: error.userMessage, detail: isSaid ? "" : error.message,
                wayOut: wayOut + ["Press v to see the request and the reply."])
        }
    }

    /// The message of a screen's failed load.
    init(_ failure: LoadFailure, of screen: Screen, _ load: LoadState, in world: World) {
        self.init(
            failure, mode: load.provenance?.mode ?? world.demo.mode(of: screen.id),
            condition: world.demo.screenConditions[screen.id]?.title,
            isOne: screen.kind == .item || !(screen.load?.path.parameterNames.isEmpty ?? true))
    }

    /// What a screen says once what it showed was deleted there.
    init(deleted name: String, asksForAnother: Bool) {
        self.init(
            title: "\(name) was deleted.", detail: "",
            wayOut: (asksForAnother ? ["Press p to show another one."] : []) + ["Press r to ask for it once more."])
    }

    private init(title: String, detail: String, wayOut: [String], wantsSignIn: Bool = false) {
        self.wantsSignIn = wantsSignIn
        self.title = title
        self.detail = detail
        self.wayOut = wayOut
    }

    /// The ways out that fit a form, where letters are text: the function keys and saving again.
    var wayOutOfForm: [String] {
        waysToSignIn + [
            "What you typed is kept. Press ^S to send it again, F3 to switch this screen between live and demo."
        ]
    }

    /// The key that signs in where letters are text.
    var waysToSignIn: [String] { wantsSignIn ? ["Press F10 to sign in."] : [] }

    /// Paints the message near the top of `area`.
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
    /// True if it may be gone once a person has signed in.
    var wantsSignIn: Bool {
        guard case .failed(let error) = self else { return false }
        return error.isSignInRefused || error.status == 401 || error.status == 403
    }
}

extension String {
    /// The text with a capital at its start and a full stop at its end.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") ? "" : ".") }
}
