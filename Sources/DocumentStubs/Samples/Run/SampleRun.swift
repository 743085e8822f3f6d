import APIDocument
import WireFormats

/// One generation of samples with one seed: its effort, and the state of the current object.
struct SampleRun {
    let document: APIDocument
    let direction: SchemaDirection
    let listing: SampleListing?
    let vocabulary: Vocabulary
    /// The collections that members refer to; nil to ignore them.
    let relations: Relations?
    /// True if the object is new, so that no other one is newer.
    let isNew: Bool
    /// The name of the value if neither the caller nor a schema has one.
    let hint: NameWords?
    private let base: Seed

    private var attempt = Attempt()
    /// True if a schema has rules that only a thorough check validates.
    var isThorough = false
    /// The number of invalid parts; an optional member with one is left out.
    var misfits = 0
    /// The currency of the object, set by the first member with one.
    var currency: JSONValue?
    private var nodes = 0
    /// The number of parts in all attempts, also those at the rows of a list.
    private var effort = 0
    private var nesting = 0
    var checks = 0
    private var open: [String: Int] = [:]
    private var resolved: [String: Schema] = [:]
    /// The collections that members refer to, by the member's name.
    var targets: [String: Relations.Target?] = [:]
    /// The ids of rows that members refer to, by collection and row.
    var ids: [String: JSONValue] = [:]
    /// The number of rows that were followed from a row to this one.
    var followed = 0
    /// The values of rows that nested objects show, by collection and row.
    var rows: [String: [String: JSONValue]] = [:]
    /// Distinct texts of rows, as far as they were generated.
    var identities: [Identities.Kind: Identities] = [:]

    /// A strategy for a value. Most schemas need only the first.
    private struct Attempt {
        var salt = 0
        var isSparse = false
    }

    private static let attempts =
        [Attempt(), Attempt(salt: 1), Attempt(isSparse: true)] + (2...9).map { Attempt(salt: $0) }
        + [Attempt(salt: 10, isSparse: true)]
    private static let nodeLimit = 20_000
    /// The number of parts at which optional members are left out, by depth; a row's own members are kept.
    private static let comfort = [Int.max, 160, 120, 80, 60]
    /// The most parts to generate before the best sample so far is taken.
    private static let effortLimit = 3_000
    /// The deepest nesting of values and choices, for small stacks.
    private static let nestingLimit = 24
    /// The greatest row number; later rows are equal.
    static let rowLimit = 1 << 40

    init(
        document: APIDocument, direction: SchemaDirection = .response, listing: SampleListing? = nil, seed: String,
        relations: Relations? = nil, isNew: Bool = false
    ) {
        (self.document, self.direction, self.listing) = (document, direction, listing)
        (self.relations, self.isNew) = (relations, isNew)
        vocabulary = document.vocabulary
        base = Seed(seed)
        // The last segment of a path that is not a parameter.
        hint = seed.split(separator: "/").last { !$0.contains("{") && !$0.contains(":") }.map { NameWords(String($0)) }
    }

    /// True for the first strategy, in which examples count.
    var isFirst: Bool { attempt.salt == 0 && !attempt.isSparse }
    var salt: Int { attempt.salt }

    /// The first sample without a violation, else the one with the fewest.
    mutating func sample(
        _ schema: Schema, entity: String?, row: Int, pins: [String: JSONValue], path: [String] = []
    ) throws(SampleError) -> Sample {
        let row = min(max(0, row), SampleRun.rowLimit)
        let outer = (attempt, isThorough, nodes, currency, misfits)
        defer {
            (attempt, nodes, currency, misfits) = (outer.0, outer.2, outer.3, outer.4)
            isThorough = outer.1 || isThorough
        }
        isThorough = false
        var best: Sample?
        let before = effort
        for attempt in SampleRun.attempts {
            self.attempt = attempt
            (nodes, checks, currency) = (0, 0, nil)
            var place = root(NameWords(entity ?? ""), row)
            (place.path, place.pins) = (path, pins)
            if path.isEmpty { place.listing = listing }
            let value = try value(schema, place)
            let violations = document.violations(
                of: unproven(value), against: schema, direction: direction, isThorough: isThorough)
            if violations.isEmpty { return Sample(value: value) }
            effort += nodes
            if violations.count < best?.violations.count ?? .max { best = Sample(value: value, violations: violations) }
            if effort - before > SampleRun.effortLimit { break }
        }
        return best ?? Sample(value: .null)
    }

    func root(_ name: NameWords, _ row: Int) -> SamplePlace {
        let seed = attempt.salt == 0 ? base : base.child("again-\(attempt.salt)")
        let object = SampleObject(name: name, seed: seed, ordinal: row)
        return SamplePlace(path: [], name: name, object: object, seed: seed, ordinal: row, depth: 0)
    }

    /// The part of a value that is not yet checked: rows that were checked one by one are reduced to the minimum.
    private func unproven(_ value: JSONValue) -> JSONValue {
        guard let listing, proven.count > proven.least, let rows = value[listing.pointer]?.arrayValue,
            rows.count == proven.count
        else { return value }
        return value.setting(.array(Array(rows.prefix(proven.least))), at: listing.pointer)
    }

    /// The number of valid rows in the list, and the minimum number.
    var proven = (count: 0, least: 1)

    func isSparse(_ place: SamplePlace) -> Bool {
        attempt.isSparse || place.depth >= SampleRun.comfort.count || nodes > SampleRun.comfort[place.depth]
    }

    /// A value for a schema, unresolved, at a place.
    ///
    /// - Parameter name: the reference of the schema from which this one was derived.
    mutating func value(
        _ schema: Schema, named name: String? = nil, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        nodes += 1
        nesting += 1
        defer { nesting -= 1 }
        guard nodes <= SampleRun.nodeLimit, nesting < SampleRun.nestingLimit else {
            throw SampleError(kind: .tooLarge, pointer: place.pointer)
        }
        if schema.json == false { throw SampleError(kind: .nothingFits, pointer: place.pointer) }
        let references = schema.references
        // Near the row a recursion is shown once.
        let limit = place.depth < 4 ? 2 : 1
        guard references.allSatisfy({ open[$0, default: 0] < limit }) else {
            throw SampleError(kind: .endlessRecursion, pointer: place.pointer)
        }
        for reference in references { open[reference, default: 0] += 1 }
        defer { for reference in references { open[reference, default: 1] -= 1 } }
        return try made(resolve(schema), named: references.last ?? name, place)
    }

    /// A value for a resolved schema: constant, example, one of an enumeration, one of its variants, then by type.
    mutating func made(
        _ schema: Schema, named reference: String?, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        if let const = schema.const { return const }
        if Rule.areIn(schema) { return try ruled(schema, named: reference, place) }
        if let written = written(schema, place) { return written }
        if let currency = currency(schema, place) { return currency }
        if let value = shown(schema, place) ?? related(schema, place) { return value }
        if let example = example(of: schema, place) { return example }
        if let values = schema.enumValues?.filter({ !$0.isNull && $0 != "" }), !values.isEmpty {
            var choices = Choices(place.seed, ordinal: place.ordinal + attempt.salt)
            return values[choices.next(values.count)]
        }
        do {
            if let choice = try choice(of: schema, named: reference, place) { return choice }
            return try typed(schema, named: reference, place)
        } catch {
            if schema.isNullable { return .null }
            throw error
        }
    }

    mutating func typed(
        _ schema: Schema, named reference: String?, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        switch type(of: schema, place) {
        case .null: return .null
        case .boolean: return .bool(truth(schema, place))
        case .integer, .number: return .number(number(schema, place))
        case .string:
            guard let content = schema.content else { return .string(text(schema, place)) }
            return .string(try value(content, place).text())
        case .array: return try array(schema, place)
        case .object: return try object(schema, named: reference, place)
        }
    }

    private func type(of schema: Schema, _ place: SamplePlace) -> Schema.DataType {
        let types = schema.types
        if !types.isEmpty { return types[attempt.salt % types.count] }
        if schema.json["type"] != nil, schema.isNullable { return .null }
        for member in schema.json.objectValue?.members ?? [] {
            if let type = SampleRun.typesOfKeywords[member.key] { return type }
        }
        if !place.pins.isEmpty { return .object }
        if let type = schema.examples.lazy.compactMap({ Schema.inferred(from: $0).type }).first { return type }
        switch schema.format {
        case "int32", "int64": return .integer
        case "float", "double": return .number
        case nil where topic(schema, place, .text) == nil && topic(schema, place, .number) != nil: return .integer
        default: return .string
        }
    }

    private static let typesOfKeywords: [String: Schema.DataType] = [
        "required": .object, "minProperties": .object, "maxProperties": .object, "patternProperties": .object,
        "propertyNames": .object, "minItems": .array, "maxItems": .array, "uniqueItems": .array, "contains": .array,
        "pattern": .string, "minLength": .string, "maxLength": .string, "minimum": .number, "maximum": .number,
        "multipleOf": .number, "exclusiveMinimum": .number, "exclusiveMaximum": .number,
    ]

    /// True with the topic's frequency, 50 percent by default.
    private func truth(_ schema: Schema, _ place: SamplePlace) -> Bool {
        if let answer = place.listing?.answer(place.name.key, beside: place.object.members) { return answer }
        return place.seed.pick(100, place.ordinal) < topic(schema, place, .flag)?.often ?? 50
    }

    /// The topic of a part, by its schema, else by its name.
    func topic(_ schema: Schema, _ place: SamplePlace, _ use: Vocabulary.Use) -> Vocabulary.Topic? {
        vocabulary.topic(of: schema, use)
            ?? vocabulary.topic(place.topicName, of: place.object.name, beside: place.object.members, use)
    }

    func isIdentity(_ schema: Schema, _ place: SamplePlace) -> Bool {
        guard place.depth > 0, let topic = topic(schema, place, .text), topic.isDistinct else { return false }
        return !["id", "uuid", "code"].contains(topic.family) && schema.format == nil || place.isOwnID
            || topic.family == "id"
    }

    mutating func resolve(_ schema: Schema) -> Schema {
        guard let reference = schema.reference, schema.json.objectValue?.count == 1 else {
            return document.resolve(schema)
        }
        if let known = resolved[reference] { return known }
        let result = document.resolve(schema)
        resolved[reference] = result
        return result
    }

    func fits(_ value: JSONValue, _ schema: Schema) -> Bool {
        document.violations(of: value, against: schema, direction: direction, isThorough: isThorough).isEmpty
    }
}
