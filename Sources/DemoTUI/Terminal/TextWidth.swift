/// How many columns text takes when it is shown: always as `Canvas.write` shows it, replacements included.
enum TextWidth {
    /// The columns of a text. Reads no further than `limit`: a larger result means "more than `limit`".
    static func width(of text: some StringProtocol, limit: Int = .max) -> Int {
        if let columns = asciiWidth(text) { return columns }
        var reader = GlyphReader(text.unicodeScalars.makeIterator())
        var columns = 0
        while columns <= limit, let next = reader.next() { columns += next.width }
        return columns
    }

    /// The columns of one character.
    static func width(of character: Character) -> Int { width(of: String(character)) }

    /// The longest beginning of a text that fits into `columns`; never splits a character.
    static func prefix<Text: StringProtocol>(of text: Text, columns: Int) -> Text.SubSequence {
        var left = columns
        var end = text.startIndex
        while end < text.endIndex {
            left -= width(of: text[end])
            if left < 0 { break }
            end = text.index(after: end)
        }
        return text[..<end]
    }

    /// The length of a text that is printable ASCII throughout, nil for any other.
    static func asciiWidth(_ text: some StringProtocol) -> Int? {
        text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            for byte in bytes where byte < 0x20 || byte > 0x7E { return nil }
            return bytes.count
        }.flatMap { $0 }
    }
}
