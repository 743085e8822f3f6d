import APIDocument
import APIModel
import WireFormats

/// The rows of other collections that a reply shows: the `customer` of an order, or its `customer_name`. After a write
/// to such a row they show it, too.
struct ShownRows: Sendable {
    /// One object in a reply that shows a row.
    fileprivate struct Place: Sendable {
        /// The members on the way to the object; nil stands for each item of an array.
        let path: [String?]
        let target: Relations.Target
        let link: Link
    }

    fileprivate enum Link: Sendable {
        /// The object is the row.
        case row
        /// The object has these members of the row.
        case stub(Set<String>)
        /// The object has the id of the row in one member, and a value of the row in another.
        case value(id: String, name: String, of: String)
    }

    /// Returns a row that writes changed.
    typealias Rows = (_ collection: String, _ id: String) -> Table.Row?

    private let places: [Place]
    let collections: Set<String>

    /// The rows in replies with a body of this schema.
    init(in schema: Schema, of document: APIDocument) {
        var finder = Finder(document)
        finder.find(in: schema, at: [])
        places = finder.places
        collections = Set(places.map(\.target.path))
    }

    /// The body with the changes of the rows that it shows.
    ///
    /// - Parameter isSent: true for a member of an object that a client sent: it stays.
    func updated(
        _ body: JSONValue, by rows: Rows, in document: APIDocument,
        where isSent: (_ name: String, _ object: JSONValue) -> Bool
    ) -> JSONValue {
        places.reduce(body) { body, place in
            body.changing(place.path[...]) { object in
                if case .value(_, let name, _) = place.link, isSent(name, object) { return object }
                return place.updated(object, by: rows, in: document)
            }
        }
    }

    private struct Finder {
        let document: APIDocument
        let relations: Relations
        var places: [Place] = []
        private var open: Set<String> = []
        private var steps = 0
        /// The depths at which schemas without such rows were searched.
        private var barren: [String: Int] = [:]

        /// The most steps on the way to a row: deeper rows are those of rows that others show.
        private static let deepest = 5
        private static let mostSteps = 500

        init(_ document: APIDocument) { (self.document, relations) = (document, document.relations) }

        mutating func find(in schema: Schema, at path: [String?]) {
            steps += 1
            let references = Relations.references(of: schema)
            guard path.count <= Self.deepest, steps <= Self.mostSteps, open.isDisjoint(with: references),
                !references.contains(where: { barren[$0].map { $0 <= path.count } ?? false })
            else { return }
            open.formUnion(references)
            let known = places.count
            defer {
                open.subtract(references)
                if places.count == known { for reference in references { barren[reference] = path.count } }
            }
            let resolved = document.resolveChoices(schema)
            if !path.isEmpty, resolved.type == .object,
                let target = references.lazy.compactMap({ [self] in relations.target(ofRows: $0, in: document) }).first
            {
                places.append(Place(path: path, target: target, link: .row))
            } else if let name = path.last.flatMap(\.self), document.isStub(resolved.properties),
                let target = relations.target(of: NameWords(words: NameWords(name).words + ["id"]), in: document),
                target.isShown(by: resolved.properties)
            {
                places.append(Place(path: path, target: target, link: .stub(Set(resolved.properties.map(\.name)))))
            }
            if let items = resolved.items { find(in: items, at: path + [nil]) }
            let names = resolved.properties.map { NameWords($0.name) }
            for (property, name) in zip(resolved.properties, names) {
                for (id, idName) in zip(resolved.properties, names) {
                    guard let (target, member) = relations.shows(name, beside: idName, in: document) else { continue }
                    places.append(
                        Place(path: path, target: target, link: .value(id: id.name, name: property.name, of: member)))
                }
                find(in: property.schema, at: path + [property.name])
            }
        }
    }
}

extension ShownRows.Place {
    fileprivate func updated(_ object: JSONValue, by rows: ShownRows.Rows, in document: APIDocument) -> JSONValue {
        guard case .object(let members) = object else { return object }
        func row(_ id: JSONValue?) -> Table.Row? { id?.scalarText.flatMap { rows(target.path, $0) } }
        switch link {
        case .row:
            guard let row = row(members[target.key]), !row.isDeleted else { return object }
            return row.now(object)
        case .stub(let names):
            guard let row = row(members["id"]), !row.isDeleted else { return object }
            return row.now(object).objectValue.map { .object(members.merging($0.members(of: names)) { $1 }) } ?? object
        case .value(let id, let name, let member):
            guard members[name] != nil, let rowID = members[id], let new = row(rowID)?.written else { return object }
            // A name may have parts that were not written.
            let own = document.relations.values(of: target, having: rowID, in: document)
            guard let value = own.merging(new, uniquingKeysWith: { $1 }).value(named: member)?.scalar,
                value != own.value(named: member)
            else { return object }
            return object.setting(value, at: JSONPointer(tokens: [name]))
        }
    }
}

extension JSONValue {
    /// The value itself; nil for an object or an array.
    fileprivate var scalar: JSONValue? { objectValue == nil && arrayValue == nil ? self : nil }

    /// The value with each part at the path changed.
    fileprivate func changing(_ path: ArraySlice<String?>, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard let step = path.first else { return change(self) }
        switch (step, self) {
        case (let name?, .object(let members)):
            guard let old = members[name] else { return self }
            let new = old.changing(path.dropFirst(), change)
            return new == old ? self : setting(new, at: JSONPointer(tokens: [name]))
        case (nil, .array(let items)): return .array(items.map { $0.changing(path.dropFirst(), change) })
        default: return self
        }
    }
}
