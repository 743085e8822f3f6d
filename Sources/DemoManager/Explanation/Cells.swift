/// Text in columns of a terminal.
package enum Cells {
    /// Two columns of `column` cells.
    static func row(_ left: String, _ right: String, _ column: Int) -> String {
        "\(fitted(left, to: column)) | \(fitted(right, to: column))"
    }

    /// `text` on one line, cut or filled to as many cells.
    static func fitted(_ text: String, to cells: Int) -> String {
        let text = printable(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " "))
        var result = ""
        var taken = 0
        for (index, character) in zip(text.indices, text) {
            let width = width(of: character)
            let isLast = text.index(after: index) == text.endIndex
            // The last cell is the ellipsis's, unless all of it fits.
            if taken + width > cells - (isLast ? 0 : 1),
                isLast || Self.width(text[index...], atMost: cells - taken) == nil
            {
                result += "…"
                taken += 1
                break
            }
            result.append(character)
            taken += width
        }
        return result + String(repeating: " ", count: max(0, cells - taken))
    }

    /// How many cells a text takes.
    static func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// How many cells a text takes, if they are not too many.
    private static func width(_ text: Substring, atMost limit: Int) -> Int? {
        var sum = 0
        for character in text {
            sum += width(of: character)
            if sum > limit { return nil }
        }
        return sum
    }

    /// 0 for marks, 2 for the wide characters of East Asia and emoji (Unicode's annex 11), else 1.
    static func width(of character: Character) -> Int {
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        return character.unicodeScalars.map(width).max() ?? 0
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x300 else { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return scalar.properties.isEmojiPresentation || wide.contains { $0 ~= scalar.value } ? 2 : 1
        }
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
        0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]

    /// `text` with what a terminal obeys instead of showing named: `<U+001B>`. Line breaks stay.
    package static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            guard isObeyed(scalar) else {
                result.append(scalar)
                continue
            }
            result += "<U+\(String(scalar.value, radix: 16, uppercase: true).padded(to: 4))>".unicodeScalars
        }
        return String(result)
    }

    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        // Within an emoji a joiner is shown, not obeyed.
        guard scalar != "\n", scalar != "\u{200D}" else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        default: return false
        }
    }
}
