import APIDocument
import APIModel
import WireFormats

extension SampleRun {
    fileprivate static let mostItems = 20_000

    /// An array: the requested rows, or one to three items; fewer if items recur.
    mutating func array(_ schema: Schema, _ place: SamplePlace) throws(SampleError) -> JSONValue {
        if let listing, let made = listing.made, listing.pointer == place.pointer {
            proven = (made.count, max(1, schema.minItems ?? 0))
            return .array(made)
        }
        if let rows = rows(of: schema, place) { return try list(rows, schema, place) }
        let least = schema.minItems ?? 0
        // An item with examples stays alone in its array: others would contradict the examples beside it.
        let others = place.ordinal == 0 && schema.items.map(hasExamples) == true ? 1 : place.depth > 2 ? 2 : 3
        let usual = isSparse(place) ? least : 1 + place.seed.child("count").pick(others, place.ordinal)
        let first = (schema.json["prefixItems"]?.arrayValue ?? []).map(Schema.init)
        let contained = contained(in: schema)
        var count = max(
            least,
            min(max(usual, contained.least == 0 ? first.count : first.count + contained.least), schema.maxItems ?? .max)
        )
        if !schema.allowsFurtherItems { count = min(count, first.count) }
        guard count <= SampleRun.mostItems else { throw SampleError(kind: .tooLarge, pointer: place.pointer) }
        let offered = schema.uniqueItems ? schema.items.flatMap { resolve($0).enumValues } ?? [] : []
        var items: [JSONValue] = []
        var seen: Set<JSONMeaning> = []
        var index = 0
        // Duplicates are dropped if items must differ, so more are generated.
        let tries = schema.uniqueItems ? count * 4 + 16 : count
        let most = max(16, min(64, schema.maxItems ?? 16))
        while items.count < count, index < tries {
            let item = items.count < first.count ? first[items.count] : schema.items ?? .any
            do {
                // Enum values are used once each; other items are generated.
                let value =
                    offered.isEmpty || contained.kind != nil
                    ? try value(contained.item(item, at: items.count - first.count), place.item(index, of: most))
                    : offered[(index + place.ordinal) % offered.count]
                if !schema.uniqueItems || seen.insert(JSONMeaning(value)).inserted { items.append(value) }
            } catch {
                if items.count >= least { break }
                throw error
            }
            index += 1
        }
        if items.count < least { misfits += 1 }
        return .array(items)
    }

    private mutating func contained(in schema: Schema) -> ContainedItems {
        let contained = ContainedItems(schema)
        if contained.kind != nil { isThorough = true }
        return contained
    }

    /// The rows in the array, if it is the list of the sample.
    private func rows(of schema: Schema, _ place: SamplePlace) -> Range<Int>? {
        let least = schema.minItems ?? 0
        if let listing {
            guard listing.pointer == place.pointer else { return nil }
            let count = max(least, min(listing.rows.count, max(0, schema.maxItems ?? .max)))
            let first = min(max(0, listing.rows.lowerBound), SampleRun.rowLimit)
            return first..<(first + min(count, SampleRun.rowLimit))
        }
        guard place.depth == 0, place.path.isEmpty, schema.json["prefixItems"] == nil, schema.allowsFurtherItems else {
            return nil
        }
        return place.ordinal..<(place.ordinal + min(max(least, min(3, schema.maxItems ?? 3)), SampleRun.rowLimit))
    }

    /// Each row is a sample of its own.
    private mutating func list(
        _ rows: Range<Int>, _ schema: Schema, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        guard rows.count <= 20_000 else { throw SampleError(kind: .tooLarge, pointer: place.pointer) }
        let contained = contained(in: schema)
        let least = schema.minItems ?? 0
        let given = schema.examples.first?.arrayValue ?? []
        let entity = entity(ofList: place)
        var items: [JSONValue] = []
        var seen: Set<JSONMeaning> = []
        var isProven = !schema.uniqueItems
        // Duplicate rows are replaced by later ones if items must be unique.
        for row in rows.lowerBound..<(rows.upperBound + (schema.uniqueItems ? 64 : 0)) {
            if row >= rows.upperBound, items.count >= least { break }
            let item = contained.item(schema.items ?? .any, at: items.count)
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
            if !schema.uniqueItems || seen.insert(JSONMeaning(value)).inserted { items.append(value) }
        }
        proven = (isProven ? items.count : 0, max(1, least))
        return .array(items)
    }

    private func entity(ofList place: SamplePlace) -> String {
        let isWrapped = NameClass.rows.hasKey(place.name.last)
        return (isWrapped ? place.object.name : place.name.ofOne).words.joined(separator: " ")
    }
}

/// The items that `contains` requires, with `minContains` and `maxContains`.
private struct ContainedItems {
    /// The schema of these items, and that of the others.
    let kind: (inner: JSONValue, outer: JSONValue?)?
    let least: Int

    init(_ schema: Schema) {
        guard let wanted = schema.json["contains"] else {
            (kind, least) = (nil, 0)
            return
        }
        let most = schema.json["maxContains"]?.intValue
        kind = (wanted, most == nil ? nil : ["not": wanted])
        least = max(0, min(schema.json["minContains"]?.intValue ?? 1, most ?? .max, SampleRun.mostItems + 1))
    }

    /// The schema of the item at that index; the required ones come first.
    func item(_ item: Schema, at place: Int) -> Schema {
        guard let kind, place >= 0, let own = place < least ? kind.inner : kind.outer else { return item }
        return Schema(["allOf": [item.json, own]])
    }
}
