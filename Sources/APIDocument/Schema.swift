import WireFormats

///
/// A schema of the document: a view of its JSON that follows no references.
///
/// `APIDocument.resolve(_:)` follows `$ref` and merges `allOf`. Both spellings of OpenAPI 3.0 and 3.1 are read:
/// `nullable` and `type: [string, "null"]`, Boolean and numeric `exclusiveMinimum`, `example` and `examples`.
public struct Schema: Sendable, Hashable {
    public enum DataType: String, Sendable, Hashable, CaseIterable {
        case null
        case boolean
        case integer
        case number
        case string
        case array
        case object
    }

    public struct Property: Sendable, Hashable {
        public let name: String
        /// Unresolved.
        public let schema: Schema
    }

    /// An object or, from OpenAPI 3.1 on, a Boolean.
    public let json: JSONValue

    public init(_ json: JSONValue) {
        self.json = json
    }

    public static let any = Schema(.object(JSONObject()))

    /// The value of `$ref`, as written.
    public var reference: String? { json["$ref"]?.stringValue }

    /// The last part of `reference`, usually a component's name; for a whole file, its name without the extension.
    public var referenceName: String? {
        guard let reference, let last = reference.split(whereSeparator: { $0 == "/" || $0 == "#" }).last else {
            return nil
        }
        if reference.contains("#/") { return String(last) }
        return last.lastIndex(of: ".").map { String(last[..<$0]) } ?? String(last)
    }

    /// The allowed types without `null`; without `type` they follow from other keywords.
    public var types: [DataType] {
        let declared = (json["type"].map { $0.arrayValue ?? [$0] } ?? [])
            .compactMap { $0.stringValue.flatMap(DataType.init) }
        if !declared.isEmpty { return declared.filter { $0 != .null } }
        if json["properties"] != nil || json["additionalProperties"] != nil { return [.object] }
        if json["items"] != nil || json["prefixItems"] != nil { return [.array] }
        return []
    }

    /// The only allowed type beside `null`, if there is exactly one.
    public var type: DataType? { types.count == 1 ? types[0] : nil }

    public var isNullable: Bool {
        if json["nullable"]?.boolValue == true || json["const"]?.isNull == true { return true }
        switch json["type"] {
        case .array(let names): return names.contains(.string("null"))
        case .string(let name): return name == "null"
        default: return false
        }
    }

    public var format: String? { json["format"]?.stringValue }
    public var title: String? { json["title"]?.stringValue }
    public var description: String? { json["description"]?.stringValue }
    /// In the document's order.
    public var properties: [Property] {
        (json["properties"]?.objectValue?.members ?? []).map { Property(name: $0.key, schema: Schema($0.value)) }
    }
    /// The properties that only some variants have, in a schema of ``APIDocument/resolveChoices(_:)``.
    public var membersOfSomeForms: Set<String> {
        guard let names = json[Schema.someForms]?.arrayValue else { return [] }
        return Set(names.compactMap(\.stringValue))
    }
    /// The keyword of `membersOfSomeForms`; no document has it.
    static let someForms = "x-demo-tui-some-forms"
    public var required: [String] { (json["required"]?.arrayValue ?? []).compactMap(\.stringValue) }
    public var items: Schema? { json["items"].map(Schema.init) }
    /// The schema of undeclared properties; nil without one and for a Boolean.
    public var additionalProperties: Schema? {
        json["additionalProperties"].flatMap { $0.objectValue == nil ? nil : Schema($0) }
    }
    /// True if undeclared properties are allowed.
    public var allowsAdditionalProperties: Bool { json["additionalProperties"]?.boolValue != false }
    public var enumValues: [JSONValue]? { json["enum"]?.arrayValue }
    public var const: JSONValue? { json["const"] }
    public var `default`: JSONValue? { json["default"] }
    /// Sample values: `examples` (3.1) and `example`.
    public var examples: [JSONValue] {
        (json["examples"]?.arrayValue ?? []) + (json["example"].map { [$0] } ?? [])
    }
    /// True if only the server sends it.
    public var isReadOnly: Bool { json["readOnly"]?.boolValue ?? false }
    /// True if only clients send it.
    public var isWriteOnly: Bool { json["writeOnly"]?.boolValue ?? false }
    public var allOf: [Schema] { schemas("allOf") }
    public var oneOf: [Schema] { schemas("oneOf") }
    public var anyOf: [Schema] { schemas("anyOf") }
    public var not: Schema? { json["not"].map(Schema.init) }

    /// An extension (`x-…`).
    public subscript(extension name: String) -> JSONValue? { json[name] }

    private func schemas(_ keyword: String) -> [Schema] { (json[keyword]?.arrayValue ?? []).map(Schema.init) }
}
