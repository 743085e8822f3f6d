/// A document's words without the marks of Markdown (CommonMark), for lines of a terminal: of a link its text is left.
enum PlainText {
    /// The text without marks of links, code, strong words and headings. Other signs stay, as in `snake_case` and `2 *
    /// 3`.
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
    /// The most characters of a link: what is longer is none.
    private static let longestLink = 500

    /// The beginning of a heading's words; nil for a sign that stands for itself, as in "#1".
    private static func heading(at start: Int, in characters: [Character]) -> Int? {
        guard let end = characters[start...].firstIndex(where: { $0 != "#" }), characters[end] == " " else {
            return nil
        }
        return characters[end...].firstIndex { $0 != " " }
    }

    /// The text of an inline link that begins at a bracket, and where it ends.
    private static func link(at start: Int, in characters: [Character]) -> (text: String, end: Int)? {
        let rest = characters[start...].prefix(longestLink)
        guard let close = rest.firstIndex(of: "]"), close + 1 < rest.endIndex, rest[close + 1] == "(",
            let end = rest[close...].firstIndex(of: ")")
        else { return nil }
        let text = rest[(start + 1)..<close]
        return text.contains("[") ? nil : (String(text), end + 1)
    }
}
