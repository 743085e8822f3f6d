import APIDocument
import WireFormats

extension SampleRun {
    /// A value for one variant of `oneOf` or `anyOf`, which differs by row; nil without variants.
    mutating func choice(
        of schema: Schema, named reference: String?, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue? {
        guard var own = schema.json.objectValue else { return nil }
        if schema.oneOf.isEmpty, schema.anyOf.isEmpty { return try inherited(schema, named: reference, place) }
        let keyword = schema.oneOf.isEmpty ? "anyOf" : "oneOf"
        let all = keyword == "oneOf" ? schema.oneOf : schema.anyOf
        let offer = Schema([keyword: .array(all.map(\.json))])
        var choice = offer.json
        if let discriminator = own["discriminator"] {
            choice = choice.setting(discriminator, at: JSONPointer(tokens: ["discriminator"]))
        }
        own[keyword] = nil
        own["discriminator"] = nil
        let isPlain = own.keys.allSatisfy { SampleRun.annotations.contains($0) || $0.hasPrefix("x-") }
        let variants = inTurn(document.variants(of: Schema(choice)), place)
        var fallback: JSONValue?
        var fault: SampleError?
        for variant in variants {
            var inner = place
            pin(schema.discriminator, variant.discriminatorValue, variant.schema, &inner.pins)
            do {
                let joined = isPlain ? variant.schema : Schema(["allOf": [.object(own), variant.schema.json]])
                let value = try value(joined, inner)
                if variants.count == 1 || keyword == "anyOf" || isOne(value, offer) { return value }
                fallback = fallback ?? value
            } catch {
                fault = fault ?? error
            }
        }
        if let fallback {
            misfits += 1
            return fallback
        }
        if all.contains(where: { $0.json["type"] == "null" || $0.const?.isNull == true }) { return .null }
        if let fault { throw fault }
        return nil
    }

    /// The variants in the order of trial.
    private func inTurn(_ variants: [APIDocument.Variant], _ place: SamplePlace) -> [APIDocument.Variant] {
        guard variants.count > 1 else { return variants }
        var choices = Choices(place.seed, ordinal: place.ordinal + salt)
        let start = choices.next(variants.count)
        return Array(variants[start...] + variants[..<start])
    }

    /// True if exactly one variant fits; always true after 40 checks.
    private mutating func isOne(_ value: JSONValue, _ schema: Schema) -> Bool {
        checks += 1
        return checks > 40 || document.violations(of: value, against: schema, direction: direction).isEmpty
    }

    /// A value of a schema that extends this one by its discriminator, or of this one with its own name in it.
    private mutating func inherited(
        _ schema: Schema, named reference: String?, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue? {
        guard let discriminator = schema.discriminator, place.pins[discriminator.propertyName] == nil else {
            return nil
        }
        let name = reference?.split(separator: "/").last.map(String.init)
        var inner = place
        if let name, let own = document.schema(named: name), own.discriminator == nil {
            let value = discriminator.mapping.first { $0.reference == reference }?.value ?? name
            pin(discriminator, value, own, &inner.pins)
            return inner.pins.isEmpty ? nil : try typed(schema, named: reference, inner)
        }
        let base = reference.map { Schema(["$ref": .string($0)]) } ?? schema
        guard let variant = inTurn(document.variants(of: base), place).first, variant.schema.reference != reference,
            let value = variant.discriminatorValue
        else { return nil }
        inner.pins[discriminator.propertyName] = .string(value)
        return try self.value(variant.schema, inner)
    }

    /// Sets the discriminator's member to the name of the variant.
    private func pin(
        _ discriminator: Discriminator?, _ name: String?, _ schema: Schema, _ pins: inout [String: JSONValue]
    ) {
        guard let discriminator, let name else { return }
        let declared = document.resolve(schema).properties.first { $0.name == discriminator.propertyName }
            .map { document.resolve($0.schema) }
        // A declaration in the variant takes precedence.
        if let declared, declared.const != nil || declared.enumValues?.contains(.string(name)) == false { return }
        pins[discriminator.propertyName] = .string(name)
    }

    private static let annotations: Set<String> = [
        "description", "title", "nullable", "deprecated", "readOnly", "writeOnly", "example", "examples", "default",
        "xml", "externalDocs", "$comment",
    ]
}
