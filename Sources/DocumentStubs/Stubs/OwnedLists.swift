import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// A list below an item with those rows of a collection that refer to the item. `/projects/{id}/tasks` has the rows of
/// `/tasks` with that `projectId`.
struct OwnedList: Sendable {
    /// The list for which all rows are generated: that of the collection, or this one if the collection has none.
    fileprivate let all: Operation
    fileprivate let home: RowHome
    /// The member of a row with the id of the item.
    fileprivate let owner: Schema.Property
    /// The position of the item's id, from the end of the list's path.
    fileprivate static let place = 2

    /// The item in a request's path.
    ///
    /// - Parameter segments: the decoded segments of the path.
    func owner(below segments: [String], in document: APIDocument) -> RowOwnership {
        let text = segments.dropLast(Self.place - 1).last
        return RowOwnership(name: owner.name, value: text.flatMap { document.fittingValue($0, of: owner.schema) })
    }

    /// The rows from which an owner's are chosen: all. An item without any, such as one of the server, owns the first ones.
    func rows(for owner: RowOwnership?, in document: APIDocument) throws(SampleError) -> [JSONValue] {
        guard let model = document.list(of: all) else { return [] }
        let rows = try DocumentRows.generated(of: all, model, at: home, in: document)
        guard let owner, let id = owner.value, !rows.contains(where: owner.isOwner) else { return rows }
        return rows.prefix(Self.rowsOfOthers).map { $0.setting(id, at: JSONPointer(tokens: [owner.name])) }
    }

    private static let rowsOfOthers = 12
}

/// The item that owns rows, by the member that refers to it.
struct RowOwnership: Sendable, Hashable {
    let name: String
    /// Nil for an id that is invalid in a row.
    let value: JSONValue?

    func isOwner(of row: JSONValue) -> Bool { value.map { row[name] == $0 } ?? false }
}

/// The owned lists of a document.
///
/// Example rows may refer to items that do not exist, so a list with examples has only those.
struct OwnedLists: Sendable {
    private var lists: [String: OwnedList] = [:]
    /// The numbers of rows in the collections whose items own rows, by path.
    private(set) var owners: [String: Int] = [:]
    /// The members with the owners' ids, by the path of their collection.
    private(set) var members: [String: Set<String>] = [:]
    /// The operations that list all owned rows.
    private(set) var collections: Set<String> = []

    init(_ document: APIDocument) {
        let relations = document.relations
        let generator = SampleGenerator(document: document)
        func isGenerated(_ list: Operation) -> Bool {
            guard let model = document.list(of: list), list.success?.json?.examples.isEmpty == true else {
                return false
            }
            let rows = document.part(of: model.answer, at: model.rows)
            return ([model.answer] + [rows].compactMap(\.self)).allSatisfy { generator.example(of: $0) == nil }
                && EmbeddedRows(list.path, model.row, in: document) == nil
        }
        for list in document.operations {
            let path = list.path
            guard path.parameterNames.count == 1, let link = document.rowLinks.link(from: list), link.owners.isEmpty,
                link.home.parameterNames.isEmpty, case .rows(_, let row) = document.shape(of: list),
                row.examples.isEmpty,
                let place = path.segments.lastIndex(where: { $0.parameter != nil }),
                place == path.segments.count - OwnedList.place,
                let parameter = path.segments[place].parameter,
                let owner = row.properties.first(where: {
                    path.parentNames(at: place, parameter).contains(HumanName.key($0.name))
                }),
                document.resolveChoices(owner.schema).examples.isEmpty,
                relations.target(of: NameWords(owner.name), in: document)?.path == path.prefix(place).text,
                isGenerated(list)
            else { continue }
            let all = document.read(at: link.home.shape) ?? list
            guard isGenerated(all), case .rows(_, row) = document.shape(of: all) else { continue }
            lists[path.shape] = OwnedList(
                all: all, home: RowHome(list, path.segments.map { $0.literal ?? "" }, in: document), owner: owner)
            owners[path.prefix(place).text] = PageWindow.unpagedTotal
            members[all.path.text, default: []].insert(owner.name)
            collections.insert(all.id)
        }
        for (path, list) in document.operations.map({ ($0.path.text, $0) }) where list.method == .get {
            guard owners[path] != nil, let model = document.list(of: list) else { continue }
            owners[path] = document.rowCount(of: list, model, isOwned: collections.contains(list.id))
        }
    }

    subscript(path: PathTemplate) -> OwnedList? { lists[path.shape] }
}

extension APIDocument {
    var ownedLists: OwnedLists { memo.value { OwnedLists(self) } }
}

/// The members of an item that identify its owners in the path: `storeId` below `/stores/{storeId}`, `namespace` in
/// `metadata` below `/namespaces/{namespace}`, `login` in `owner` below `/repos/{owner}`.
struct ParentMembers {
    let path: PathTemplate
    let document: APIDocument

    /// The members; nested objects have only the given members.
    ///
    /// - Parameters:
    ///   - itemSchema: the schema of the item, resolved.
    ///   - segments: the decoded segments of the request's path.
    func members(of itemSchema: Schema, below segments: [String]) -> JSONObject {
        let offset = max(0, segments.count - path.segments.count)
        return path.segments.indices.dropLast().reduce(JSONObject()) { members, place in
            guard let parameter = path.segments[place].parameter, segments.indices.contains(place + offset) else {
                return members
            }
            let found = self.members(of: itemSchema, at: place, parameter, segments[place + offset])
            return JSONValue.object(members).merging(.object(JSONObject(found))).objectValue ?? members
        }
    }

    /// The members set to the text: in the item, in its metadata, and in the owner's object.
    private func members(
        of itemSchema: Schema, at place: Int, _ parameter: String, _ text: String, isWithin: Bool = false
    ) -> [JSONObject.Member] {
        let names = path.parentNames(at: place, parameter)
        var found = [named({ names.contains($0) }, of: itemSchema, text)].compactMap(\.self)
        guard !isWithin else { return found }
        let key = HumanName.key(parameter)
        let attributes = document.parts(of: itemSchema)?.attributes
        let identifiers = NameClass.ownerIdentity.names
        let owner = path.owner(at: place)
        let isOwners = !owner.isEmpty && (key.hasPrefix(owner) || identifiers.contains(key))
        for property in itemSchema.properties {
            let name = HumanName.key(property.name)
            let isHome = NameClass.about.hasKey(name) || property.name == attributes
            guard isHome || names.contains(name) || isOwners && name == owner else { continue }
            let inner = document.resolveChoices(property.schema)
            guard inner.type == .object else { continue }
            let own =
                isHome
                ? members(of: inner, at: place, parameter, text, isWithin: true)
                : ([key] + (key.hasSuffix("id") ? identifiers : identifiers.reversed())).lazy
                    .compactMap { name in named({ $0 == name }, of: inner, text) }.prefix(1).map(\.self)
            if !own.isEmpty { found.append(.init(key: property.name, value: .object(JSONObject(own)))) }
        }
        return found
    }

    private func named(_ isMeant: (String) -> Bool, of itemSchema: Schema, _ text: String) -> JSONObject.Member? {
        let property = itemSchema.properties.first { isMeant(HumanName.key($0.name)) }
        guard let property, let value = document.fittingValue(text, of: property.schema) else { return nil }
        return .init(key: property.name, value: value)
    }
}

extension PathTemplate {
    /// The singular name of the collection before a parameter: `store` in `/stores/{id}`.
    func owner(at place: Int) -> String {
        place > 0 ? segments[place - 1].literal.map { HumanName.key(HumanName.singular($0)) } ?? "" : ""
    }

    /// The keys of members with the id at that position of the path: `storeid`.
    func parentNames(at place: Int, _ parameter: String) -> Set<String> {
        let owner = owner(at: place)
        // Only the last of adjacent parameters is the collection's id: `{owner}` in `/repos/{owner}/{repo}` is not.
        let isLast = place + 1 >= segments.count || segments[place + 1].parameter == nil
        let names = [parameter, owner + parameter] + (isLast ? [owner + "id"] : [])
        // Plain names such as `id` belong to the item itself.
        return Set(names.map(HumanName.key)).subtracting(NameClass.ownerIdentity.names)
    }

    var parentNames: Set<String> {
        segments.indices.reduce(into: []) { names, place in
            if let parameter = segments[place].parameter { names.formUnion(parentNames(at: place, parameter)) }
        }
    }
}

extension PathTemplate {
    /// The values of a path's parameters, by the keys of members for them in nested rows.
    ///
    /// - Parameter places: the indices of the segments to use.
    func owners(in segments: [String], at places: some Sequence<Int>) -> [String: String] {
        places.reduce(into: [:]) { texts, place in
            guard let parameter = self.segments[place].parameter, segments.indices.contains(place) else { return }
            for name in parentNames(at: place, parameter) { texts[name] = segments[place] }
        }
    }
}

extension JSONValue {
    /// The item with the ids of its owners in nested rows with ids: the `guild_id` of a guild's `roles` is its id.
    ///
    /// - Parameter owners: the values by the keys of members.
    func owning(_ owners: [String: String], isRow: Bool = false) -> JSONValue {
        switch self {
        case .array(let items): return .array(items.map { $0.owning(owners, isRow: true) })
        case .object(let object):
            let isRow = isRow && object.keys.contains(where: NameClass.serverID.has)
            return .object(
                object.mapping { member in
                    let own = isRow ? owners[HumanName.key(member.key)] : nil
                    return own.flatMap(member.value.called) ?? member.value.owning(owners)
                })
        default: return self
        }
    }

    /// Another id of the same form as this one; nil for a different form.
    private func called(_ id: String) -> JSONValue? {
        func form(_ text: String) -> [Bool] { [Int(text) != nil, text.utf8.count == 36] }
        guard let own = scalarText, form(own) == form(id) else { return nil }
        return identified(id, at: .root)
    }

    /// The row with the members given by its path; missing objects are not added.
    func below(_ parents: JSONObject) -> JSONValue {
        guard case .object(let own) = self, !parents.isEmpty else { return self }
        return merging(.object(parents.filter { $0.value.objectValue == nil || own[$0.key]?.objectValue != nil }))
    }
}
