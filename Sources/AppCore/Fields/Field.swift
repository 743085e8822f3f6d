import APIDocument
import APIModel
import WireFormats

/// One value to show or to fill in.
public struct Field: Sendable, Hashable, Identifiable {
    /// What kind of value, and so how it is edited.
    public enum Kind: Sendable, Hashable {
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

    /// What a value must keep to, as the schema says it.
    public struct Constraints: Sendable, Hashable {
        /// The least number.
        public var minimum: JSONNumber?
        /// Whether `minimum` itself is too little.
        public var minimumIsExclusive = false
        /// The greatest number.
        public var maximum: JSONNumber?
        /// Whether `maximum` itself is too much.
        public var maximumIsExclusive = false
        /// The step numbers come in.
        public var multipleOf: JSONNumber?
        /// The least length, in Unicode scalars.
        public var minLength: Int?
        /// The greatest length, in Unicode scalars.
        public var maxLength: Int?
        /// A regular expression to be found in the text.
        public var pattern: String?
        /// How a text is written, by its name in schemas, such as `uuid`.
        public var format: String?
        /// The least number of entries.
        public var minItems: Int?
        /// The greatest number of entries.
        public var maxItems: Int?
        /// Whether no two entries may be equal.
        public var hasUniqueItems = false

        /// No constraints.
        public init() {}
    }

    /// Where the value stands within the item, row or body.
    public var pointer: JSONPointer
    /// Its name in the document.
    public var name: String
    /// What to call it.
    public var title: String
    /// How it is edited and shown.
    public var kind: Kind
    /// Whether a number, or that of an object of money, is an amount with two decimals.
    public var isMoney = false
    /// The schema's `format`, where it has one.
    public var format: String?
    /// Whether it must be given.
    public var isRequired: Bool
    /// Whether only the server sets it.
    public var isReadOnly: Bool
    /// Whether only the client knows it: what is typed is not shown.
    public var isWriteOnly = false
    /// Whether it is in only some of the forms that the object around it may have.
    public var isOfSomeForms = false
    /// True for a member of an object that holds the item's own members: JSON:API's `attributes`.
    public var isInAttributes = false
    /// True for a field with the same value in every row, by the document.
    public var isConstant = false
    /// Whether `null` is a value of it.
    public var isNullable: Bool
    /// What its values keep to.
    public var constraints: Constraints
    /// What it is, in the document's words.
    public var help: String?
    /// What counts where nothing is given.
    public var `default`: JSONValue?
    /// A sample value.
    public var example: JSONValue?
    /// What the options of a choice are called, those that the document gives names.
    public var choiceNames: [JSONValue: String] = [:]
    /// Whether it is a number called what moments are called. Worked out once: cells ask for it.
    private let isNamedAsMoment: Bool

    /// A field; everything but place, title and kind has the default of optional text.
    public init(
        pointer: JSONPointer,
        name: String? = nil,
        title: String,
        kind: Kind = .text,
        isRequired: Bool = false,
        isReadOnly: Bool = false,
        isNullable: Bool = false,
        constraints: Constraints = Constraints(),
        help: String? = nil,
        default: JSONValue? = nil,
        example: JSONValue? = nil
    ) {
        self.pointer = pointer
        self.name = name ?? pointer.tokens.last ?? ""
        self.title = title
        self.kind = kind
        self.isRequired = isRequired
        self.isReadOnly = isReadOnly
        self.isNullable = isNullable
        self.constraints = constraints
        self.help = help
        self.default = `default`
        self.example = example
        isNamedAsMoment = (kind == .integer || kind == .number) && EpochName.isNamed(self.name)
    }

    /// The pointer's text.
    public var id: String { pointer.description }

    /// Where the object stands that it is a member of.
    var owner: [String] { pointer.tokens.dropLast() }

    /// Whether it belongs to an object in the row, and not to the row itself.
    public var isInner: Bool { pointer.tokens.count > 1 && !isInAttributes }

    /// Whether a number counts the time since 1970: by its format, or where no format says what else it is, by its name.
    public var isEpochTime: Bool {
        guard kind == .integer || kind == .number else { return false }
        return EpochName.isFormat(format) || isNamedAsMoment && !isMoney
    }

    /// The moment that a number stands for; nil where it is another kind of number. Of one that only its name calls a moment, where it
    /// is of the size of one.
    public func moment(_ value: JSONValue?) -> String? {
        guard isEpochTime, case .number(let number)? = value else { return nil }
        // Fractions of a second are not shown.
        guard let count = number.int ?? number.text.split(separator: ".").first.flatMap({ Int($0) }),
            EpochName.isFormat(format) || EpochName.isPlausible(count)
        else { return nil }
        return CalendarText(sinceEpoch: count)?.display
    }

    /// Whether it is a day or a moment.
    public var isTime: Bool { kind == .date || kind == .dateTime || isEpochTime }

    /// Whether what is typed must not be seen.
    public var isMasked: Bool { kind == .secret || isWriteOnly && optionValues == nil && kind != .file }

    /// The values to choose from; nil where the value is typed.
    public var optionValues: [JSONValue]? {
        switch kind {
        case .choice(let values): values
        case .boolean: [true, false]
        default: nil
        }
    }

    /// The values to choose from; none where the value is typed.
    public var options: [JSONValue] { optionValues ?? [] }

    /// What an option is called.
    public func optionTitle(_ index: Int) -> String {
        guard options.indices.contains(index) else { return "" }
        return kind == .boolean ? (index == 0 ? "yes" : "no") : choiceTitle(of: options[index])
    }

    /// What one of the values to choose from is called: by its name, with the value behind it.
    public func choiceTitle(of value: JSONValue) -> String {
        let text = value.plainText
        guard let name = choiceNames[value], name != text else { return text }
        return "\(name) (\(text))"
    }
}
