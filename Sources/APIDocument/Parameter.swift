import WireFormats

/// Something a request carries in its path, query, headers or cookies.
public struct Parameter: Sendable, Hashable {
    /// The part of the request it stands in.
    public enum Location: String, Sendable, Hashable {
        /// Fills `{name}` in the path.
        case path
        /// `?name=value`.
        case query
        /// A header field.
        case header
        /// One cookie.
        case cookie
    }

    /// How arrays and objects become text (OpenAPI 3.1.0, "Style Values").
    public enum Style: String, Sendable, Hashable {
        /// `;name=value`, in paths.
        case matrix
        /// `.value`, in paths.
        case label
        /// Values joined by commas; the default of paths and headers.
        case simple
        /// `name=value`; the default of queries and cookies.
        case form
        /// Values joined by blanks.
        case spaceDelimited
        /// Values joined by `|`.
        case pipeDelimited
        /// Values joined by tabs; Swagger 2 alone has it.
        case tabDelimited
        /// `name[member]=value`.
        case deepObject
        /// `name=value; name=value`, in cookies (OpenAPI 3.2).
        case cookie
    }

    /// Its name; in headers, case does not matter.
    public let name: String
    /// Where it stands.
    public let location: Location
    /// Whether a request without it is wrong; path parameters always are.
    public let isRequired: Bool
    /// What values it takes; as the document has it, unresolved.
    public var schema: Schema
    /// What it is for.
    public let description: String?
    /// A sample value.
    public let example: JSONValue?
    /// Its examples, by name.
    public var examples: [Example] = []
    /// How arrays and objects are written.
    public let style: Style
    /// Whether each item or member is written for itself.
    public let isExploded: Bool
    /// Whether the value is written as JSON text.
    public let isJSON: Bool
    /// Whether it should no longer be used.
    public let isDeprecated: Bool
    /// Whether the name may stand in a query without a value.
    public var allowsEmptyValue = false
    /// Whether reserved characters such as `/` and `?` are sent as they are.
    public let allowsReserved: Bool

    /// A parameter; style and explode default as OpenAPI says for its location.
    public init(
        name: String,
        location: Location,
        isRequired: Bool = false,
        schema: Schema = .any,
        description: String? = nil,
        example: JSONValue? = nil,
        style: Style? = nil,
        isExploded: Bool? = nil,
        isJSON: Bool = false,
        isDeprecated: Bool = false,
        allowsReserved: Bool = false
    ) {
        self.name = name
        self.location = location
        self.isRequired = isRequired || location == .path
        self.schema = schema
        self.description = description
        self.example = example
        self.style = style ?? (location == .query || location == .cookie ? .form : .simple)
        self.isExploded = isExploded ?? (self.style == .form || self.style == .cookie)
        self.isJSON = isJSON
        self.isDeprecated = isDeprecated
        self.allowsReserved = allowsReserved
    }
}
