import APIDocument
import WireFormats

/// Finds the member of a row that fills a path parameter.
package enum RowKey {
    /// The member for `{parameter}` after a collection; nil if the row has none, so that the user must be asked.
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
        // A parameter named like a name or login does not mean an id if the row has a name of its own.
        if key.hasSuffix("name") || NameClass.pathLabel.names.contains(where: key.hasSuffix) {
            wanted += NameClass.pathLabel.names + [singular + "name", "name"]
        }
        wanted += NameClass.rowID.names + [singular + "id"]
        if let name = member(parameter, wanted, of: row, in: document) { return JSONPointer(tokens: [name]) }
        // A row may hold the object that the parameter identifies: `user.id` fills `{user_id}` of a member.
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
    /// The member of a row that fills a parameter of its path.
    ///
    /// - Parameter place: the index of the parameter's segment; the collection's name is the one before it.
    package func key(_ parameter: String, of row: Schema, at place: Int, in path: PathTemplate) -> JSONPointer? {
        let collection = place > 0 ? path.segments[place - 1].literal ?? "" : ""
        return RowKey.pointer(for: parameter, in: row, collection: collection, document: self)
    }
}

/// Finds the row members for each parameter of a path such as `/repos/{owner}/{repo}`.
struct RowOwner {
    let row: Schema
    /// The operation of the item, whose parameters have the types.
    let item: Operation
    let document: APIDocument

    /// The member for a parameter before the last. It has the parameter's name in any spelling, or is in the object of
    /// that name. `{owner}` is filled by `owner.login`, `{projectId}` by `projectId` or `project.id`.
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
        // A parameter without such an ending takes a member with any of them.
        let known = Self.names.map { stem + $0 }
        return member(of: row, called: known, for: parameter).map { JSONPointer(tokens: [$0]) }
    }

    /// The member for the last parameter, as ``RowKey`` finds it. For a string parameter a name is preferred to a
    /// number; after the owner's parameters it identifies the row.
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
    /// Longer endings first: "uuid" ends in "id", too.
    private static let endings = NameClass.pathName.names.sorted { $0.count > $1.count }

    /// The first member of these names with a type that fits the parameter's; a string may fill a number.
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
