/// Text in the columns of a terminal.
package enum Cells {
    /// Two texts side by side, each `column` cells wide.
    static func row(_ left: String, _ right: String, _ column: Int) -> String {
        "\(fitted(left, to: column)) | \(fitted(right, to: column))"
    }

    /// `text` on one line, truncated or padded to the given number of cells.
    static func fitted(_ text: String, to cells: Int) -> String {
        let text = printable(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " "))
        // A truncated text leaves one cell for the ellipsis.
        var (beginning, taken, width) = ("", 0, 0)
        func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
        for character in text {
            width += Self.width(of: character)
            guard width <= cells else { return beginning + "…" + blanks(cells - taken - 1) }
            guard width < cells else { continue }
            beginning.append(character)
            taken = width
        }
        return text + blanks(cells - width)
    }

    /// The width of a text in cells.
    static func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// 0 for combining marks, 2 for wide East Asian characters and emoji (Unicode Annex 11), else 1.
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

    /// `text` with characters that may control a terminal replaced by their codes: `<U+001B>`. Line breaks are kept.
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
        // A joiner within an emoji is displayed.
        guard scalar != "\n", scalar != "\u{200D}" else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        default: return false
        }
    }
}
