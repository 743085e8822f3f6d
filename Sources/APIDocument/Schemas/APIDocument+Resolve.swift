import WireFormats

extension APIDocument {
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

    /// The resolved schema; a choice (`oneOf`, `anyOf`) becomes one schema that covers all variants. It has the
    /// properties of all objects among them.
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

    /// The common part of schemas of one type, for display and editing.
    private static func union(of choices: [Schema], _ type: Schema.DataType) -> JSONObject {
        var union = JSONObject([.init(key: "type", value: .string(type.rawValue))])
        switch type {
        case .object:
            var properties = JSONObject()
            for property in choices.flatMap(\.properties) {
                let known = properties[property.name].map { Schema($0) }
                properties[property.name] = known.map { either($0, property.schema) } ?? property.schema.json
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
            let values = choices.compactMap(\.listedValues)
            if values.count == choices.count { union["enum"] = .array(Array(values.joined())) }
            if let format = choices[0].format, choices.allSatisfy({ $0.format == format }) {
                union["format"] = .string(format)
            }
        }
        return union
    }

    /// The first schema of a member. If both have enumerated values, as discriminators do, it has all of them.
    private static func either(_ first: Schema, _ second: Schema) -> JSONValue {
        guard let values = first.shownValues, let others = second.shownValues, var schema = first.json.objectValue
        else { return first.json }
        schema[Schema.ofAllForms] = .array(values + others.filter { !values.contains($0) })
        return .object(schema)
    }
}

extension Schema {
    /// The values of `enum` or `const`; for a member in several variants, those of all variants.
    package var shownValues: [JSONValue]? { json[Self.ofAllForms]?.arrayValue ?? listedValues }
    fileprivate var listedValues: [JSONValue]? { enumValues ?? const.map { [$0] } }
    /// An internal keyword with the values of `shownValues`; documents do not have it.
    fileprivate static let ofAllForms = "x-demo-tui-values-of-all-forms"
}

extension APIDocument {
    /// The unresolved schema of the value at `pointer`; nil if the schema does not describe it.
    package func part(of schema: Schema, at pointer: JSONPointer) -> Schema? {
        pointer.tokens.reduce(Optional(schema)) { part, token in
            guard let whole = part.map(resolveChoices) else { return nil }
            if whole.type == .array, Int(token) != nil { return whole.items }
            return whole.properties.first { $0.name == token }?.schema
        }
    }
}

/// Merges the schemas of an `allOf`, keyword by keyword.
enum SchemaMerge {
    /// The constraints of both apply; names, descriptions and samples are those of `high`.
    static func merge(_ low: JSONObject, _ high: JSONObject) -> JSONObject {
        if low.isEmpty { return high }
        var result = low
        set(conditionsOf: low, beside: high, in: &result)
        for member in high.members {
            guard let old = result[member.key] else {
                result[member.key] = member.value
                continue
            }
            result[member.key] = merge(member.key, old, member.value)
        }
        return result
    }

    /// If both have a condition, that of `low` moves into `allOf` together with its branches.
    private static func set(conditionsOf low: JSONObject, beside high: JSONObject, in result: inout JSONObject) {
        guard low["if"] != nil, high["if"] != nil else { return }
        let keywords = ["if", "then", "else"]
        guard keywords.contains(where: { low[$0] != high[$0] }) else { return }
        let own = JSONObject(low.members.filter { keywords.contains($0.key) })
        for keyword in keywords { result[keyword] = nil }
        result["allOf"] = .array((low["allOf"]?.arrayValue ?? []) + [.object(own)])
    }

    private static func merge(_ keyword: String, _ old: JSONValue, _ new: JSONValue) -> JSONValue {
        switch keyword {
        case "properties", "patternProperties":
            return mergeProperties(old, new)
        case "allOf", "required":
            let parts = old.arrayValue ?? []
            return .array(parts + (new.arrayValue ?? []).filter { !parts.contains($0) })
        case "not":
            return old == new ? old : ["anyOf": [old, new]]
        case "dependentRequired", "dependentSchemas":
            return .object(
                (old.objectValue ?? JSONObject()).merging(new.objectValue ?? JSONObject()) { old, new in
                    guard old != new else { return old }
                    return keyword == "dependentSchemas"
                        ? ["allOf": [old, new]] : .array((old.arrayValue ?? []) + (new.arrayValue ?? []))
                })
        case "items":
            return old == new ? old : ["allOf": [old, new]]
        case "enum":
            guard let values = Schema(["enum": old]).enumValues, let others = Schema(["enum": new]).enumValues else {
                return old.arrayValue?.isEmpty == false ? old : new
            }
            let common = values.filter { value in others.contains { $0.isEquivalent(to: value) } }
            // Without a common value nothing fits; an empty list would mean any value.
            return common.isEmpty ? old : .array(common)
        case "type":
            return mergeTypes(old, new)
        case "minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties":
            return tighter(old, new) { $0.isLess(than: $1) }
        case "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties":
            return tighter(old, new) { $1.isLess(than: $0) }
        case "additionalProperties":
            return old.boolValue == false ? old : new
        case "readOnly", "writeOnly", "uniqueItems", "deprecated":
            return .bool(old.boolValue == true || new.boolValue == true)
        default:
            return new
        }
    }

    private static func mergeProperties(_ old: JSONValue, _ new: JSONValue) -> JSONValue {
        guard var properties = old.objectValue else { return new }
        for member in new.objectValue?.members ?? [] {
            if let known = properties[member.key], known != member.value {
                // A forbidden property stays forbidden.
                properties[member.key] =
                    known == false || member.value == false ? false : ["allOf": [known, member.value]]
            } else {
                properties[member.key] = member.value
            }
        }
        return .object(properties)
    }

    /// The types both allow; every integer is a number.
    private static func mergeTypes(_ old: JSONValue, _ new: JSONValue) -> JSONValue {
        let mine = old.arrayValue ?? [old]
        let theirs = new.arrayValue ?? [new]
        var common = mine.filter { theirs.contains($0) }
        if common.isEmpty, (mine + theirs).contains("integer"), (mine + theirs).contains("number") {
            common = ["integer"]
        }
        // No type satisfies both; the later one wins.
        return common.isEmpty ? new : common.count == 1 ? common[0] : .array(common)
    }

    private static func tighter(
        _ old: JSONValue, _ new: JSONValue, isWider: (JSONNumber, JSONNumber) -> Bool
    ) -> JSONValue {
        guard let mine = old.numberValue, let theirs = new.numberValue else { return new }
        return isWider(mine, theirs) ? new : old
    }
}
