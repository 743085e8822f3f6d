import Foundation

/// A regular expression of a schema (ECMA 262), stopped after two and a half million steps.
public struct Pattern {
    private let expression: NSRegularExpression
    // ICU reports every ten thousand steps. Steps are counted, not time, so that results do not depend on the
    // machine's load.
    private static let reportLimit = 250

    /// Nil if the text is not a readable regular expression.
    public init?(_ text: String) {
        let written = PatternTranslation(text).result
        // Unanchored, ICU reports every character as well.
        let isAnchored = text.hasPrefix("^") && !text.contains("|")
        // The error has no details.
        guard (try? NSRegularExpression(pattern: written)) != nil,
            let expression = try? NSRegularExpression(pattern: (isAnchored ? "" : "[\\s\\S]*?") + "(?:\(written))")
        else { return nil }
        self.expression = expression
    }

    /// True for a regular expression of ECMA 262 without escapes of other languages.
    static func isStandard(_ text: String) -> Bool { PatternTranslation(text).isStandard && Pattern(text) != nil }

    /// True if the pattern is found anywhere in the text; nil if the search took too many steps.
    public func isFound(in text: String) -> Bool? { search(text).isFound }

    /// The same, with the number of reports: one for every ten thousand steps.
    func search(_ text: String) -> (isFound: Bool?, reports: Int) {
        var (result, reports): (Bool?, Int) = (false, 0)
        let range = NSRange(text.startIndex..., in: text)
        expression.enumerateMatches(in: text, options: [.reportProgress, .anchored], range: range) { match, _, stop in
            if match != nil {
                result = true
                stop.pointee = true
                return
            }
            reports += 1
            if reports > Pattern.reportLimit {
                result = nil
                stop.pointee = true
            }
        }
        return (result, reports)
    }
}

/// Translates a pattern of ECMA 262, in the `u` mode that JSON Schema requires, to ICU. Works on scalars, because a
/// combining accent is a character of its own.
struct PatternTranslation {
    /// The pattern for ICU.
    private(set) var result = ""
    /// False for escapes of other languages, which ICU reads in its own way.
    private(set) var isStandard = true
    private var rest: Substring.UnicodeScalarView
    // Inline flags may change `.` and `$`, so these are left to ICU.
    private let hasFlags: Bool

    private static let any = "[\\x{0}-\\x{10FFFF}]"
    private static let word = "A-Za-z0-9_"
    private static let classes: [Unicode.Scalar: String] = [
        "d": "0-9", "w": word,
        "s": "\\t\\n\\x0B\\f\\r\\u0020\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF",
    ]
    private static let boundary = "(?:(?<=[\(word)])(?![\(word)])|(?<![\(word)])(?=[\(word)]))"
    private static let noBoundary = "(?:(?<=[\(word)])(?=[\(word)])|(?<![\(word)])(?![\(word)]))"

    init(_ pattern: String) {
        rest = pattern.unicodeScalars[...]
        hasFlags = ["(?i", "(?m", "(?s", "(?-"].contains(where: pattern.contains)
        while let scalar = rest.popFirst() { translate(scalar) }
    }

    private mutating func translate(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\\": escape()
        case "[": translateSet()
        case "." where !hasFlags: result += "[^\\n\\r\\u2028\\u2029]"
        case "$" where !hasFlags: result += "\\z"
        case "{":
            // A brace that is not a quantifier is text.
            let digits = rest.prefix { $0 != "}" }
            let isQuantifier =
                !digits.isEmpty && digits.first != "," && digits.allSatisfy { $0 == "," || "0"..."9" ~= $0 }
                && rest.count > digits.count && !result.isEmpty
            result += isQuantifier ? "{" + String(take(digits.count + 1)) : "\\{"
        case "}", "]": result += "\\" + String(scalar)
        case "(" where rest.starts(with: "?<".unicodeScalars):
            result += "(" + String(take(2))
            if rest.first != "=", rest.first != "!" { name() }
        default: result.unicodeScalars.append(scalar)
        }
    }

    private mutating func take(_ count: Int) -> String.UnicodeScalarView {
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return String.UnicodeScalarView(taken)
    }

    /// The name of a group; ICU allows only letters and digits.
    private mutating func name() {
        let name = take(rest.prefix { $0 != ">" }.count)
        result += String(String.UnicodeScalarView(name.filter { $0.properties.isAlphabetic || "0"..."9" ~= $0 }))
    }

    /// Translates an escape. Returns true for a class, which cannot begin a range.
    @discardableResult
    private mutating func escape(inSet: Bool = false) -> Bool {
        guard let scalar = rest.popFirst() else {
            isStandard = false
            result += "\\\\"
            return false
        }
        if let members = Self.classes[scalar] {
            result += "[\(members)]"
            return true
        }
        if let members = Unicode.Scalar(scalar.value | 0x20).flatMap({ Self.classes[$0] }) {
            result += "[^\(members)]"
            return true
        }
        switch scalar {
        case "b": result += inSet ? "\\x08" : Self.boundary
        case "B" where !inSet: result += Self.noBoundary
        case "v": result += "\\x0B"
        case "0" where !(rest.first.map { "0"..."9" ~= $0 } ?? false): result += "\\x00"
        case "u" where rest.first == "{": result += "\\x"; braces()
        case "p", "P":
            result += "\\" + String(scalar)
            braces()
            return true
        case "k" where rest.first == "<":
            result += "\\k<"
            rest.removeFirst()
            name()
        default:
            let isLetter = ("a"..."z") ~= scalar || ("A"..."Z") ~= scalar
            if isLetter, !"cfnrtux".unicodeScalars.contains(scalar) { isStandard = false }
            result += "\\" + String(scalar)
        }
        return false
    }

    /// Copies `{...}`.
    private mutating func braces() {
        guard rest.first == "{" else { return }
        let inside = rest.prefix { $0 != "}" }
        result += String(take(inside.count + 1))
    }

    /// Translates a set. ICU has nested sets and operators that are plain text in ECMA 262.
    private mutating func translateSet() {
        let isNegated = rest.first == "^"
        if isNegated { rest.removeFirst() }
        if rest.first == "]" {
            rest.removeFirst()
            return result += isNegated ? Self.any : "(?!)"
        }
        result += isNegated ? "[^" : "["
        // A dash is text unless it is between two characters.
        var beginsRange = false
        while let scalar = rest.popFirst() {
            switch scalar {
            case "]": return result += "]"
            case "\\": beginsRange = !escape(inSet: true)
            case "-" where beginsRange && rest.first != "]" && !isClassNext:
                result += "-"
                endRange()
                beginsRange = false
            case "[" where rest.first == ":":
                // POSIX classes: `[:alpha:]`.
                result += "["
                result += String(take(rest.prefix { $0 != "]" }.count + 1))
                beginsRange = false
            case "-", "[", "&", "^":
                result += "\\" + String(scalar)
                beginsRange = scalar != "-"
            default:
                result.unicodeScalars.append(scalar)
                beginsRange = true
            }
        }
    }

    private mutating func endRange() {
        guard let scalar = rest.popFirst() else { return }
        if scalar == "\\" {
            escape(inSet: true)
        } else {
            result += "[&-^".unicodeScalars.contains(scalar) ? "\\" + String(scalar) : String(scalar)
        }
    }

    private var isClassNext: Bool {
        guard rest.first == "\\", let scalar = rest.dropFirst().first else { return false }
        return "dDwWsSpP".unicodeScalars.contains(scalar)
    }
}
