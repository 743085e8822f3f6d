/// Rewrites `\w \d \s` (and their negations) of a pattern into their ASCII meaning, which stub files written for Java
/// mean; ICU's take all of Unicode and have no switch.
enum ASCIIClasses {
    private static let members: [Unicode.Scalar: String] = [
        "d": "0-9", "w": "A-Za-z0-9_", "s": " \\t\\n\\x0B\\f\\r",
    ]
    private static let negated: [Unicode.Scalar: Unicode.Scalar] = ["D": "d", "W": "w", "S": "s"]

    /// The pattern, scalar by scalar: an accent behind a class is no part of its letter.
    static func rewritten(_ pattern: String) -> String {
        var result = String.UnicodeScalarView()
        var classDepth = 0
        var rest = pattern.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let escaped = rest.popFirst() else {
                if scalar == "[" { classDepth += 1 }
                if scalar == "]", classDepth > 0 { classDepth -= 1 }
                result.append(scalar)
                continue
            }
            if escaped == "Q" {
                // Everything up to \E is literal, to the end where there is none.
                result += "\\Q".unicodeScalars
                result += literal(&rest)
                result += "\\E".unicodeScalars
            } else if let members = members[escaped] {
                result += (classDepth > 0 ? members : "[\(members)]").unicodeScalars
            } else if let members = negated[escaped].flatMap({ members[$0] }) {
                result += "[^\(members)]".unicodeScalars
            } else {
                result += [scalar, escaped]
            }
        }
        return String(result)
    }

    /// Takes a literal off the pattern, and the `\E` behind it.
    private static func literal(_ rest: inout Substring.UnicodeScalarView) -> String.UnicodeScalarView {
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == "\\", rest.first == "E" {
                rest.removeFirst()
                break
            }
            text.append(scalar)
        }
        return text
    }
}
