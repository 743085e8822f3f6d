/// A JSON value that keeps what the text said: number spellings, member order, duplicate keys.
///
/// Equality is lexical: `1` and `1.0` differ, and strings are equal only scalar by scalar (Swift's own comparison takes
/// "é" and "e" + accent for the same). ``isEquivalent(to:)`` compares by meaning.
public enum JSONValue: Sendable, Hashable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as it was spelt.
    case number(JSONNumber)
    /// A string, unescaped. A lone surrogate escape (`\uD800`) reads as U+FFFD, since no Swift string can hold it.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, in the order of its text.
    case object(JSONObject)

    /// True if two values were written alike, apart from white space and escapes.
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
    /// The text of a string.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The truth of a Boolean.
    public var boolValue: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The number, as spelt.
    public var numberValue: JSONNumber? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The number when it is a whole one that fits `Int`; `3.0` and `3e0` count.
    public var intValue: Int? { numberValue?.int }

    /// The items of an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }

    /// The members of an object.
    public var objectValue: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// True if this is `null`.
    public var isNull: Bool { self == .null }

    /// The member of that name, the last one where the text repeats it; nil where this is no object.
    public subscript(key: String) -> JSONValue? { objectValue?[key] }

    /// The item at that place; nil outside the array or where this is none.
    public subscript(index: Int) -> JSONValue? {
        guard case .array(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }
}

// Not by `nil`: `condition ? nil : value` would quietly be `null` where nothing is meant.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// A number; `null` for one that JSON cannot spell.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// An object, members in the order given.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}

extension JSONValue {
    /// A string, number or Boolean as plain text; nil for everything else.
    public var scalarText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.text
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }
}

/// One JSON value on each line.
public enum JSONLines {
    /// The media types it is sent as, without parameters, in lower case.
    public static let mediaTypes: Set<String> = ["application/jsonl", "application/x-ndjson", "application/ndjson"]
}

extension JSONValue {
    /// The list of the values on the lines of a text; empty lines count for nothing.
    ///
    /// - Throws: what is wrong with the first line that is no JSON.
    public init(lines bytes: [UInt8]) throws(JSONError) {
        var items: [JSONValue] = []
        for line in bytes.split(separator: 0x0A) where line != [0x0D] {
            items.append(try JSONValue(parsing: Array(line)))
        }
        self = .array(items)
    }
}
