import JSONText

extension ValueMatcher {
    /// Whether `value` is what it must be; nil is a missing value. Expressions that were stopped are told to `notes`.
    func matches(_ value: MatchValue?, _ notes: MatchNotes) -> Bool {
        switch self {
        case .equalTo(let text, let ignoringCase):
            guard let value else { return false }
            guard ignoringCase else { return value.bytes.isEqual(to: text) }
            return value.text.lowercased().utf8.elementsEqual(text.lowercased().utf8)
        case .contains(let text): return value?.bytes.contains(text) ?? false
        case .doesNotContain(let text): return !(value?.bytes.contains(text) ?? false)
        case .matches(let expression):
            guard let value else { return false }
            return notes.matches(expression, value.text)
        case .doesNotMatch(let expression):
            guard let value else { return true }
            return !notes.matches(expression, value.text)
        case .absent: return value == nil
        case .present: return value != nil
        case .equalToJSON(let expected, let ignoringArrayOrder, let ignoringExtraElements):
            guard let json = value?.json else { return false }
            return JSONComparison(
                ignoresArrayOrder: ignoringArrayOrder, ignoresExtraElements: ignoringExtraElements
            ).matches(json, expected: expected)
        case .matchesJSONPath(let path, let matcher):
            guard let json = value?.json else { return false }
            return path.matches(json, matcher, notes)
        case .and(let matchers): return matchers.allSatisfy { $0.matches(value, notes) }
        case .or(let matchers): return matchers.contains { $0.matches(value, notes) }
        case .not(let matcher): return !matcher.matches(value, notes)
        }
    }

    /// Whether one of the values of a name is what it must be.
    func matches(anyOf values: [MatchValue], _ notes: MatchNotes) -> Bool {
        values.isEmpty ? matches(nil, notes) : values.contains { matches($0, notes) }
    }
}

extension JSONPath {
    /// Without a matcher: something not empty stands there. With one: something there matches, an array's items
    /// counting one by one except for `equalToJson` (WireMock's reading).
    fileprivate func matches(_ json: JSONValue, _ matcher: ValueMatcher?, _ notes: MatchNotes) -> Bool {
        let found = values(in: json)
        guard let matcher else {
            return found.contains { value in
                switch value {
                case .null: !isDefinite
                case .array(let items): !isDefinite || !items.isEmpty
                case .object(let object): !isDefinite || !object.isEmpty
                default: true
                }
            }
        }
        var candidates = found
        if isDefinite, case .array(let items)? = found.first, !matcher.comparesJSON { candidates = items }
        return matcher.matches(anyOf: candidates.compactMap(Self.text), notes)
    }

    private static func text(of value: JSONValue) -> MatchValue? {
        switch value {
        case .null: nil
        case .string(let text): MatchValue(text)
        default: MatchValue(value.bytes())
        }
    }
}

extension ValueMatcher {
    fileprivate var comparesJSON: Bool {
        switch self {
        case .equalToJSON, .matchesJSONPath: true
        case .and(let matchers), .or(let matchers): matchers.contains { $0.comparesJSON }
        case .not(let matcher): matcher.comparesJSON
        default: false
        }
    }
}
