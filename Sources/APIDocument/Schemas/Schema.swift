import WireFormats

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

    /// The references of the schema and of its `allOf`.
    package var references: [String] { references(depth: 0) }

    private func references(depth: Int) -> [String] {
        let parts = depth < 20 ? allOf.flatMap { $0.references(depth: depth + 1) } : []
        return parts + (reference.map { [$0] } ?? [])
    }

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
    public var allowsAdditionalProperties: Bool {
        json["additionalProperties"] != false && json["unevaluatedProperties"] != false
    }
    /// True if items beyond `prefixItems` are allowed.
    package var allowsFurtherItems: Bool { (json["items"] ?? json["unevaluatedItems"]) != false }
    /// The schema of the JSON that a text holds; nil for other texts.
    package var content: Schema? {
        let type = json["contentMediaType"]?.stringValue?.lowercased()
        return type?.hasSuffix("json") == true ? json["contentSchema"].map(Schema.init) : nil
    }
    /// True for a file: `format: binary` or, in OpenAPI 3.1, another media type than text without an encoding.
    package var isFile: Bool {
        if format == "binary" { return true }
        guard let type = json["contentMediaType"]?.stringValue?.lowercased(), json["contentEncoding"] == nil else {
            return false
        }
        return types.allSatisfy { $0 == .string } && !type.hasPrefix("text/") && !type.hasSuffix("json")
    }
    /// Nil for an empty list, which generators write for a value of any kind.
    public var enumValues: [JSONValue]? { json["enum"]?.arrayValue.flatMap { $0.isEmpty ? nil : $0 } }
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

extension Schema {
    public struct Bound: Sendable, Hashable {
        public let value: JSONNumber
        /// True if the value itself is excluded.
        public let isExclusive: Bool
    }

    /// `minimum`, with either spelling of `exclusiveMinimum`.
    public var minimum: Bound? { bound("minimum", "exclusiveMinimum") { $1.isLess(than: $0) } }
    public var maximum: Bound? { bound("maximum", "exclusiveMaximum") { $0.isLess(than: $1) } }
    public var multipleOf: JSONNumber? {
        json["multipleOf"]?.numberValue.flatMap { JSONNumber(0).isLess(than: $0) ? $0 : nil }
    }
    /// In Unicode scalars.
    public var minLength: Int? { count("minLength") }
    /// In Unicode scalars.
    public var maxLength: Int? { count("maxLength") }
    /// A regular expression (ECMA 262) to be found anywhere in a string.
    public var pattern: String? { json["pattern"]?.stringValue }
    public var minItems: Int? { count("minItems") }
    public var maxItems: Int? { count("maxItems") }
    public var uniqueItems: Bool { json["uniqueItems"]?.boolValue ?? false }
    public var minProperties: Int? { count("minProperties") }
    public var maxProperties: Int? { count("maxProperties") }

    private func count(_ keyword: String) -> Int? { json[keyword]?.intValue.flatMap { $0 < 0 ? nil : $0 } }

    /// OpenAPI 3.0 has a Boolean beside the inclusive bound, 3.1 a bound of its own. The tighter of two counts.
    private func bound(
        _ inclusive: String, _ exclusive: String, isTighter: (JSONNumber, JSONNumber) -> Bool
    ) -> Bound? {
        let closed = json[inclusive]?.numberValue
        switch json[exclusive] {
        case .bool(let isExclusive):
            return closed.map { Bound(value: $0, isExclusive: isExclusive) }
        case .number(let open):
            guard let closed, isTighter(closed, open) else { return Bound(value: open, isExclusive: true) }
            return Bound(value: closed, isExclusive: false)
        default:
            return closed.map { Bound(value: $0, isExclusive: false) }
        }
    }
}

extension Schema {
    /// The schema that a sample suggests. No member is required, an array follows its first item, and dates,
    /// timestamps, UUIDs and web addresses have their format.
    public static func inferred(from value: JSONValue) -> Schema {
        Schema(inferred(value, depth: 0))
    }

    private static func inferred(_ value: JSONValue, depth: Int) -> JSONValue {
        guard depth < 16 else { return [:] }
        switch value {
        case .null: return [:]
        case .bool: return ["type": "boolean"]
        case .number(let number): return ["type": number.int == nil ? "number" : "integer"]
        case .string(let text):
            let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
            let format = isAddress ? .uri : [TextFormat.date, .dateTime, .uuid].first { $0.accepts(text) }
            return format.map { ["type": "string", "format": .string($0.rawValue)] } ?? ["type": "string"]
        case .array(let items):
            return ["type": "array", "items": items.first.map { inferred($0, depth: depth + 1) } ?? [:]]
        case .object(let object):
            var properties = JSONObject()
            for member in object.members { properties[member.key] = inferred(member.value, depth: depth + 1) }
            return ["type": "object", "properties": .object(properties)]
        }
    }
}
