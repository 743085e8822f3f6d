import APIDocument
import WireFormats

extension SampleRun {
    /// The schema's own example, else its default, for a single value or the first row; nil to generate one.
    ///
    /// Members that describe the page are generated from the list.
    mutating func written(_ schema: Schema, _ place: SamplePlace) -> JSONValue? {
        guard place.ordinal == 0, isFirst, listing?.pointer != place.pointer,
            let value = written(in: schema), !isAboutPage(schema, place)
        else { return nil }
        if isCurrency(place) { currency = currency ?? value }
        return value.objectValue.map { .object(travelling($0, schema, place)) } ?? value
    }

    /// The first suitable example of a schema, else its default.
    func written(in schema: Schema) -> JSONValue? {
        schema.examples.first { isShowable($0, schema) } ?? schema.default.flatMap { isShowable($0, schema) ? $0 : nil }
    }

    /// The example for a later row, if the schema has a suitable one; nil to generate a value.
    mutating func example(of schema: Schema, _ place: SamplePlace) -> JSONValue? {
        let examples = schema.examples
        guard !examples.isEmpty, place.ordinal > 0, isFirst else { return nil }
        let kept = examples.filter { isShowable($0, schema) }
        guard let first = kept.first else { return nil }
        let own = place.ordinal < kept.count ? kept[place.ordinal] : nil
        switch first {
        case .object: return own?.objectValue.map { .object(travelling($0, schema, place)) }
        case .array: return listing?.pointer == place.pointer ? nil : own
        case .bool, .null: return own
        case .number: return isIdentity(schema, place) ? nil : own
        case .string: break
        }
        // Dates of one item must be in order and within the year.
        if let format = schema.format, ["date", "date-time"].contains(format) { return nil }
        if let own { return own }
        guard schema.enumValues == nil else { return nil }
        let texts = kept.filter { $0 != "" }
        guard !texts.isEmpty, repeats(schema, texts.count, place) else { return nil }
        return texts[place.ordinal % texts.count]
    }

    /// True if all rows may share a string's examples, because a generated one would be worse.
    private func repeats(_ schema: Schema, _ count: Int, _ place: SamplePlace) -> Bool {
        if isIdentity(schema, place) || schema.format == "uuid" || schema.format == "email" { return false }
        guard let topic = topic(schema, place, .text) else { return schema.pattern == nil && schema.format == nil }
        let words: Set<Substring> = [
            "status", "type", "unit", "version", "mime", "method", "species", "language", "locale", "order",
        ]
        return words.contains(topic.family) || topic.name == "text.message" && place.depth == 0 || count > 1
    }

    /// True if the page determines the value, even against an example.
    private func isAboutPage(_ schema: Schema, _ place: SamplePlace) -> Bool {
        guard let listing = place.listing else { return false }
        let (types, key, members) = (schema.types, place.name.key, place.object.members)
        return types.contains(.boolean) && listing.answer(key, beside: members) != nil
            || listing.isPage && self.listing != nil && (types.contains(.integer) || types.contains(.number))
                && listing.number(key, beside: members) != nil
    }

    /// An example of an object with the members of this direction, and with the given ones.
    private mutating func travelling(_ object: JSONObject, _ schema: Schema, _ place: SamplePlace) -> JSONObject {
        var members = object
        for property in schema.properties where members[property.name] != nil {
            if isCurrency(place.member(property.name, of: place.object)) {
                currency = currency ?? members[property.name]
            }
            if !travels(property.schema) { members[property.name] = nil }
        }
        return place.given(in: .object(members)).objectValue ?? members
    }

    /// The declared members of an object with their values in its example, which further rows vary.
    func properties(of schema: Schema) -> [Schema.Property] {
        let first = schema.examples.first { $0.objectValue != nil && isShowable($0, schema) }
        guard let example = first?.objectValue else { return schema.properties }
        let isOpen = schema.properties.isEmpty && schema.allowsAdditionalProperties
        let declared = isOpen ? Schema.inferred(from: .object(example)) : schema
        var properties = JSONObject()
        for property in declared.properties {
            let value = example[property.name]
            properties[property.name] =
                value.map { ["allOf": [property.schema.json], "examples": [$0]] } ?? property.schema.json
        }
        return Schema(["properties": .object(properties)]).properties
    }

    /// True if the document has examples of the schema or of its members.
    func hasExamples(_ schema: Schema) -> Bool {
        let resolved = document.resolveChoices(schema)
        return !resolved.examples.isEmpty
            || resolved.properties.contains { !document.resolveChoices($0.schema).examples.isEmpty }
    }

    /// True if an example is valid and not a placeholder of a tool.
    func isShowable(_ example: JSONValue, _ schema: Schema) -> Bool {
        guard !SampleRun.isFiller(example, depth: 0) else { return false }
        if let text = example.stringValue, let format = schema.format,
            TextFormat(format == "url" ? "uri" : format)?.accepts(text) == false
        {
            return false
        }
        guard var own = schema.json.objectValue else { return true }
        own["example"] = nil
        own["examples"] = nil
        return document.violations(of: example, against: Schema(.object(own)), direction: direction).isEmpty
    }

    /// True for placeholders that tools write into examples.
    private static func isFiller(_ value: JSONValue, depth: Int) -> Bool {
        guard depth < 20 else { return true }
        switch value {
        case .null, .bool, .number: return false
        case .string(let text): return ["string", "<string>"].contains(text.lowercased())
        case .array(let items): return items.contains { isFiller($0, depth: depth + 1) }
        case .object(let object): return object.members.contains { isFiller($0.value, depth: depth + 1) }
        }
    }
}
