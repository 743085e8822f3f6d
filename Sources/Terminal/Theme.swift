/// The meaning of a cell's text; `Theme` alone decides how it looks. A terminal may have neither colours nor attributes,
/// so no state is shown by a style alone.
package enum Style: UInt8, Hashable, CaseIterable, Sendable {
    case plain
    /// Text of less weight: hints, units, times.
    case dim
    case strong
    /// The program's name in the banner.
    case title
    /// Column headings and section titles.
    case heading
    /// A key's name in hints and help.
    case key
    /// The selected row of the pane with the focus, and of another pane.
    case selected, selectedInactive
    /// The badges of server data, demo data and a mix of both.
    case live, demo, mixed
    case error, warning, success
    /// A value worth a glance: links, amounts.
    case accent
    /// A text field, and the one with the focus.
    case field, fieldActive
    /// Frames and lines, and the frame of the pane with the focus.
    case border, borderActive
    /// The hint in an empty field.
    case placeholder
    /// A row or value of a stub.
    case stub
    case banner, footer
    /// A match of a search.
    case match
    case disabled
}

/// The look of each style: attributes that every terminal can show, and the eight basic ANSI colours over the terminal's
/// own background. Light, dark and colourless terminals all read well.
enum Theme {
    /// The basic colours by their ANSI numbers; how they look is the terminal's choice.
    enum Color: Int16, Sendable {
        case red = 1, green, yellow, blue, magenta, cyan
    }

    struct Look: Hashable, Sendable {
        var isBold = false
        var isDim = false
        var isReverse = false
        var isUnderlined = false
        /// Nil is the terminal's own colour.
        var color: Color?
    }

    /// The look of a style. Without colours no look of a state may be equal to `plain`'s.
    static func look(of style: Style) -> Look {
        switch style {
        case .plain, .banner, .footer, .border: Look()
        case .dim, .placeholder, .disabled: Look(isDim: true)
        case .strong, .title, .heading: Look(isBold: true)
        case .key, .borderActive: Look(isBold: true, color: .cyan)
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
        case .stub: Look(color: .magenta)
        case .match: Look(isUnderlined: true, color: .yellow)
        }
    }
}
