import WireFormats

/// Makes values that are valid by the schema of mappings: every property, every alternative, every choice at least once.
struct SchemaSamples {
    let root: JSONValue

    /// Values of `schema`; `name` is the property they are for. `depth` bounds matchers inside of matchers.
    func values(_ schema: JSONValue, name: String, depth: Int = 0) -> [JSONValue] {
        if let reference = schema["$ref"]?.stringValue {
            let isMatcher = reference.hasSuffix("/content-pattern")
            guard !isMatcher || depth < 2 else { return [["equalTo": "x"]] }
            let target = reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? true }
            return values(target, name: name, depth: depth + (isMatcher ? 1 : 0))
        }
        if let choices = schema["enum"]?.arrayValue { return choices }
        if let alternatives = schema["oneOf"]?.arrayValue {
            return alternatives.flatMap { values($0, name: name, depth: depth) }
        }
        if let parts = schema["allOf"]?.arrayValue {
            let required = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
            return parts.map { values($0, name: name, depth: depth) }
                .reduce([[:]]) { sums, part in sums.flatMap { sum in part.map { joined(sum, $0) } } }
                .filter { value in required.allSatisfy { value[$0] != nil } }
        }
        switch schema["type"]?.stringValue ?? (schema["properties"] == nil ? "string" : "object") {
        case "object": return objects(schema, depth: depth)
        case "array":
            let items = schema["items"].map { values($0, name: name, depth: depth) } ?? [["a": 1]]
            return [[]] + items.map { .array([$0]) } + [.array(Array(items.prefix(2)))]
        case "boolean": return [true, false]
        case "integer": return [.number(JSONNumber(name == "status" ? 201 : 7))]
        case "number": return [1.5]
        default: return [.string(text(schema, name: name))]
        }
    }

    /// With what must be there alone, then with each other member beside it.
    private func objects(_ schema: JSONValue, depth: Int) -> [JSONValue] {
        let properties = schema["properties"]?.objectValue?.members ?? []
        let required = Set((schema["required"]?.arrayValue ?? []).compactMap(\.stringValue))
        var base = JSONObject()
        for property in properties where required.contains(property.key) {
            base[property.key] = values(property.value, name: property.key, depth: depth).first
        }
        var samples: [JSONValue] = [.object(base)]
        for property in properties {
            // Matchers inside of matchers are the same everywhere: once is enough.
            let inner = property.key == "request" || property.key == "bodyPatterns" ? depth : max(depth, 1)
            samples += values(property.value, name: property.key, depth: inner).map { value in
                var object = base
                object[property.key] = value
                return .object(object)
            }
        }
        if let others = schema["additionalProperties"], others.objectValue != nil {
            samples += values(others, name: "name", depth: depth).map { ["name": $0] }
        }
        return properties.isEmpty && samples.count == 1 ? samples + [["a": [1, "b", false]]] : samples
    }

    private func joined(_ first: JSONValue, _ second: JSONValue) -> JSONValue {
        .object(JSONObject((first.objectValue?.members ?? []) + (second.objectValue?.members ?? [])))
    }

    /// A text that means something in its place.
    private func text(_ schema: JSONValue, name: String) -> String {
        switch name {
        case "url": "/a?x=1"
        case "urlPath": "/a"
        case "urlPattern", "urlPathPattern": "/a.*"
        case "urlPathTemplate": "/a/{name}"
        case "method": "PATCH"
        case "proxyBaseUrl": "http://b.example/v1"
        case "bodyFileName": "me.json"
        case "base64Body", "binaryEqualTo": "/wA="
        case "equalToJson": #"{"a":[1.10]}"#
        case "expression", "matchesJsonPath": "$.a[0].*"
        default: "x"
        }
    }
}
