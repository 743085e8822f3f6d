import JSONText

/// What JSON Schema has and OpenAPI 3.0 has not; asked for where a check is thorough.
extension SchemaCheck {
    private static let evaluationDepth = 32

    /// Whether these keywords mean anything in the document.
    private var hasFullDialect: Bool { isThorough && !document.ignoresSiblings }

    /// How many items fit what a list must hold (JSON Schema 2020-12 sections 10.3.1.3, 6.4.4 and 6.4.5).
    mutating func checkContained(_ items: [JSONValue], _ schema: Schema) {
        guard hasFullDialect, let wanted = schema.json["contains"].map(Schema.init) else { return }
        var count = 0
        for item in items where fits(item, wanted) { count += 1 }
        let least = schema.json["minContains"]?.intValue ?? 1
        if count < least { report("must have at least \(least) items of the kind it is to contain, but has \(count)") }
        if let most = schema.json["maxContains"]?.intValue, count > most {
            report("must have at most \(most) items of the kind it is to contain, but has \(count)")
        }
    }

    /// What the members may be called (section 10.3.2.4), and those that nothing describes (section 11.3).
    mutating func checkNames(_ members: JSONObject, _ schema: Schema) {
        guard hasFullDialect else { return }
        if let names = schema.json["propertyNames"].map(Schema.init) {
            for member in members.members where !fits(.string(member.key), names) {
                report("must not have a member called \"\(member.key)\"")
            }
        }
        guard let others = schema.json["unevaluatedProperties"], others.boolValue != true,
            let known = evaluated(members, schema, depth: 0)
        else { return }
        for member in members.members where !known.contains(member.key) {
            visit(member.value, Schema(others), at: member.key, by: "unevaluatedProperties")
        }
    }

    /// The names of the members that the schema, or one that it is made of and that fits, says something about; nil for all.
    private mutating func evaluated(_ members: JSONObject, _ schema: Schema, depth: Int) -> Set<String>? {
        guard depth < Self.evaluationDepth, case .object(let object) = schema.json else { return [] }
        // What stands at the top is what is being asked.
        if object["additionalProperties"] != nil || depth > 0 && object["unevaluatedProperties"] != nil { return nil }
        var known = Set(schema.properties.map(\.name))
        for pattern in object["patternProperties"]?.objectValue?.keys ?? [] {
            let expression = Pattern(pattern)
            known.formUnion(members.members.map(\.key).filter { expression?.isFound(in: $0) != false })
        }
        for part in parts(of: members, schema) {
            guard let more = evaluated(members, part, depth: depth + 1) else { return nil }
            known.formUnion(more)
        }
        return known
    }

    /// The schemas a schema is made of, as far as they hold for the value.
    private mutating func parts(of members: JSONObject, _ schema: Schema) -> [Schema] {
        let value = JSONValue.object(members)
        var parts = schema.allOf
        for choice in schema.anyOf + schema.oneOf where fits(value, choice) { parts.append(choice) }
        if let reference = schema.reference, case .found(let target) = document.references.target(of: reference) {
            parts.append(Schema(target))
        }
        if let condition = schema.json["if"].map(Schema.init) {
            let isMet = fits(value, condition)
            if isMet { parts.append(condition) }
            if let branch = schema.json[isMet ? "then" : "else"] { parts.append(Schema(branch)) }
        }
        for member in schema.json["dependentSchemas"]?.objectValue?.members ?? [] where members[member.key] != nil {
            parts.append(Schema(member.value))
        }
        return parts
    }
}
