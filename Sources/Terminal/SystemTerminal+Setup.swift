import CNcurses
import Foundation

extension SystemTerminal {
    private static let shownErrors = 4_096

    /// The colours to use. GNU screen hands `COLORTERM` of the terminal outside on and knows no 24 bits.
    static func depth(of type: TerminalType, _ environment: [String: String]) -> ColorDepth {
        guard (environment["NO_COLOR"] ?? "").isEmpty, type.colors >= 8 else { return .none }
        let isInScreen = !(environment["STY"] ?? "").isEmpty && (environment["TMUX"] ?? "").isEmpty
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? ""), !isInScreen { return .direct }
        return type.colors >= 256 ? .indexed : .basic
    }

    /// Asks for the background. The first picture is there by then, so nothing waits for the answer.
    func askTerminal() {
        guard asksBackground else { return }
        decoder.awaitsBackground = true
        write(Array("\u{1B}]11;?\u{1B}\\".utf8))
    }

    func adoptAnswers() {
        painter.synchronizes = decoder.synchronizes
        if !hasChosenTheme { show(fittingTheme) }
    }

    package func use(_ theme: Theme?) {
        hasChosenTheme = theme != nil
        show(theme ?? fittingTheme)
    }

    /// The theme of the start, else the one for the background as far as it is known.
    private var fittingTheme: Theme { usualTheme ?? .fitting(isLight: decoder.background?.isLight ?? false) }

    private func show(_ other: Theme) {
        guard theme != other else { return }
        theme = other
        guard let last = shown else { return }
        shown = nil
        draw(last)
    }

    /// The named type, or xterm's if the name is unknown here but belongs to its family.
    static func usableType(for named: String) throws(TerminalProblem) -> String {
        for type in isXtermLike(named) ? [named, "xterm-256color"] : [named] {
            switch cn_load_type(type) {
            case CN_TYPE_FULL: return type
            case CN_TYPE_DUMB: throw .dumb(type)
            default: continue
            }
        }
        throw .unknownType(named)
    }

    /// True for types that understand bracketed paste, or surely ignore the request.
    static func bracketsPaste(_ type: String) -> Bool { cn_terminfo("BE") != nil || isXtermLike(type) }

    /// True for types that report the mouse as xterm does.
    static func offersMouse(_ type: String) -> Bool {
        isXtermLike(type) && (cn_terminfo("kmous") != nil || cn_terminfo("XM") != nil)
    }

    private static let keepingTitle = [
        "xterm", "vte", "gnome", "konsole", "foot", "kitty", "alacritty", "wezterm", "contour", "ghostty", "mintty",
    ]
    private static let otherXterms = ["screen", "tmux", "rxvt", "iterm", "st-", "putty", "eterm", "nsterm", "rio"]

    /// True for types that obey the sequences of xterm.
    static func isXtermLike(_ type: String) -> Bool {
        keepsTitle(type) || otherXterms.contains { type.lowercased().hasPrefix($0) }
    }

    /// True for types whose terminals keep a stack of titles.
    static func keepsTitle(_ type: String) -> Bool { keepingTitle.contains { type.lowercased().hasPrefix($0) } }

    /// Runs `body` while typed keys are not echoed. A signal that ends the program restores the echo first.
    package nonisolated static func hidingInput<Result>(_ body: () -> Result) -> Result {
        guard cn_hide_input() == 0 else { return body() }
        defer { cn_show_input() }
        return body()
    }

    /// The special keys of the terminal's type, by their bytes.
    static func typeKeys() -> [[UInt8]: Key] {
        var names: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert), ("kdch1", .delete), ("kcbt", .backTab),
            ("kent", .enter),
        ]
        names += (1...12).map { ("kf\($0)", .function($0)) }
        var keys: [[UInt8]: Key] = [:]
        for (name, key) in names {
            guard let text = cn_terminfo(name) else { continue }
            let bytes = Array(String(cString: text).utf8)
            if bytes.first == 0x1B, bytes.count > 1 { keys[bytes] = key }
        }
        return keys
    }

    /// Restores standard error and shows the end of the libraries' messages, made visible.
    func showErrors() {
        var tail = [CChar](repeating: 0, count: Self.shownErrors)
        let count = Int(cn_errors_tail(&tail, Int32(tail.count)))
        cn_errors_restore()
        guard count > 0 else { return }
        var bytes = tail.prefix(count).map { UInt8(bitPattern: $0) }
        if bytes.last != 0x0A { bytes.append(0x0A) }
        // A full tail may begin inside a line.
        if count == Self.shownErrors, let end = bytes.firstIndex(of: 0x0A) { bytes.removeFirst(end + 1) }
        let text = Array(VisibleText.lines(VisibleText.text(bytes)).utf8)
        _ = Foundation.write(STDERR_FILENO, text, text.count)
    }
}
