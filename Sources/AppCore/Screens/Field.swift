import JSONText

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
    /// Whether a number is an amount of money, shown with two decimals.
    public var isMoney = false
    /// Whether it must be given.
    public var isRequired: Bool
    /// Whether only the server sets it.
    public var isReadOnly: Bool
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
    }

    /// The pointer's text.
    public var id: String { pointer.description }
}
