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
        /// The rows of the document's examples; empty without examples.
        let examples: [JSONValue]
    }

    /// The GETs of collections, by the key of the singular name.
    private let lists: [String: Operation]
    /// The keys of collections' names, by those of members that show their rows: `assignee` shows a user. Only names that
    /// mean one collection everywhere.
    private var roles: [String: String] = [:]
    /// The name of the collection of persons: the only one, or that of users or employees.
    private var persons: String?
    /// The paths of the collections.
    let collections: [String]

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
        collections = Set(lists.values.map { $0.path.prefix($0.path.segments.count).text }).sorted()
        roles = roles(in: document)
        let persons = lists.keys.filter { document.vocabulary.isPerson(NameWords(words: [$0])) }
        self.persons = persons.count == 1 ? persons[0] : NameClass.staff.names.first(where: persons.contains)
    }

    /// The collection that a member such as `museumId` refers to; nil if there is none.
    func target(of name: NameWords, in document: APIDocument) -> Target? {
        guard !lists.isEmpty, let words = name.ofObject else { return nil }
        var found = words.endings.lazy.compactMap { lists[$0] }.first ?? roles[words.key].flatMap { lists[$0] }
        // A manager, an author or an assignee is one of the users.
        if found == nil, let persons, !NameClass.kin.hasKey(words.last), document.vocabulary.isPerson(words) {
            found = lists[persons]
        }
        return found.flatMap { target($0, in: document) }
    }

    /// The collection that an id refers to, and the key of its rows' member that another name beside the id shows: `name`
    /// for `carrier_name` beside `carrier_id`. Nil if it shows none.
    func shows(
        _ name: NameWords, beside id: NameWords, in document: APIDocument
    ) -> (target: Target, member: String)? {
        guard let object = id.ofObject, ["id", "uuid"].contains(id.last), name.words.count > object.words.count,
            name.words.starts(with: object.words), let target = target(of: id, in: document)
        else { return nil }
        let member = name.words.dropFirst(object.words.count).joined()
        return member == id.last ? nil : (target, member)
    }

    /// The collection whose rows have a schema of this name; nil if there is none.
    func target(ofRows reference: String, in document: APIDocument) -> Target? {
        let name = NameWords(reference.split(separator: "/").last.map(String.init) ?? "")
        let schema = Schema(["$ref": .string(reference)])
        guard let found = lists[name.ofOne.key].flatMap({ target($0, in: document) }),
            document.resolveChoices(schema) == document.resolveChoices(found.row)
        else { return nil }
        return found
    }

    /// The collections of the members with objects, which name a role.
    private func roles(in document: APIDocument) -> [String: String] {
        var found: [String: Set<String>] = [:]
        for operation in document.operations where operation.method == .get {
            let properties =
                switch document.shape(of: operation) {
                case .rows(_, let row): row.properties
                case .item(_, let itemSchema): itemSchema.properties
                case .nothing: [Schema.Property]()
                }
            for property in properties {
                let key = HumanName.key(property.name)
                guard lists[key] == nil else { continue }
                for reference in Self.references(of: property.schema) {
                    let collection = NameWords(reference.split(separator: "/").last.map(String.init) ?? "").ofOne.key
                    guard lists[collection] != nil, target(ofRows: reference, in: document) != nil else { continue }
                    found[key, default: []].insert(collection)
                }
            }
        }
        return found.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// The references of a schema, or of its only variant besides null.
    static func references(of schema: Schema) -> [String] {
        let own = schema.references
        guard own.isEmpty else { return own }
        let variants = (schema.oneOf + schema.anyOf).filter { !$0.isNullable || !$0.types.isEmpty }
        return variants.count == 1 ? variants[0].references : []
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
        // Filled rows would need the ids of other rows.
        let examples = document.exampleRows(of: operation, isWritten: true).filter { $0[key] != nil }
        return Target(
            path: operation.path.prefix(operation.path.segments.count).text, entity: operation.path.entity ?? "",
            row: row, key: key.tokens[0], examples: examples)
    }
}

extension Relations {
    /// The members of the row with an id that are neither objects nor arrays, without writes; empty for none.
    func values(of target: Target, having id: JSONValue, in document: APIDocument) -> [String: JSONValue] {
        document.memo.value(for: [.string(target.path), id] as [JSONValue]) {
            var run = SampleRun(document: document, seed: target.path, relations: self)
            return run.row(of: target, having: id).map { run.values(of: target, $0) } ?? [:]
        }
    }
}

extension APIDocument {
    var relations: Relations { memo.value { Relations(self) } }

    func sharedOwners(among names: [String]) -> SharedOwners {
        memo.value(for: names) { SharedOwners(names, self) }
    }
}

extension NameWords {
    /// The name of the object that an id belongs to: `museum` of `museumId`; nil for another name.
    var ofObject: NameWords? {
        words.count > 1 && NameClass.idEndings.hasKey(last) ? NameWords(words: words.dropLast()) : nil
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
        let row = row(of: target, seedOfObject(place) ?? place.seed, place)
        guard let value = id(of: target, row), isShowable(value, schema) else { return nil }
        return value
    }

    /// The id of an earlier row of the same list: the parent of a comment. So rows are trees, without a circle.
    ///
    /// - Parameters:
    ///   - id: the schema of the rows' own id.
    ///   - place: a place for which ``isParentID(_:)`` is true.
    mutating func parent(_ id: Schema, _ schema: Schema, _ place: SamplePlace) throws(SampleError) -> JSONValue? {
        guard place.ordinal > 0 else { return nil }
        let row = place.seed.pick(place.ordinal, place.ordinal)
        let own = SamplePlace(
            path: place.path.dropLast() + ["id"], name: NameWords("id"), object: place.object,
            seed: place.object.seed.child("id"), ordinal: place.ordinal, depth: place.depth)
        let value = try value(id, own.inRow(row))
        return isShowable(value, schema) ? value : nil
    }

    /// True for the id of a row's parent among the rows beside it: `parentId`, `parent_comment_id`.
    mutating func isParentID(_ place: SamplePlace) -> Bool {
        let words = place.name.words
        guard direction == .response, place.depth == 1, words.count > 1, NameClass.parent.hasKey(words[0]),
            words.last == "id", place.object.members.contains("id"),
            words.count == 2 || place.object.name.ofOne.words.contains(words[1])
        else { return false }
        // There may be a list of parents.
        return target(of: place.name).map { place.object.seed == Seed($0.path) } ?? true
    }

    private mutating func target(of id: NameWords) -> Relations.Target? {
        let name = id.words.joined(separator: "_")
        let target = targets[name] ?? relations?.target(of: id, in: document)
        targets[name] = .some(target)
        return target
    }

    /// A value of the row whose id is beside it: `carrier_name` is the name of the carrier with the `carrier_id`.
    mutating func shown(_ schema: Schema, _ place: SamplePlace) -> JSONValue? {
        let words = place.name.words
        guard place.depth > 0, direction == .response, followed < Self.mostFollowed, relations != nil,
            words.count > 1, !NameClass.parent.hasKey(words[0]), let name = place.path.last
        else { return nil }
        for count in (1..<words.count).reversed() {
            let id = NameWords(words: words.prefix(count) + ["id"])
            guard place.object.members.contains(id.key), place.object.key != id.key, target(of: id) != nil,
                let (target, member) = relations?.shows(place.name, beside: id, in: document)
            else { continue }
            let given = place.object.ids[words.prefix(count).joined()]
            let seed = place.object.seed.child(name.prefixOfName(before: member))
            let row = given.map { self.row(of: target, having: $0) } ?? row(of: target, seed, place)
            guard let row, let value = values(of: target, row).value(named: member), isShowable(value, schema) else {
                return nil
            }
            return value
        }
        return nil
    }

    /// The row that a place refers to. Items of a list refer to different rows, and no row refers to itself.
    private func row(of target: Relations.Target, _ seed: Seed, _ place: SamplePlace) -> Int {
        let count = target.examples.isEmpty ? Self.relatedRows : target.examples.count
        let isOwnList = count > 1 && place.object.seed == Seed(target.path)
        if !isOwnList, let owners = owners(target), place.item == nil {
            return Self.owner(among: owners, seed, place.ordinal)
        }
        let own = isOwnList && place.object.ordinal < count ? place.object.ordinal : count
        let others = own < count ? count - 1 : count
        let item = place.item ?? 0
        let row = (seed.pick(others, place.ordinal - item) + item) % max(1, others)
        return row < own ? row : row + 1
    }

    /// The seed of the object that an id belongs to: `customerId`, `customer` and `customerName` mean the same row.
    private func seedOfObject(_ place: SamplePlace) -> Seed? {
        guard place.item == nil, let name = place.path.last, place.name.last == "id", place.name.words.count > 1 else {
            return nil
        }
        let key = place.name.words.dropLast().joined()
        let isShown = place.object.members.contains { $0.hasPrefix(key) && $0 != key + "id" && $0 != key + "ids" }
        return isShown ? place.object.seed.child(name.prefixOfName(before: "id")) : nil
    }

    /// The values of the row that a nested object shows: `customer` of a ticket is one of `/customers`. Given values stay;
    /// a given id alone chooses the row.
    mutating func valuesOfRow(
        _ reference: String?, _ properties: [Schema.Property], _ place: SamplePlace
    ) -> [String: JSONValue] {
        // An envelope without an id of its own shows what was asked for.
        guard direction == .response, place.depth > 0, let relations, place.object.members.contains(place.object.key)
        else { return place.pins }
        var known: Relations.Target?
        if let reference {
            known = targets[reference] ?? relations.target(ofRows: reference, in: document)
            targets[reference] = .some(known)
        }
        guard let target = known ?? targetOfStub(properties, place), !isOwned(properties, by: place) else {
            return place.pins
        }
        var row: Int? = row(of: target, place.seed, place)
        if !place.pins.isEmpty {
            guard place.pins.count == 1, let id = place.pins[target.key] else { return place.pins }
            row = self.row(of: target, having: id)
        }
        guard let row else { return place.pins }
        // The schema may have more rules here, and an example may violate its own.
        let values = values(of: target, row).merging(place.pins) { $1 }
        return Dictionary(
            properties.compactMap { property in
                let value = values[property.name] ?? values.value(named: HumanName.key(property.name))
                guard let value, isShowable(value, property.schema) else { return nil }
                return (property.name, value)
            }
        ) { $1 }
    }

    /// The collection of an object that has little more than the id of a row: `author: {id, name}` of an issue.
    private mutating func targetOfStub(_ properties: [Schema.Property], _ place: SamplePlace) -> Relations.Target? {
        guard place.item == nil, document.isStub(properties) else { return nil }
        let isParent = NameClass.parent.hasKey(place.name.last)
        let target = target(of: NameWords(words: (isParent ? place.object.name : place.name).words + ["id"]))
        return target.flatMap { $0.isShown(by: properties) ? $0 : nil }
    }

    /// True for items of a list in the object that they belong to: the orders of a customer have a `customerId`.
    private func isOwned(_ properties: [Schema.Property], by place: SamplePlace) -> Bool {
        place.item != nil
            && properties.contains { property in
                let words = NameWords(property.name)
                let owner = place.object.name.ofOne.key
                return words.key == owner || words.last == "id" && words.ofObject?.endings.contains(owner) == true
            }
    }

    /// The row with an id; a row that no list shows has the number that its own GET uses.
    fileprivate mutating func row(of target: Relations.Target, having id: JSONValue) -> Int? {
        let count = target.examples.isEmpty ? owners(target) ?? PageWindow.total : target.examples.count
        // Most ids are the numbers of their rows.
        if let number = id.intValue, (1...count).contains(number), self.id(of: target, number - 1) == id {
            return number - 1
        }
        let row = (0..<count).first { self.id(of: target, $0) == id }
        return row ?? (target.examples.isEmpty ? id.scalarText.map(PageWindow.row(ofUnlisted:)) : nil)
    }

    /// The members of a row that are neither objects nor arrays.
    fileprivate mutating func values(of target: Relations.Target, _ row: Int) -> [String: JSONValue] {
        let place = "\(target.path) \(row)"
        if let known = rows[place] { return known }
        var values: JSONObject?
        if target.examples.isEmpty {
            var run = SampleRun(document: document, seed: target.path, relations: relations)
            run.followed = followed + 1
            values = run.members(of: target.row, entity: target.entity, row: row)
        } else {
            values = target.examples[row].objectValue
        }
        let scalars = values?.filter { $0.value.objectValue == nil && $0.value.arrayValue == nil }.byName ?? [:]
        rows[place] = scalars
        return scalars
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

    /// Lets an object refer to the same rows as a row that it refers to: the `ownerId` of a visit is that of its pet.
    mutating func agree(
        _ members: inout JSONObject, _ properties: [Schema.Property], _ object: SampleObject, _ place: SamplePlace
    ) {
        guard relations != nil, direction == .response, place.depth == 0, followed < Self.mostFollowed else { return }
        let names = properties.map(\.name)
        for step in document.sharedOwners(among: names).steps
        where !step.excluded.contains(object.seed) && place.pins[step.name] == nil {
            guard let id = members[step.id], !id.isNull, let row = row(of: step.target, having: id),
                let shared = step.isOwned
                    ? value(of: step.member, in: step.target, row) : values(of: step.target, row)[step.member],
                let property = properties.first(where: { $0.name == step.name }), members[step.name] != nil,
                shared != members[step.name], isShowable(shared, property.schema)
            else { continue }
            members[step.name] = shared
            guard let other = target(of: NameWords(step.name)), let owner = self.row(of: other, having: shared) else {
                continue
            }
            // The members that show the other row follow it.
            for shown in step.shown {
                guard place.pins[shown.name] == nil, let value = values(of: other, owner).value(named: shown.member),
                    let property = properties.first(where: { $0.name == shown.name }), members[shown.name] != nil,
                    isShowable(value, property.schema)
                else { continue }
                members[shown.name] = value
            }
        }
    }

    /// The most rows that are followed one from the other, which may refer to each other without an end.
    private static let mostFollowed = 2
    /// The number of rows to which others refer: those of the first page.
    private static let relatedRows = 20

    /// The number of items that own rows; nil for other collections.
    private func owners(_ target: Relations.Target) -> Int? {
        target.examples.isEmpty ? document.ownedLists.owners[target.path] : nil
    }

    /// The owner of a row, so that each one of them has a row, and the first ones have more.
    private static func owner(among count: Int, _ seed: Seed, _ ordinal: Int) -> Int {
        guard ordinal < count else { return seed.pick(min(count, PageWindow.unpagedTotal), ordinal) }
        // A step without a divisor of the count comes to each row once.
        let step = (max(1, count * 5 / 8)...).first { gcd($0, count) == 1 } ?? 1
        return (ordinal * step + seed.pick(count)) % count
    }

    private static func gcd(_ one: Int, _ other: Int) -> Int { other == 0 ? one : gcd(other, one % other) }

    private mutating func id(of target: Relations.Target, _ row: Int) -> JSONValue? {
        guard target.examples.isEmpty else { return target.examples[row][target.key] }
        let place = "\(target.path) \(row)"
        if let known = ids[place] { return known }
        let id = value(of: target.key, in: target, row)
        ids[place] = id
        return id
    }

    /// One member of a generated row, if it follows from no other one.
    private func value(of member: String, in target: Relations.Target, _ row: Int) -> JSONValue? {
        let isKey = member == target.key
        var run = SampleRun(document: document, seed: target.path, relations: isKey ? nil : relations)
        return run.members(of: target.row, only: member, entity: target.entity, row: row)[member]
    }

    /// The members of a row that are neither objects nor arrays, or one of them.
    private mutating func members(
        of schema: Schema, only name: String? = nil, entity: String, row: Int
    ) -> JSONObject {
        let resolved = document.resolve(schema)
        let properties = properties(of: resolved)
        let place = root(NameWords(entity), row)
        let object = object(of: resolved, named: schema.references.last, properties.map(\.name), place)
        var members = JSONObject()
        for property in properties where name == nil ? document.isScalar(property.schema) : property.name == name {
            members[property.name] = try? declared(property, resolved, object, place)
        }
        if name == nil {
            agree(&members, properties, object, place)
            settle(&members, properties, resolved, place)
        }
        return members
    }

}

extension APIDocument {
    /// True for the members of an object that has little more than the id and the name of a row.
    func isStub(_ properties: [Schema.Property]) -> Bool {
        (2...4).contains(properties.count) && properties.contains { $0.name == "id" }
            && properties.contains { NameClass.ownName.has($0.name) } && properties.allSatisfy { isScalar($0.schema) }
    }

    /// True if no value of the schema is an object or an array.
    fileprivate func isScalar(_ schema: Schema) -> Bool {
        func isPlain(_ schema: Schema) -> Bool {
            !schema.types.isEmpty && !schema.types.contains(.object) && !schema.types.contains(.array)
        }
        let whole = resolve(schema)
        let choices = (whole.oneOf + whole.anyOf).map(resolve)
        return choices.isEmpty ? isPlain(whole) : choices.allSatisfy { ($0.oneOf + $0.anyOf).isEmpty && isPlain($0) }
    }
}

extension Relations.Target {
    /// True if a row has the members of a stub; its name may be spelt differently.
    func isShown(by properties: [Schema.Property]) -> Bool {
        let known = Set(row.properties.map(\.name))
        return properties.allSatisfy { known.contains($0.name) || NameClass.ownName.has($0.name) }
    }
}

/// The members of an object that refer to a row to which another of its rows refers, too.
struct SharedOwners: Sendable {
    struct Step: Sendable {
        /// The member, and those that show values of its row.
        let name: String
        let shown: [(name: String, member: String)]
        /// The member that refers to the other row, with the collection of that row and its own member.
        let id: String
        let target: Relations.Target
        let member: String
        /// True if the list of the other row chooses its owner, so that it follows from nothing else.
        let isOwned: Bool
        /// The seeds of collections whose rows do not follow: their own lists choose the owner, or the other row would
        /// follow them.
        let excluded: Set<Seed>
    }

    private(set) var steps: [Step] = []

    /// - Parameter names: the names of the object's members.
    fileprivate init(_ names: [String], _ document: APIDocument) {
        let relations = document.relations
        let targets = names.compactMap { name in
            relations.target(of: NameWords(name), in: document).map { (name: name, target: $0) }
        }
        let keys = Set(names.map(HumanName.key))
        let owned = document.ownedLists.members
        func isOwned(_ key: String, in path: String) -> Bool {
            owned[path]?.contains { HumanName.key($0) == key } == true
        }
        for (name, target) in targets {
            let (words, key) = (NameWords(name), HumanName.key(name))
            // An object that shows the row was drawn with it.
            guard let object = words.ofObject, !keys.contains(object.key) else { continue }
            let lists = Set(owned.keys.filter { isOwned(key, in: $0) }.map { Seed($0) })
            let shown = names.compactMap { shown in
                relations.shows(NameWords(shown), beside: words, in: document).map { (shown, $0.member) }
            }
            let found = targets.compactMap { other -> Step? in
                guard other.target.path != target.path, other.target.examples.isEmpty else { return nil }
                let inner = other.target.row.properties.map(\.name)
                guard let member = inner.first(where: { HumanName.key($0) == key }),
                    relations.target(of: NameWords(member), in: document)?.path == target.path
                else { return nil }
                let theirs = Set(inner.compactMap { relations.target(of: NameWords($0), in: document)?.path })
                let isSettled = theirs.union([other.target.path]).contains { isOwned(key, in: $0) }
                return Step(
                    name: name, shown: shown, id: other.name, target: other.target, member: member,
                    isOwned: isOwned(key, in: other.target.path),
                    excluded: lists.union(isSettled ? [] : theirs.map { Seed($0) }))
            }
            // The row whose owner its list chooses is the best source.
            if let step = found.first(where: \.isOwned) ?? found.first { steps.append(step) }
        }
    }
}

extension String {
    /// The part of a name before its last words, given as letters alone: `billingAccount` of `billingAccountId`.
    fileprivate func prefixOfName(before rest: String) -> String {
        let end = indices.last { HumanName.key(String(self[$0...])) == rest } ?? endIndex
        let isSeparator = { (letter: Character) in letter == "_" || letter == "-" }
        return String(self[..<end].reversed().drop(while: isSeparator).reversed())
    }
}

extension [String: JSONValue] {
    /// The value of a row's member with that key; the name of a person may have two parts.
    func value(named key: String) -> JSONValue? {
        if let value = first(where: { HumanName.key($0.key) == key })?.value { return value }
        guard NameClass.wholeName.hasKey(key) || NameClass.ownName.hasKey(key) else { return nil }
        let row = JSONObject(map { .init(key: $0, value: $1) })
        func value(_ names: NameClass) -> JSONValue? { names.values(in: row).first }
        let parts = [value(.givenName), value(.familyName)].compactMap { $0?.stringValue }
        return value(.wholeName) ?? (parts.count == 2 ? .string(parts.joined(separator: " ")) : value(.ownName))
    }
}
