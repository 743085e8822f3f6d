import APIDocument
import JSONText

extension SampleRun {
    /// The id of a row of the collection that this member points into; nil where it points nowhere known.
    mutating func related(_ schema: Schema, _ place: SamplePlace) -> JSONValue? {
        guard place.depth > 0, let relations, !(isIdentity(place) && place.text.isOwnID), place.name.words.count > 1
        else {
            return nil
        }
        let name = place.name.words.joined(separator: "_")
        let target = targets[name] ?? relations.target(of: place.name, in: document)
        targets[name] = .some(target)
        guard let target else { return nil }
        let count = target.known.isEmpty ? SampleRun.relatedRows : target.known.count
        let row = place.seed.pick(count, place.ordinal)
        let value = target.known.isEmpty ? id(of: target, row) : target.known[row]
        guard let value, isShowable(value, schema) else { return nil }
        return value
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
        guard let property = resolved.properties.first(where: { $0.name == name }) else { return nil }
        let place = root(NameWords(entity), row)
        let names = resolved.properties.map(\.name)
        let thing = thing(of: resolved, named: SampleRun.references(of: schema).last, names, place)
        let siblings = Set(names.map { NameWords($0).words.joined() })
        do {
            return try value(property.schema, place.member(name, of: thing, beside: siblings))
        } catch {
            return nil
        }
    }
}
