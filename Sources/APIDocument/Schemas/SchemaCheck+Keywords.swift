import WireFormats

extension SchemaCheck {
    mutating func checkText(_ text: String, _ schema: Schema) {
        let faults = schema.faults(of: text, isThorough: isThorough) { isFound($0, in: text) }
        for fault in faults { report(fault) }
    }

    mutating func checkNumber(_ number: JSONNumber, _ schema: Schema) {
        for fault in schema.faults(of: number) { report(fault) }
        guard isThorough, let (bits, range) = Self.integers[schema.format ?? ""] else { return }
        if number.isLess(than: JSONNumber(range.lowerBound)) || JSONNumber(range.upperBound).isLess(than: number) {
            report("must be a whole number of \(bits) bits")
        }
    }

    /// The formats of integers (OpenAPI 3.1.0, "Data Type Format").
    private static let integers = [
        "int32": (bits: 32, range: Int(Int32.min)...Int(Int32.max)), "int64": (64, Int.min...Int.max),
    ]

    mutating func checkItems(_ items: [JSONValue], _ schema: Schema) {
        for fault in schema.faults(ofItems: items) { report(fault) }
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
        checkRareKeywords(members, schema)
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

/// Checks of single values, for inputs as well.
extension Schema {
    /// - Parameter isFound: searches the text for a pattern; nil means no result.
    package func faults(
        of text: String, isThorough: Bool, isFound: (_ pattern: String) -> Bool?
    ) -> [String] {
        var faults: [String] = []
        if isThorough, let format = TextFormat(self.format), !format.accepts(text) {
            faults.append("must be \(format.form)")
        }
        let count = text.unicodeScalars.count
        if let least = minLength, count < least { faults.append("must have at least \(counted(least, "character"))") }
        if let most = maxLength, count > most { faults.append("must have at most \(counted(most, "character"))") }
        if let pattern, isFound(pattern) == false { faults.append("must match \(pattern)") }
        return faults
    }

    package func faults(of number: JSONNumber) -> [String] {
        var faults: [String] = []
        if let least = minimum,
            number.isLess(than: least.value) || least.isExclusive && number.isEqual(to: least.value)
        {
            faults.append("must be \(least.isExclusive ? "more than" : "at least") \(least.value.text)")
        }
        if let most = maximum, most.value.isLess(than: number) || most.isExclusive && number.isEqual(to: most.value) {
            faults.append("must be \(most.isExclusive ? "less than" : "at most") \(most.value.text)")
        }
        if let step = multipleOf, !number.isMultiple(of: step) { faults.append("must be a multiple of \(step.text)") }
        return faults
    }

    package func faults(ofItems items: [JSONValue]) -> [String] {
        var faults: [String] = []
        if let least = minItems, items.count < least { faults.append("must have at least \(counted(least, "item"))") }
        if let most = maxItems, items.count > most { faults.append("must have at most \(counted(most, "item"))") }
        if uniqueItems, Set(items.map(JSONMeaning.init)).count < items.count {
            faults.append("must not have equal items")
        }
        return faults
    }

    private func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}

/// Keywords that OpenAPI 3.0 does not have, checked only if the check is thorough.
extension SchemaCheck {
    private var hasFullDialect: Bool { isThorough && !document.ignoresSiblings }

    /// `contains`, `minContains` and `maxContains` (JSON Schema 2020-12 sections 10.3.1.3, 6.4.4 and 6.4.5).
    mutating func checkContained(_ items: [JSONValue], _ schema: Schema) {
        guard hasFullDialect, let wanted = schema.json["contains"].map(Schema.init) else { return }
        let answers = items.map { fits($0, wanted) }
        let count = answers.count { $0 == true }
        let least = schema.json["minContains"]?.intValue ?? 1
        if answers.count(where: { $0 != false }) < least {
            report("must have at least \(least) items of the kind it is to contain, but has \(count)")
        }
        if let most = schema.json["maxContains"]?.intValue, count > most {
            report("must have at most \(most) items of the kind it is to contain, but has \(count)")
        }
    }

    /// `propertyNames` (section 10.3.2.4) and `dependentSchemas` (section 10.2.2.4).
    mutating func checkRareKeywords(_ members: JSONObject, _ schema: Schema) {
        guard hasFullDialect else { return }
        if let names = schema.json["propertyNames"].map(Schema.init) {
            for member in members.members where fits(.string(member.key), names) == false {
                report("must not have a member called \"\(member.key)\"")
            }
        }
        for member in schema.json["dependentSchemas"]?.objectValue?.members ?? [] where members[member.key] != nil {
            visit(.object(members), Schema(member.value), by: "dependentSchemas", member.key)
        }
    }

    /// `unevaluatedProperties` and `unevaluatedItems` (sections 11.2 and 11.3).
    mutating func checkUnevaluated(_ value: JSONValue, _ schema: Schema) {
        guard hasFullDialect, let keyword = value.unevaluated, let others = schema.json[keyword],
            others.boolValue != true
        else { return }
        var seen: Set<String> = []
        guard let known = evaluated(value, schema, &seen, isAsked: true) else { return }
        for part in value.parts where !known.contains(part.token) {
            visit(part.value, Schema(others), at: part.token, by: keyword)
        }
    }

    /// The members, or the indices of items, that the schema or a matching part of it evaluates; nil for all.
    ///
    /// - Parameters:
    ///   - seen: the references followed so far.
    ///   - isAsked: true for the schema that has the `unevaluated` keyword.
    private mutating func evaluated(
        _ value: JSONValue, _ schema: Schema, _ seen: inout Set<String>, isAsked: Bool = false
    ) -> Set<String>? {
        guard case .object(let object) = schema.json else { return [] }
        guard descend() else { return nil }
        defer { ascend() }
        if !isAsked, let keyword = value.unevaluated, object[keyword] != nil { return nil }
        guard var known = named(in: value, object) else { return nil }
        for part in constituents(of: value, schema, &seen) {
            guard let more = evaluated(value, part, &seen) else { return nil }
            known.formUnion(more)
        }
        return known
    }

    /// The members or indices that the schema's own keywords evaluate; nil for all.
    private mutating func named(in value: JSONValue, _ schema: JSONObject) -> Set<String>? {
        var known: Set<String> = []
        switch value {
        case .object(let members):
            if schema["additionalProperties"] != nil { return nil }
            known = Set(schema["properties"]?.objectValue?.keys ?? [])
            for pattern in schema["patternProperties"]?.objectValue?.keys ?? [] {
                for name in members.keys where isFound(pattern, in: name) != false { known.insert(name) }
            }
        case .array(let items):
            if schema["items"] != nil { return nil }
            let first = schema["prefixItems"]?.arrayValue?.count ?? 0
            let wanted = schema["contains"].map(Schema.init)
            for (index, item) in items.enumerated()
            where index < first || wanted.map({ fits(item, $0) != false }) ?? false {
                known.insert(String(index))
            }
        case .null, .bool, .number, .string: break
        }
        return known
    }

    /// The parts of a schema that apply to the value.
    private mutating func constituents(of value: JSONValue, _ schema: Schema, _ seen: inout Set<String>) -> [Schema] {
        var parts = schema.allOf
        for choice in schema.anyOf + schema.oneOf where fits(value, choice) != false { parts.append(choice) }
        if let reference = schema.reference, seen.insert(reference).inserted,
            case .found(let target) = document.references.target(of: reference)
        {
            parts.append(Schema(target))
        }
        if let condition = schema.json["if"].map(Schema.init) {
            let isMet = fits(value, condition)
            if isMet != false { parts += [condition, schema.json["then"].map(Schema.init)].compactMap(\.self) }
            if isMet != true, let branch = schema.json["else"] { parts.append(Schema(branch)) }
        }
        for member in schema.json["dependentSchemas"]?.objectValue?.members ?? [] where value[member.key] != nil {
            parts.append(Schema(member.value))
        }
        return parts
    }
}

extension JSONValue {
    fileprivate var unevaluated: String? {
        switch self {
        case .object: "unevaluatedProperties"
        case .array: "unevaluatedItems"
        case .null, .bool, .number, .string: nil
        }
    }

    /// Members by name, items by index.
    fileprivate var parts: [(token: String, value: JSONValue)] {
        switch self {
        case .object(let members): members.members.map { ($0.key, $0.value) }
        case .array(let items): items.enumerated().map { (String($0), $1) }
        case .null, .bool, .number, .string: []
        }
    }
}
