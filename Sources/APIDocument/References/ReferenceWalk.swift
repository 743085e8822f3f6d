import WireFormats

/// Rewrites the references of a file where OpenAPI and JSON Schema define them. Samples, defaults and names that look
/// like references stay.
///
/// Unchanged parts are not copied.
struct ReferenceWalk {
    enum Kind {
        case reference
        /// A value of a discriminator's `mapping`, perhaps a plain schema name.
        case mapping
        case operation
        /// The value of `externalValue`, or a sample that is only a `$ref`.
        case sample
    }

    private enum Place {
        /// The top of a file: as `object`, but a member called `example` or alike may be a part.
        case file
        /// Member names are keywords.
        case object
        /// Member names are names, members are objects.
        case map
    }

    private let anchors: AnchorTable
    /// The new text of a reference; nil leaves it.
    private let rewrite: (String, Kind, AnchorTable.Resource) -> String?
    /// The base of relative references at the current value.
    private var base: AnchorTable.Resource

    static func rewriting(
        _ value: JSONValue, _ anchors: AnchorTable, _ rewrite: @escaping (String, Kind, AnchorTable.Resource) -> String?
    ) -> JSONValue {
        var walk = ReferenceWalk(anchors: anchors, rewrite: rewrite, base: anchors.file)
        return walk.walk(value, .file) ?? value
    }

    /// True for a member of a schema whose value is data. Parts of a file may have these names, too.
    static func isData(_ member: JSONObject.Member) -> Bool {
        switch member.key {
        case "examples", "enum": member.value.arrayValue != nil
        case "example", "default", "value", "dataValue", "const": true
        default: false
        }
    }

    /// Nil if nothing changes. Recurses as deep as the value, which the parser limits.
    private mutating func walk(_ value: JSONValue, _ place: Place) -> JSONValue? {
        switch value {
        case .object(let object): walk(object, place).map(JSONValue.object)
        case .array(let items): walk(items).map(JSONValue.array)
        default: nil
        }
    }

    private mutating func walk(_ items: [JSONValue]) -> [JSONValue]? {
        var changed: [JSONValue]?
        for (index, item) in items.enumerated() {
            guard let new = walk(item, .object) else { continue }
            changed = changed ?? items
            changed?[index] = new
        }
        return changed
    }

    private mutating func walk(_ object: JSONObject, _ place: Place) -> JSONObject? {
        var changed: [JSONObject.Member]?
        let outer = base
        defer { base = outer }
        if place != .map, !anchors.isEmpty, let id = object["$id"]?.stringValue {
            base = anchors.resource(id, in: base)
        }
        for (index, member) in object.members.enumerated() {
            // Dynamic scopes are not supported; the anchor of that name in the file is nearly always the target.
            let isDynamic = member.key == "$dynamicRef" && member.value.stringValue != nil && object["$ref"] == nil
            let member = isDynamic ? JSONObject.Member(key: "$ref", value: member.value) : member
            let new = walk(member, place)
            guard isDynamic || new != nil else { continue }
            changed = changed ?? object.members
            changed?[index] = JSONObject.Member(key: member.key, value: new ?? member.value)
        }
        return changed.map(JSONObject.init)
    }

    private mutating func walk(_ member: JSONObject.Member, _ place: Place) -> JSONValue? {
        switch (member.key, member.value) {
        case ("$ref", .string(let text)):
            return rewrite(text, .reference, base).map(JSONValue.string)
        case (_, .string) where place == .map, (_, .null), (_, .bool), (_, .number):
            return nil
        case ("operationRef", .string(let text)):
            return rewrite(text, .operation, base).map(JSONValue.string)
        case ("externalValue", .string(let text)):
            return rewrite(text, .sample, base).map(JSONValue.string)
        case (_, .string):
            return nil
        default:
            break
        }
        guard place != .map else { return walk(member.value, .object) }
        if member.key == "discriminator" { return walkDiscriminator(member.value) }
        if ReferenceWalk.isData(member), place != .file || member.value.arrayValue != nil { return walkSample(member) }
        return walk(member.value, ReferenceWalk.maps.contains(member.key) ? .map : .object)
    }

    /// No standard allows a reference as a sample, but documents of several files have them. No real body is a lone
    /// `$ref`.
    private mutating func walkSample(_ member: JSONObject.Member) -> JSONValue? {
        guard ["example", "value", "dataValue"].contains(member.key), let sample = member.value.objectValue,
            sample.count == 1, let text = sample["$ref"]?.stringValue
        else { return nil }
        return rewrite(text, .sample, base).map { ["$ref": .string($0)] }
    }

    private mutating func walkDiscriminator(_ value: JSONValue) -> JSONValue? {
        guard var object = value.objectValue, var mapping = object["mapping"]?.objectValue else { return nil }
        for member in mapping.members {
            guard case .string(let text) = member.value, let new = rewrite(text, .mapping, base) else { continue }
            mapping[member.key] = .string(new)
        }
        object["mapping"] = .object(mapping)
        return .object(object)
    }

    /// Keywords whose members are named by the author.
    static let maps: Set<String> = [
        "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "paths", "webhooks", "schemas",
        "responses", "parameters", "examples", "requestBodies", "headers", "securitySchemes", "links", "callbacks",
        "pathItems", "mediaTypes", "content", "encoding", "additionalOperations",
    ]
}
