import CNcurses
import Foundation

extension NcursesTerminal {
    /// The most bytes of standard error that are shown.
    private static let shownErrors = 4_096

    /// Keeps the bytes that leave the screen where a signal handler can find them.
    func prepareGuard() {
        var bytes = [CChar](repeating: 0, count: 512)
        let count = cn_restore_bytes(&bytes, Int32(bytes.count))
        if bracketsPaste {
            let modes = Self.mouseOff + "\u{1B}[?2004l"
            cn_guard_add(modes, Int32(modes.utf8.count))
        }
        cn_guard_add(bytes, count)
    }

    /// The colours to ask ncurses for. GNU screen hands `COLORTERM` of the terminal outside on and knows no 24 bits.
    static func colors(_ environment: [String: String]) -> cn_colors {
        guard (environment["NO_COLOR"] ?? "").isEmpty else { return CN_COLORS_NONE }
        let isInScreen = !(environment["STY"] ?? "").isEmpty && (environment["TMUX"] ?? "").isEmpty
        let offered = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") && !isInScreen
        return offered ? CN_COLORS_DIRECT : CN_COLORS_OF_TYPE
    }

    /// The colours that ncurses has now.
    static func depth(wanting colors: cn_colors) -> ColorDepth {
        switch cn_color_count() {
        case _ where colors == CN_COLORS_NONE: .none
        case 0x100_0000...: .direct
        case 256...: .indexed
        case 8...: .basic
        default: .none
        }
    }

    /// The theme in ncurses' terms. Pairs are made once: equal colours share one, because some terminals have 64.
    func prepareLooks() {
        looks = Ground.allCases.flatMap { ground in
            // The screen behind a popup is sent again to be shaded, which takes seconds on a serial line.
            let ground = ground == .shaded && cn_baud_rate() < 38_400 ? .base : ground
            return Style.allCases.map { style in
                let look = theme.look(of: style, on: ground, depth)
                var attributes: attr_t = 0
                if look.isBold { attributes |= cn_bold() }
                if look.isDim { attributes |= cn_dim() }
                if look.isReverse { attributes |= cn_reverse() }
                if look.isUnderlined { attributes |= cn_underline() }
                return (attributes, pair(look.text ?? -1, look.ground ?? -1))
            }
        }
    }

    private func pair(_ text: Int, _ ground: Int) -> Int32 {
        guard text >= 0 || ground >= 0 else { return 0 }
        if let pair = pairs[[text, ground]] { return pair }
        let pair = Int32(pairs.count + 1)
        guard cn_init_pair(pair, Int32(text), Int32(ground)) == 0 else { return 0 }
        pairs[[text, ground]] = pair
        return pair
    }

    /// Asks for the background. The first picture is there by then, so nothing waits for the answer.
    func askBackground() {
        guard asksBackground else { return }
        decoder.awaitsBackground = true
        write("\u{1B}]11;?\u{1B}\\")
    }

    /// Takes the answer. A dark terminal shows the right theme already.
    func adoptBackground() {
        guard asksBackground, let background = decoder.background, theme != .fitting(isLight: background.isLight) else {
            return
        }
        theme = .fitting(isLight: background.isLight)
        guard let last = shown else { return }
        shown = nil
        draw(last)
    }

    /// The named type, or xterm's if the name is unknown here but belongs to its family.
    static func usableType(for named: String) throws(TerminalProblem) -> String {
        for type in isXtermLike(named) ? [named, "xterm-256color"] : [named] {
            switch cn_check_type(type) {
            case CN_TYPE_FULL: return type
            case CN_TYPE_DUMB: throw .dumb(type)
            default: continue
            }
        }
        throw .unknownType(named)
    }

    /// True for types that understand bracketed paste, or surely ignore the request.
    static func bracketsPaste(_ type: String) -> Bool { cn_terminfo("BE") != nil || isXtermLike(type) }

    /// True for types that obey the sequences of xterm.
    static func isXtermLike(_ type: String) -> Bool {
        let families = [
            "xterm", "screen", "tmux", "rxvt", "vte", "gnome", "konsole", "foot", "kitty", "alacritty", "wezterm",
            "iterm", "st-", "contour", "ghostty", "mintty", "putty", "eterm", "nsterm", "rio",
        ]
        return families.contains { type.lowercased().hasPrefix($0) }
    }

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
