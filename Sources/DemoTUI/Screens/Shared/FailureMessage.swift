import APIDocument
import AppCore
import Terminal

/// What a screen says when a load failed: what happened, and what to press now.
struct FailureMessage: Hashable, Sendable {
    let title: String
    let detail: String
    let wayOut: [String]
    /// Whether it may be gone once a person has signed in.
    private(set) var wantsSignIn = false

    /// - Parameters:
    ///   - mode: the mode the failed call began with.
    ///   - condition: the condition in force, which is then the likely cause.
    ///   - isOne: whether one thing was asked for, which may not exist although the API is there.
    ///   - isChange: whether something was sent: what it names may not exist although the API is there.
    ///   - file: what a stub's reply was read from.
    init(
        _ failure: LoadFailure, mode: ServingMode, condition: String? = nil, isOne: Bool = false,
        isChange: Bool = false, file: String? = nil
    ) {
        switch failure {
        case .missing(let fields):
            self.init(
                title: "This screen needs \(fields.map(\.title).joined(separator: ", ")).",
                detail: "Say which one to show.", wayOut: ["Press Enter to type it."])
        case .failed(let error):
            self =
                Self.ofStubFile(error, file, condition)
                ?? Self.message(of: error, mode: mode, condition: condition, isOne: isOne, isChange: isChange)
            wantsSignIn = mode == .live && error.wantsSignIn
        }
    }

    /// The message of a screen's failed load.
    /// - Parameter isFiltered: whether filters went along, which may be what the server did not take.
    init(
        _ failure: LoadFailure, of screen: Screen, _ load: LoadState, isFiltered: Bool = false, in world: World
    ) {
        self.init(
            failure, mode: load.provenance?.mode ?? world.demo.mode(of: screen.id),
            condition: world.demo.screenConditions[screen.id]?.title,
            isOne: screen.kind == .item || !(screen.load?.path.parameterNames.isEmpty ?? true),
            file: load.provenance?.file)
        if isFiltered, case .failed(let error) = failure, [400, 422].contains(error.status) {
            self.init(title: title, detail: detail, wayOut: ["Press / to change the filter, Esc to clear it."] + wayOut)
        }
    }

    /// What a screen says once what it showed was deleted there.
    init(deleted name: String, asksForAnother: Bool) {
        self.init(
            title: "\(name) was deleted.", detail: "",
            wayOut: (asksForAnother ? ["Press p to show another one."] : []) + ["Press r to ask for it once more."])
    }

    init(title: String, detail: String, wayOut: [String]) {
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
        return error.wantsSignIn
    }
}

extension APIError {
    /// True if signing in, perhaps as somebody else, may help.
    var wantsSignIn: Bool { isSignInRefused || status == 401 || status == 403 }
}
