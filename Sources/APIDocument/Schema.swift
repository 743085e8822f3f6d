import WireFormats

/// A schema of the document, read lazily: a view of its JSON that never follows a reference by itself.
///
/// `APIDocument.resolve(_:)` gives the schema with `$ref` followed and `allOf` merged. Spellings of OpenAPI 3.0 and 3.1
/// read alike: `nullable` and `type: [string, "null"]`, Boolean and numeric `exclusiveMinimum`, `example` and `examples`.
public struct Schema: Sendable, Hashable {
    /// A JSON type by its name in schemas.
    public enum DataType: String, Sendable, Hashable, CaseIterable {
        /// `null` only.
        case null
        /// `true` or `false`.
        case boolean
        /// A whole number.
        case integer
        /// Any number.
        case number
        /// A string.
        case string
        /// An array.
        case array
        /// An object.
        case object
    }

    /// One declared member of an object.
    public struct Property: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// Its schema, unresolved.
        public let schema: Schema
    }

    /// The schema as written: an object, or (from OpenAPI 3.1) a Boolean.
    public let json: JSONValue

    /// A view of a schema's JSON.
    public init(_ json: JSONValue) {
        self.json = json
    }

    /// The schema that allows everything.
    public static let any = Schema(.object(JSONObject()))

    /// The target of `$ref`, as written.
    public var reference: String? { json["$ref"]?.stringValue }

    /// The last part of `reference`, usually a component's name; of a whole file, its name without the extension.
    public var referenceName: String? {
        guard let reference, let last = reference.split(whereSeparator: { $0 == "/" || $0 == "#" }).last else {
            return nil
        }
        if reference.contains("#/") { return String(last) }
        return last.lastIndex(of: ".").map { String(last[..<$0]) } ?? String(last)
    }

    /// The types allowed, without `null`; those that follow from other keywords where `type` is missing.
    public var types: [DataType] {
        let declared = (json["type"].map { $0.arrayValue ?? [$0] } ?? [])
            .compactMap { $0.stringValue.flatMap(DataType.init) }
        if !declared.isEmpty { return declared.filter { $0 != .null } }
        if json["properties"] != nil || json["additionalProperties"] != nil { return [.object] }
        if json["items"] != nil || json["prefixItems"] != nil { return [.array] }
        return []
    }

    /// The one type allowed beside `null`, where there is exactly one.
    public var type: DataType? { types.count == 1 ? types[0] : nil }

    /// Whether `null` is allowed.
    public var isNullable: Bool {
        if json["nullable"]?.boolValue == true || json["const"]?.isNull == true { return true }
        switch json["type"] {
        case .array(let names): return names.contains(.string("null"))
        case .string(let name): return name == "null"
        default: return false
        }
    }

    /// A refinement of the type, such as `date` or `email`.
    public var format: String? { json["format"]?.stringValue }
    /// A short name.
    public var title: String? { json["title"]?.stringValue }
    /// What it is, perhaps in Markdown.
    public var description: String? { json["description"]?.stringValue }
    /// The declared members in the document's order.
    public var properties: [Property] {
        (json["properties"]?.objectValue?.members ?? []).map { Property(name: $0.key, schema: Schema($0.value)) }
    }
    /// The names of declared members that only some of the forms have which the value may have, where it is a choice that
    /// ``APIDocument/resolveChoices(_:)`` shows in one.
    public var membersOfSomeForms: Set<String> {
        guard let names = json[Schema.someForms]?.arrayValue else { return [] }
        return Set(names.compactMap(\.stringValue))
    }
    /// The keyword that tells them; no document has it.
    static let someForms = "x-demo-tui-some-forms"
    /// The names of members that must be there.
    public var required: [String] { (json["required"]?.arrayValue ?? []).compactMap(\.stringValue) }
    /// The schema of an array's items.
    public var items: Schema? { json["items"].map(Schema.init) }
    /// The schema of members that are not declared; nil where nothing is said or `true` or `false` is.
    public var additionalProperties: Schema? {
        json["additionalProperties"].flatMap { $0.objectValue == nil ? nil : Schema($0) }
    }
    /// Whether members that are not declared are allowed.
    public var allowsAdditionalProperties: Bool { json["additionalProperties"]?.boolValue != false }
    /// The only values allowed.
    public var enumValues: [JSONValue]? { json["enum"]?.arrayValue }
    /// The only value allowed.
    public var const: JSONValue? { json["const"] }
    /// What counts where nothing is given.
    public var `default`: JSONValue? { json["default"] }
    /// Sample values: `examples` (3.1) and `example`.
    public var examples: [JSONValue] {
        (json["examples"]?.arrayValue ?? []) + (json["example"].map { [$0] } ?? [])
    }
    /// Whether it is sent by the server only.
    public var isReadOnly: Bool { json["readOnly"]?.boolValue ?? false }
    /// Whether it is sent to the server only.
    public var isWriteOnly: Bool { json["writeOnly"]?.boolValue ?? false }
    /// Schemas that all hold.
    public var allOf: [Schema] { schemas("allOf") }
    /// Schemas of which exactly one holds.
    public var oneOf: [Schema] { schemas("oneOf") }
    /// Schemas of which at least one holds.
    public var anyOf: [Schema] { schemas("anyOf") }
    /// A schema that must not hold.
    public var not: Schema? { json["not"].map(Schema.init) }

    /// The value of an extension (`x-…`).
    public subscript(extension name: String) -> JSONValue? { json[name] }

    private func schemas(_ keyword: String) -> [Schema] { (json[keyword]?.arrayValue ?? []).map(Schema.init) }
}
