import Foundation

/// The content of one cell: a scalar with up to four combining marks. Four bytes, because a picture has thousands of them
/// and is compared with the one before.
struct Glyph: Hashable, Sendable {
    /// A scalar; above all scalars, the place of a scalar with marks; 0 is the right half of a glyph of two columns.
    private let number: UInt32

    /// The right half of a glyph of two columns.
    static let continuation = Glyph(number: 0)
    static let space = Glyph(" ")
    static let ellipsis = Glyph("…")
    static let maximumMarks = 4

    private init(number: UInt32) { self.number = number }

    init(_ scalar: Unicode.Scalar) { number = scalar.value }

    /// A printable scalar with its marks, at most `maximumMarks`.
    init(_ base: Unicode.Scalar, marks: [Unicode.Scalar]) {
        number = marks.isEmpty ? base.value : Self.lock.withLock { Self.marked.number(of: [base] + marks) }
    }

    init(ascii byte: UInt8) { number = UInt32(byte) }

    /// The glyph at an index of valid UTF-8, which moves behind it. Nil for others than the usual ones of one column, which
    /// carry no marks and join nothing.
    static func narrow(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Glyph? {
        let first = bytes[index]
        if first < 0x80 {
            index += 1
            return first >= 0x20 && first < 0x7F ? Glyph(ascii: first) : nil
        }
        let count = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard count < 4, index + count <= bytes.count else { return nil }
        var value = UInt32(first) & (count == 2 ? 0x1F : 0x0F)
        for byte in bytes[index + 1..<index + count] { value = value << 6 | UInt32(byte) & 0x3F }
        index += count
        return ScalarClass.isNarrow(value) ? Glyph(number: value) : nil
    }

    /// The scalar of a glyph without marks; nil for the right half of a wide one.
    var scalar: Unicode.Scalar? { number == 0 ? nil : Unicode.Scalar(number) }

    var ascii: UInt8? { (0x20...0x7E).contains(number) ? UInt8(truncatingIfNeeded: number) : nil }

    /// The scalars, base first; none for the right half of a wide glyph.
    var scalars: [Unicode.Scalar] {
        if let scalar { return [scalar] }
        return number == 0 ? [] : Self.lock.withLock { Self.marked[number] }
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var marked = MarkedScalars()
}

/// The scalars with marks that were shown so far.
private struct MarkedScalars {
    private var all: [[Unicode.Scalar]] = []
    private var numbers: [[Unicode.Scalar]: UInt32] = [:]

    private static let first: UInt32 = 0x11_0000
    /// No text that people write has as many; beyond them marks are left out.
    private static let most = 100_000

    subscript(number: UInt32) -> [Unicode.Scalar] { all[Int(number - Self.first)] }

    mutating func number(of scalars: [Unicode.Scalar]) -> UInt32 {
        if let known = numbers[scalars] { return known }
        guard all.count < Self.most else { return scalars[0].value }
        let number = Self.first + UInt32(all.count)
        all.append(scalars)
        numbers[scalars] = number
        return number
    }
}

/// The role of a scalar in a grid of cells. Scalars that are invisible, reorder text or have no agreed width are `hidden`:
/// they are shown by their number.
enum ScalarClass: Hashable {
    case narrow
    /// Takes two columns.
    case wide
    /// A mark that is drawn over the scalar before it, and takes no column; also a vowel or final consonant of a decomposed
    /// Hangul syllable.
    case mark
    /// U+0000-U+001F, U+007F-U+009F.
    case control
    /// Shown as `<U+202E>`.
    case hidden
    /// A regional indicator, half a flag.
    case flag

    /// The same on every system: the C library's answer would depend on the locale.
    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: self = .control
        case let value where Self.isNarrow(value): self = .narrow
        case 0xAD: self = .hidden
        // The Hangul fillers are invisible letters.
        case 0x115F, 0x1160, 0x3164, 0xFFA0: self = .hidden
        case 0x1160...0x11FF, 0xD7B0...0xD7FB: self = .mark
        case 0x1F1E6...0x1F1FF: self = .flag
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: self = scalar.properties.isDefaultIgnorableCodePoint ? .hidden : .mark
            case .format, .control, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator:
                self = .hidden
            default: self = Self.isWide(scalar.value) ? .wide : .narrow
            }
        }
    }

    /// True for the letters of Latin scripts, and for dashes, quotes, arrows, frames: what this program paints itself.
    static func isNarrow(_ value: UInt32) -> Bool {
        switch value {
        case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x2010...0x2027, 0x2190...0x2319, 0x2500...0x25FC: true
        default: false
        }
    }

    /// True for scalars that can begin or continue an emoji sequence; digits and `#` do not count.
    static func isPictograph(_ scalar: Unicode.Scalar) -> Bool { scalar.value > 0xA8 && scalar.properties.isEmoji }

    /// The scalars that take two columns: East Asian Wide and Fullwidth (Unicode Standard Annex 11), which includes every
    /// emoji that is one without a variation selector. Ambiguous ones take one column, as in terminals outside
    /// East Asian legacy set-ups. Sorted; unassigned gaps are closed, because unassigned scalars are never shown as such.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
        0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1,
        0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
        0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
        0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
        0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E,
        0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAD9,
        0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F004...0x1F004,
        0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335,
        0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0,
        0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D,
        0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
        0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF,
        0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945,
        0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
    ]

    /// True if the scalar takes two columns.
    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wideRanges.count && wideRanges[low].lowerBound <= value
    }
}

/// Turns untrusted text into glyphs, one after the other. It reads no further than asked: only the length of the visible part
/// matters.
///
/// All terminals agree on the columns of these replacements.
///
/// - A control character is shown as `^[` or `<9B>`; a tab becomes spaces up to the next multiple of 8.
/// - Bidirectional controls, zero-width and private characters, unassigned ones, line separators: `<U+202E>`.
/// - At most four combining marks stay with their base; `<+n>` counts the dropped ones. A mark without a base is shown by
///   its number.
/// - An emoji sequence (variation selector, skin tone, zero-width joiner) is shown as its emoji side by side, a flag as its
///   two letters. Terminals disagree on the width of whole sequences.
struct GlyphReader<Text: StringProtocol>: IteratorProtocol {
    /// A glyph and the columns it takes, 1 or 2.
    typealias Element = (glyph: Glyph, width: Int)

    private var scalars: Text.UnicodeScalarView.Iterator
    private var next1: Unicode.Scalar?
    private var next2: Unicode.Scalar?
    /// Columns returned so far, for tabs.
    private var column = 0
    /// ASCII to return next, lowest byte first: replacements are at most 16 bytes.
    private var pending: UInt128 = 0

    init(_ text: Text) {
        scalars = text.unicodeScalars.makeIterator()
        next1 = scalars.next()
        next2 = scalars.next()
    }

    mutating func next() -> Element? {
        if pending == 0, let element = read() {
            column += element.width
            return element
        }
        guard pending != 0 else { return nil }
        let byte = UInt8(truncatingIfNeeded: pending)
        pending >>= 8
        column += 1
        return (Glyph(ascii: byte), 1)
    }

    /// Reads one scalar with its marks. Nil at the end of the text, or if something is pending now.
    private mutating func read() -> Element? {
        guard let scalar = take() else { return nil }
        if scalar.value >= 0x20, scalar.value < 0x7F {
            guard let next = next1, next.value >= 0x300 else { return (Glyph(scalar), 1) }
            return (base(scalar), 1)
        }
        switch ScalarClass(scalar) {
        case .narrow: return (base(scalar), 1)
        case .wide: return (base(scalar), 2)
        case .control: replaceControl(UInt8(truncatingIfNeeded: scalar.value))
        case .flag: replaceFlag(scalar)
        case .mark, .hidden: pend(number: scalar)
        }
        return nil
    }

    private mutating func take() -> Unicode.Scalar? {
        let scalar = next1
        next1 = next2
        next2 = scalars.next()
        return scalar
    }
}

extension GlyphReader {
    /// A base with the marks that follow it. Drops the invisible parts of an emoji sequence.
    private mutating func base(_ base: Unicode.Scalar) -> Glyph {
        var marks: [Unicode.Scalar] = []
        var dropped = 0
        while let scalar = next1, scalar.value >= 0x300 {
            let isInvisible = isInvisiblePart(scalar, after: base)
            guard isInvisible || ScalarClass(scalar) == .mark else { break }
            _ = take()
            if isInvisible { continue }
            if marks.count < Glyph.maximumMarks { marks.append(scalar) } else { dropped += 1 }
        }
        if dropped > 0 { pend("<+\(dropped)>") }
        return Glyph(base, marks: marks)
    }

    /// True for the parts of a well-formed emoji sequence that are not emoji themselves.
    private func isInvisiblePart(_ scalar: Unicode.Scalar, after base: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xFE0E, 0xFE0F: base.properties.isEmoji
        case 0x1F3FB...0x1F3FF: base.properties.isEmojiModifierBase
        case 0x200D: ScalarClass.isPictograph(base) && next2.map(ScalarClass.isPictograph) == true
        default: false
        }
    }

    private mutating func replaceControl(_ byte: UInt8) {
        switch byte {
        case 0x09:
            let spaces = 8 - column % 8
            for place in 0..<spaces { pending |= 0x20 << UInt128(8 * place) }
        case 0..<0x20: pend("^" + String(Unicode.Scalar(byte + 0x40)))
        case 0x7F: pend("^?")
        default: pend("<" + String(byte, radix: 16, uppercase: true) + ">")
        }
    }

    /// Two regional indicators are the letters of a country; one alone is shown by its number.
    private mutating func replaceFlag(_ first: Unicode.Scalar) {
        guard let second = next1, ScalarClass(second) == .flag else { return pend(number: first) }
        _ = take()
        for (place, scalar) in [first, second].enumerated() {
            pending |= UInt128(scalar.value - 0x1F1E6 + 0x41) << UInt128(8 * place)
        }
    }

    private mutating func pend(number scalar: Unicode.Scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        pend("<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">")
    }

    /// Returns these ASCII characters next, at most 16.
    private mutating func pend(_ text: String) {
        pending = 0
        for (place, byte) in text.utf8.prefix(16).enumerated() { pending |= UInt128(byte) << UInt128(8 * place) }
    }
}

/// Replacements for scalars that a terminal cannot show: outside of UTF-8 locales everything but ASCII.
enum PlainFallback {
    private static let plain =
        ([
            ("─━═–—‐‑−·▃▄▅", "-"), ("│║", "|"), ("┌┐└┘├┤┬┴┼╭╮╰╯", "+"), ("…", "~"), ("∅", "0"), ("•●◆■▪", "*"),
            ("○◇□", "o"),
            ("→▸▶›»▌", ">"), ("←◂◀‹«", "<"), ("↑▲▴", "^"), ("↓▼▾", "v"), ("✓✔", "+"), ("✗✘×", "x"), ("‘’", "'"),
            ("“”„", "\""),
            ("▁▂", "_"), ("▆", "="), ("▇┃█▓▒░▐▉▊▋", "#"), ("▍▎▏\u{A0}\u{202F}\u{3000}", " "), ("◐", "%"),
        ] as [(String, Unicode.Scalar)]).reduce(into: [Unicode.Scalar: Unicode.Scalar]()) { table, group in
            for scalar in group.0.unicodeScalars { table[scalar] = group.1 }
        }

    static func scalar(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        plain[scalar] ?? "?"
    }
}
