import APIDocument
import WireFormats

extension SampleRun {
    /// What the document's author wrote down for the value: shown as it is where the value stands once, and in the first row
    /// of rows. The schema's own example, else its default; nil where a value is to be made.
    ///
    /// What stands beside a list speaks of the page that is shown, and the list itself is filled with that page's rows.
    mutating func written(_ schema: Schema, _ place: SamplePlace) -> JSONValue? {
        guard place.ordinal == 0, attempt.salt == 0, !attempt.isSparse, listing?.pointer != place.pointer,
            let value = written(in: schema), !isToldByPage(schema, place)
        else { return nil }
        if isCurrency(place) { currency = currency ?? value }
        return value.objectValue.map { .object(travelling($0, schema, place)) } ?? value
    }

    /// The first of a schema's examples that may be shown, else its default.
    func written(in schema: Schema) -> JSONValue? {
        schema.examples.first { isShowable($0, schema) } ?? schema.default.flatMap { isShowable($0, schema) ? $0 : nil }
    }

    /// The example to show in a further row, if the schema has a good one; nil where a value is to be made.
    mutating func example(of schema: Schema, _ place: SamplePlace) -> JSONValue? {
        let examples = schema.examples
        guard !examples.isEmpty, place.ordinal > 0, attempt.salt == 0, !attempt.isSparse else { return nil }
        let kept = examples.filter { isShowable($0, schema) }
        guard let first = kept.first else { return nil }
        let own = place.ordinal < kept.count ? kept[place.ordinal] : nil
        switch first {
        case .object: return own?.objectValue.map { .object(travelling($0, schema, place)) }
        case .array: return listing?.pointer == place.pointer ? nil : own
        case .bool, .null: return own
        case .number: return isIdentity(place) ? nil : own
        case .string: break
        }
        // Dates of one thing must keep their order, and stay within the year.
        if let format = schema.format, ["date", "date-time"].contains(format) { return nil }
        if let own { return own }
        guard schema.enumValues == nil else { return nil }
        let texts = kept.filter { $0 != "" }
        guard !texts.isEmpty, repeats(schema, texts.count, place) else { return nil }
        return texts[place.ordinal % texts.count]
    }

    /// Whether a text's examples stand in all rows: where nothing as good can be made.
    private func repeats(_ schema: Schema, _ count: Int, _ place: SamplePlace) -> Bool {
        if isIdentity(place) || schema.format == "uuid" || schema.format == "email" { return false }
        guard let topic = TextTopic(place.name) else { return schema.pattern == nil && schema.format == nil }
        switch topic {
        case .status, .type, .unit, .version, .mediaType, .method, .species, .language, .locale: return true
        case .message: return place.depth == 0
        default: return count > 1
        }
    }

    /// Whether rows are told apart by this member.
    func isIdentity(_ place: SamplePlace) -> Bool {
        guard place.depth > 0 else { return false }
        switch TextTopic(place.name) {
        case .id, .name, .username, .email: return true
        case .code: return place.text.isOwnID
        default: return false
        }
    }

    /// An object somebody wrote, with the members that travel this way and those that are given.
    private mutating func travelling(_ object: JSONObject, _ schema: Schema, _ place: SamplePlace) -> JSONObject {
        var members = object
        for property in schema.properties where members[property.name] != nil {
            if isCurrency(place.member(property.name, of: place.thing)) {
                currency = currency ?? members[property.name]
            }
            if !travels(property.schema) { members[property.name] = nil }
        }
        return place.given(in: .object(members)).objectValue ?? members
    }

    /// The declared members of an object, each with what the object's own example says of it: further rows are varied from
    /// that.
    func properties(of schema: Schema) -> [Schema.Property] {
        let first = schema.examples.first { $0.objectValue != nil && isShowable($0, schema) }
        guard let example = first?.objectValue else { return schema.properties }
        let isOpen = schema.properties.isEmpty && schema.allowsAdditionalProperties
        let declared = isOpen ? Schema.inferred(from: .object(example)) : schema
        var told = JSONObject()
        for property in declared.properties {
            let value = example[property.name]
            told[property.name] =
                value.map { ["allOf": [property.schema.json], "examples": [$0]] } ?? property.schema.json
        }
        return Schema(["properties": .object(told)]).properties
    }

    /// Whether the document has examples of what a value is like: of the whole, or of members.
    func isTold(_ schema: Schema) -> Bool {
        let resolved = document.resolveChoices(schema)
        return !resolved.examples.isEmpty
            || resolved.properties.contains { !document.resolveChoices($0.schema).examples.isEmpty }
    }

    /// The members whose values the document's author wrote: nothing that is made beside them changes them.
    mutating func writtenMembers(
        _ members: JSONObject, _ properties: [Schema.Property], _ place: SamplePlace
    ) -> [String: JSONValue] {
        guard place.ordinal == 0 else { return [:] }
        var written: [String: JSONValue] = [:]
        for property in properties {
            guard let value = members[property.name], resolve(property.schema).examples.contains(value) else {
                continue
            }
            written[property.name] = value
        }
        return written
    }

    /// Whether an example may be shown: somebody wrote it, and it fits.
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

    /// What tools write where nobody wrote anything.
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
