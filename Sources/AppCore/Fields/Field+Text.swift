import APIDocument
import WireFormats

extension Field {
    /// The text to edit a value as: what ``value(from:)`` reads back. Empty for nothing and for `null`.
    public func text(for value: JSONValue?) -> String {
        switch value {
        case nil, .null: ""
        case .string(let text) where kind != .json && kind != .money: text
        case .number(let number): number.text
        case .bool(let flag): flag ? "true" : "false"
        case let value?: value.text()
        }
    }

    /// The value the text stands for; nil where it stands for none, or for nothing the kind allows.
    ///
    /// Empty text is `null` where that is allowed, else nothing: the member is left out.
    public func value(from text: String) -> JSONValue? {
        let trimmed = text.trimmed
        if kind == .text || kind == .multiline || kind == .secret {
            return text.isEmpty ? emptyValue : .string(text)
        }
        if trimmed.isEmpty { return emptyValue }
        switch kind {
        case .integer: return JSONNumber(text: trimmed).flatMap { $0.isWhole ? .number($0) : nil }
        case .number: return JSONNumber(text: trimmed).map(JSONValue.number)
        case .boolean: return Field.truth(of: trimmed).map(JSONValue.bool)
        case .choice(let values): return values.first { self.text(for: $0) == trimmed }
        // Validation has said already what is wrong with it.
        case .json, .money: return try? JSONValue(parsing: trimmed)
        case .date: return .string(CalendarText.spelledDay(trimmed) ?? trimmed)
        case .dateTime: return .string(CalendarText.spelledMoment(trimmed) ?? trimmed)
        default: return .string(trimmed)
        }
    }

    private var emptyValue: JSONValue? { isNullable ? .null : nil }

    private static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "y", "1", "on": true
        case "false", "no", "n", "0", "off": false
        default: nil
        }
    }
}

extension JSONNumber {
    /// Whether there is nothing behind the point, however it is spelt.
    var isWhole: Bool { isMultiple(of: JSONNumber(1)) }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
