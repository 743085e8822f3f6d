import AppCore
import JSONText
import Terminal

/// What a person has entered for one field of a form.
enum FieldInput: Hashable, Sendable {
    case text(TextInput)
    /// One of the field's values; nil is none.
    case choice([JSONValue], selected: Int?)

    /// - Parameters:
    ///   - value: what the field holds now.
    ///   - usesDefault: whether no value means the field's default; a filter that is not set is not its default.
    init(_ field: Field, value: JSONValue?, usesDefault: Bool = true) {
        let value = value ?? (usesDefault ? field.default : nil)
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

    /// Takes a key: text is edited, a choice moves with the arrows, Space, or the first letter of an option.
    /// - Returns: false if the key means nothing here.
    mutating func handle(_ key: Key, isRequired: Bool) -> Bool {
        switch self {
        case .text(var input):
            guard input.handle(key) else { return false }
            self = .text(input)
            return true
        case .choice(let options, let selected):
            switch key {
            case .left: step(-1, isRequired: isRequired)
            case .right, .character(" "): step(1, isRequired: isRequired)
            case .backspace, .delete:
                guard !isRequired else { return false }
                self = .choice(options, selected: nil)
            case .character(let letter):
                let start = (selected ?? -1) + 1
                let order =
                    Array(options.indices[min(start, options.count)...])
                    + Array(options.indices[..<min(start, options.count)])
                let found = order.first { options[$0].plainText.lowercased().hasPrefix(letter.lowercased()) }
                guard let found else { return false }
                self = .choice(options, selected: found)
            default: return false
            }
            return true
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
