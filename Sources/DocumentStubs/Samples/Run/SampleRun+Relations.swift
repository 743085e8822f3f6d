import APIDocument
import APIModel
import WireFormats

extension SampleRun {
    /// The id of a row of the collection that this member points into; nil where it points nowhere known.
    mutating func related(_ schema: Schema, _ place: SamplePlace) -> JSONValue? {
        // Rows have ids of their own; of a part that has none, its first id is another thing's.
        let isOwn = isIdentity(place) && place.text.isOwnID && (place.depth == 1 || place.thing.ownID == "id")
        guard place.depth > 0, let relations, !isOwn, place.name.words.count > 1 else { return nil }
        let name = place.name.words.joined(separator: "_")
        let target = targets[name] ?? relations.target(of: place.name, in: document)
        targets[name] = .some(target)
        guard let target else { return nil }
        return related(target, schema, place)
    }

    private mutating func related(
        _ target: Relations.Target, _ schema: Schema, _ place: SamplePlace
    ) -> JSONValue? {
        let count = target.known.isEmpty ? SampleRun.relatedRows : target.known.count
        let row = place.seed.pick(count, place.ordinal)
        let value = target.known.isEmpty ? id(of: target, row) : target.known[row]
        guard let value, isShowable(value, schema) else { return nil }
        return value
    }

    /// The id in a relationship is that of a thing of the type beside it (JSON:API, "Resource Linkage").
    mutating func link(_ members: inout JSONObject, _ properties: [Schema.Property], _ place: SamplePlace) {
        guard let relations, place.path.contains("relationships"), place.pins["id"] == nil,
            let type = members["type"]?.stringValue, members["id"] != nil,
            let own = properties.first(where: { $0.name == "id" }),
            let target = relations.target(ofType: type, in: document),
            let id = related(target, own.schema, place.member("id", of: place.thing))
        else { return }
        members["id"] = id
    }

    /// What is said of another thing beside its id is what that thing says of itself: a line has its product's SKU and price, an
    /// order its agent's name.
    mutating func follow(_ members: inout JSONObject, _ properties: [Schema.Property], _ place: SamplePlace) {
        guard let relations, properties.count > 1 else { return }
        let pointers = properties.compactMap { property -> (name: String, target: Relations.Target, row: Int)? in
            guard let value = members[property.name],
                let target = targets[NameWords(property.name).words.joined(separator: "_")] ?? nil,
                let row = (0..<SampleRun.relatedRows).first(where: { ids["\(target.path) \($0)"] == value })
            else { return nil }
            return (property.name, target, row)
        }
        for property in properties where place.pins[property.name] == nil {
            let key = HumanName.key(property.name)
            let isCode = SampleRun.codes.contains(key)
            guard isCode || !pointers.isEmpty else { continue }
            var followed: (target: Relations.Target, row: Int)?
            let pointer = pointers.first {
                $0.name != property.name && SampleRun.source(of: key, in: $0.target) != nil
            }
            if let pointer { followed = (pointer.target, pointer.row) }
            if followed == nil, isCode, place.depth > 0 {
                // A code alone says what it is of: what is sold has it.
                let found = SampleRun.sold.lazy.compactMap { [document] word in
                    relations.target(of: NameWords(words: [word, "id"]), in: document)
                }.first
                let inner = place.member(property.name, of: place.thing)
                followed = found.map { ($0, inner.seed.pick(SampleRun.relatedRows, inner.ordinal)) }
            }
            guard let (target, row) = followed, let source = SampleRun.source(of: key, in: target) else { continue }
            let own = document.resolve(target.row).properties.first { HumanName.key($0.name) == source }
            guard let own, target.known.isEmpty, members[property.name] != nil else { continue }
            var run = SampleRun(
                document: document, direction: direction, listing: nil, seed: target.path, relations: nil)
            guard let value = run.member(own.name, of: target.row, entity: target.entity, row: row),
                isShowable(value, property.schema)
            else { continue }
            members[property.name] = value
        }
    }

    /// Codes that things for sale are known by.
    private static let codes: Set<String> = ["sku", "ean", "gtin", "upc", "barcode", "isbn"]
    private static let sold = ["product", "item", "article", "variant", "book"]

    /// The member of the other thing that a member speaks of, both in one word; nil where it speaks of its own thing.
    private static func source(of key: String, in target: Relations.Target) -> String? {
        if codes.contains(key) { return key }
        if key == "unitprice" { return "price" }
        let owner = HumanName.key(target.entity)
        guard !owner.isEmpty, key.hasPrefix(owner), key != owner else { return nil }
        let rest = String(key.dropFirst(owner.count))
        return codes.contains(rest) || ["name", "title", "email", "price"].contains(rest) ? rest : nil
    }

    /// How many rows of a collection others point to: those a first page shows.
    private static let relatedRows = 20

    private mutating func id(of target: Relations.Target, _ row: Int) -> JSONValue? {
        let place = "\(target.path) \(row)"
        if let known = ids[place] { return known }
        var run = SampleRun(
            document: document, direction: direction, listing: nil, seed: target.path, relations: nil)
        let id = run.member(target.key, of: target.row, entity: target.entity, row: row)
        ids[place] = id
        return id
    }

    /// One member of a row, without the others.
    private mutating func member(_ name: String, of schema: Schema, entity: String, row: Int) -> JSONValue? {
        let resolved = document.resolve(schema)
        let properties = properties(of: resolved)
        guard let property = properties.first(where: { $0.name == name }) else { return nil }
        let place = root(NameWords(entity), row)
        let names = properties.map(\.name)
        let thing = thing(of: resolved, named: SampleRun.references(of: schema).last, names, place)
        let siblings = Set(names.map { NameWords($0).words.joined() })
        do {
            return try value(property.schema, place.member(name, of: thing, beside: siblings))
        } catch {
            return nil
        }
    }
}
