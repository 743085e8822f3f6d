/// Removes Markdown (CommonMark) from descriptions, for lines of a terminal; links become their text.
enum PlainText {
    /// The text without the markup of links, code, strong emphasis and headings. Other characters stay, as in
    /// `snake_case` and `2 * 3`.
    static func of(_ text: String) -> String {
        guard text.utf8.contains(where: marks.contains) else { return text }
        let characters = Array(text)
        var plain = ""
        var place = 0
        var isInCode = false
        while place < characters.count {
            let character = characters[place]
            let next = place + 1 < characters.count ? characters[place + 1] : nil
            if character == "`" {
                isInCode.toggle()
                place += 1
                while place < characters.count, characters[place] == "`" { place += 1 }
            } else if isInCode {
                plain.append(character)
                place += 1
            } else if character == "\\", let next, next.isPunctuation || next.isSymbol {
                plain.append(next)
                place += 2
            } else if character == "*" || character == "_", next == character {
                place += 2
            } else if character == "#", plain.last?.isNewline ?? true, let words = heading(at: place, in: characters) {
                place = words
            } else if character == "!", next == "[", link(at: place + 1, in: characters) != nil {
                place += 1
            } else if character == "[", let link = link(at: place, in: characters) {
                plain += of(link.text)
                place = link.end
            } else {
                plain.append(character)
                place += 1
            }
        }
        return plain
    }

    private static let marks = Set("`\\*_#[".utf8)
    /// The most characters of a link; a longer one is plain text.
    private static let longestLink = 500

    /// The start of a heading's text; nil if the sign is not a heading, as in "#1".
    private static func heading(at start: Int, in characters: [Character]) -> Int? {
        guard let end = characters[start...].firstIndex(where: { $0 != "#" }), characters[end] == " " else {
            return nil
        }
        return characters[end...].firstIndex { $0 != " " }
    }

    /// The text and the end of an inline link that starts at a bracket.
    private static func link(at start: Int, in characters: [Character]) -> (text: String, end: Int)? {
        let rest = characters[start...].prefix(longestLink)
        guard let close = rest.firstIndex(of: "]"), close + 1 < rest.endIndex, rest[close + 1] == "(",
            let end = rest[close...].firstIndex(of: ")")
        else { return nil }
        let text = rest[(start + 1)..<close]
        return text.contains("[") ? nil : (String(text), end + 1)
    }
}
