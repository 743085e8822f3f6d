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

    /// The next cell's content, nil at the end of the text.
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
        case .mark, .jamo, .hidden: pend(number: scalar)
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
            if isInvisiblePart(scalar, after: base) {
                _ = take()
                continue
            }
            switch ScalarClass(scalar) {
            case .mark: break
            case .jamo where ScalarClass.isHangul(base): break
            default: return glyph(base, marks, dropped)
            }
            _ = take()
            if marks.count < Glyph.maximumMarks { marks.append(scalar) } else { dropped += 1 }
        }
        return glyph(base, marks, dropped)
    }

    private mutating func glyph(_ base: Unicode.Scalar, _ marks: [Unicode.Scalar], _ dropped: Int) -> Glyph {
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
