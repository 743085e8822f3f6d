import Foundation

/// A regular expression of a schema (ECMA 262), stopped after two and a half million steps.
public struct Pattern {
    private let expression: NSRegularExpression
    // ICU reports every ten thousand steps. Steps are counted, not time, so that results do not depend on the
    // machine's load.
    private static let reportLimit = 250

    /// Nil if the text is not a readable regular expression.
    public init?(_ text: String) {
        let written = PatternReading(text).translation
        // Unanchored, ICU reports every character as well.
        let isAnchored = text.hasPrefix("^") && !text.contains("|")
        // The error has no details.
        guard (try? NSRegularExpression(pattern: written)) != nil,
            let expression = try? NSRegularExpression(pattern: (isAnchored ? "" : "[\\s\\S]*?") + "(?:\(written))")
        else { return nil }
        self.expression = expression
    }

    /// True for a regular expression of ECMA 262 without escapes of other languages.
    static func isStandard(_ text: String) -> Bool { PatternReading(text).isStandard && Pattern(text) != nil }

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
