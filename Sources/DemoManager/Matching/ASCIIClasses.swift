/// Rewrites `\w \d \s` (and their negations) of a pattern into their ASCII meaning, which stub files written for Java
/// mean; ICU's take all of Unicode and have no switch.
enum ASCIIClasses {
    private static let members: [Character: String] = [
        "d": "0-9", "w": "A-Za-z0-9_", "s": " \\t\\n\\x0B\\f\\r",
    ]

    static func rewritten(_ pattern: String) -> String {
        var result = ""
        var classDepth = 0
        var index = pattern.startIndex
        while index < pattern.endIndex {
            let character = pattern[index]
            let next = pattern.index(after: index)
            if character == "\\", next < pattern.endIndex {
                let escaped = pattern[next]
                if escaped == "Q" {
                    // Everything up to \E is literal.
                    let end = pattern.range(of: "\\E", from: next) ?? pattern.endIndex
                    result += pattern[index..<end]
                    index = end
                    continue
                }
                if let members = members[escaped] {
                    result += classDepth > 0 ? members : "[\(members)]"
                } else if let negated = escaped.lowercased().first, escaped.isUppercase, let members = members[negated]
                {
                    result += "[^\(members)]"
                } else {
                    result += pattern[index...next]
                }
                index = pattern.index(after: next)
                continue
            }
            if character == "[" { classDepth += 1 }
            if character == "]", classDepth > 0 { classDepth -= 1 }
            result.append(character)
            index = next
        }
        return result
    }
}

extension String {
    fileprivate func range(of text: String, from start: Index) -> Index? {
        var index = start
        while index < endIndex {
            if self[index...].hasPrefix(text) { return self.index(index, offsetBy: text.count) }
            index = self.index(after: index)
        }
        return nil
    }
}
