import AppCore
import JSONText

/// What a person has entered for one field of a form.
enum FieldInput: Hashable, Sendable {
    case text(TextInput)
    /// One of the field's values; nil is none.
    case choice([JSONValue], selected: Int?)

    /// - Parameter value: what the field holds now; nil takes the field's default.
    init(_ field: Field, value: JSONValue?) {
        let value = value ?? field.default
        switch field.kind {
        case .choice(let options):
            self = .choice(options, selected: value.flatMap { options.firstIndex(of: $0) })
        case .boolean:
            self = .choice([true, false], selected: value?.boolValue.map { $0 ? 0 : 1 })
        case .multiline: self = .text(TextInput(field.text(for: value), isMultiline: true))
        default: self = .text(TextInput(field.text(for: value)))
        }
    }

    /// True if letters are text here.
    var isText: Bool { if case .text = self { true } else { false } }

    /// What stands in the field.
    var shown: String {
        switch self {
        case .text(let input): input.text
        case .choice(let options, let selected): selected.map { options[$0].plainText } ?? ""
        }
    }

    /// The value to send; nil is no value.
    func value(for field: Field) -> JSONValue? {
        switch self {
        case .text(let input): input.isEmpty ? nil : field.value(from: input.text)
        case .choice(let options, let selected): selected.map { options[$0] }
        }
    }

    /// The sentence to show if the input does not satisfy the field; nil if it does.
    func violation(of field: Field) -> String? {
        switch self {
        case .text(let input): field.validate(input.text)
        case .choice(_, let selected): selected == nil && field.isRequired ? "Choose one." : nil
        }
    }

    /// Moves a choice by one, round the end; an optional field has "none" between last and first.
    mutating func step(_ step: Int, isRequired: Bool) {
        guard case .choice(let options, let selected) = self, !options.isEmpty else { return }
        let count = options.count + (isRequired ? 0 : 1)
        let current = selected ?? (isRequired ? (step > 0 ? -1 : 0) : options.count)
        let next = ((current + step) % count + count) % count
        self = .choice(options, selected: next < options.count ? next : nil)
    }
}
