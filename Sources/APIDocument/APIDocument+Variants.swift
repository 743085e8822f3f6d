import WireFormats

extension APIDocument {
    /// One of the forms a value may have.
    public struct Variant: Sendable, Hashable {
        /// What to call it: the discriminator's value, the schema's title or name, or its number.
        public let name: String
        /// The value its discriminator has; nil without one.
        public let discriminatorValue: String?
        /// Its schema, unresolved.
        public let schema: Schema
    }

    /// The forms a value of `schema` may have: its `oneOf` and `anyOf`, or else, where it has a discriminator, the schemas
    /// that extend it by `allOf`. Empty where there is no choice; `null` is none.
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

    /// The one of a schema's choices that a value says it is, by the schema's discriminator: it is meant even where the value fits
    /// others too (OpenAPI 3.1.0, "Discriminator Object"). Nil without a discriminator, and where the value names none.
    func choice(of schema: Schema, named value: JSONValue) -> Schema? {
        guard let discriminator = schema.discriminator, let name = value[discriminator.propertyName]?.stringValue else {
            return nil
        }
        return (schema.oneOf + schema.anyOf).lazy
            .flatMap { variants(of: $0, discriminator, otherwise: "") }
            .first { $0.discriminatorValue == name }?.schema
    }

    /// The forms of a thing that its discriminator tells apart, resolved, by the words for them: those that have all that every
    /// form of it has. The thing is resolved itself, so that what it was made of is found by its discriminator.
    package func forms(of thing: Schema) -> [(name: String, schema: Schema)] {
        guard let discriminator = thing.discriminator else { return [] }
        let mapped = discriminator.mapping.map { variant($0.reference, value: $0.value) }
        let bases = schemas.members.filter { $0.value["discriminator"] == thing.json["discriminator"] }
        let all =
            mapped.isEmpty
            ? bases.flatMap { variants(of: Schema(["$ref": .string("#/components/schemas/\($0.key)")])) } : mapped
        let common = Set(thing.properties.map(\.name)).subtracting(thing.membersOfSomeForms)
        return all.compactMap { variant in
            let form = resolveChoices(variant.schema)
            guard let word = variant.discriminatorValue, common.isSubset(of: form.properties.map(\.name)) else {
                return nil
            }
            return (word, form)
        }
    }

    /// The schemas that extend one with a discriminator of its own; one that only inherits it is no choice.
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

    /// A choice as often as the discriminator's mapping names it, else once by its own name.
    private func variants(of choice: Schema, _ discriminator: Discriminator?, otherwise name: String) -> [Variant] {
        guard let reference = choice.reference else {
            return [Variant(name: name, discriminatorValue: nil, schema: choice)]
        }
        let mapped = discriminator?.mapping.filter { $0.reference == reference } ?? []
        if !mapped.isEmpty { return mapped.map { variant(reference, value: $0.value) } }
        let own = choice.referenceName ?? name
        return [Variant(name: own, discriminatorValue: discriminator == nil ? nil : own, schema: choice)]
    }

    private func variant(_ reference: String, value: String) -> Variant {
        Variant(name: value, discriminatorValue: value, schema: Schema(["$ref": .string(reference)]))
    }
}
