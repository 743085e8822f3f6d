import WireFormats

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
        case "allOf":
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
        case "required":
            let names = old.arrayValue ?? []
            return .array(names + (new.arrayValue ?? []).filter { !names.contains($0) })
        case "items":
            return old == new ? old : ["allOf": [old, new]]
        case "enum":
            let common = (old.arrayValue ?? []).filter { value in
                new.arrayValue?.contains { $0.isEquivalent(to: value) } ?? true
            }
            return .array(common)
        case "type":
            return mergeTypes(old, new)
        case "minimum", "minLength", "minItems", "minProperties":
            return tighter(old, new) { $0.isLess(than: $1) }
        case "maximum", "maxLength", "maxItems", "maxProperties":
            return tighter(old, new) { $1.isLess(than: $0) }
        case "exclusiveMinimum" where old.numberValue != nil:
            return tighter(old, new) { $0.isLess(than: $1) }
        case "exclusiveMaximum" where old.numberValue != nil:
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
        // Nothing fits both; the later one wins.
        return common.isEmpty ? new : common.count == 1 ? common[0] : .array(common)
    }

    private static func tighter(
        _ old: JSONValue, _ new: JSONValue, isWider: (JSONNumber, JSONNumber) -> Bool
    ) -> JSONValue {
        guard let mine = old.numberValue, let theirs = new.numberValue else { return new }
        return isWider(mine, theirs) ? new : old
    }
}
