import Foundation

/// A regular expression that matches a whole text, stopped after 50 ms.
///
/// NSRegularExpression because Swift's `Regex` cannot be stopped: `^(a+)+$` on 24 letters ran for a minute.
public struct RegularExpression: Sendable, Hashable {
    /// The expression as written.
    public let pattern: String
    private let compiled: NSRegularExpression

    /// What a match came to.
    enum Outcome: Hashable {
        case matched
        case unmatched
        /// It took too long; counts as no match and is warned of.
        case stopped
    }

    /// How long one match may take.
    static let timeLimit: Duration = .milliseconds(50)

    /// The expression `pattern`, in Java's meaning as far as stub files use it: `\w`, `\d` and `\s` are ASCII, `.` takes
    /// newlines.
    ///
    /// - Throws: `InvalidPattern` if it is not an expression.
    public init(_ pattern: String) throws(InvalidPattern) {
        self.pattern = pattern
        do {
            // A part that closes the group early would otherwise match less than the whole text.
            _ = try NSRegularExpression(pattern: pattern.isEmpty ? "(?:)" : pattern)
            compiled = try NSRegularExpression(
                pattern: "\\A(?:\(ASCIIClasses.rewritten(pattern)))\\z", options: [.dotMatchesLineSeparators])
        } catch {
            throw InvalidPattern(pattern: pattern)
        }
    }

    /// A pattern that is not a regular expression.
    public struct InvalidPattern: Error, Hashable, CustomStringConvertible {
        /// The pattern.
        public let pattern: String
        /// One sentence that names it.
        public var description: String { "\"\(pattern)\" is not a regular expression" }
    }

    /// Whether the whole of `text` matches, if that can be found out within `limit`.
    func match(_ text: String, within limit: Duration = timeLimit) -> Outcome {
        let deadline = ContinuousClock.now + limit
        var outcome = Outcome.unmatched
        let range = NSRange(location: 0, length: text.utf16.count)
        compiled.enumerateMatches(in: text, options: [.reportProgress], range: range) { result, _, stop in
            if result != nil {
                outcome = .matched
                stop.pointee = true
            } else if ContinuousClock.now > deadline {
                outcome = .stopped
                stop.pointee = true
            }
        }
        return outcome
    }

    /// Expressions are equal when they were written alike.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.pattern == rhs.pattern }

    /// Hashes the pattern.
    public func hash(into hasher: inout Hasher) { hasher.combine(pattern) }
}
