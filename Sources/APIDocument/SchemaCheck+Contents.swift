import WireFormats

extension SchemaCheck {
    mutating func checkText(_ text: String, _ schema: Schema) {
        if isThorough, let format = TextFormat(schema.format), !format.accepts(text) {
            report("must be \(format.form)")
        }
        let count = text.unicodeScalars.count
        if let least = schema.minLength, count < least { report("must have at least \(least) characters") }
        if let most = schema.maxLength, count > most { report("must have at most \(most) characters") }
        if let pattern = schema.pattern, isFound(pattern, in: text) == false { report("must match \(pattern)") }
    }

    mutating func checkNumber(_ number: JSONNumber, _ schema: Schema) {
        if let least = schema.minimum {
            if number.isLess(than: least.value) || least.isExclusive && number.isEqual(to: least.value) {
                report("must be \(least.isExclusive ? "more than" : "at least") \(least.value.text)")
            }
        }
        if let most = schema.maximum {
            if most.value.isLess(than: number) || most.isExclusive && number.isEqual(to: most.value) {
                report("must be \(most.isExclusive ? "less than" : "at most") \(most.value.text)")
            }
        }
        if isThorough, let format = NumberFormat(schema.format), !format.accepts(number) {
            report("must be \(format.form)")
        }
        if let step = schema.multipleOf, !number.isMultiple(of: step) { report("must be a multiple of \(step.text)") }
    }

    mutating func checkItems(_ items: [JSONValue], _ schema: Schema) {
        if let least = schema.minItems, items.count < least { report("must have at least \(least) items") }
        if let most = schema.maxItems, items.count > most { report("must have at most \(most) items") }
        if schema.uniqueItems, Set(items.map(JSONMeaning.init)).count < items.count {
            report("must not have equal items")
        }
        checkContained(items, schema)
        let first = (schema.json["prefixItems"]?.arrayValue ?? []).map(Schema.init)
        for (index, item) in items.enumerated() {
            if index < first.count {
                visit(item, first[index], at: String(index), by: "prefixItems", String(index))
            } else if let schema = schema.items {
                visit(item, schema, at: String(index), by: "items")
            }
        }
    }

    mutating func checkMembers(_ members: JSONObject, _ schema: Schema) {
        let properties = schema.json["properties"]?.objectValue
        for name in schema.required where members[name] == nil && !isOthers(name) {
            report("\"\(name)\" is required", .missing(name))
        }
        for member in schema.json["dependentRequired"]?.objectValue?.members ?? [] where members[member.key] != nil {
            for name in (member.value.arrayValue ?? []).compactMap(\.stringValue) where members[name] == nil {
                report("\"\(name)\" is required beside \"\(member.key)\"", .missing(name))
            }
        }
        if let least = schema.minProperties, members.count < least { report("must have at least \(least) members") }
        if let most = schema.maxProperties, members.count > most { report("must have at most \(most) members") }
        checkNames(members, schema)
        checkDependents(members, schema)
        let patterns = schema.json["patternProperties"]?.objectValue?.members ?? []
        for member in members.members {
            var isKnown = false
            if let property = properties?[member.key] {
                isKnown = true
                visit(member.value, Schema(property), at: member.key, by: "properties", member.key)
            }
            for pattern in patterns {
                let isFound = isFound(pattern.key, in: member.key)
                if isFound != false { isKnown = true }
                guard isFound == true else { continue }
                visit(member.value, Schema(pattern.value), at: member.key, by: "patternProperties", pattern.key)
            }
            if !isKnown, let others = schema.json["additionalProperties"] {
                visit(member.value, Schema(others), at: member.key, by: "additionalProperties")
            }
        }
    }
}
