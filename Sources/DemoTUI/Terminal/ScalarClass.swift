/// What a scalar is to a grid of cells. Everything that is invisible, reorders text or has no agreed width is `hidden`:
/// such a scalar is shown by its number.
enum ScalarClass: Hashable {
    /// Takes one column.
    case narrow
    /// Takes two columns.
    case wide
    /// A mark that is drawn over the scalar before it, and takes no column.
    case mark
    /// A vowel or final consonant of a Hangul syllable that is written in parts; a mark after a Hangul scalar only.
    case jamo
    /// U+0000-U+001F, U+007F-U+009F.
    case control
    /// Shown as `<U+202E>`.
    case hidden
    /// A regional indicator, half a flag.
    case flag

    /// The class of a scalar. The same on every system: it does not ask the C library, whose answer depends on the locale.
    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0x300 {
            self = value < 0x20 || (0x7F..<0xA0).contains(value) ? .control : value == 0xAD ? .hidden : .narrow
            return
        }
        if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) {
            // The two fillers among them are invisible.
            self = value == 0x1160 ? .hidden : .jamo
            return
        }
        if (0x1F1E6...0x1F1FF).contains(value) {
            self = .flag
            return
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark:
            self = scalar.properties.isDefaultIgnorableCodePoint ? .hidden : .mark
        case .format, .control, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator:
            self = .hidden
        default: self = Self.isFiller(value) ? .hidden : TextWidth.isWide(value) ? .wide : .narrow
        }
    }

    /// True for the letters that are invisible: the Hangul fillers.
    private static func isFiller(_ value: UInt32) -> Bool {
        value == 0x115F || value == 0x3164 || value == 0xFFA0
    }

    /// True for the scalars that can begin or continue an emoji sequence; digits and `#` do not count.
    static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0xA8 && scalar.properties.isEmoji
    }

    /// True for the scalars a Hangul vowel or final consonant joins.
    static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115E, 0xA960...0xA97C, 0xAC00...0xD7A3: true
        default: false
        }
    }
}
