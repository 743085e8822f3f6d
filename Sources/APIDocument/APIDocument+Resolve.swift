import WireFormats

extension APIDocument {
    ///
    /// The schema with `$ref` followed and `allOf` merged, at the top level only.
    ///
    /// Terminates for every document: each reference is followed once, and nesting is cut at 256 levels. A reference
    /// without a target allows everything. From OpenAPI 3.1 on, keywords beside `$ref` apply.
    public func resolve(_ schema: Schema) -> Schema {
        guard case .object(let object) = schema.json, object["$ref"] != nil || object["allOf"] != nil else {
            return schema
        }
        var seen: Set<String> = []
        return Schema(.object(flatten(object, &seen, depth: 0)))
    }

    /// The resolved schema; a choice (`oneOf`, `anyOf`) becomes one schema that covers all of it. Of several objects
    /// it has the properties of each.
    public func resolveChoices(_ schema: Schema) -> Schema {
        // Nested choices multiply; real documents need far fewer.
        var budget = 1024
        return resolveChoices(schema, depth: 0, &budget)
    }

    private static let mergeLimit = 256

    private func flatten(_ object: JSONObject, _ seen: inout Set<String>, depth: Int) -> JSONObject {
        guard object["$ref"] != nil || object["allOf"] != nil, depth < APIDocument.mergeLimit else { return object }
        var result = JSONObject()
        if let reference = object["$ref"]?.stringValue, seen.insert(reference).inserted,
            case .found(.object(let target)) = references.target(of: reference)
        {
            result = flatten(target, &seen, depth: depth + 1)
        }
        if object["$ref"] != nil, ignoresSiblings || object.count == 1 { return result }
        for part in object["allOf"]?.arrayValue ?? [] {
            guard let part = part.objectValue else { continue }
            result = SchemaMerge.merge(result, flatten(part, &seen, depth: depth + 1))
        }
        var siblings = object
        siblings["$ref"] = nil
        siblings["allOf"] = nil
        return SchemaMerge.merge(result, siblings)
    }

    private func resolveChoices(_ schema: Schema, depth: Int, _ budget: inout Int) -> Schema {
        let resolved = resolve(schema)
        let choices = resolved.oneOf + resolved.anyOf
        budget -= choices.count
        guard !choices.isEmpty, depth < 8, budget >= 0, case .object(var own) = resolved.json else { return resolved }
        let parts = choices.map { resolveChoices($0, depth: depth + 1, &budget) }
        let values = parts.filter { $0.json["type"] != "null" && $0.const?.isNull != true }
        own["oneOf"] = nil
        own["anyOf"] = nil
        if values.count < parts.count { own["nullable"] = true }
        if values.count == 1 {
            return Schema(.object(SchemaMerge.merge(values[0].json.objectValue ?? JSONObject(), own)))
        }
        if values.allSatisfy({ $0.const != nil }) {
            own["enum"] = .array(values.compactMap(\.const))
            return Schema(.object(own))
        }
        guard let type = values.first?.type, values.allSatisfy({ $0.type == type }) else {
            return Schema(.object(own))
        }
        var union = APIDocument.union(of: values, type)
        // Properties that the object itself declares are in every variant.
        let some = union[Schema.someForms]?.arrayValue?.filter {
            $0.stringValue.flatMap { own["properties"]?[$0] } == nil
        }
        union[Schema.someForms] = some.flatMap { $0.isEmpty ? nil : .array($0) }
        return Schema(.object(SchemaMerge.merge(union, own)))
    }

    /// The common part of schemas of one type, as far as displaying and editing values needs it.
    private static func union(of choices: [Schema], _ type: Schema.DataType) -> JSONObject {
        var union = JSONObject([.init(key: "type", value: .string(type.rawValue))])
        switch type {
        case .object:
            var properties = JSONObject()
            for property in choices.flatMap(\.properties) where properties[property.name] == nil {
                properties[property.name] = property.schema.json
            }
            let required = choices[0].required.filter { name in choices.allSatisfy { $0.required.contains(name) } }
            let some = properties.members.map(\.key).filter { name in
                !choices.allSatisfy { choice in
                    choice.properties.contains { $0.name == name } && !choice.membersOfSomeForms.contains(name)
                }
            }
            union["properties"] = .object(properties)
            union[Schema.someForms] = .array(some.map(JSONValue.string))
            union["required"] = .array(required.map(JSONValue.string))
        case .array:
            union["items"] = ["anyOf": .array(choices.compactMap { $0.items?.json })]
        default:
            let values = choices.compactMap { $0.enumValues ?? $0.const.map { [$0] } }
            if values.count == choices.count { union["enum"] = .array(Array(values.joined())) }
            if let format = choices[0].format, choices.allSatisfy({ $0.format == format }) {
                union["format"] = .string(format)
            }
        }
        return union
    }
}
