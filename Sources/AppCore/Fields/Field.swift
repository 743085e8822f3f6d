import APIDocument
import APIModel
import WireFormats

/// A value to show or to fill in.
package struct Field: Sendable, Hashable, Identifiable {
    package enum Kind: Sendable, Hashable {
        case text
        case multiline
        case integer
        case number
        case boolean
        case choice([JSONValue])
        /// A date, `2026-01-31`.
        case date
        /// A timestamp, `2026-01-31T08:30:00Z` (RFC 3339).
        case dateTime
        /// An e-mail address.
        case email
        case url
        /// Text that must not be shown.
        case secret
        /// The path of a file to send.
        case file
        /// An amount and its currency, as an object of both.
        case money
        /// Anything else, edited as JSON.
        case json
    }

    /// The place of the value within the item, row or body.
    package var pointer: JSONPointer
    package var name: String
    package var title: String
    package var kind: Kind
    /// True for an amount with two decimals.
    package var isMoney = false
    /// The unit of a number, if its name has one.
    package var measure: Measure?
    package var format: String?
    package var isRequired: Bool
    /// True if it is write-only; its input is hidden.
    package var isWriteOnly = false
    /// True for a member of only some variants of its object.
    package var isOfSomeForms = false
    /// True for a member of the object that holds the item's own members: JSON:API's `attributes`.
    package var isInAttributes = false
    /// True for the name of another object: of one whose id is beside it (`carrier_name`), or of an author.
    package var isOfOther = false
    /// True for a field with the same value in every row, by the document or the list's request.
    package var isConstant = false
    package var isNullable: Bool
    /// The schema's keywords that constrain a value.
    package var constraints = Schema.any
    package var help: String?
    /// The value of an absent field.
    package var `default`: JSONValue?
    package var example: JSONValue?
    /// The document's names for the values of a choice.
    package var choiceNames: [JSONValue: String] = [:]
    /// For a parameter with a list, the values of its entries; empty if they are typed.
    package var entryOptions: [JSONValue] = []
    /// For an array of objects, the enum values of their members, by name.
    package var entryChoices: [String: [JSONValue]] = [:]
    /// True for a number with the name or description of a timestamp; cached for cells.
    private let isNamedAsMoment: Bool

    package init(
        pointer: JSONPointer, name: String? = nil, title: String, kind: Kind = .text, isRequired: Bool = false,
        isNullable: Bool = false, help: String? = nil, default: JSONValue? = nil, example: JSONValue? = nil
    ) {
        (self.pointer, self.name) = (pointer, name ?? pointer.tokens.last ?? "")
        (self.title, self.kind, self.isRequired, self.isNullable) = (title, kind, isRequired, isNullable)
        (self.help, self.default, self.example) = (help, `default`, example)
        isNamedAsMoment =
            (kind == .integer || kind == .number)
            && (EpochName.isNamed(self.name) || EpochName.isDescribed(self.name, help))
    }

    package var id: String { pointer.description }

    /// The path of the object around it.
    var owner: [String] { pointer.tokens.dropLast() }

    /// True for a member of a nested object in the row.
    package var isInner: Bool { pointer.tokens.count > 1 && !isInAttributes }

    /// True for a timestamp as a number: by its format, else by its name or description.
    package var isEpochTime: Bool {
        guard kind == .integer || kind == .number else { return false }
        return EpochName.isFormat(format) || isNamedAsMoment && !isMoney
    }

    /// The timestamp in a number; nil for other numbers. If only name or description suggest a timestamp, its size must
    /// be plausible.
    package func moment(_ value: JSONValue?) -> String? { timestamp(value)?.display }

    func timestamp(_ value: JSONValue?) -> CalendarText? {
        guard isEpochTime, case .number(let number)? = value else { return nil }
        // Fractions of a second are not shown.
        guard let count = number.int ?? number.text.split(separator: ".").first.flatMap({ Int($0) }),
            EpochName.isFormat(format) || EpochName.isPlausible(count)
        else { return nil }
        return CalendarText(sinceEpoch: count)
    }

    package var isTime: Bool { kind == .date || kind == .dateTime || isEpochTime }

    /// True if input must be hidden.
    package var isMasked: Bool { kind == .secret || isWriteOnly && options.isEmpty && kind != .file }

    /// The values to choose from; empty if the value is typed.
    package var options: [JSONValue] {
        switch kind {
        case .choice(let values): values
        case .boolean: [true, false]
        default: []
        }
    }

    package func optionTitle(_ index: Int) -> String {
        guard options.indices.contains(index) else { return "" }
        return kind == .boolean ? (index == 0 ? "yes" : "no") : choiceTitle(of: options[index])
    }

    /// The text of a choice's value: its name, followed by the value.
    package func choiceTitle(of value: JSONValue) -> String {
        let text = value.plainText
        guard let name = choiceNames[value], name != text else { return text }
        return "\(name) (\(text))"
    }
}
