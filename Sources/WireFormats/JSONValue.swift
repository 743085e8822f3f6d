/// A JSON value that preserves the text: spellings of numbers, order of members, duplicate keys.
///
/// Equality is lexical: `1` and `1.0` differ, and strings are compared scalar by scalar (`String` considers "é" and "e"
/// + accent equal). ``isEquivalent(to:)`` compares the meaning.
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with its spelling.
    case number(JSONNumber)
    /// An unescaped string. A lone surrogate escape (`\uD800`) becomes U+FFFD, because Swift strings cannot contain it.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object with its original order of members.
    case object(JSONObject)

    /// True if two values have equal spellings, apart from white space and escapes.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.isIdentical(to: b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }
}

extension JSONValue {
    /// The string; nil for any other value.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The boolean; nil for any other value.
    public var boolValue: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The number with its spelling; nil for any other value.
    package var numberValue: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The number as an `Int`, including `3.0` and `3e0`; nil if it does not fit.
    package var intValue: Int? { numberValue?.int }

    /// The items; nil for any other value than an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }

    /// The members; nil for any other value than an object.
    package var objectValue: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// True for `null`.
    package var isNull: Bool { self == .null }

    /// The last member named `key`; nil if the value is not an object.
    package subscript(key: String) -> JSONValue? { objectValue?[key] }

    /// The item at `index`; nil outside the array, or if the value is not an array.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }
}

// Not by `nil`: `condition ? nil : value` would silently become `null`.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// `null` for a number that JSON cannot express.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Members in the given order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}

extension JSONValue {
    /// An object of the members that are not nil, in the given order.
    package static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(JSONObject(members))
    }

    /// This object with the members of another one, at every depth; other values are replaced.
    package func merging(_ other: JSONValue) -> JSONValue {
        guard case .object(let members) = self, case .object(let changes) = other else { return other }
        return .object(members.merging(changes) { $0.merging($1) })
    }

    package static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    /// A string, number or boolean as plain text; nil for any other value.
    package var scalarText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }
}

extension JSONValue {
    /// An array of the values on the lines of a text, without empty lines.
    ///
    /// - Throws: the error of the first invalid line.
    package init(lines bytes: [UInt8]) throws(JSONError) {
        var items: [JSONValue] = []
        for line in bytes.split(separator: 0x0A) where line != [0x0D] {
            items.append(try JSONValue(parsing: Array(line)))
        }
        self = .array(items)
    }
}

extension JSONValue {
    /// True if both have the same meaning: numbers by value, members in any order, the last of duplicate members.
    package func isEquivalent(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let a), .number(let b)):
            return a.isEqual(to: b)
        case (.array(let a), .array(let b)):
            return a.count == b.count && zip(a, b).allSatisfy { $0.isEquivalent(to: $1) }
        case (.object(let a), .object(let b)):
            let mine = a.byKey
            let theirs = b.byKey
            return mine.count == theirs.count
                && mine.allSatisfy { key, value in theirs[key].map(value.isEquivalent(to:)) ?? false }
        default:
            return self == other
        }
    }
}

/// A value that is compared and hashed by meaning.
package struct JSONMeaning: Sendable, Hashable {
    package let value: JSONValue

    package init(_ value: JSONValue) { self.value = value }

    package static func == (left: JSONMeaning, right: JSONMeaning) -> Bool { left.value.isEquivalent(to: right.value) }

    package func hash(into hasher: inout Hasher) { Self.hash(value, into: &hasher) }

    private static func hash(_ value: JSONValue, into hasher: inout Hasher) {
        switch value {
        case .number(let number): hasher.combine(number.double)
        case .array(let items): for item in items { hash(item, into: &hasher) }
        case .object(let object):
            // The sum of the members' hashes is independent of their order.
            let sum = object.byKey.reduce(0) { sum, member in
                var own = Hasher()
                own.combine(member.key)
                hash(member.value, into: &own)
                return sum &+ own.finalize()
            }
            hasher.combine(sum)
        case .null, .bool, .string: hasher.combine(value)
        }
    }
}

extension JSONObject {
    /// The members as a dictionary, with the last of duplicates.
    var byKey: [ExactKey: JSONValue] {
        Dictionary(members.map { (ExactKey(text: $0.key), $0.value) }) { $1 }
    }
}
