import JSONText

/// What a value - of a parameter, a header, a cookie, a body - must be. WireMock's matchers.
///
/// A missing value is nil here: the negative matchers and `absent` match it, the others do not. Texts compare byte by
/// byte, never as Swift characters.
public indirect enum ValueMatcher: Sendable {
    /// This text.
    case equalTo(String, ignoringCase: Bool = false)
    /// A text with this in it.
    case contains(String)
    /// A text without this in it.
    case doesNotContain(String)
    /// A text that matches as a whole.
    case matches(RegularExpression)
    /// A text that does not match as a whole.
    case doesNotMatch(RegularExpression)
    /// No value. An empty body counts as none.
    case absent
    /// A value, whatever it is. WireMock's `"absent": false`.
    case present
    /// A JSON text equal to this, numbers by value.
    case equalToJSON(JSONValue, ignoringArrayOrder: Bool = false, ignoringExtraElements: Bool = false)
    /// A JSON text with something at this path, and if given, something that matches.
    case matchesJSONPath(JSONPath, ValueMatcher? = nil)
    /// All of these.
    case and([ValueMatcher])
    /// One of these.
    case or([ValueMatcher])
    /// Not this.
    case not(ValueMatcher)
}

extension ValueMatcher: CustomStringConvertible {
    /// A few words for near misses: `contains "x"`.
    public var description: String {
        switch self {
        case .equalTo(let text, let ignoringCase): "\"\(text)\"\(ignoringCase ? " (any case)" : "")"
        case .contains(let text): "contains \"\(text)\""
        case .doesNotContain(let text): "does not contain \"\(text)\""
        case .matches(let expression): "matches \(expression.pattern)"
        case .doesNotMatch(let expression): "does not match \(expression.pattern)"
        case .absent: "absent"
        case .present: "present"
        case .equalToJSON(let value, _, _): "equals \(value.text())"
        case .matchesJSONPath(let path, let matcher): "has \(path.text)" + (matcher.map { " \($0)" } ?? "")
        case .and(let matchers): matchers.map(\.description).joined(separator: " and ")
        case .or(let matchers): matchers.map(\.description).joined(separator: " or ")
        case .not(let matcher): "not \(matcher)"
        }
    }
}
