import APIDocument
import WireFormats

/// The making of samples with one seed: what has been spent, and what is being made at the moment.
struct SampleRun {
    /// One way to make a value. Most schemas need only the first.
    struct Attempt {
        /// Which seeds are used.
        var salt = 0
        /// Whether only what is required is there.
        var isSparse = false
    }

    let document: APIDocument
    let direction: SchemaDirection
    let listing: SampleListing?
    /// What the values are, where neither the caller nor a schema says so.
    let hint: NameWords?
    private let base: Seed
    private(set) var attempt = Attempt()
    /// Whether a schema says what only few say: then all that it says is checked.
    var isRare = false
    /// The currency of the thing, once a member has named it.
    var currency: JSONValue?
    /// How many rows of the list are known to be right, and how many there must be.
    var proven = (count: 0, least: 1)
    private var nodes = 0
    private var nesting = 0
    /// How often choices were checked.
    var checks = 0
    private var open: [String: Int] = [:]
    private var resolved: [String: Schema] = [:]
    /// What members point to, where that is to be looked for.
    let relations: Relations?
    /// The collections members point to, by the member's name.
    var targets: [String: Relations.Target?] = [:]
    /// Texts that rows are told apart by, as far as they were worked out.
    var identities: [Identities.Kind: Identities] = [:]
    /// Ids of rows members point to, by collection and row.
    var ids: [String: JSONValue] = [:]
    /// Whether the thing was made just now, and is newer than all others.
    let isNew: Bool

    /// The most parts a row may have.
    private static let nodeLimit = 20_000
    /// How many parts a row has before only what is required is made, by depth: the row's own members are always there.
    private static let comfort = [Int.max, 160, 120, 80, 60]
    /// The most parts made before what is there has to do.
    private static let effortLimit = 3_000
    /// How deep values, and choices within choices, may be nested: small threads have to bear it.
    private static let nestingLimit = 26
    /// Rows beyond it are all the same.
    static let rowLimit = 1 << 40

    init(
        document: APIDocument, direction: SchemaDirection, listing: SampleListing?, seed: String, relations: Relations?,
        isNew: Bool = false
    ) {
        self.relations = relations
        self.isNew = isNew
        self.document = document
        self.direction = direction
        self.listing = listing
        base = Seed(seed)
        // Of a path, the last part that is no parameter.
        hint = seed.split(separator: "/").last { !$0.contains("{") && !$0.contains(":") }.map { NameWords(String($0)) }
    }

    /// The best of some attempts.
    mutating func sample(
        _ schema: Schema, entity: String?, row: Int, pins: [String: JSONValue], path: [String] = []
    ) throws(SampleError) -> Sample {
        let row = min(max(0, row), SampleRun.rowLimit)
        let outer = (attempt, isRare, nodes, currency)
        defer { (attempt, isRare, nodes, currency) = (outer.0, outer.1 || isRare, outer.2, outer.3) }
        isRare = false
        var best: Sample?
        var pruned: Sample?
        var effort = 0
        for attempt in SampleRun.attempts {
            // What keeps to the schema without a member says more than what has none that it need not have.
            if attempt.isSparse, let pruned { return pruned }
            self.attempt = attempt
            nodes = 0
            checks = 0
            currency = nil
            var place = root(NameWords(entity ?? ""), row)
            (place.path, place.pins) = (path, pins)
            let value = try value(schema, place)
            let violations = document.violations(
                of: unproven(value), against: schema, direction: direction, isThorough: isRare)
            if violations.isEmpty { return Sample(value: value) }
            effort += nodes
            pruned = pruned ?? self.pruned(value, of: schema, violations)
            if violations.count < best?.violations.count ?? .max { best = Sample(value: value, violations: violations) }
            if effort > SampleRun.effortLimit { break }
        }
        return best ?? Sample(value: .null)
    }

    /// The place of a whole value.
    func root(_ name: NameWords, _ row: Int) -> SamplePlace {
        let seed = attempt.salt == 0 ? base : base.child("again-\(attempt.salt)")
        let thing = Thing(name: name, kind: ThingKind(named: name) ?? .thing, seed: seed, ordinal: row)
        return SamplePlace(path: [], name: name, thing: thing, seed: seed, ordinal: row, depth: 0)
    }

    /// What of a value is still to be checked: of rows that are right each for itself, as few as there may be.
    func unproven(_ value: JSONValue) -> JSONValue {
        guard let listing, proven.count > proven.least, let rows = value[listing.pointer]?.arrayValue,
            rows.count == proven.count
        else { return value }
        return value.setting(.array(Array(rows.prefix(proven.least))), at: listing.pointer)
    }

    private static let attempts = [
        Attempt(), Attempt(isSparse: true), Attempt(salt: 1), Attempt(salt: 2), Attempt(salt: 3),
        Attempt(salt: 4, isSparse: true),
    ]

    /// Whether only what is required is made there.
    func isSparse(_ place: SamplePlace) -> Bool {
        attempt.isSparse || place.depth >= SampleRun.comfort.count || nodes > SampleRun.comfort[place.depth]
    }

    /// A value for a schema, unresolved, at a place.
    ///
    /// - Parameter name: the reference of what it was made of, where it has none itself.
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
        let references = SampleRun.references(of: schema)
        // Near the row one repetition shows what the recursion is like.
        let limit = place.depth < 4 ? 2 : 1
        guard references.allSatisfy({ open[$0, default: 0] < limit }) else {
            throw SampleError(kind: .endlessRecursion, pointer: place.pointer)
        }
        for reference in references { open[reference, default: 0] += 1 }
        defer { for reference in references { open[reference, default: 1] -= 1 } }
        return try made(resolve(schema), named: references.last ?? name, place)
    }

    /// The references a schema is made of: its own and those of `allOf`.
    static func references(of schema: Schema, depth: Int = 0) -> [String] {
        let parts = depth < 20 ? schema.allOf.flatMap { references(of: $0, depth: depth + 1) } : []
        return parts + (schema.reference.map { [$0] } ?? [])
    }

    /// The schema with its references followed.
    mutating func resolve(_ schema: Schema) -> Schema {
        guard let reference = schema.reference, schema.json.objectValue?.count == 1 else {
            return document.resolve(schema)
        }
        if let known = resolved[reference] { return known }
        let result = document.resolve(schema)
        resolved[reference] = result
        return result
    }
}
