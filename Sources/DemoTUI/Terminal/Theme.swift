/// What each style looks like: attributes that every terminal has something for, and on top of them the eight basic ANSI
/// colours over the terminal's own background, so that light, dark and colourless terminals all read well.
enum Theme {
    /// The basic colours, by their ANSI numbers. How they look is the terminal's choice, and so the person's.
    enum Color: Int16, Sendable {
        case red = 1, green, yellow, blue, magenta, cyan
    }

    /// How text is shown.
    struct Look: Hashable, Sendable {
        /// The attributes.
        var isBold = false
        var isDim = false
        var isReverse = false
        var isUnderlined = false
        /// The text's colour; nil is the terminal's own.
        var color: Color?
    }

    /// The look of a style. Without colours no look that tells a state may be equal to `plain`'s.
    static func look(of style: Style) -> Look {
        switch style {
        case .plain, .banner, .footer, .border: Look()
        case .dim, .placeholder, .disabled: Look(isDim: true)
        case .strong, .title, .heading: Look(isBold: true)
        case .key: Look(isBold: true, color: .cyan)
        case .selected: Look(isReverse: true)
        case .selectedInactive: Look(isBold: true, isUnderlined: true)
        case .live: Look(isBold: true, isReverse: true, color: .green)
        case .demo: Look(isBold: true, isReverse: true, color: .magenta)
        case .mixed: Look(isBold: true, isReverse: true, color: .yellow)
        case .error: Look(isBold: true, color: .red)
        case .warning: Look(isBold: true, color: .yellow)
        case .success: Look(isBold: true, color: .green)
        case .accent: Look(color: .cyan)
        case .field: Look(isUnderlined: true)
        case .fieldActive: Look(isBold: true, isUnderlined: true, color: .cyan)
        case .borderActive: Look(isBold: true, color: .cyan)
        case .stub: Look(color: .magenta)
        case .match: Look(isUnderlined: true, color: .yellow)
        }
    }
}
