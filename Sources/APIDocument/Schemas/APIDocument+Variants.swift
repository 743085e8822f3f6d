import WireFormats

extension APIDocument {
    public struct Variant: Sendable, Hashable {
        /// The discriminator's value, the schema's title or name, or the variant's number.
        public let name: String
        public let discriminatorValue: String?
        public let schema: Schema
    }

    /// The variants of `schema`: its `oneOf` and `anyOf`, else the schemas that extend its discriminator by `allOf`.
    /// Empty if there is no choice; `null` is not a variant.
    public func variants(of schema: Schema) -> [Variant] {
        let resolved = resolve(schema)
        let choices = (resolved.oneOf + resolved.anyOf).filter { $0.json["type"] != "null" && $0.const?.isNull != true }
        let discriminator = resolved.discriminator
        guard choices.isEmpty else {
            return choices.enumerated().flatMap { index, choice -> [Variant] in
                variants(of: choice, discriminator, otherwise: choice.title ?? resolve(choice).title ?? "\(index + 1)")
            }
        }
        return extensions(of: schema)
    }

    /// The choice that a value selects by the schema's discriminator, even if the value fits others too (OpenAPI
    /// 3.1.0, "Discriminator Object"). Nil without a discriminator, and if the value names no choice.
    func choice(of schema: Schema, named value: JSONValue) -> Schema? {
        guard let discriminator = schema.discriminator, let name = value[discriminator.propertyName]?.stringValue else {
            return nil
        }
        return (schema.oneOf + schema.anyOf).lazy
            .flatMap { variants(of: $0, discriminator, otherwise: "") }
            .first { $0.discriminatorValue == name }?.schema
    }

    /// The resolved variants of a resolved object, with their discriminator values. Variants that lack a property
    /// common to all are left out.
    package func forms(of schema: Schema) -> [(name: String, schema: Schema)] {
        guard let discriminator = schema.discriminator else { return [] }
        let mapped = discriminator.mapping.map { variant($0.reference, value: $0.value) }
        let bases = schemas.members.filter { $0.value["discriminator"] == schema.json["discriminator"] }
        let all =
            mapped.isEmpty
            ? bases.flatMap { variants(of: Schema(["$ref": .string("#/components/schemas/\($0.key)")])) } : mapped
        let common = Set(schema.properties.map(\.name)).subtracting(schema.membersOfSomeForms)
        return all.compactMap { variant in
            let form = resolveChoices(variant.schema)
            guard let value = variant.discriminatorValue, common.isSubset(of: form.properties.map(\.name)) else {
                return nil
            }
            return (value, form)
        }
    }

    /// The schemas that extend one with its own discriminator; an inherited discriminator makes no choice.
    private func extensions(of schema: Schema) -> [Variant] {
        var base = schema
        var reference: String?
        for _ in 0..<ReferenceTable.chainLimit {
            guard let next = base.reference, case .found(let target) = references.target(of: next) else { break }
            (base, reference) = (Schema(target), next)
        }
        guard let discriminator = base.discriminator else { return [] }
        if !discriminator.mapping.isEmpty {
            return discriminator.mapping.map { variant($0.reference, value: $0.value) }
        }
        return reference.map(children)?.map { variant("#/components/schemas/\($0)", value: $0) } ?? []
    }

    /// A variant for each value that the discriminator's mapping has for a schema, else one with the schema's own
    /// name.
    private func variants(of choice: Schema, _ discriminator: Discriminator?, otherwise name: String) -> [Variant] {
        guard let reference = choice.reference else {
            return [Variant(name: name, discriminatorValue: nil, schema: choice)]
        }
        let mapped = discriminator?.mapping.filter { $0.reference == reference } ?? []
        if !mapped.isEmpty { return mapped.map { variant(reference, value: $0.value) } }
        let schemaName = choice.referenceName ?? name
        return [Variant(name: schemaName, discriminatorValue: discriminator == nil ? nil : schemaName, schema: choice)]
    }

    private func variant(_ reference: String, value: String) -> Variant {
        Variant(name: value, discriminatorValue: value, schema: Schema(["$ref": .string(reference)]))
    }
}

/// Selects one of several schemas by a property of the value.
public struct Discriminator: Sendable {
    public let propertyName: String
    /// Listed values with the references of their schemas; other values are schema names.
    public let mapping: [(value: String, reference: String)]
}

extension Schema {
    /// Plain schema names in the mapping become references.
    public var discriminator: Discriminator? {
        guard let object = json["discriminator"], let name = object["propertyName"]?.stringValue else { return nil }
        return Discriminator(
            propertyName: name,
            mapping: (object["mapping"]?.objectValue?.members ?? []).compactMap { member in
                member.value.stringValue.map { (member.key, Discriminator.reference($0)) }
            })
    }
}

extension Discriminator {
    /// A mapping's value as a reference; it may be a schema's name.
    static func reference(_ text: String) -> String {
        text.contains("#") || text.contains("/") || text.hasSuffix("yaml") || text.hasSuffix("yml")
            || text.hasSuffix("json") ? text : "#/components/schemas/\(text)"
    }
}
