import WireFormats

extension APIDocument {
    /// The schema with `$ref` followed and `allOf` merged, at its top: what it holds stays as it is written.
    ///
    /// Ends on every document: a reference counts once, and what nests more than 256 deep is cut. What leads nowhere
    /// allows everything. Keywords beside `$ref` count from OpenAPI 3.1 on.
    public func resolve(_ schema: Schema) -> Schema {
        guard case .object(let object) = schema.json, object["$ref"] != nil || object["allOf"] != nil else {
            return schema
        }
        var seen: Set<String> = []
        return Schema(.object(flatten(object, &seen, depth: 0)))
    }

    /// The resolved schema, and where it is a choice (`oneOf`, `anyOf`) one that shows all of it: of several objects, the
    /// members of each.
    public func resolveChoices(_ schema: Schema) -> Schema {
        // Choices of choices multiply; no honest document needs as many.
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
        var own = object
        own["$ref"] = nil
        own["allOf"] = nil
        return SchemaMerge.merge(result, own)
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
        // What the object itself declares is in every form.
        let some = union[Schema.someForms]?.arrayValue?.filter {
            $0.stringValue.flatMap { own["properties"]?[$0] } == nil
        }
        union[Schema.someForms] = some.flatMap { $0.isEmpty ? nil : .array($0) }
        return Schema(.object(SchemaMerge.merge(union, own)))
    }

    /// What schemas of one type have in common, as far as it matters to show and edit their values.
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
