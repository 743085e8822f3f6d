import WireFormats

extension Schema {
    /// The schema that a sample suggests. No member is required, and an array follows its first item.
    public static func inferred(from value: JSONValue) -> Schema {
        Schema(inferred(value, depth: 0))
    }

    private static func inferred(_ value: JSONValue, depth: Int) -> JSONValue {
        guard depth < 16 else { return [:] }
        switch value {
        case .null: return [:]
        case .bool: return ["type": "boolean"]
        case .number(let number): return ["type": number.int == nil ? "number" : "integer"]
        case .string: return ["type": "string"]
        case .array(let items):
            return ["type": "array", "items": items.first.map { inferred($0, depth: depth + 1) } ?? [:]]
        case .object(let object):
            var properties = JSONObject()
            for member in object.members { properties[member.key] = inferred(member.value, depth: depth + 1) }
            return ["type": "object", "properties": .object(properties)]
        }
    }
}
