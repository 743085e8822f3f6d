import APIDocument
import WireFormats

extension Field {
    /// The constraints of a value in words, such as "A whole number, 1 to 10."; nil without constraints.
    package var hint: String? {
        let words = [form, range].compactMap { $0 }.joined(separator: ", ")
        return words.isEmpty ? nil : HumanSentence.sentence(words)
    }

    /// The hint of a list or map: the number of entries.
    package var entriesHint: String? {
        var parts: [String] = []
        switch (constraints.minItems ?? 0, constraints.maxItems) {
        case (0, nil): break
        case (let least, let most?) where least == most: parts.append("exactly \(Field.entries(most))")
        case (0, let most?): parts.append("at most \(Field.entries(most))")
        case (let least, nil): parts.append("at least \(Field.entries(least))")
        case (let least, let most?): parts.append("\(least) to \(Field.entries(most))")
        }
        if constraints.uniqueItems { parts.append("all different") }
        return parts.isEmpty ? nil : HumanSentence.sentence(parts.joined(separator: ", "))
    }

    /// True for a pattern that matches only digits.
    private static func isOfDigits(_ pattern: String) -> Bool {
        let rest = ["\\d", "[0-9]", "[1-9]"].reduce(pattern) { $0.replacing($1, with: "") }
        // A comma in braces is a part of a quantifier; elsewhere it is literal.
        let parts = rest.split(separator: "{", omittingEmptySubsequences: false)
        let outside = (parts.prefix(1) + parts.dropFirst().map { $0.drop { $0 != "}" }.dropFirst() }).joined()
        return rest != pattern && outside.allSatisfy { "0123456789^$()|?*+".contains($0) }
    }

    static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    /// The form of a valid text, as the object of "Write".
    var form: String? {
        switch kind {
        case .integer where isEpochTime, .number where isEpochTime:
            "a time as 2026-01-31 08:30 or tomorrow 9:00 in UTC, or its number"
        case .integer: "a whole number"
        case .number: "a number"
        case .date: "a day as 2026-01-31, tomorrow or friday"
        case .dateTime: "a time as 2026-01-31T08:30:00Z; 2026-01-31 08:30 and tomorrow 9:00 are UTC"
        case .email: "an e-mail address as name@example.com"
        case .url: "an address as https://example.com"
        case .json, .money: "JSON"
        case .file: "the path of a file"
        case .text, .multiline: TextFormat(constraints.format)?.form
        case .boolean, .choice, .secret: nil
        }
    }

    private var range: String? {
        var parts: [String] = []
        if kind == .integer || kind == .number {
            switch (constraints.minimum, constraints.maximum) {
            case (let least?, let most?) where !least.isExclusive && !most.isExclusive:
                parts.append("\(least.value.text) to \(most.value.text)")
            case (let least, let most):
                if let least {
                    parts.append("\(least.isExclusive ? "more than" : "at least") \(least.value.text)")
                }
                if let most { parts.append("\(most.isExclusive ? "less than" : "at most") \(most.value.text)") }
            }
            if let step = constraints.multipleOf { parts.append("in steps of \(step.text)") }
        } else if kind != .json, kind != .money, kind != .file, optionValues == nil {
            switch (constraints.minLength ?? 0, constraints.maxLength) {
            case (0, nil), (1, nil): break
            case (let least, let most?) where least == most: parts.append("\(most) characters")
            case (0, let most?), (1, let most?): parts.append("at most \(most) characters")
            case (let least, nil): parts.append("at least \(least) characters")
            case (let least, let most?): parts.append("\(least) to \(most) characters")
            }
            if let pattern = constraints.pattern {
                // An example says more than a pattern; the empty field shows it.
                if Self.isOfDigits(pattern) {
                    parts.append("digits")
                } else if example == nil {
                    parts.append("of the form \(pattern)")
                }
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

/// Words combined to a sentence.
enum HumanSentence {
    /// A capital at the start and a full stop at the end.
    static func sentence(_ words: String) -> String {
        let text = words.prefix(1).uppercased() + words.dropFirst()
        return text.last.map { ".!?".contains($0) } ?? true ? text : text + "."
    }
}
