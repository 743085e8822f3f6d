import APIDocument
import APIModel
import WireFormats

/// One value to show or to fill in.
package struct Field: Sendable, Hashable, Identifiable {
    /// The kind of a value, which decides how it is edited.
    package enum Kind: Sendable, Hashable {
        /// One line of text.
        case text
        /// Several lines of text.
        case multiline
        /// A whole number.
        case integer
        /// Any number.
        case number
        /// Yes or no.
        case boolean
        /// One of these values.
        case choice([JSONValue])
        /// A day, `2026-01-31`.
        case date
        /// A moment, `2026-01-31T08:30:00Z` (RFC 3339).
        case dateTime
        /// An e-mail address.
        case email
        /// A web address.
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
    /// Its name in the document.
    package var name: String
    /// The title for people.
    package var title: String
    /// How it is edited and shown.
    package var kind: Kind
    /// True for an amount with two decimals.
    package var isMoney = false
    /// The unit of a number, if its name tells one.
    package var measure: Measure?
    /// The schema's `format`, where it has one.
    package var format: String?
    package var isRequired: Bool
    /// True if only the client knows it: its input is hidden.
    package var isWriteOnly = false
    /// True for a member of some variants of the object around it only.
    package var isOfSomeForms = false
    /// True for a member of an object that holds the item's own members: JSON:API's `attributes`.
    package var isInAttributes = false
    /// True for a field with the same value in every row, by the document or by the list's request.
    package var isConstant = false
    /// True if `null` is allowed.
    package var isNullable: Bool
    /// The keywords of the schema that bound a value.
    package var constraints = Schema.any
    /// The document's description.
    package var help: String?
    /// The value of an absent field.
    package var `default`: JSONValue?
    /// A sample value.
    package var example: JSONValue?
    /// The document's names for the values of a choice.
    package var choiceNames: [JSONValue: String] = [:]
    /// Of a parameter that takes a list, the values to choose its entries from; empty where they are typed.
    package var entryOptions: [JSONValue] = []
    /// Of an array of objects, the values to choose from of their members, by name.
    package var entryChoices: [String: [JSONValue]] = [:]
    /// True for a number with the name or description of a timestamp. Kept, since cells ask for it.
    private let isNamedAsMoment: Bool

    /// A field; everything but place, title and kind has the default of optional text.
    package init(
        pointer: JSONPointer,
        name: String? = nil,
        title: String,
        kind: Kind = .text,
        isRequired: Bool = false,
        isNullable: Bool = false,
        help: String? = nil,
        default: JSONValue? = nil,
        example: JSONValue? = nil
    ) {
        self.pointer = pointer
        self.name = name ?? pointer.tokens.last ?? ""
        self.title = title
        self.kind = kind
        self.isRequired = isRequired
        self.isNullable = isNullable
        self.help = help
        self.default = `default`
        self.example = example
        isNamedAsMoment =
            (kind == .integer || kind == .number)
            && (EpochName.isNamed(self.name) || EpochName.isDescribed(self.name, help))
    }

    /// The pointer's text.
    package var id: String { pointer.description }

    /// The place of the object around it.
    var owner: [String] { pointer.tokens.dropLast() }

    /// True for a member of an object in the row.
    package var isInner: Bool { pointer.tokens.count > 1 && !isInAttributes }

    /// True for a number that counts the time since 1970: by its format, else by its name.
    package var isEpochTime: Bool {
        guard kind == .integer || kind == .number else { return false }
        return EpochName.isFormat(format) || isNamedAsMoment && !isMoney
    }

    /// The moment that a number stands for; nil where it is another kind of number. Of one that only its words call a moment, where it
    /// is of the size of one.
    package func moment(_ value: JSONValue?) -> String? { timestamp(value)?.display }

    func timestamp(_ value: JSONValue?) -> CalendarText? {
        guard isEpochTime, case .number(let number)? = value else { return nil }
        // Fractions of a second are not shown.
        guard let count = number.int ?? number.text.split(separator: ".").first.flatMap({ Int($0) }),
            EpochName.isFormat(format) || EpochName.isPlausible(count)
        else { return nil }
        return CalendarText(sinceEpoch: count)
    }

    /// True for a day or a timestamp.
    package var isTime: Bool { kind == .date || kind == .dateTime || isEpochTime }

    /// True if input must not be visible.
    package var isMasked: Bool { kind == .secret || isWriteOnly && optionValues == nil && kind != .file }

    /// The values to choose from; nil where the value is typed.
    package var optionValues: [JSONValue]? {
        switch kind {
        case .choice(let values): values
        case .boolean: [true, false]
        default: nil
        }
    }

    /// The values to choose from; none where the value is typed.
    package var options: [JSONValue] { optionValues ?? [] }

    package func optionTitle(_ index: Int) -> String {
        guard options.indices.contains(index) else { return "" }
        return kind == .boolean ? (index == 0 ? "yes" : "no") : choiceTitle(of: options[index])
    }

    /// The text of a value of a choice: its name, with the value behind it.
    package func choiceTitle(of value: JSONValue) -> String {
        let text = value.plainText
        guard let name = choiceNames[value], name != text else { return text }
        return "\(name) (\(text))"
    }
}
