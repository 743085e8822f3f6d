import Foundation
import WireFormats

/// A regular expression that matches whole texts. A match is stopped after 50 ms.
///
/// Uses NSRegularExpression because Swift's `Regex` cannot be stopped: `^(a+)+$` on 24 letters ran for a minute.
public struct RegularExpression: Sendable, Hashable {
    package let pattern: String
    @Derived private var compiled: NSRegularExpression

    /// The result of a match.
    enum Outcome: Equatable {
        case matched
        case unmatched
        /// The match took too long; counts as no match, with a warning.
        case stopped
    }

    /// The maximum time of one match.
    static let timeLimit: Duration = .milliseconds(50)

    /// Compiles `pattern` with Java's semantics, as far as stub files rely on them: `\w`, `\d` and `\s` are ASCII, and
    /// `.` matches newlines.
    ///
    /// - Throws: `InvalidText` if it is not a regular expression.
    public init(_ pattern: String) throws(InvalidText) {
        self.pattern = pattern
        do {
            // Checked alone first: an unbalanced `)` would close the added group and match less than the whole text.
            _ = try NSRegularExpression(pattern: pattern.isEmpty ? "(?:)" : pattern)
            let whole = "\\A(?:\(ASCIIClasses.rewritten(pattern)))\\z"
            compiled = try NSRegularExpression(pattern: whole, options: [.dotMatchesLineSeparators])
        } catch {
            throw InvalidText("\"\(pattern)\" is not a regular expression")
        }
    }

    /// The result of matching the whole of `text` within `limit`.
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

    /// True if it can only match texts that begin with another character than `/`. Not every such expression is found.
    var matchesNoPath: Bool {
        let scalars = pattern.unicodeScalars.drop { $0 == "^" }
        guard let first = scalars.first, !pattern.contains("|") else { return false }
        let isOptional = scalars.dropFirst().first.map { "?*{".unicodeScalars.contains($0) } ?? false
        return !isOptional && !"/\\$.[](){}*+?".unicodeScalars.contains(first)
    }
}

/// The state while one request is matched: stopped expressions, and the time left for others.
///
/// One expression is stopped after 50 ms, but a hundred stubs may have one each. So each gets at most a quarter of what
/// is left of 200 ms; below 1 ms none is tried. Expressions that do not backtrack end long before any limit is checked.
final class MatchNotes {
    /// The total time for the stopped expressions of one request.
    static let patience: Duration = .milliseconds(200)
    /// The remaining time below which no expression is tried.
    static let leastPatience: Duration = .milliseconds(1)

    var warnings: [String] = []
    /// The stopped expressions, which are not tried again when the request is matched again.
    private(set) var stopped: [Trial] = []
    private var left = MatchNotes.patience

    /// An expression and the text it was tried on.
    struct Trial: Equatable {
        let pattern: String
        let text: String
    }

    /// True if the whole of `text` matches. A stopped expression does not match, and adds a warning.
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
        // The warning prevents the stub from matching, even if the expression is negated.
        warnings.append(
            "\(expression.pattern) was stopped after \(RegularExpression.timeLimit) or less: "
                + "it backtracks too much; counts as no match")
        return false
    }
}

/// Rewrites constructs that ICU reads differently from Java, which stub files are written for: `\w \d \s` and their
/// negations are ASCII, and `.` matches one character of a CR LF.
enum ASCIIClasses {
    private static let members: [Unicode.Scalar: String] = ["d": "0-9", "w": "A-Za-z0-9_", "s": " \\t\\n\\x0B\\f\\r"]
    private static let any = "[\\x{0}-\\x{10FFFF}]"
    private static let negated: [Unicode.Scalar: Unicode.Scalar] = ["D": "d", "W": "w", "S": "s"]

    /// Rewrites the pattern scalar by scalar, because a combining mark after `\w` is a scalar of its own.
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
                // Everything up to \E is literal, or up to the end if there is none.
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

    /// Removes a literal and the `\E` after it from the pattern; returns the literal.
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
