/// Breaks text into lines for a width of cells.
enum TextLayout {
    /// Wraps at spaces, inside a word only if it is wider than a line. Line ends in the text stay.
    static func wrapped(_ text: String, width: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            lines += wrappedParagraph(paragraph, width: width)
        }
        return lines
    }

    private static func wrappedParagraph(_ text: Substring, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let wordWidth = TextWidth.width(of: word)
            if used > 0, used + 1 + wordWidth > width {
                lines.append(line)
                line = ""
                used = 0
            } else if used > 0 || !line.isEmpty {
                line += " "
                used += 1
            }
            if wordWidth <= width {
                line += word
                used += wordWidth
            } else {
                for character in word {
                    let columns = TextWidth.width(of: String(character))
                    if used + columns > width {
                        lines.append(line)
                        line = ""
                        used = 0
                    }
                    line.append(character)
                    used += columns
                }
            }
        }
        lines.append(line)
        return lines
    }

    /// The first lines of a text; where there is more, the last one says so.
    static func beginning(of text: String, lines count: Int, width: Int) -> [String] {
        let all = wrapped(String(text.prefix((count + 2) * width)), width: width)
        guard all.count > count, count > 0 else { return all }
        var lines = Array(all.prefix(count))
        lines[count - 1] = TextWidth.prefix(of: lines[count - 1], columns: max(1, width - 1)) + "…"
        return lines
    }

    /// The part of a line that is seen in `width` columns so that the cursor is, and the cursor's column in it. Reads no
    /// more of the line than that part.
    ///
    /// - Parameters:
    ///   - cursor: the place of the cursor, an index of the line or its end.
    ///   - mask: stands for every character of what nobody may read.
    static func around(
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
        // One column too many tells the canvas that there is more.
        while end < line.endIndex, used <= width {
            used += TextWidth.width(of: mask ?? line[end])
            end += 1
        }
        func text(_ part: ArraySlice<Character>) -> String {
            mask.map { String(repeating: $0, count: part.count) } ?? String(part)
        }
        return (text(line[start..<end]), TextWidth.width(of: text(line[start..<cursor])))
    }

    /// The text in `width` cells: what is too much is taken out of the middle, since titles often differ at their ends.
    static func shortened(_ text: String, width: Int) -> String {
        guard width > 1, TextWidth.width(of: text, limit: width) > width else { return text }
        func end(_ characters: some Sequence<Character>, _ room: Int) -> [Character] {
            var used = 0
            return characters.prefix {
                used += TextWidth.width(of: String($0))
                return used <= room
            }
        }
        let tail = end(text.reversed(), (width - 1) / 2)
        let rest = width - 1 - tail.reduce(0) { $0 + TextWidth.width(of: String($1)) }
        return String(end(text, rest)) + "…" + String(tail.reversed())
    }

    /// A number with separators for people: `5,000`.
    static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        groups.insert(digits, at: 0)
        return (number < 0 ? "-" : "") + groups.joined(separator: ",")
    }
}
