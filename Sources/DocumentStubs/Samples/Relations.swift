import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// The collections of a document that members of other objects refer to: `museumId` is the id of one of `/museums`.
///
/// Only collections without path parameters count: for others the parameters would be unknown.
struct Relations: Sendable {
    /// A collection and the key of its rows.
    struct Target: Sendable {
        let path: String
        let entity: String
        let row: Schema
        let key: String
        /// The ids in the document's examples; empty without examples.
        let known: [JSONValue]
    }

    /// The GETs of collections, by the key of the singular name.
    private let lists: [String: Operation]

    init(_ document: APIDocument) {
        var lists: [String: Operation] = [:]
        for operation in document.operations where operation.method == .get && operation.path.parameterNames.isEmpty {
            guard let name = operation.path.segments.last?.literal, !name.isEmpty else { continue }
            let words = NameWords(name)
            let singular = words.ofOne.key
            // Only plural names are collections; of several paths the shortest is preferred.
            guard words.ofOne.last != words.last else { continue }
            if let other = lists[singular], other.path.segments.count <= operation.path.segments.count { continue }
            lists[singular] = operation
        }
        self.lists = lists
    }

    /// The collection that a member such as `museumId` refers to; nil if there is none.
    func target(of name: NameWords, in document: APIDocument) -> Target? {
        guard !lists.isEmpty, name.words.count > 1, NameClass.idEndings.hasKey(name.last) else { return nil }
        let words = NameWords(words: name.words.dropLast())
        return words.endings.lazy.compactMap { lists[$0] }.first.flatMap { target($0, in: document) }
    }

    /// The collection whose rows have a JSON:API type; nil if there is none.
    func target(ofType type: String, in document: APIDocument) -> Target? {
        let words = NameWords(type)
        return (lists[words.ofOne.words.joined()] ?? lists[words.words.joined()]).flatMap { target($0, in: document) }
    }

    private func target(_ operation: Operation, in document: APIDocument) -> Target? {
        guard case .rows(_, let row) = document.shape(of: operation),
            let key = document.rowKey(of: row, in: operation), key.tokens.count == 1
        else { return nil }
        return Target(
            path: operation.path.prefix(operation.path.segments.count).text, entity: operation.path.entity ?? "",
            row: row, key: key.tokens[0],
            // Filled rows would need the ids of other rows.
            known: document.exampleRows(of: operation, isWritten: true).compactMap { $0[key] })
    }
}

extension PathTemplate {
    /// The singular name of the objects at the path, from its last literal segment.
    var entity: String? {
        segments.compactMap(\.literal).last { !$0.isEmpty }.map {
            HumanName.singular($0).nameWords.joined(separator: " ").lowercased()
        }
    }
}

extension SampleRun {
    /// The id of a row in the collection that this member refers to; nil if there is none.
    mutating func related(_ schema: Schema, _ place: SamplePlace) -> JSONValue? {
        // A row's own id is not a reference; the first id of a nested object without `id` may be one.
        let isOwn = place.isOwnID && (place.depth == 1 || place.object.key == "id")
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
        let count = target.known.isEmpty ? SampleRun.count(of: target, in: document) : target.known.count
        let row = place.seed.pick(count, place.ordinal)
        let value = target.known.isEmpty ? id(of: target, row) : target.known[row]
        guard let value, isShowable(value, schema) else { return nil }
        return value
    }

    /// The id in a relationship is that of a row of the type beside it (JSON:API, "Resource Linkage").
    mutating func link(_ members: inout JSONObject, _ properties: [Schema.Property], _ place: SamplePlace) {
        guard let relations, place.path.contains("relationships"), place.pins["id"] == nil,
            let type = members["type"]?.stringValue, members["id"] != nil,
            let own = properties.first(where: { $0.name == "id" }), resolve(own.schema).examples.isEmpty,
            let target = relations.target(ofType: type, in: document),
            let id = related(target, own.schema, place.member("id", of: place.object))
        else { return }
        members["id"] = id
    }

    /// The number of rows to which others refer: those of the first page.
    private static let relatedRows = 20
    /// The number of rows that own rows of another list, so that each has several.
    private static let owningRows = 6

    private static func count(of target: Relations.Target, in document: APIDocument) -> Int {
        document.ownedLists.owners.contains(target.path) ? owningRows : relatedRows
    }

    private mutating func id(of target: Relations.Target, _ row: Int) -> JSONValue? {
        let place = "\(target.path) \(row)"
        if let known = ids[place] { return known }
        var run = SampleRun(document: document, direction: direction, seed: target.path)
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
        let object = object(of: resolved, named: SampleRun.references(of: schema).last, properties.map(\.name), place)
        do {
            return try value(property.schema, place.member(name, of: object))
        } catch {
            return nil
        }
    }
}
