import WireFormats

/// A parameter in the path, query, headers or cookies of a request.
public struct Parameter: Sendable, Hashable {
    public enum Location: String, Sendable, Hashable {
        /// Fills `{name}` in the path.
        case path
        /// `?name=value`.
        case query
        case header
        case cookie
    }

    /// The serialization of arrays and objects (OpenAPI 3.1.0, "Style Values").
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

    /// Case-insensitive for headers.
    public let name: String
    public let location: Location
    /// Always true for path parameters.
    public let isRequired: Bool
    /// Unresolved.
    public var schema: Schema
    public let description: String?
    public let example: JSONValue?
    public var examples: [Example] = []
    public let style: Style
    /// True if each item or member is written separately.
    public let isExploded: Bool
    /// True if the value is JSON text.
    public let isJSON: Bool
    /// True if the name may be in a query without a value.
    public var allowsEmptyValue = false
    /// True if reserved characters such as `/` and `?` are sent unencoded.
    public let allowsReserved: Bool

    /// Style and explode default as OpenAPI defines for the location.
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
        self.allowsReserved = allowsReserved
    }
}
