import Foundation
import WireFormats

/// A matcher of one value: of a parameter, a header, a cookie, a body. WireMock's matchers.
///
/// A missing value is matched only by `absent`, the negative matchers and a negation. Texts are compared byte by byte,
/// without Unicode equivalence.
public indirect enum ValueMatcher: Sendable {
    /// Equal to this text.
    case equalTo(String, ignoringCase: Bool = false)
    /// Equal to these bytes. WireMock's `binaryEqualTo`.
    case equalToBytes([UInt8])
    /// A form-encoded body with exactly these fields, each once, in any order; nil is a name without `=`.
    case equalToForm([String: String?])
    /// A query parameter without a value: `?flag`, but not `?flag=`.
    case withoutValue
    /// A text that contains this one.
    case contains(String)
    /// A text that does not contain this one, or no value.
    case doesNotContain(String)
    /// A text that matches the expression as a whole.
    case matches(RegularExpression)
    /// A text that does not match the expression as a whole, or no value.
    case doesNotMatch(RegularExpression)
    /// No value. An empty body counts as none.
    case absent
    /// Any value. WireMock's `"absent": false`.
    case present
    /// A JSON text equal to this value; numbers are compared by value.
    case equalToJSON(JSONValue, ignoringArrayOrder: Bool = false, ignoringExtraElements: Bool = false)
    /// A JSON text with a value at this path that satisfies the matcher, if one is given.
    case matchesJSONPath(JSONPath, ValueMatcher? = nil)
    /// All of these match.
    case and([ValueMatcher])
    /// At least one of these matches.
    case or([ValueMatcher])
    /// This does not match.
    case not(ValueMatcher)
}

extension ValueMatcher: CustomStringConvertible {
    /// A short description for near misses: `contains "x"`.
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
    /// True if a message matches; an empty one counts as missing.
    package func matches(_ message: [UInt8]) -> Bool {
        matches(message.isEmpty ? nil : MatchValue(message), MatchNotes())
    }

    /// True if `value` matches; nil is a missing value. Expressions that were stopped are recorded in `notes`.
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

    /// True if one of several values with the same name matches.
    func matches(anyOf values: [MatchValue], _ notes: MatchNotes) -> Bool {
        values.isEmpty ? matches(nil, notes) : values.contains { matches($0, notes) }
    }
}

extension JSONPath {
    /// Without a matcher, a value must exist; at a definite path it must not be null or empty. With one, a value must
    /// match; of an array each item is tried, except by matchers of JSON (as WireMock does).
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

/// WireMock's `equalToJson`: numbers by value, null is not missing, and the order of members is ignored.
struct JSONComparison {
    /// Ignores the order of items, at every depth.
    var ignoresArrayOrder = false
    /// Allows extra members, and extra items at the end of arrays (anywhere if the order is ignored).
    var ignoresExtraElements = false

    /// True if `actual` equals `expected` under these rules.
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

    /// True if each expected item has an actual item of its own. A greedy choice fails if an item matches two;
    /// augmenting paths (Kuhn's algorithm) revise earlier choices.
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

extension [UInt8] {
    /// True if these are the bytes of `text`. `==` of strings would consider canonically equivalent texts equal.
    func isEqual(to text: String) -> Bool { self[...].isEqual(to: text) }

    /// True if they contain `other`.
    func contains(_ other: [UInt8]) -> Bool { self[...].place(of: other) != nil }

    /// True if they contain the bytes of `text`.
    func contains(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { needle in
            withUnsafeBytes { $0.offset(of: UnsafeRawBufferPointer(needle)) != nil }
        }
    }
}

extension ArraySlice<UInt8> {
    /// True if these are the bytes of `text`.
    func isEqual(to text: String) -> Bool {
        guard text.utf8.count == count else { return false }
        var text = text
        return text.withUTF8 { other in
            withUnsafeBytes { bytes in
                guard let left = bytes.baseAddress, let right = other.baseAddress else { return true }
                return memcmp(left, right, bytes.count) == 0
            }
        }
    }
}

/// A 64-bit FNV-1a hash of bytes, the key of the lookup tables. They return candidates only, so that a collision costs
/// a needless comparison, never a wrong reply.
package struct ByteHash: Hashable, Sendable {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    mutating func combine(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { combine(byte) }
    }

    package init(_ bytes: some Sequence<UInt8>) {
        combine(bytes)
    }

    /// Sixteen hexadecimal digits.
    package var text: String { String(value, radix: 16).padded(to: 16) }
}
