import Foundation
import WireFormats

/// A regular expression that matches a whole text, stopped after 50 ms.
///
/// NSRegularExpression because Swift's `Regex` cannot be stopped: `^(a+)+$` on 24 letters ran for a minute.
public struct RegularExpression: Sendable, Hashable {
    /// The expression as written.
    package let pattern: String
    private let compiled: NSRegularExpression

    /// The result of a match.
    enum Outcome: Equatable {
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
    /// - Throws: `InvalidText` if it is not an expression.
    public init(_ pattern: String) throws(InvalidText) {
        self.pattern = pattern
        do {
            // A part that closes the group early would otherwise match less than the whole text.
            _ = try NSRegularExpression(pattern: pattern.isEmpty ? "(?:)" : pattern)
            compiled = try NSRegularExpression(
                pattern: "\\A(?:\(ASCIIClasses.rewritten(pattern)))\\z", options: [.dotMatchesLineSeparators])
        } catch {
            throw InvalidText("\"\(pattern)\" is not a regular expression")
        }
    }

    /// True if the whole of `text` matches, if that can be found out within `limit`.
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

/// The notes taken while one request is matched: stopped expressions, and the time left for others.
///
/// One expression is stopped after 50 ms, but a hundred stubs may have one each. So each gets at most a quarter of what is
/// left of 200 ms; when next to nothing is left, no more are tried. Expressions that do not backtrack end long before any
/// limit is looked at, so the others still decide.
final class MatchNotes {
    /// The time that all stopped expressions of one request may take together.
    static let patience: Duration = .milliseconds(200)
    /// With less left no expression is tried.
    static let leastPatience: Duration = .milliseconds(1)

    /// Warnings for a person.
    var warnings: [String] = []
    /// The stopped expressions. If a request is matched again, they are not tried again.
    private(set) var stopped: [Trial] = []
    private var left = MatchNotes.patience

    /// An expression on a text.
    struct Trial: Equatable {
        let pattern: String
        let text: String
    }

    /// True if the whole of `text` matches. One that is stopped does not, and is warned of.
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
