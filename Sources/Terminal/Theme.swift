/// The look of every style on every ground.
package struct Theme: Hashable, Sendable {
    package let name: String
    private let colors: [Style: RGB]
    private let grounds: [Ground: RGB]
    private let palette: [Role: RGB]

    /// The roles that a theme gives colours. Without `text` and `background` a theme keeps the terminal's own.
    package enum Role: String, Hashable, CaseIterable, Sendable {
        case text
        /// The text on grounds of the theme, if the theme leaves other text to the terminal.
        case painted
        case background, bar, raised
        /// The selected row of the pane with the focus, and of another pane.
        case selected, inactive
        case dim, border, accent, key, live, demo, error, warning, link

        fileprivate init(_ style: Style) {
            self =
                switch style {
                case .plain, .strong, .title, .field: .text
                case .dim, .heading, .placeholder, .disabled: .dim
                case .key, .hue2: .key
                case .live, .success, .string, .hue4: .live
                case .demo, .keyword, .hue1: .demo
                case .error: .error
                case .mixed, .warning, .number, .match, .hue5: .warning
                case .accent, .borderFocused, .fieldActive, .hue3: .accent
                case .link, .member, .hue0: .link
                case .border: .border
                }
        }
    }

    init(_ name: String, _ palette: [Role: RGB]) {
        self.name = name
        self.palette = palette
        colors = Dictionary(
            uniqueKeysWithValues: Style.allCases.compactMap { style in palette[Role(style)].map { (style, $0) } })
        let base = palette[.background]
        grounds = [
            .base: base, .bar: palette[.bar] ?? base, .raised: palette[.raised] ?? base,
            .selected: palette[.selected], .selectedInactive: palette[.inactive], .shaded: base,
        ].compactMapValues(\.self)
    }

    /// The theme under another name, with other colours for some roles.
    package func changed(_ name: String, _ colors: [Role: RGB]) -> Theme { Theme(name, palette.merging(colors) { $1 }) }

    struct Look: Hashable, Sendable {
        var isBold = false
        var isDim = false
        var isReverse = false
        var isUnderlined = false
        /// The text's colour, as the depth counts colours. Nil is the terminal's own.
        var text: Int?
        var ground: Int?
    }

    /// The look of a style on a ground. Without colours no look of a state is equal to that of plain text.
    func look(of style: Style, on ground: Ground, _ depth: ColorDepth) -> Look {
        var look = Look()
        switch style {
        case .strong, .title, .heading, .key, .live, .demo, .mixed, .error, .warning, .success: look.isBold = true
        case .borderFocused: look.isBold = depth == .basic || depth == .none
        case .field, .match, .link: look.isUnderlined = true
        case .fieldActive: (look.isBold, look.isUnderlined) = (true, true)
        default: break
        }
        // Text behind a popup has one colour, so that nothing there catches the eye.
        let color =
            colors[ground == .shaded && style != .border ? .dim : style]
            ?? (grounds[ground] == nil ? nil : palette[.painted])
        switch depth {
        case .direct: (look.text, look.ground) = (color?.value, grounds[ground]?.value)
        case .indexed: (look.text, look.ground) = (color?.indexed, grounds[ground]?.indexed)
        case .basic, .none:
            look.text = depth == .none ? nil : color?.basic
            switch style {
            case .dim, .placeholder, .disabled: look.isDim = true
            // The colour is a tinted grey, and a basic one would compete with the frame that has the focus.
            case .border: (look.isDim, look.text) = (true, nil)
            default: break
            }
        }
        switch ground {
        case .shaded:
            (look.isBold, look.isUnderlined) = (false, false)
            if depth == .basic || depth == .none { look = Look(isDim: true) }
        // A row of many colours in reverse would be a patchwork.
        case .selected where depth == .basic || depth == .none: look = Look(isBold: look.isBold, isReverse: true)
        case .selectedInactive where depth == .basic || depth == .none: look.isBold = true
        default: break
        }
        return look
    }
}

extension Theme {
    /// The themes of the program by name. `dark` and `light` keep the terminal's own text and background.
    package static let all: [Theme] = [
        dark, light,
        Theme(
            "catppuccin",
            [
                .text: 0xCDD6F4, .background: 0x1E1E2E, .bar: 0x181825, .raised: 0x262637, .selected: 0x3A3C58,
                .inactive: 0x2C2D40, .dim: 0x8E94B0, .border: 0x45475A, .accent: 0x89B4FA, .key: 0xFAB387,
                .live: 0xA6E3A1, .demo: 0xCBA6F7, .error: 0xF38BA8, .warning: 0xF9E2AF, .link: 0x89DCEB,
            ]),
        Theme(
            "gruvbox",
            [
                .text: 0xEBDBB2, .background: 0x282828, .bar: 0x1D2021, .raised: 0x32302F, .selected: 0x504945,
                .inactive: 0x3C3836, .dim: 0xA89984, .border: 0x504945, .accent: 0x83A598, .key: 0xFE8019,
                .live: 0xB8BB26, .demo: 0xD3869B, .error: 0xFB4934, .warning: 0xFABD2F, .link: 0x8EC07C,
            ]),
        Theme(
            "nord",
            [
                .text: 0xD8DEE9, .background: 0x2E3440, .bar: 0x292E39, .raised: 0x353C4A, .selected: 0x434C5E,
                .inactive: 0x3B4252, .dim: 0x8C98AF, .border: 0x4C566A, .accent: 0x88C0D0, .key: 0xD08770,
                .live: 0xA3BE8C, .demo: 0xB48EAD, .error: 0xE0707C, .warning: 0xEBCB8B, .link: 0x8FBCBB,
            ]),
        Theme(
            "high-contrast",
            [
                .text: 0xFFFFFF, .background: 0x000000, .bar: 0x000000, .raised: 0x000000, .selected: 0x003CB4,
                .inactive: 0x333333, .dim: 0xD0D0D0, .border: 0xB0B0B0, .accent: 0x5CE1FF, .key: 0xFFD000,
                .live: 0x5CFF5C, .demo: 0xE59CFF, .error: 0xFF8080, .warning: 0xFFD000, .link: 0x5CE1FF,
            ]),
    ]

    package static let dark = Theme(
        "dark",
        [
            .painted: 0xC8D0E0, .bar: 0x1B1E2B, .raised: 0x181B27, .selected: 0x2B3A60, .inactive: 0x242838,
            .dim: 0x858CA3, .border: 0x414868, .accent: 0x7AA2F7, .key: 0xFF9E64, .live: 0x9ECE6A,
            .demo: 0xBB9AF7, .error: 0xF7768E, .warning: 0xE0AF68, .link: 0x7DCFFF,
        ])

    package static let light = Theme(
        "light",
        [
            .painted: 0x2B3040, .bar: 0xE9EAF0, .raised: 0xF3F4F8, .selected: 0xC6D6F7, .inactive: 0xE3E5EC,
            .dim: 0x62687D, .border: 0xB4B8C5, .accent: 0x2457C5, .key: 0xA34A00, .live: 0x2F6B1F,
            .demo: 0x7A35B8, .error: 0xB3193C, .warning: 0x805000, .link: 0x006C86,
        ])

    /// The default: `dark`, or `light` if the terminal says that its background is bright.
    static func fitting(isLight: Bool) -> Theme { isLight ? light : dark }
}

/// The role of a cell's text. A `Theme` alone decides how it looks. A terminal may have neither colours nor attributes,
/// so no state is shown by a style alone.
package enum Style: UInt8, Hashable, CaseIterable, Sendable {
    case plain
    /// Text of less weight: hints, units, times.
    case dim
    case strong
    /// The name of the program or of the pane with the focus.
    case title
    /// Column headings and section titles.
    case heading
    /// A key's name in hints and help.
    case key
    /// Data of the server, of stubs, and a mix of both.
    case live, demo, mixed
    case error, warning, success
    /// A value worth a glance.
    case accent
    case link
    /// Parts of JSON; `member` is the name of a member.
    case member, string, number, keyword
    /// A text field, and the one with the focus.
    case field, fieldActive
    /// The frame of a pane, and of the pane with the focus.
    case border, borderFocused
    /// The hint in an empty field.
    case placeholder
    /// A match of a search.
    case match
    case disabled
    /// Colours that tell kinds apart and mean nothing else.
    case hue0, hue1, hue2, hue3, hue4, hue5

    /// The colour of one of several kinds; kinds beyond the sixth share theirs.
    package static func hue(_ index: Int) -> Style { [hue0, hue1, hue2, hue3, hue4, hue5][index % 6] }
}

/// The background of a cell. It leaves the text its own style.
package enum Ground: UInt8, Hashable, CaseIterable, Sendable {
    case base
    /// The first and the last line.
    case bar
    /// A popup.
    case raised
    /// The selected row of the pane with the focus, and of another pane.
    case selected, selectedInactive
    /// The screen behind a popup.
    case shaded
}

/// A colour of 24 bits: `0xRRGGBB`.
package struct RGB: Hashable, Sendable, ExpressibleByIntegerLiteral {
    let value: Int

    package init(integerLiteral value: Int) { self.value = value }

    /// The colour of `#7aa2f7` or `#7af`; nil for any other text.
    package init?(hex text: String) {
        let digits = text.dropFirst()
        guard [3, 6].contains(digits.count), text.first == "#", digits.allSatisfy(\.isHexDigit),
            let value = Int(digits, radix: 16)
        else { return nil }
        let isShort = digits.count == 3
        self.value = isShort ? (value >> 8) * 0x110000 + (value >> 4 & 15) * 0x1100 + (value & 15) * 0x11 : value
    }

    init(red: Int, green: Int, blue: Int) { value = red << 16 | green << 8 | blue }

    var red: Int { value >> 16 & 255 }
    var green: Int { value >> 8 & 255 }
    var blue: Int { value & 255 }

    /// The nearest of the 256 colours of xterm that no terminal changes: the cube and the greys. A clear colour keeps its
    /// hue: the nearest one to a dark blue would be a grey.
    var indexed: Int {
        let hue = max(red, green, blue) - min(red, green, blue) >= 48 ? basic : nil
        var nearest = (number: 0, distance: Int.max)
        for (number, other) in Self.xterm.enumerated() where hue == nil || other.basic == hue {
            let distance = distance(other.color)
            if distance < nearest.distance { nearest = (16 + number, distance) }
        }
        return nearest.number
    }

    private func distance(_ other: RGB) -> Int {
        let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
        return red * red + green * green + blue * blue
    }

    /// Colours 16 to 255, each with its basic colour.
    private static let xterm: [(color: RGB, basic: Int?)] = {
        let steps = [0, 95, 135, 175, 215, 255]
        let cube = steps.flatMap { red in
            steps.flatMap { green in steps.map { RGB(red: red, green: green, blue: $0) } }
        }
        let greys = (0..<24).map { RGB(red: 8 + 10 * $0, green: 8 + 10 * $0, blue: 8 + 10 * $0) }
        return (cube + greys).map { ($0, $0.basic) }
    }()

    /// The basic colour of the same hue, by its ANSI number; nil for a grey.
    var basic: Int? {
        let most = max(red, green, blue)
        let range = most - min(red, green, blue)
        guard range * 4 > most else { return nil }
        let hue =
            most == red
            ? 60 * (green - blue) / range
            : most == green ? 120 + 60 * (blue - red) / range : 240 + 60 * (red - green) / range
        switch (hue + 360) % 360 {
        case 20..<75: return 3
        case 75..<165: return 2
        case 165..<205: return 6
        case 205..<245: return 4
        case 245..<340: return 5
        default: return 1
        }
    }
}

/// The colours that a terminal can show.
package enum ColorDepth: Hashable, CaseIterable, Sendable {
    case none
    /// The eight basic colours, whose look is the terminal's choice.
    case basic
    /// The 256 colours of xterm.
    case indexed
    /// 24 bits.
    case direct
}

/// An addition to cells beside their look.
package enum Mark: Hashable, Sendable {
    case link(Hyperlink)
    /// The ground of blank cells, where the terminal has such colours.
    case color(RGB)

    var target: String? { if case .link(let link) = self { link.target } else { nil } }
    var color: RGB? { if case .color(let color) = self { color } else { nil } }
}

/// A web address that a terminal opens (OSC 8): printable ASCII, of http or https.
package struct Hyperlink: Hashable, Sendable {
    let target: String

    /// The most bytes that terminals are known to take.
    private static let longest = 2_000

    /// - Parameter text: Any text. Bytes that an address cannot have are percent-encoded.
    /// - Returns: nil for other schemes, for addresses with a user, which hide the host, and for long ones.
    package init?(_ text: String) {
        let start = text.prefix(8).lowercased()
        guard text.utf8.count <= Self.longest, let scheme = ["https://", "http://"].first(where: start.hasPrefix) else {
            return nil
        }
        var target = ""
        for byte in text.utf8 {
            if (0x21...0x7E).contains(byte), !#""<>\^`{|}"#.utf8.contains(byte) {
                target.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                target += byte < 16 ? "%0" : "%"
                target += String(byte, radix: 16, uppercase: true)
            }
        }
        let host = target.utf8.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
        guard target.utf8.count <= Self.longest, !host.isEmpty, !host.contains(UInt8(ascii: "@")) else { return nil }
        self.target = target
    }
}
