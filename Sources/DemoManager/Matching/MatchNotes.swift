/// What came to light while one request was matched: expressions that were stopped, and how long others may still take.
///
/// One expression is stopped after 50 ms, but a hundred stubs may have one each. So each gets at most a quarter of what is
/// left of 200 ms; when next to nothing is left, no more are tried. Expressions that do not backtrack end long before any
/// limit is looked at, so the others still decide.
final class MatchNotes {
    /// What all expressions of one request may take together, if they are stopped.
    static let patience: Duration = .milliseconds(200)
    /// With less left no expression is tried.
    static let leastPatience: Duration = .milliseconds(1)

    /// What a person should know.
    var warnings: [String] = []
    /// What was stopped already. When something changed meanwhile the request is matched again, but these are not.
    private(set) var stopped: [Trial] = []
    private var left = MatchNotes.patience

    /// An expression on a text.
    struct Trial: Hashable {
        let pattern: String
        let text: String
    }

    /// Whether the whole of `text` matches. One that is stopped does not, and is warned of.
    func matches(_ expression: RegularExpression, _ text: String) -> Bool {
        if !stopped.isEmpty, stopped.contains(Trial(pattern: expression.pattern, text: text)) {
            return stop(expression)
        }
        guard left >= Self.leastPatience else {
            warnings.append("\(expression.pattern) was not tried: others took all the time; counts as no match")
            return false
        }
        let limit = min(RegularExpression.timeLimit, left / 4)
        switch expression.match(text, within: limit) {
        case .matched: return true
        case .unmatched: return false
        case .stopped:
            left -= limit
            stopped.append(Trial(pattern: expression.pattern, text: text))
            return stop(expression)
        }
    }

    private func stop(_ expression: RegularExpression) -> Bool {
        // The warning makes the stub no match, whatever stands around the expression.
        warnings.append(
            "\(expression.pattern) was stopped after \(RegularExpression.timeLimit) or less: "
                + "it backtracks too much; counts as no match")
        return false
    }
}
