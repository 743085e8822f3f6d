/// Rewrites what ICU reads otherwise than Java, which stub files are written for: `\w \d \s` and their negations are ASCII, and
/// `.` takes one character of a CR LF.
enum ASCIIClasses {
    private static let members: [Unicode.Scalar: String] = [
        "d": "0-9", "w": "A-Za-z0-9_", "s": " \\t\\n\\x0B\\f\\r",
    ]
    private static let any = "[\\x{0}-\\x{10FFFF}]"
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
                result += (scalar == "." && classDepth == 0 ? any : String(scalar)).unicodeScalars
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
