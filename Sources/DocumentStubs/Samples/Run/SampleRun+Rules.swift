import APIDocument
import WireFormats

/// A condition on a whole value: `not`, `if` with `then` and `else`, or a dependency on a member.
///
/// A schema with added keywords satisfies it.
struct Rule {
    let schema: Schema

    static let keywords = ["not", "if", "then", "else", "dependentSchemas", "dependentRequired"]

    /// True if a resolved schema has rules.
    static func areIn(_ schema: Schema) -> Bool {
        guard let own = schema.json.objectValue else { return false }
        return ["not", "if", "dependentRequired", "dependentSchemas"].contains { own[$0] != nil }
    }

    static func all(of schema: Schema) -> [Rule] {
        guard let own = schema.json.objectValue else { return [] }
        var rules: [JSONValue] = own["not"].map { [["not": $0]] } ?? []
        if own["if"] != nil { rules.append(.object(own.members(of: ["if", "then", "else"]))) }
        for keyword in ["dependentRequired", "dependentSchemas"] {
            rules += (own[keyword]?.objectValue?.members ?? []).map { member -> JSONValue in
                [keyword: [member.key: member.value]]
            }
        }
        // A joined schema also has the keywords itself (`SchemaMerge`).
        return rules.map { Rule(schema: Schema($0)) } + schema.allOf.flatMap(all)
    }

    /// Schemas that satisfy the rule; any one of them is enough.
    func repairs(in document: APIDocument, isMet: (Schema) -> Bool) -> [JSONValue] {
        let own = schema.json
        if let excluded = own["not"] { return Self.opposites(of: Schema(excluded), in: document) }
        if let condition = own["if"] {
            func both(_ schema: JSONValue, _ other: JSONValue?) -> JSONValue {
                ["allOf": .array([schema, other].compactMap(\.self))]
            }
            let unmet = Self.opposites(of: Schema(condition), in: document).map { both($0, own["else"]) }
            return isMet(Schema(condition))
                ? [own["then"]].compactMap(\.self) + unmet
                : [own["else"]].compactMap(\.self) + [both(condition, own["then"])] + unmet
        }
        let names = own["dependentRequired"]?.objectValue?.members.first
        guard let member = names ?? own["dependentSchemas"]?.objectValue?.members.first else { return [] }
        return [names == nil ? member.value : ["required": member.value], ["properties": [member.key: false]]]
    }

    /// The greatest depth of negated choices: a schema may refer to itself.
    private static let deepest = 4

    /// Schemas that exclude this one; each keyword with an opposite yields one.
    private static func opposites(of schema: Schema, in document: APIDocument, depth: Int = 0) -> [JSONValue] {
        let schema = document.resolve(schema)
        guard depth < deepest, let own = schema.json.objectValue else { return [] }
        return own.members.flatMap { member in
            guard ["anyOf", "oneOf"].contains(member.key) else { return opposites(of: member, in: schema) }
            let choices = (member.value.arrayValue ?? []).prefix(16)
            return joined(choices.map { opposites(of: Schema($0), in: document, depth: depth + 1) })
        }
    }

    /// Combinations with one schema of each choice, up to 64.
    private static func joined(_ choices: [[JSONValue]]) -> [JSONValue] {
        let ways = choices.reduce([[]] as [[JSONValue]]) { ways, choice in
            Array(ways.flatMap { way in choice.map { way + [$0] } }.prefix(64))
        }
        return ways.filter { !$0.isEmpty }.map { ["allOf": .array($0)] }
    }

    private static func opposites(of member: JSONObject.Member, in schema: Schema) -> [JSONValue] {
        func said(_ keyword: String, _ number: Int, _ step: Int) -> [JSONValue] {
            let (number, isOver) = number.addingReportingOverflow(step)
            guard !isOver, number >= 0 else { return [] }
            return [[keyword: .number(JSONNumber(number))]]
        }
        switch member.key {
        case "type":
            let types = Set(schema.types)
            let others = Schema.DataType.allCases.filter { type in
                !types.contains(type) && !(type == .integer && types.contains(.number)) && type != .null
            }
            return others.map { ["type": .string($0.rawValue)] }
        case "minimum", "exclusiveMinimum":
            guard let bound = schema.minimum else { return [] }
            return [[bound.isExclusive ? "maximum" : "exclusiveMaximum": .number(bound.value)]]
        case "maximum", "exclusiveMaximum":
            guard let bound = schema.maximum else { return [] }
            return [[bound.isExclusive ? "minimum" : "exclusiveMinimum": .number(bound.value)]]
        case "minLength", "minItems", "minProperties":
            let opposite = member.key.replacing("min", with: "max")
            return member.value.intValue.map { said(opposite, $0, -1) } ?? []
        case "maxLength", "maxItems", "maxProperties":
            let opposite = member.key.replacing("max", with: "min")
            return member.value.intValue.map { said(opposite, $0, 1) } ?? []
        case "required":
            return schema.required.map { ["properties": [$0: false]] }
        case "properties":
            return schema.properties.map {
                ["required": [.string($0.name)], "properties": [$0.name: ["not": $0.schema.json]]]
            }
        case "items": return [["minItems": 1, "items": ["not": member.value]]]
        case "not": return [member.value]
        case "allOf": return (member.value.arrayValue ?? []).map { ["not": $0] }
        default: return []
        }
    }
}

extension SampleRun {
    /// A value for a schema with rules. A first value without them shows which ones are broken, and added keywords
    /// satisfy those. If that fails, the last value is returned.
    mutating func ruled(
        _ schema: Schema, named reference: String?, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        isThorough = true
        let rules = Rule.all(of: schema)
        var own = schema.json.objectValue ?? JSONObject()
        for keyword in Rule.keywords + ["allOf"] { own[keyword] = nil }
        var base = Schema(.object(own))
        var value = try made(base, named: reference, place)
        for _ in 0..<(2 * rules.count) {
            guard let broken = rules.first(where: { !fits(value, $0.schema) }) else { return value }
            guard let kept = kept(base, broken, value, named: reference, place) else { break }
            (base, value) = kept
        }
        // An excluded value or pattern may be avoided by another row's value.
        for turn in 1...4 where !rules.allSatisfy({ fits(value, $0.schema) }) {
            value = try made(base, named: reference, place.inRow(place.ordinal + turn * SamplePlace.farAway))
        }
        if !rules.allSatisfy({ fits(value, $0.schema) }) { misfits += 1 }
        return value
    }

    /// The schema with keywords for a rule, and a value that satisfies it.
    private mutating func kept(
        _ base: Schema, _ rule: Rule, _ value: JSONValue, named reference: String?, _ place: SamplePlace
    ) -> (schema: Schema, value: JSONValue)? {
        for more in rule.repairs(in: document, isMet: { [self] in fits(value, $0) }) {
            let joined = Schema(["allOf": [base.json, more]])
            do {
                let other = try self.value(joined, named: reference, place)
                guard fits(other, rule.schema), fits(other, base) else { continue }
                return (document.resolve(joined), other)
            } catch {
                // No value satisfies both; the next one may.
                continue
            }
        }
        return nil
    }
}

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
