import APIDocument
import WireFormats

/// Finds what a row says of a path with several parameters, such as `/repos/{owner}/{repo}`: whose it is, and what it is called
/// there.
struct RowOwner {
    let row: Schema
    /// The GET of the item, which says what its parameters are.
    let item: Operation
    let document: APIDocument

    /// The member for a parameter before the last: of its own name, however it is spelt; else, in the object of that name, what it
    /// is known by. `{owner}` is `owner.login`, `{projectId}` is `projectId` or `project.id`. Nil where the row has none.
    func pointer(for parameter: String) -> JSONPointer? {
        let key = HumanName.key(parameter)
        if let own = member(of: row, called: [key], for: parameter) { return JSONPointer(tokens: [own]) }
        let ending = Self.endings.first { key.hasSuffix($0) && key.count > $0.count }
        let stem = ending.map { String(key.dropLast($0.count)) } ?? key
        let wanted = ending.map { [$0] } ?? Self.names
        for property in row.properties where [key, stem].contains(HumanName.key(property.name)) {
            let inner = document.resolveChoices(property.schema)
            guard inner.type == .object, let name = member(of: inner, called: wanted, for: parameter) else { continue }
            return JSONPointer(tokens: [property.name, name])
        }
        // Without a word of how it is known, any.
        let known = Self.names.map { stem + $0 }
        return member(of: row, called: known, for: parameter).map { JSONPointer(tokens: [$0]) }
    }

    /// The member for the last parameter: as ``RowKey`` finds it, but what it is called rather than a number where the parameter is
    /// no number. Beside its owner's a thing's own name is enough.
    func name(for parameter: String, collection: String) -> JSONPointer? {
        let key = HumanName.key(parameter)
        if isText(parameter), !Self.endings.contains(where: { key != $0 && key.hasSuffix($0) }),
            let name = member(of: row, called: [key, key + "name"] + Self.names, for: parameter)
        {
            return JSONPointer(tokens: [name])
        }
        return RowKey.pointer(for: parameter, in: row, collection: collection, document: document)
    }

    private static let names = NameClass.pathName.names
    /// The longer first: a UUID's name ends in "id" as well.
    private static let endings = NameClass.pathName.names.sorted { $0.count > $1.count }

    /// The first member of one of these names whose values may stand for the parameter: a number for a number, a text for a text.
    private func member(of object: Schema, called names: [String], for parameter: String) -> String? {
        let isText = isText(parameter)
        let scalars = object.properties.filter { property in
            let types = document.resolveChoices(property.schema).types
            return isText ? types.contains(.string) : types.contains(.integer) || types.contains(.string)
        }
        return names.lazy.compactMap { name in scalars.first { HumanName.key($0.name) == name }?.name }.first
    }

    private func isText(_ parameter: String) -> Bool {
        let schema = item.parameters.first { $0.location == .path && $0.name == parameter }?.schema
        let types = schema.map { document.resolveChoices($0).types } ?? []
        return !types.contains(.integer) && !types.contains(.number)
    }
}
