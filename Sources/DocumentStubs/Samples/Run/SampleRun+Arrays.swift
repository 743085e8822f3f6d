import APIDocument
import JSONText

extension SampleRun {
    /// An array: the rows asked for, or one to three items; none where its items recur.
    mutating func array(_ schema: Schema, _ place: SamplePlace) throws(SampleError) -> JSONValue {
        if let listing, let made = listing.made, listing.pointer == place.pointer {
            proven = (made.count, max(1, schema.minItems ?? 0))
            return .array(made)
        }
        if let rows = rows(of: schema, place) { return try list(rows, schema, place) }
        let least = max(0, schema.minItems ?? 0)
        // Of what somebody wrote one item, there is one: others would contradict what he wrote beside it.
        let others = place.ordinal == 0 && schema.items.map(isTold) == true ? 1 : place.depth > 2 ? 2 : 3
        let usual = isSparse(place) ? least : 1 + place.seed.child("count").pick(others, place.ordinal)
        let first = (schema.json["prefixItems"]?.arrayValue ?? []).map(Schema.init)
        var count = max(least, min(max(usual, first.count), schema.maxItems ?? .max))
        if schema.items?.json == false { count = min(count, first.count) }
        guard count <= 20_000 else { throw SampleError(kind: .tooLarge, pointer: place.pointer) }
        let contained = schema.json["contains"].map(Schema.init)
        var items: [JSONValue] = []
        var seen: Set<JSONValue> = []
        var index = 0
        // Where items must differ, some are left out; so many tries find those there are.
        let tries = schema.uniqueItems ? count * 4 + 16 : count
        let most = max(16, min(64, schema.maxItems ?? 16))
        while items.count < count, index < tries {
            var item = items.count < first.count ? first[items.count] : schema.items ?? .any
            if let contained, items.isEmpty { item = Schema(["allOf": [item.json, contained.json]]) }
            do {
                let value = try value(item, place.item(index, of: most))
                if !schema.uniqueItems || seen.insert(value).inserted { items.append(value) }
            } catch {
                if items.count >= least { break }
                throw error
            }
            index += 1
        }
        return .array(items)
    }

    /// The rows the array holds, where it is the list of the sample.
    private func rows(of schema: Schema, _ place: SamplePlace) -> Range<Int>? {
        let least = max(0, schema.minItems ?? 0)
        if let listing {
            guard listing.pointer == place.pointer else { return nil }
            let count = max(least, min(listing.rows.count, max(0, schema.maxItems ?? .max)))
            let first = min(max(0, listing.rows.lowerBound), SampleRun.rowLimit)
            return first..<(first + min(count, SampleRun.rowLimit))
        }
        guard place.depth == 0, place.path.isEmpty, schema.json["prefixItems"] == nil else { return nil }
        return place.ordinal..<(place.ordinal + min(max(least, min(3, schema.maxItems ?? 3)), SampleRun.rowLimit))
    }

    /// Each row is a sample of its own.
    private mutating func list(
        _ rows: Range<Int>, _ schema: Schema, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        guard rows.count <= 20_000 else { throw SampleError(kind: .tooLarge, pointer: place.pointer) }
        let item = schema.items ?? .any
        let least = max(0, schema.minItems ?? 0)
        let given = schema.examples.first?.arrayValue ?? []
        let entity = entity(ofList: place)
        var items: [JSONValue] = []
        var seen: Set<JSONValue> = []
        var isProven = !schema.uniqueItems
        // Where rows must differ and some do not, later ones stand in.
        for row in rows.lowerBound..<(rows.upperBound + (schema.uniqueItems ? 64 : 0)) {
            if row >= rows.upperBound, items.count >= least { break }
            var value = row < given.count ? given[row] : .null
            if row >= given.count || !isShowable(value, item) {
                do {
                    let path = place.path + [String(items.count)]
                    let sample = try sample(item, entity: entity, row: row, pins: [:], path: path)
                    isProven = isProven && sample.violations.isEmpty
                    value = sample.value
                } catch {
                    if least == 0, error.kind == .endlessRecursion { return [] }
                    throw error
                }
            }
            if !schema.uniqueItems || seen.insert(value).inserted { items.append(value) }
        }
        proven = (isProven ? items.count : 0, max(1, least))
        return .array(items)
    }

    /// What the rows describe.
    private func entity(ofList place: SamplePlace) -> String {
        let isWrapped = SampleRun.wrapped.contains(place.name.last)
        return (isWrapped ? place.thing.name : place.name.ofOne).words.joined(separator: " ")
    }

    /// Names of lists that say nothing about what they list.
    private static let wrapped: Set<String> = [
        "data", "items", "results", "rows", "records", "list", "entries", "content", "value", "values", "elements",
        "objects", "resources", "hits", "docs", "member",
    ]
}
