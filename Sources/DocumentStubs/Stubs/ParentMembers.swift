import APIDocument
import APIModel
import WireFormats

/// Members that name what a thing belongs to, as a request's path has it: `storeId` below `/stores/{storeId}`, the `namespace`
/// in the `metadata` of what is below `/namespaces/{namespace}`, the `login` of the `owner` below `/repos/{owner}`.
struct ParentMembers {
    /// The path of the operation.
    let path: PathTemplate
    let document: APIDocument

    /// The members, objects within them with those members alone that are given.
    ///
    /// - Parameters:
    ///   - thing: what the thing is like, resolved.
    ///   - segments: those of the request's path, decoded.
    func members(of thing: Schema, below segments: [String]) -> JSONObject {
        let offset = max(0, segments.count - path.segments.count)
        return path.segments.indices.dropLast().reduce(JSONObject()) { members, place in
            guard let parameter = path.segments[place].parameter, segments.indices.contains(place + offset) else {
                return members
            }
            let found = self.members(of: thing, at: place, parameter, segments[place + offset])
            return JSONValue.object(members).merged(with: JSONObject(found)).objectValue ?? members
        }
    }

    /// The members that have the text: of the thing itself, of what is said about it, and of the object that stands for its
    /// parent.
    private func members(
        of thing: Schema, at place: Int, _ parameter: String, _ text: String, isWithin: Bool = false
    ) -> [JSONObject.Member] {
        let names = path.parentNames(at: place, parameter)
        var found = [named({ names.contains($0) }, of: thing, text)].compactMap(\.self)
        guard !isWithin else { return found }
        let key = HumanName.key(parameter)
        let owner = path.owner(at: place)
        let isOwners = !owner.isEmpty && (key.hasPrefix(owner) || Self.identifiers.contains(key))
        for property in thing.properties {
            let name = HumanName.key(property.name)
            let isHome = Self.homes.contains(name)
            guard isHome || names.contains(name) || isOwners && name == owner else { continue }
            let inner = document.resolveChoices(property.schema)
            guard inner.type == .object else { continue }
            let own =
                isHome
                ? members(of: inner, at: place, parameter, text, isWithin: true)
                : ([key] + (key.hasSuffix("id") ? Self.identifiers : Self.identifiers.reversed())).lazy
                    .compactMap { name in named({ $0 == name }, of: inner, text) }.prefix(1).map(\.self)
            if !own.isEmpty { found.append(.init(key: property.name, value: .object(JSONObject(own)))) }
        }
        return found
    }

    private func named(_ isMeant: (String) -> Bool, of thing: Schema, _ text: String) -> JSONObject.Member? {
        let property = thing.properties.first { isMeant(HumanName.key($0.name)) }
        guard let property, let value = document.value(text, of: property.schema),
            document.violations(of: value, against: property.schema).isEmpty
        else { return nil }
        return .init(key: property.name, value: value)
    }

    /// Where Kubernetes and JSON:API have the members of a thing.
    private static let homes: Set<String> = ["metadata", "attributes"]
    /// What things are known by: first what numbers them, last what people call them.
    fileprivate static let identifiers = ["id", "uuid", "number", "name", "code", "key", "slug", "username", "login"]
}

extension PathTemplate {
    /// What stands before a parameter, for one of them, in one word: `store` in `/stores/{id}`.
    func owner(at place: Int) -> String {
        place > 0 ? segments[place - 1].literal.map { HumanName.key(HumanName.singular($0)) } ?? "" : ""
    }

    /// What members are called that name the thing whose id stands at that place of the path, in one word: `storeid`.
    func parentNames(at place: Int, _ parameter: String) -> Set<String> {
        let owner = owner(at: place)
        // Of several parameters on end the last says which one is meant: `{owner}` of `/repos/{owner}/{repo}` is no repo's id.
        let isLast = place + 1 >= segments.count || segments[place + 1].parameter == nil
        let names = [parameter, owner + parameter] + (isLast ? [owner + "id"] : [])
        // What anything may be known by is the thing's own.
        return Set(names.map(HumanName.key)).subtracting(ParentMembers.identifiers)
    }
}

extension JSONValue {
    /// The row with what its path says of it; an object that the row does not have is not made for that.
    func below(_ parents: JSONObject) -> JSONValue {
        guard case .object(let own) = self, !parents.isEmpty else { return self }
        return merged(
            with: JSONObject(
                parents.members.filter { $0.value.objectValue == nil || own[$0.key]?.objectValue != nil }))
    }
}
