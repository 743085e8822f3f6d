import APIDocument
import JSONText

extension SampleRun {
    /// An array: the rows asked for, or one to three items; none where its items recur.
    mutating func array(_ schema: Schema, _ place: SamplePlace) throws(SampleError) -> JSONValue {
        if let rows = rows(of: schema, place) { return try list(rows, schema, place) }
        let least = schema.minItems ?? 0
        let usual = isSparse(place) ? least : 1 + place.seed.child("count").pick(place.depth > 2 ? 2 : 3, place.ordinal)
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
        while items.count < count, index < tries {
            var item = items.count < first.count ? first[items.count] : schema.items ?? .any
            if let contained, items.isEmpty { item = Schema(["allOf": [item.json, contained.json]]) }
            do {
                let value = try value(item, place.item(index, of: max(16, schema.maxItems.map { min($0, 64) } ?? 16)))
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
        let least = schema.minItems ?? 0
        if let listing {
            guard listing.pointer == place.pointer else { return nil }
            let count = max(least, min(listing.rows.count, schema.maxItems ?? .max))
            return listing.rows.lowerBound..<(listing.rows.lowerBound + count)
        }
        guard place.depth == 0, place.path.isEmpty, schema.json["prefixItems"] == nil else { return nil }
        return place.ordinal..<(place.ordinal + max(least, min(3, schema.maxItems ?? 3)))
    }

    /// Each row is a sample of its own.
    private mutating func list(
        _ rows: Range<Int>, _ schema: Schema, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        guard rows.count <= 20_000 else { throw SampleError(kind: .tooLarge, pointer: place.pointer) }
        var items: [JSONValue] = []
        let given = schema.examples.first?.arrayValue ?? []
        let item = schema.items ?? .any
        let name = place.name.words.dropLast() + [place.name.singular]
        let entity = SampleRun.wrapped.contains(place.name.last) ? place.thing.name.words : Array(name)
        var isProven = !schema.uniqueItems
        for row in rows {
            if row < given.count, isShowable(given[row], item) {
                items.append(given[row])
                continue
            }
            do {
                let path = place.path + [String(items.count)]
                let sample = try sample(item, entity: entity.joined(separator: " "), row: row, pins: [:], path: path)
                isProven = isProven && sample.violations.isEmpty
                items.append(sample.value)
            } catch {
                if schema.minItems ?? 0 == 0, error.kind == .endlessRecursion { return [] }
                throw error
            }
        }
        proven = (isProven ? items.count : 0, max(1, schema.minItems ?? 0))
        return .array(items)
    }

    /// Names of lists that say nothing about what they list.
    private static let wrapped: Set<String> = [
        "data", "items", "results", "rows", "records", "list", "entries", "content",
    ]
}
