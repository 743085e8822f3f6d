import APIDocument
import APIModel
import Foundation
import WireFormats

extension Field {
    /// The text for editing a value, which ``value(from:)`` reads. Empty for no value and for `null`.
    package func text(for value: JSONValue?) -> String {
        switch value {
        case nil, .null: ""
        case .string(let text) where kind != .json && kind != .money: text
        case .number(let number): number.text
        case .bool(let flag): flag ? "true" : "false"
        case let value?: value.text()
        }
    }

    /// The value of a text; nil if it is invalid for the kind.
    ///
    /// Empty text is `null` if the schema allows it, else nil: the member is left out.
    package func value(from text: String) -> JSONValue? {
        let typed = typed(text)
        if typed.isEmpty { return isNullable ? .null : nil }
        switch kind {
        case .integer: return number(from: typed).flatMap { $0.isWhole ? .number($0) : nil }
        case .number: return number(from: typed).map(JSONValue.number)
        case .boolean: return Field.truth(of: typed).map(JSONValue.bool)
        case .choice(let values): return values.first { self.text(for: $0) == typed }
        // Validation has reported its errors already.
        case .json, .money: return try? JSONValue(parsing: typed)
        case .date: return .string(CalendarText.spelledDay(typed) ?? typed)
        case .dateTime: return .string(CalendarText.spelledMoment(typed) ?? typed)
        default: return .string(typed)
        }
    }

    /// The number in a text; for a timestamp also a typed date, as the count since 1970.
    private func number(from text: String) -> JSONNumber? {
        if let number = JSONNumber(text: text) { return number }
        guard isEpochTime, let moment = CalendarText.spelledMoment(text).flatMap(CalendarText.init(dateTime:)) else {
            return nil
        }
        return JSONNumber(countsMilliseconds ? moment.sinceEpoch * 1000 : moment.sinceEpoch)
    }

    private var countsMilliseconds: Bool {
        EpochName.isInMilliseconds(name, help) || example?.numberValue?.int.map { $0 > 100_000_000_000 } == true
    }

    /// True if leading and trailing white space is part of the value.
    var keepsSpaces: Bool { kind == .text || kind == .multiline || kind == .secret }

    private func typed(_ text: String) -> String { keepsSpaces ? text : text.trimmed }

    private static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "y", "1", "on": true
        case "false", "no", "n", "0", "off": false
        default: nil
        }
    }
}

extension JSONValue {
    /// The text to type for a parameter's value: a list of scalars is separated by commas.
    package var typedText: String {
        guard let items = arrayValue, items.allSatisfy(\.isScalar) else { return plainText }
        return items.map(\.plainText).joined(separator: ",")
    }
}

extension JSONNumber {
    /// True for an integer in any spelling.
    var isWhole: Bool { isMultiple(of: JSONNumber(1)) }
}

extension String {
    /// The text without white space at its ends.
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension Field {
    /// Validates a typed text: nil if it may be sent, else the sentence to show beside the field.
    package func validate(_ text: String) -> String? {
        let typed = typed(text)
        if typed.isEmpty {
            return isRequired && !isNullable ? "Required." : nil
        }
        return fault(of: typed)
    }

    /// The fault of a removed value that can only be changed.
    var faultOfEmptying: String {
        ["It cannot be taken away: the document allows no null here.", fault(of: "")].compactMap { $0 }
            .joined(separator: " ")
    }

    private var formFault: String? { form.map { "Write \($0)." } }

    private func fault(of typed: String) -> String? {
        switch kind {
        case .text, .multiline, .secret:
            return textFault(typed)
        case .integer, .number:
            return numberFault(typed)
        case .boolean:
            return value(from: typed) == nil ? "Write yes or no." : nil
        case .choice(let values):
            guard value(from: typed) == nil else { return nil }
            return "Choose one of \(values.map { self.text(for: $0) }.joined(separator: ", "))."
        case .date:
            guard let day = CalendarText.spelledDay(typed) else { return formFault }
            return textFault(day)
        case .dateTime:
            guard let moment = CalendarText.spelledMoment(typed) else { return formFault }
            return textFault(moment)
        case .email:
            return TextFormat.email.accepts(typed) ? textFault(typed) : formFault
        case .url:
            return TextFormat.uri.accepts(typed) ? textFault(typed) : formFault
        case .json, .money:
            return typed.isEmpty ? nil : jsonFault(typed)
        case .file:
            return nil
        }
    }

    private func textFault(_ text: String) -> String? {
        constraints.faults(of: text, isThorough: kind == .text || kind == .multiline) { pattern in
            Pattern(pattern)?.isFound(in: text)
        }.first.map(HumanSentence.sentence)
    }

    private func numberFault(_ text: String) -> String? {
        guard let number = number(from: text) else {
            if isEpochTime { return formFault }
            return kind == .integer ? "Write a whole number, such as 12." : "Write a number, such as 12.50."
        }
        if kind == .integer, !number.isWhole { return "Must be a whole number." }
        return constraints.faults(of: number).first.map(HumanSentence.sentence)
    }

    private func jsonFault(_ text: String) -> String? {
        do throws(JSONError) {
            _ = try JSONValue(parsing: text)
            return nil
        } catch {
            return "This is no JSON: \(error.message) at \(error.position)."
        }
    }
}
