import Foundation

/// A regular expression of a schema, stopped after 50 milliseconds.
public struct Pattern {
    private let expression: NSRegularExpression
    private static let timeLimit = Duration.milliseconds(50)

    /// Nil where the text is no regular expression that can be read; then nothing is known about any text.
    public init?(_ text: String) {
        // The error says no more than that.
        guard let expression = try? NSRegularExpression(pattern: text) else { return nil }
        self.expression = expression
    }

    /// Whether the pattern is found anywhere in the text; nil where that took too long to say.
    public func isFound(in text: String) -> Bool? {
        var result: Bool? = false
        let start = ContinuousClock.now
        let range = NSRange(text.startIndex..., in: text)
        expression.enumerateMatches(in: text, options: .reportProgress, range: range) { match, _, stop in
            if match != nil {
                result = true
                stop.pointee = true
            } else if ContinuousClock.now - start > Pattern.timeLimit {
                result = nil
                stop.pointee = true
            }
        }
        return result
    }
}
