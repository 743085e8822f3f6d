import APIDocument
import WireFormats

/// Finds the member of a row that a path parameter means.
package enum RowKey {
    /// The member for `{parameter}` behind a collection; nil if the row has none, so that the user must be asked.
    ///
    /// The first of these counts:
    /// - the parameter's own name, in any spelling;
    /// - that name without the item's: "orderNumber" of an order is its "number";
    /// - a label such as "login" for `{username}`;
    /// - an id;
    /// - the id of an object with the parameter's name.
    package static func pointer(for parameter: String, in row: Schema, collection: String, document: APIDocument)
        -> JSONPointer?
    {
        if row.type == nil && row.properties.isEmpty { return JSONPointer(tokens: [parameter]) }
        guard row.type == .object else { return row.type == .array ? nil : .root }
        let singular = HumanName.key(HumanName.singular(collection))
        let key = HumanName.key(parameter)
        var wanted = [key]
        if key.hasPrefix(singular), key.count > singular.count { wanted.append(String(key.dropFirst(singular.count))) }
        // A parameter that is called a name means no id where a row has a name of its own.
        if key.hasSuffix("name") || NameClass.pathLabel.names.contains(where: key.hasSuffix) {
            wanted += NameClass.pathLabel.names + [singular + "name", "name"]
        }
        wanted += NameClass.rowID.names + [singular + "id"]
        if let name = member(parameter, wanted, of: row, in: document) { return JSONPointer(tokens: [name]) }
        // A row may hold whom it is about: `user.id` is the `{user_id}` of a member.
        for property in row.properties {
            let owner = HumanName.key(property.name)
            guard key.hasPrefix(owner), key.count > owner.count else { continue }
            let inner = document.resolveChoices(property.schema)
            if inner.type == .object,
                let name = member("", [String(key.dropFirst(owner.count))], of: inner, in: document)
            {
                return JSONPointer(tokens: [property.name, name])
            }
        }
        wanted += NameClass.rowName.names
        if let name = member(parameter, wanted, of: row, in: document) { return JSONPointer(tokens: [name]) }
        for about in row.properties where NameClass.about.has(about.name) {
            guard let name = member(parameter, wanted, of: document.resolveChoices(about.schema), in: document) else {
                continue
            }
            return JSONPointer(tokens: [about.name, name])
        }
        return nil
    }

    private static func member(_ exact: String, _ wanted: [String], of row: Schema, in document: APIDocument) -> String?
    {
        let names = row.properties.filter { property in
            let type = document.resolveChoices(property.schema).type
            return type != .object && type != .array
        }.map(\.name)
        if names.contains(exact) { return exact }
        return wanted.lazy.compactMap { name in names.first { HumanName.key($0) == name } }.first
    }
}

extension APIDocument {
    /// The member of a row that a parameter of its path means.
    ///
    /// - Parameter place: the segment with the parameter, behind that of the collection.
    package func key(_ parameter: String, of row: Schema, at place: Int, in path: PathTemplate) -> JSONPointer? {
        let collection = place > 0 ? path.segments[place - 1].literal ?? "" : ""
        return RowKey.pointer(for: parameter, in: row, collection: collection, document: self)
    }
}

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
    /// no number. Beside its owner's an item's own name is enough.
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
