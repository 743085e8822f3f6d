import APIDocument
import WireFormats

/// Finds the member of a row that a path parameter means.
public enum RowKey {
    /// The member for `{parameter}` behind a collection named `collection`: of the parameter's own name, however it is
    /// spelt; of that name without the thing's ("orderNumber" of an order is its "number"); of a name, what names
    /// in paths are usually called, as the "login" for `{username}`; or what ids are; or that of the thing the row holds under the
    /// parameter's name. Nil where the row has none, so that the user must be asked.
    public static func pointer(for parameter: String, in row: Schema, collection: String, document: APIDocument)
        -> JSONPointer?
    {
        if row.type == nil && row.properties.isEmpty { return JSONPointer(tokens: [parameter]) }
        guard row.type == .object else { return row.type == .array ? nil : .root }
        let thing = HumanName.key(HumanName.singular(collection))
        let key = HumanName.key(parameter)
        var wanted = [key]
        if key.hasPrefix(thing), key.count > thing.count { wanted.append(String(key.dropFirst(thing.count))) }
        // A parameter that is called a name means no id where a row has a name of its own.
        if key.hasSuffix("name") || NameClass.pathLabel.names.contains(where: key.hasSuffix) {
            wanted += NameClass.pathLabel.names + [thing + "name", "name"]
        }
        wanted += ["id", "uuid", thing + "id"]
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
        wanted += ["key", "code", "slug", "name"]
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
