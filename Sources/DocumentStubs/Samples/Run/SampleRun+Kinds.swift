import APIDocument
import WireFormats

extension SampleRun {
    /// A value for a resolved schema: const, what somebody wrote, enum, choices, then by type.
    mutating func made(
        _ schema: Schema, named reference: String?, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        if let const = schema.const { return const }
        if SchemaRule.areIn(schema) {
            isRare = true
            return try ruled(schema, SchemaRule.all(of: schema), named: reference, place)
        }
        if let written = written(schema, place) { return written }
        if let currency = currency(schema, place) { return currency }
        if let id = related(schema, place) { return id }
        if let example = example(of: schema, place) { return example }
        if let values = schema.enumValues, let value = chosen(of: values, place) { return value }
        do {
            if let choice = try choice(of: schema, named: reference, place) { return choice }
            return try typed(schema, named: reference, place)
        } catch {
            if schema.isNullable { return .null }
            throw error
        }
    }

    /// A value of the schema's type.
    mutating func typed(
        _ schema: Schema, named reference: String?, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        switch type(of: schema, place) {
        case .null: return .null
        case .boolean: return .bool(truth(place))
        case .integer, .number: return .number(number(schema, place))
        case .string: return .string(text(schema, place))
        case .array: return try array(schema, place)
        case .object: return try object(schema, named: reference, place)
        }
    }

    /// The type to make: the declared one, else the one the other keywords or the name speak of.
    private func type(of schema: Schema, _ place: SamplePlace) -> Schema.DataType {
        let types = schema.types
        if !types.isEmpty { return types[attempt.salt % types.count] }
        if schema.json["type"] != nil, schema.isNullable { return .null }
        let keywords = Set(schema.json.objectValue?.keys ?? [])
        if !keywords.isDisjoint(with: [
            "required", "minProperties", "maxProperties", "patternProperties", "propertyNames",
        ]) {
            return .object
        }
        if !keywords.isDisjoint(with: ["minItems", "maxItems", "uniqueItems", "contains"]) { return .array }
        if !keywords.isDisjoint(with: ["pattern", "minLength", "maxLength"]) { return .string }
        if !keywords.isDisjoint(with: ["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"]) {
            return .number
        }
        if !place.pins.isEmpty { return .object }
        if let type = schema.examples.lazy.compactMap({ Schema.inferred(from: $0).type }).first { return type }
        switch schema.format {
        case "int32", "int64": return .integer
        case "float", "double": return .number
        case nil where TextTopic(place.name) == nil && NumberTopic(place.name, isWhole: true) != nil: return .integer
        default: return .string
        }
    }

    /// One of the values allowed, another in each row; null only where there is nothing else.
    private func chosen(of values: [JSONValue], _ place: SamplePlace) -> JSONValue? {
        let values = values.filter { !$0.isNull && $0 != "" }
        var choices = Choices(place.seed, ordinal: place.ordinal + attempt.salt)
        return choices.next(of: values)
    }

    /// Whether the page says what stands there: whether more rows follow; of a list in pages, how many there are.
    func isToldByPage(_ schema: Schema, _ place: SamplePlace) -> Bool {
        guard let listing else { return false }
        let types = schema.types
        return types.contains(.boolean) && aboutPage(place) != nil
            || listing.isPage && (types.contains(.integer) || types.contains(.number)) && aboutList(place) != nil
    }

    private func truth(_ place: SamplePlace) -> Bool {
        if let answer = aboutPage(place) { return answer }
        let words = Set(place.name.words)
        let isRare = !words.isDisjoint(with: SampleRun.rarelyTrue)
        let isCommon = !words.isDisjoint(with: SampleRun.mostlyTrue)
        let chance = isRare ? 1 : isCommon ? 8 : 5
        return place.seed.pick(10, place.ordinal) < chance
    }

    /// What a Boolean beside the list says about the page.
    private func aboutPage(_ place: SamplePlace) -> Bool? {
        isBesideList(place) ? listing?.answer(place.name.words.joined(), beside: place.siblings) : nil
    }

    private static let rarelyTrue: Set<String> = [
        "deleted", "archived", "disabled", "blocked", "banned", "system", "bot", "hidden", "error", "muted", "deaf",
        "mute",
        "locked", "pending", "everyone", "expired", "cancelled", "deprecated", "nsfw", "spam",
    ]
    private static let mostlyTrue: Set<String> = [
        "active", "enabled", "verified", "available", "success", "valid", "visible", "ok", "public", "confirmed",
    ]
}
