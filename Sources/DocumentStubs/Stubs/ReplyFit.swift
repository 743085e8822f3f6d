import APIDocument
import APIModel
import WireFormats

/// Makes a value valid in one walk: an invalid part is converted, replaced from a source, or left out.
struct SchemaFit {
    enum Source {
        case nothing
        /// Another value of the schema, such as the reply before a write.
        case value(JSONValue?)
        /// A sample of the object around it.
        case sample(seed: String, entity: String?, row: Int)
    }

    let document: APIDocument
    var isThorough = true

    func fit(_ value: JSONValue, _ schema: Schema, _ source: Source) -> JSONValue? {
        if allows(value, schema) { return value }
        let part = walk(value, schema, source)
        return allows(part, schema) ? part : nil
    }

    /// The value with every part made valid where possible.
    func walk(_ value: JSONValue, _ schema: Schema, _ source: Source) -> JSONValue {
        switch value {
        case .object(let object):
            return .object(members(object, variant(of: schema, for: value), schema, source))
        case .array(let items):
            let array = document.resolveChoices(schema)
            guard let item = array.items else { return value }
            let kept = items.enumerated().compactMap { fit($1, item, source.item($0)) }
            return .array(Array(kept.prefix(array.maxItems.map { max(0, $0) } ?? .max)))
        default:
            let whole = document.resolveChoices(schema)
            return value.spellings(like: whole).first { allows($0, schema) } ?? value
        }
    }

    private func members(
        _ object: JSONObject, _ whole: Schema, _ schema: Schema, _ source: Source
    ) -> JSONObject {
        let own = whole.properties.byName
        let required = Set(whole.required)
        var open = required.filter { object[$0] == nil }
        var fitting: [String: JSONValue] = [:]
        for member in object.members {
            let inner = own[member.key] ?? whole.additionalProperties
            fitting[member.key] = inner.map { fit(member.value, $0, source.member(member.key)) } ?? member.value
            if fitting[member.key] == nil, !member.value.isNull || required.contains(member.key) {
                open.insert(member.key)
            }
        }
        let given = object.mapping { fitting[$0.key] }
        guard !open.isEmpty, let other = source.object(of: schema, besides: given, document) else { return given }
        // Members keep their order; missing ones are appended.
        let added = whole.properties.map(\.name).filter { open.contains($0) && object[$0] == nil }
        let names = object.keys + added + open.subtracting(added).filter { object[$0] == nil }.sorted()
        return JSONObject(
            names.compactMap { name in
                let value = open.contains(name) ? other[name] : fitting[name]
                guard let value, !open.contains(name) || own[name].map({ allows(value, $0) }) ?? true else {
                    return nil
                }
                return .init(key: name, value: value)
            })
    }

    /// The variant with the fewest violations, together with the shared keywords.
    private func variant(of schema: Schema, for value: JSONValue) -> Schema {
        let whole = document.resolve(schema)
        let choices = whole.oneOf + whole.anyOf
        guard choices.count > 1, choices.count <= 32 else { return document.resolveChoices(schema) }
        let ranked = choices.map { ($0, document.violations(of: value, against: $0, isThorough: isThorough).count) }
        guard let best = ranked.min(by: { $0.1 < $1.1 })?.0 else { return document.resolveChoices(schema) }
        return document.resolveChoices(Schema(["allOf": [best.json, (whole.withoutChoices).json]]))
    }

    private func allows(_ value: JSONValue, _ schema: Schema) -> Bool {
        document.violations(of: value, against: schema, isThorough: isThorough).isEmpty
    }
}

extension SchemaFit.Source {
    fileprivate func member(_ name: String) -> Self {
        switch self {
        case .nothing: .nothing
        case .value(let value): .value(value?[name])
        case .sample(let seed, _, let row): .sample(seed: "\(seed)/\(name)", entity: nil, row: row)
        }
    }

    /// The source for an item of an array. Items of another value do not correspond by index.
    fileprivate func item(_ index: Int) -> Self {
        guard case .sample(let seed, let entity, let row) = self else { return .nothing }
        return .sample(seed: seed, entity: entity, row: row + index)
    }

    /// An object of the schema that provides members.
    fileprivate func object(of schema: Schema, besides given: JSONObject, _ document: APIDocument) -> JSONObject? {
        switch self {
        case .nothing: nil
        case .value(let value): value?.objectValue
        case .sample(let seed, let entity, let row):
            SampleGenerator(document: document)
                .value(for: schema, seed: seed, entity: entity, row: row, pinning: given.byName)?.objectValue
        }
    }
}

extension APIDocument {
    /// A changed body made valid: an invalid part keeps its old value, or is left out. A body that was invalid before
    /// the change stays changed.
    func fitted(_ body: JSONValue, to schema: Schema, was old: JSONValue) -> JSONValue {
        // Examples of a document may violate its formats.
        let isThorough = violations(of: old, against: schema, isThorough: true).isEmpty
        func fits(_ value: JSONValue) -> Bool {
            violations(of: value, against: schema, isThorough: isThorough).isEmpty
        }
        guard !fits(body), isThorough || fits(old) else { return body }
        return SchemaFit(document: self, isThorough: isThorough).fit(body, schema, .value(old)) ?? old
    }

    /// True if a value is valid, including formats.
    func allows(_ value: JSONValue, _ schema: Schema) -> Bool {
        violations(of: value, against: schema, isThorough: true).isEmpty
    }

    /// True if a value is valid, without formats.
    func fits(_ value: JSONValue, _ schema: Schema) -> Bool { violations(of: value, against: schema).isEmpty }

    /// The value of a string in a path or a query; nil if it is invalid.
    func fittingValue(_ text: String, of schema: Schema) -> JSONValue? {
        value(text, of: schema).flatMap { fits($0, schema) ? $0 : nil }
    }

    func fitting(_ value: JSONValue, _ schema: Schema) -> JSONValue? {
        SchemaFit(document: self).fit(value, schema, .nothing)
    }
}

extension [SchemaViolation] {
    /// A sentence about sent values that a reply cannot have; nil without violations.
    var note: String? {
        listed(2).map { "Values that the response's schema forbids are not shown as sent: \($0)." }
    }
}

extension Schema {
    fileprivate var withoutChoices: Schema {
        guard case .object(var own) = json else { return self }
        (own["oneOf"], own["anyOf"]) = (nil, nil)
        return Schema(.object(own))
    }
}

extension JSONValue {
    /// Other spellings of the value for a type or format, as often mixed up in examples.
    fileprivate func spellings(like schema: Schema) -> [JSONValue] {
        var spellings = [respelt].compactMap(\.self)
        if case .number(let number) = self, schema.format == "date-time" || schema.format == "date",
            let seconds = number.int
        {
            let moment = Timestamp(seconds: seconds > 100_000_000_000 ? seconds / 1000 : seconds)
            spellings += [.string(moment.text), .string(moment.day.text)]
        }
        guard let text = stringValue else { return spellings }
        let known = schema.enumValues?.filter { $0.scalarText?.lowercased() == text.lowercased() } ?? []
        spellings += known
        switch schema.format {
        case "date":
            spellings += [text, text.replacing("/", with: "-")].map { .string(String($0.prefix(10))) }
        case "date-time":
            let time = text.replacing(" ", with: "T").replacing("/", with: "-")
            spellings += [time, time + "Z", time + ":00Z", time + "T00:00:00Z"].map(JSONValue.string)
        default: break
        }
        return spellings
    }
}
