/// The columns of text as `Canvas.write` shows it, replacements included.
package enum TextWidth {
    /// The columns of a text. Reads no further than `limit`: a larger result means "more than `limit`".
    package static func width(of text: some StringProtocol, limit: Int = .max) -> Int {
        if let columns = asciiWidth(text) { return columns }
        var reader = GlyphReader(text)
        var columns = 0
        while columns <= limit, let next = reader.next() { columns += next.width }
        return columns
    }

    package static func width(of character: Character) -> Int { width(of: String(character)) }

    /// The longest beginning of a text that fits into `columns`; never splits a character.
    package static func prefix(of text: some StringProtocol, columns: Int) -> Substring {
        var left = columns
        return Substring(text).prefix {
            left -= width(of: $0)
            return left >= 0
        }
    }

    /// The length of a text that is printable ASCII throughout, nil for any other.
    package static func asciiWidth(_ text: some StringProtocol) -> Int? {
        text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            for byte in bytes where byte < 0x20 || byte > 0x7E { return nil }
            return bytes.count
        }.flatMap { $0 }
    }
}

/// Makes untrusted text safe to print to a terminal: no control, escape, invisible or reordering character is left in it.
/// `Canvas` does this by itself.
package enum VisibleText {
    /// A text as one line; line ends are shown as `^J` and `^M`. The rules are those of `GlyphReader`.
    package static func line(_ text: some StringProtocol) -> String {
        if TextWidth.asciiWidth(text) != nil { return String(text) }
        var reader = GlyphReader(text)
        var line = String.UnicodeScalarView()
        while let next = reader.next() { line.append(contentsOf: next.glyph.scalars) }
        return String(line)
    }

    /// A text of several lines: each one made visible, joined by `\n`. CRLF ends a line too.
    package static func lines(_ text: String) -> String {
        paragraphs(of: text).map { line($0) }.joined(separator: "\n")
    }

    /// The lines of a text. Only LF and CRLF end one: other separators, which Unicode has, are shown as what they are.
    package static func paragraphs(of text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    /// Bytes as text, malformed ones as `<FF>`. Line ends and controls stay: for splitting into lines before showing.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        let repaired = String(decoding: bytes, as: UTF8.self)
        if repaired.utf8.elementsEqual(bytes) { return repaired }
        var text = String.UnicodeScalarView()
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let encoded):
                text.append(Unicode.UTF8.decode(encoded))
                position += encoded.count
            case .error(let length):
                for byte in bytes[position..<min(position + length, bytes.count)] {
                    text.append(contentsOf: "<\(String(byte, radix: 16, uppercase: true))>".unicodeScalars)
                }
                position += length
            case .emptyInput: return String(text)
            }
        }
    }
}

/// Breaks text into lines for a width of cells.
package enum TextLayout {
    /// Wraps at spaces, inside a word only if it is wider than a line. A UUID or a path is then broken behind a `-` or `/`
    /// in the line's second half. Line ends in the text stay.
    package static func wrapped(_ text: String, width: Int) -> [String] {
        guard width > 0 else { return [] }
        if let columns = TextWidth.asciiWidth(text), columns <= width { return [text] }
        return VisibleText.paragraphs(of: text).flatMap { wrapped($0, width: width) }
    }

    private static func wrapped(_ paragraph: Substring, width: Int) -> [String] {
        var lines: [String] = []
        var (line, used) = ("", 0)
        for part in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
            var (word, columns) = (part, TextWidth.width(of: part))
            if used > 0, used + 1 + columns > width {
                lines.append(line)
                (line, used) = ("", 0)
            } else if used > 0 {
                line += " "
                used += 1
            }
            while columns > width, !word.isEmpty {
                let whole = TextWidth.prefix(of: word, columns: width)
                let sign = whole.dropFirst(whole.count / 2).lastIndex { $0 == "-" || $0 == "/" }
                let piece = sign.map { whole[...$0] } ?? (whole.isEmpty ? word.prefix(1) : whole)
                lines.append(String(piece))
                word = word[piece.endIndex...]
                // The width of a tab depends on its column, so that the rest is measured anew.
                columns = TextWidth.width(of: word)
            }
            line += word
            used += columns
        }
        return lines + [line]
    }

    /// The first lines of a text; the last one says if there are more.
    package static func beginning(of text: String, lines count: Int, width: Int) -> [String] {
        let all = wrapped(String(text.prefix((count + 2) * width)), width: width)
        guard all.count > count, count > 0 else { return all }
        var lines = Array(all.prefix(count))
        lines[count - 1] = TextWidth.prefix(of: lines[count - 1], columns: max(1, width - 1)) + "…"
        return lines
    }

    /// The part of a line that fits into `width` columns around the cursor, and the cursor's column in it. Reads no
    /// more of the line than that part.
    ///
    /// - Parameters:
    ///   - cursor: an index of the line, or its end.
    ///   - mask: replaces every character of a secret.
    package static func around(
        _ cursor: Int, in line: ArraySlice<Character>, width: Int, mask: Character? = nil
    ) -> (visible: String, column: Int) {
        var start = cursor
        var before = 0
        while start > line.startIndex {
            before += TextWidth.width(of: mask ?? line[start - 1])
            // The cursor itself needs a column.
            guard before < width else { break }
            start -= 1
        }
        var end = start
        var used = 0
        // One column more tells the canvas that the text continues.
        while end < line.endIndex, used <= width {
            used += TextWidth.width(of: mask ?? line[end])
            end += 1
        }
        func text(_ part: ArraySlice<Character>) -> String {
            mask.map { String(repeating: $0, count: part.count) } ?? String(part)
        }
        return (text(line[start..<end]), TextWidth.width(of: text(line[start..<cursor])))
    }

    /// The text in `width` cells, cut at its end.
    package static func begun(_ text: String, width: Int) -> String {
        guard TextWidth.width(of: text, limit: width) > width else { return text }
        let start = String(TextWidth.prefix(of: text, columns: max(0, width - 1)))
        return (start.hasSuffix(" ") ? String(start.dropLast()) : start) + "…"
    }

    /// The text in `width` cells. Its middle is cut, because titles often differ at their ends; a text without its end loses
    /// more of that.
    package static func shortened(_ text: String, width: Int) -> String {
        guard width > 1, TextWidth.width(of: text, limit: width) > width else { return text }
        let end = text.last == "…" ? "" : String(text.suffix(width).reversed())
        let tail = TextWidth.prefix(of: end, columns: (width - 1) / 2)
        let rest = width - 1 - tail.reduce(0) { $0 + TextWidth.width(of: $1) }
        return TextWidth.prefix(of: text, columns: rest) + "…" + String(tail.reversed())
    }

    /// A number with separators: `5,000`.
    package static func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return (number < 0 ? "-" : "") + String(digits)
    }
}
