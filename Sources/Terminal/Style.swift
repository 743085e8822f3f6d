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
