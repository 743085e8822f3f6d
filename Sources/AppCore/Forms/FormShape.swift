import APIDocument
import APIModel
import WireFormats

enum FormShape {
    /// A single input.
    case leaf
    case fixed(JSONValue)
    /// The declared members of an object.
    case group(Schema)
    /// A list with entries of one schema.
    case list(Schema)
    /// Any of these values.
    case picks(Field)
    /// An object with keys of the user's choice and values of one schema.
    case map(Schema)
    /// One of several variants.
    case variants([FormVariant])

    /// True if the value suits this input; other values are edited as JSON.
    func fits(_ value: JSONValue?) -> Bool {
        guard let value, !value.isNull else { return true }
        switch self {
        case .leaf, .variants: return true
        case .fixed(let only): return only.isEquivalent(to: value)
        case .group, .map: return value.objectValue != nil
        case .list: return value.arrayValue != nil
        case .picks(let field):
            guard let items = value.arrayValue, Set(items).count == items.count else { return false }
            return items.allSatisfy(field.options.contains)
        }
    }
}

extension FieldReader {
    func shape(of schema: Schema, isRequired: Bool) -> FormShape {
        if let variants = variants(of: schema) { return .variants(variants) }
        let flat = document.resolveChoices(schema)
        if isRequired, !flat.isNullable {
            if let const = flat.const { return .fixed(const) }
            if let only = flat.enumValues, only.count == 1 { return .fixed(only[0]) }
        }
        switch flat.type {
        case .object:
            if !flat.properties.isEmpty { return .group(flat) }
            if flat.json["patternProperties"] == nil, let values = flat.additionalProperties, !isAnything(values) {
                return .map(values)
            }
            return .leaf
        case .array:
            guard flat.json["prefixItems"] == nil, let items = flat.items, !isAnything(items) else { return .leaf }
            let field = field("", items)
            if case .choice = field.kind, variants(of: items) == nil { return .picks(field) }
            return .list(items)
        default:
            return .leaf
        }
    }

    /// True for a body that is an object or a choice of variants, which is always present.
    func isObject(_ schema: Schema) -> Bool {
        switch shape(of: schema, isRequired: true) {
        case .group, .map, .variants, .fixed: true
        case .leaf, .list, .picks: false
        }
    }

    private func isAnything(_ schema: Schema) -> Bool {
        let flat = document.resolveChoices(schema)
        return flat.types.isEmpty && flat.enumValues == nil && flat.const == nil && variants(of: schema) == nil
    }

    /// The variants to choose from; nil if no choice is needed: for plain values, for constraints only, and for `null`
    /// and one other schema.
    private func variants(of schema: Schema) -> [FormVariant]? {
        let variants = document.variants(of: schema)
        guard variants.count > 1, variants.count <= 100 else { return nil }
        let resolved = document.resolve(schema)
        let parts = variants.map { document.resolve($0.schema) }
        if parts.allSatisfy({ $0.const != nil }) { return nil }
        if parts.allSatisfy({ $0.types.isEmpty && $0.enumValues == nil && $0.oneOf.isEmpty && $0.anyOf.isEmpty }) {
            return nil
        }
        let types = Set(parts.map(\.type))
        if types.count == 1, let type = types.first ?? nil, type != .object, type != .array { return nil }
        let property = resolved.discriminator?.propertyName
        var common = resolved.json.objectValue ?? JSONObject()
        for keyword in ["oneOf", "anyOf", "discriminator", "title", "description", "nullable", "default"] {
            common[keyword] = nil
        }
        return zip(variants, parts).enumerated().map { index, pair in
            let (variant, part) = pair
            let mark = property.flatMap { name in
                variant.discriminatorValue.map { JSONObject.Member(key: name, value: .string($0)) }
            }
            return FormVariant(
                name: name(of: variant, part, index), schema: merged(part, common, choices: resolved), mark: mark)
        }
    }

    /// A variant with the common keywords. One that extends the choice itself repeats the choice, which is removed.
    private func merged(_ part: Schema, _ common: JSONObject, choices: Schema) -> Schema {
        guard var own = part.json.objectValue else { return part }
        for keyword in ["oneOf", "anyOf"] where own[keyword] != nil && own[keyword] == choices.json[keyword] {
            own[keyword] = nil
        }
        own["discriminator"] = own["oneOf"] == nil && own["anyOf"] == nil ? nil : own["discriminator"]
        guard !common.isEmpty, own["$ref"] == nil else { return Schema(.object(own)) }
        return document.resolve(Schema(["allOf": [.object(common), .object(own)]]))
    }

    private func name(of variant: APIDocument.Variant, _ part: Schema, _ index: Int) -> String {
        if let value = variant.discriminatorValue { return value }
        if let title = variant.schema.titleForPeople ?? part.titleForPeople { return title }
        if let title = variant.schema.title ?? part.title { return HumanName.sentence(title) }
        if variant.schema.referenceName != nil { return HumanName.sentence(variant.name) }
        let members = part.properties.prefix(3).map { HumanName.inSentence(HumanName.sentence($0.name)) }
        if !members.isEmpty { return "With \(members.joined(separator: ", "))" }
        return part.type.map { $0.words } ?? "Form \(index + 1)"
    }
}

extension Schema.DataType {
    fileprivate var words: String {
        switch self {
        case .null: "Nothing"
        case .boolean: "Yes or no"
        case .integer: "A whole number"
        case .number: "A number"
        case .string: "Text"
        case .array: "A list"
        case .object: "An object"
        }
    }
}

/// A form to fill in and send.
package struct Form: Sendable, Equatable {
    package var request: Request
    package var style: Update.Style
    /// The title, such as "Edit profile".
    package var title: String
    /// The place of the form's object in the loaded item or row, with its initial values.
    package var base = JSONPointer.root
    package var body: FormBody?
    /// True if the body has the schema of the loaded item; a replacement then keeps undeclared members.
    package var hasSchemaOfItem = true

    /// The members of the body as a flat list, without read-only ones. Recomputed at each access.
    package var fields: [Field] {
        body.map { FieldReader(document: $0.document, direction: .request).fields(of: $0.schema) } ?? []
    }

    /// The first texts of fields with the id of an owner in the path: `customerId` below `/customers/{customerId}`.
    package func texts(ofOwners inherited: [String: JSONValue]) -> [String: String] {
        let names = Set(request.path.parameterNames)
        let owners = inherited.filter { names.contains($0.key) && !NameClass.ownerIdentity.has($0.key) }
        let ids = Dictionary(owners.map { (HumanName.key($0.key), $0.value.plainText) }) { first, _ in first }
        return ids.isEmpty ? [:] : fields.reduce(into: [:]) { $0[$1.name] = ids[HumanName.key($1.name)] }
    }

    package var parameters: [Field] { request.parameters.compactMap(\.source.asked) }

    package func tree(of value: JSONValue?, texts: [String: String] = [:]) -> FormTree {
        FormTree(
            body, parameters: parameters, texts: texts, value: value, fillsDefaults: style != .merge, keeping: kept)
    }

    private var kept: FormTree.Kept {
        switch style {
        case .replace: hasSchemaOfItem ? .allowed : .named
        case .merge: .all
        case .create: .named
        }
    }

    /// The members of a loaded object with which a replacement starts; nil if the form replaces nothing.
    func carried(of value: JSONValue?) -> JSONValue? {
        guard let value, let body, style == .replace || style == .merge && !body.owners.isEmpty else { return nil }
        return FormTree(body, value: value, keeping: hasSchemaOfItem ? .allowed : .named).value
    }
}
