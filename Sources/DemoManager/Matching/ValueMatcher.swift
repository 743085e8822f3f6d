import WireFormats

/// A demand on a value: of a parameter, a header, a cookie, a body. WireMock's matchers.
///
/// A missing value is nil here: the negative matchers and `absent` match it, the others do not. Texts compare byte by
/// byte, never as Swift characters.
public indirect enum ValueMatcher: Sendable {
    /// This text.
    case equalTo(String, ignoringCase: Bool = false)
    /// These bytes. WireMock's `binaryEqualTo`.
    case equalToBytes([UInt8])
    /// A form-encoded body with these fields and no other, each once, in any order; nil is a name without a `=`.
    case equalToForm([String: String?])
    /// A parameter of the query without a value: `?flag`, but not `?flag=`.
    case withoutValue
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
        case .equalToBytes(let bytes): "\(bytes.count) bytes"
        case .equalToForm(let fields):
            "the form \(FormItem.text(fields.inOrder { $0.key < $1.key }.map { (name: $0.key, value: $0.value ?? "") }))"
        case .withoutValue: "without a value"
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

extension ValueMatcher {
    /// True if a message is what it must be; an empty one counts as missing.
    package func matches(_ message: [UInt8]) -> Bool {
        matches(message.isEmpty ? nil : MatchValue(message), MatchNotes())
    }

    /// True if `value` is what it must be; nil is a missing value. Expressions that were stopped are told to `notes`.
    func matches(_ value: MatchValue?, _ notes: MatchNotes) -> Bool {
        switch self {
        case .equalTo(let text, let ignoringCase):
            guard let value else { return false }
            guard ignoringCase else { return value.bytes.isEqual(to: text) }
            return value.text.lowercased().utf8.elementsEqual(text.lowercased().utf8)
        case .equalToBytes(let bytes): return value?.bytes == bytes
        case .equalToForm(let fields):
            guard let value else { return false }
            let items = FormItem.items(value.bytes[...])
            return items.count == fields.count
                && fields.allSatisfy { name, text in
                    items.contains {
                        $0.name.isEqual(to: name) && $0.isBare == (text == nil) && $0.value.isEqual(to: text ?? "")
                    }
                }
        case .withoutValue: return value?.isBare ?? false
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

    /// True if one of the values of a name is what it must be.
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

/// WireMock's `equalToJson`: numbers by value, null is not missing, member order never counts.
struct JSONComparison {
    /// Arrays are multisets, at every depth.
    var ignoresArrayOrder = false
    /// Extra members may be anywhere, extra items only at an array's end (anywhere when order does not count).
    var ignoresExtraElements = false

    /// True if `actual` is what was expected.
    func matches(_ actual: JSONValue, expected: JSONValue) -> Bool {
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)): matches(actual, expected: expected)
        case (.array(let expected), .array(let actual)): matches(actual, expected: expected)
        case (.string(let expected), .string(let actual)): expected.utf8.elementsEqual(actual.utf8)
        case (.number(let expected), .number(let actual)): expected.isEqual(to: actual)
        case (.bool(let expected), .bool(let actual)): expected == actual
        case (.null, .null): true
        default: false
        }
    }

    private func matches(_ actual: JSONObject, expected: JSONObject) -> Bool {
        let names = Set(expected.keys.map { Array($0.utf8) })
        guard ignoresExtraElements || actual.keys.allSatisfy({ names.contains(Array($0.utf8)) }) else { return false }
        return expected.keys.allSatisfy { key in
            guard let value = actual[key], let wanted = expected[key] else { return false }
            return matches(value, expected: wanted)
        }
    }

    private func matches(_ actual: [JSONValue], expected: [JSONValue]) -> Bool {
        guard expected.count <= actual.count, ignoresExtraElements || expected.count == actual.count else {
            return false
        }
        guard ignoresArrayOrder else {
            return zip(actual, expected).allSatisfy { matches($0, expected: $1) }
        }
        return assignment(of: expected, to: actual)
    }

    /// True if every expected item has an actual one of its own. A greedy choice would fail where an item fits two:
    /// augmenting paths (Kuhn's algorithm) move earlier choices.
    private func assignment(of expected: [JSONValue], to actual: [JSONValue]) -> Bool {
        var owner = [Int?](repeating: nil, count: actual.count)
        func place(_ item: Int, _ tried: inout [Bool]) -> Bool {
            for index in actual.indices where !tried[index] && matches(actual[index], expected: expected[item]) {
                tried[index] = true
                var isFree = true
                if let other = owner[index] { isFree = place(other, &tried) }
                if isFree {
                    owner[index] = item
                    return true
                }
            }
            return false
        }
        return expected.indices.allSatisfy { item in
            var tried = [Bool](repeating: false, count: actual.count)
            return place(item, &tried)
        }
    }
}
