import APIDocument
import APIModel
import WireFormats

/// The members of an item that name its owners in the path: `storeId` below `/stores/{storeId}`, the `namespace` in the
/// `metadata` below `/namespaces/{namespace}`, the `login` of the `owner` below `/repos/{owner}`.
struct ParentMembers {
    let path: PathTemplate
    let document: APIDocument

    /// The members, objects within them with those members alone that are given.
    ///
    /// - Parameters:
    ///   - itemSchema: the schema of the item, resolved.
    ///   - segments: those of the request's path, decoded.
    func members(of itemSchema: Schema, below segments: [String]) -> JSONObject {
        let offset = max(0, segments.count - path.segments.count)
        return path.segments.indices.dropLast().reduce(JSONObject()) { members, place in
            guard let parameter = path.segments[place].parameter, segments.indices.contains(place + offset) else {
                return members
            }
            let found = self.members(of: itemSchema, at: place, parameter, segments[place + offset])
            return JSONValue.object(members).merged(with: JSONObject(found)).objectValue ?? members
        }
    }

    /// The members with the text: of the item, of its metadata, and of the object for its owner.
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
    /// The name of one item of the collection before a parameter: `store` in `/stores/{id}`.
    func owner(at place: Int) -> String {
        place > 0 ? segments[place - 1].literal.map { HumanName.key(HumanName.singular($0)) } ?? "" : ""
    }

    /// The names of members with the id at that place of the path, each as one word: `storeid`.
    func parentNames(at place: Int, _ parameter: String) -> Set<String> {
        let owner = owner(at: place)
        // Of several parameters on end the last says which one is meant: `{owner}` of `/repos/{owner}/{repo}` is no repo's id.
        let isLast = place + 1 >= segments.count || segments[place + 1].parameter == nil
        let names = [parameter, owner + parameter] + (isLast ? [owner + "id"] : [])
        // Plain names such as `id` are the item's own.
        return Set(names.map(HumanName.key)).subtracting(NameClass.ownerIdentity.names)
    }

    /// The names of members with the ids in the path.
    var parentNames: Set<String> {
        segments.indices.reduce(into: []) { names, place in
            if let parameter = segments[place].parameter { names.formUnion(parentNames(at: place, parameter)) }
        }
    }
}

extension PathTemplate {
    /// The texts of a path by the names of members with them, as rows within an item have them.
    ///
    /// - Parameter places: the segments that count.
    func owners(in segments: [String], at places: some Sequence<Int>) -> [String: String] {
        places.reduce(into: [:]) { texts, place in
            guard let parameter = self.segments[place].parameter, segments.indices.contains(place) else { return }
            for name in parentNames(at: place, parameter) { texts[name] = segments[place] }
        }
    }
}

extension JSONValue {
    /// The item with the rows in it as rows of its owners: the `guild_id` of a guild's `roles` is its id. A row has an id of its own.
    ///
    /// - Parameter owners: the texts by the names of members, each as one word.
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

    /// Another id of the same form as this one; nil for a text of another form.
    private func called(_ id: String) -> JSONValue? {
        func form(_ text: String) -> [Bool] { [Int(text) != nil, text.utf8.count == 36] }
        guard let own = scalarText, form(own) == form(id) else { return nil }
        return identified(id, at: .root)
    }

    /// The row with what its path says of it; an object that the row does not have is not made for that.
    func below(_ parents: JSONObject) -> JSONValue {
        guard case .object(let own) = self, !parents.isEmpty else { return self }
        return merged(with: parents.filter { $0.value.objectValue == nil || own[$0.key]?.objectValue != nil })
    }
}
