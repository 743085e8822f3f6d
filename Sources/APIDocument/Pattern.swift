import Foundation

/// A regular expression of a schema (ECMA 262), stopped after two and a half million steps.
public struct Pattern {
    private let expression: NSRegularExpression
    // ICU reports each ten thousand steps. Steps are counted, not time, so that a busy machine finds the same.
    private static let reportLimit = 250

    /// Nil where the text is no regular expression that can be read; then nothing is known about any text.
    public init?(_ text: String) {
        let written = PatternTranslation(text).result
        // Without a place to search from, ICU reports every character as well.
        let isAnchored = text.hasPrefix("^") && !text.contains("|")
        // The error says no more than that.
        guard (try? NSRegularExpression(pattern: written)) != nil,
            let expression = try? NSRegularExpression(pattern: (isAnchored ? "" : "[\\s\\S]*?") + "(?:\(written))")
        else { return nil }
        self.expression = expression
    }

    /// True for a regular expression as ECMA 262 defines it, without what only other languages have.
    static func isStandard(_ text: String) -> Bool { PatternTranslation(text).isStandard && Pattern(text) != nil }

    /// True if the pattern is found anywhere in the text; nil where that took too many steps to say.
    public func isFound(in text: String) -> Bool? { search(text).isFound }

    /// The same, with the number of reports it took: one for each ten thousand steps.
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
