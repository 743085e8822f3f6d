import APIDocument
import WireFormats

/// Something a schema says of a value as a whole, beside what its parts are like: what must not hold, what holds if something else
/// does, what holds beside a member. It is seen when the value is there, and mended by saying more of it.
struct SchemaRule {
    /// The rule alone, as a schema.
    let schema: Schema
    private let kind: Kind

    private enum Kind {
        case excluded(Schema)
        case conditional(Schema, then: JSONValue?, otherwise: JSONValue?)
        case beside(member: String, names: [JSONValue]?, JSONValue?)
    }

    /// The keywords of rules.
    static let keywords = ["not", "if", "then", "else", "dependentSchemas", "dependentRequired"]

    /// Whether a resolved schema has rules.
    static func areIn(_ schema: Schema) -> Bool {
        guard let own = schema.json.objectValue else { return false }
        return own["not"] != nil || own["if"] != nil || own["dependentRequired"] != nil
            || own["dependentSchemas"] != nil
    }

    /// The rules of a resolved schema.
    static func all(of schema: Schema) -> [SchemaRule] {
        guard let own = schema.json.objectValue else { return [] }
        var rules: [SchemaRule] = []
        if let not = own["not"] { rules.append(SchemaRule(schema: Schema(["not": not]), kind: .excluded(Schema(not)))) }
        if let condition = own["if"] {
            let (then, otherwise) = (own["then"], own["else"])
            var rule = JSONObject([.init(key: "if", value: condition)])
            (rule["then"], rule["else"]) = (then, otherwise)
            rules.append(
                SchemaRule(
                    schema: Schema(.object(rule)),
                    kind: .conditional(Schema(condition), then: then, otherwise: otherwise)))
        }
        for keyword in ["dependentRequired", "dependentSchemas"] {
            for member in own[keyword]?.objectValue?.members ?? [] {
                let said = JSONValue.object(JSONObject([.init(key: member.key, value: member.value)]))
                rules.append(
                    SchemaRule(
                        schema: Schema([keyword: said]),
                        kind: .beside(
                            member: member.key, names: keyword == "dependentRequired" ? member.value.arrayValue : nil,
                            keyword == "dependentSchemas" ? member.value : nil)))
            }
        }
        // Of what is joined, one has the keywords itself (`SchemaMerge`).
        return rules + schema.allOf.flatMap(all)
    }

    /// What may be said of a value besides, so that it keeps the rule: each is enough.
    func repairs(in document: APIDocument, isMet: (Schema) -> Bool) -> [JSONValue] {
        switch kind {
        case .excluded(let schema): return Self.opposites(of: schema, in: document)
        case .conditional(let condition, let then, let otherwise):
            let others = Self.opposites(of: condition, in: document)
            let met: [JSONValue] = [["allOf": .array([condition.json, then].compactMap(\.self))]]
            let unmet = others.map {
                JSONValue.object(JSONObject([.init(key: "allOf", value: .array([$0, otherwise].compactMap(\.self)))]))
            }
            return isMet(condition)
                ? [then].compactMap(\.self) + unmet : [otherwise].compactMap(\.self) + met + unmet
        case .beside(let member, let names, let schema):
            let absent: JSONValue = ["properties": .object(JSONObject([.init(key: member, value: false)]))]
            return [names.map { ["required": .array($0)] }, schema, absent].compactMap(\.self)
        }
    }

    /// Choices within choices beyond which none is turned round: a schema may refer to itself.
    private static let deepest = 4

    /// Schemas that only values fit which do not fit this one, as far as its keywords have an opposite: each is enough.
    private static func opposites(of schema: Schema, in document: APIDocument, depth: Int = 0) -> [JSONValue] {
        let schema = document.resolve(schema)
        guard depth < deepest, let own = schema.json.objectValue else { return [] }
        return own.members.flatMap { member in
            guard ["anyOf", "oneOf"].contains(member.key) else { return opposites(of: member, in: schema) }
            let choices = (member.value.arrayValue ?? []).prefix(16)
            return joined(choices.map { opposites(of: Schema($0), in: document, depth: depth + 1) })
        }
    }

    /// One of each, in all ways to choose them; of so many that they would not end, the first.
    private static func joined(_ choices: [[JSONValue]]) -> [JSONValue] {
        let ways = choices.reduce([[]] as [[JSONValue]]) { ways, choice in
            Array(ways.flatMap { way in choice.map { way + [$0] } }.prefix(64))
        }
        return ways.filter { !$0.isEmpty }.map { ["allOf": .array($0)] }
    }

    private static func opposites(of member: JSONObject.Member, in schema: Schema) -> [JSONValue] {
        func said(_ keyword: String, _ number: Int, _ step: Int) -> [JSONValue] {
            let (number, isOver) = number.addingReportingOverflow(step)
            guard !isOver, number >= 0 else { return [] }
            return [.object(JSONObject([.init(key: keyword, value: .number(JSONNumber(number)))]))]
        }
        func property(_ name: String, _ value: JSONValue) -> JSONValue {
            .object(JSONObject([.init(key: name, value: value)]))
        }
        switch member.key {
        case "type":
            let types = Set(schema.types)
            let others = Schema.DataType.allCases.filter { type in
                !types.contains(type) && !(type == .integer && types.contains(.number)) && type != .null
            }
            return others.map { ["type": .string($0.rawValue)] }
        case "minimum", "exclusiveMinimum":
            guard let bound = schema.minimum else { return [] }
            return [property(bound.isExclusive ? "maximum" : "exclusiveMaximum", .number(bound.value))]
        case "maximum", "exclusiveMaximum":
            guard let bound = schema.maximum else { return [] }
            return [property(bound.isExclusive ? "minimum" : "exclusiveMinimum", .number(bound.value))]
        case "minLength", "minItems", "minProperties":
            let opposite = member.key.replacing("min", with: "max")
            return member.value.intValue.map { said(opposite, $0, -1) } ?? []
        case "maxLength", "maxItems", "maxProperties":
            let opposite = member.key.replacing("max", with: "min")
            return member.value.intValue.map { said(opposite, $0, 1) } ?? []
        case "required":
            return schema.required.map { ["properties": property($0, false)] }
        case "properties":
            return schema.properties.map {
                ["required": [.string($0.name)], "properties": property($0.name, ["not": $0.schema.json])]
            }
        case "items": return [["minItems": 1, "items": ["not": member.value]]]
        case "not": return [member.value]
        case "allOf": return (member.value.arrayValue ?? []).map { ["not": $0] }
        default: return []
        }
    }
}
