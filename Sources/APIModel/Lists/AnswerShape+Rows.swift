import APIDocument
import WireFormats

/// Finds the array of a reply that holds the rows.
extension APIDocument {
    /// The path to the rows in an object: a member (``rowsMember(of:path:)``), or a member of a nested page, as in
    /// `{"hits": {"total": 7, "hits": []}, "shards": {}}`.
    func rowsPlace(of schema: Schema, path: PathTemplate) -> [String]? {
        if let name = rowsMember(of: schema, path: path) { return [name] }
        guard schema.type == .object, path.segments.last?.literal != nil else { return nil }
        // `data` beside other objects is not a wrapper.
        let pages = schema.properties.filter { $0.name != "data" && isTelling($0.name, path) }.compactMap { property in
            let page = resolveChoices(property.schema)
            return rowsMember(of: page, path: path).flatMap { name in
                isTelling(name, path) && counts(page) ? [property.name, name] : nil
            }
        }
        return pages.count == 1 ? pages[0] : nil
    }

    /// The member with the rows, if an object is a page of a collection rather than an item.
    ///
    /// It is the only array of objects, or the only one named like rows (`data`, `items` …) or like the path. Links and
    /// errors beside another array do not count, nor do tuples and arrays of scalars.
    ///
    /// If the path ends in a parameter, all other members must describe the page. Else a name of rows is enough, or at
    /// most one other member, or a page number with a size.
    package func rowsMember(of schema: Schema, path: PathTemplate) -> String? {
        guard schema.type == .object else { return nil }
        let all = schema.properties.filter { isArrayOfObjects($0) }
        let own = all.filter { !NameClass.besideRows.has($0.name) }
        let arrays = own.isEmpty ? all : own
        let telling = arrays.filter { isTelling($0.name, path) }
        guard let rows = arrays.count == 1 ? arrays.first : telling.count == 1 ? telling.first : nil else { return nil }
        let others = schema.properties.filter {
            $0.name != rows.name && !NameClass.isAboutPage($0.name)
        }
        if path.segments.last?.literal == nil {
            let isOfThing = schema.properties.contains {
                saysWho((name: $0.name, schema: resolveChoices($0.schema)))
            }
            return others.isEmpty && !isOfThing ? rows.name : nil
        }
        return !telling.isEmpty || others.count <= 1 || saysWhichPage(schema) ? rows.name : nil
    }

    /// The object of a reply whose members are rows by key, and the schema of a row. The object is the whole reply, or
    /// its only member that does not describe the page.
    package func rowsByKey(of operation: Operation) -> (place: JSONPointer, row: Schema)? {
        guard let schema = answer(of: operation) else { return nil }
        let (place, itemSchema) = unwrapping(schema)
        if let row = rowByKey(itemSchema) { return (place, row) }
        let others = itemSchema.properties.filter { !NameClass.isAboutPage($0.name) }
        guard others.count == 1, let row = rowByKey(resolveChoices(others[0].schema)) else { return nil }
        return (place.appending(others[0].name), row)
    }

    private func rowByKey(_ map: Schema) -> Schema? {
        guard map.type == .object, map.properties.isEmpty,
            let row = map.additionalProperties.map(resolveChoices)
        else { return nil }
        return row.type == .object && !row.properties.isEmpty ? row : nil
    }

    /// The first array of a reply, for a screen that the document declares as a list.
    package func anyArray(of schema: Schema) -> (place: JSONPointer, row: Schema)? {
        let (place, current) = unwrapping(schema)
        let arrays = current.properties.filter { resolveChoices($0.schema).type == .array }
        guard let array = arrays.first(where: isArrayOfObjects) ?? arrays.first else { return nil }
        let row = resolveChoices(array.schema).items ?? .any
        return (place.appending(array.name), resolveChoices(row))
    }

    /// True for an array of items of one kind, false for a tuple.
    func isList(_ array: Schema) -> Bool { array.type == .array && array.json["prefixItems"] == nil }

    private func isArrayOfObjects(_ property: Schema.Property) -> Bool {
        let schema = resolveChoices(property.schema)
        guard isList(schema) else { return false }
        guard let items = schema.items.map(resolveChoices) else { return true }
        return items.type == .object || items.types.isEmpty && items.enumValues == nil && items.const == nil
    }

    /// True for a name of rows, or the path's last name up to a dot: `/Messages.json`, `/users.list`.
    private func isTelling(_ name: String, _ path: PathTemplate) -> Bool {
        let key = HumanName.key(name)
        let pathName = path.segments.last?.literal.map { HumanName.key(String($0.prefix { $0 != "." })) }
        return NameClass.rows.hasKey(key) || key == pathName
    }

    /// True for an object with the number of all rows.
    private func counts(_ page: Schema) -> Bool {
        page.properties.contains { PagingNames.totals.has($0.name) }
    }

    /// True for an object without an id that has a page position, and a page size or a total.
    private func saysWhichPage(_ page: Schema) -> Bool {
        let names = page.properties.map { HumanName.key($0.name) }
        func has(_ classes: NameClass...) -> Bool { names.contains { name in classes.contains { $0.hasKey(name) } } }
        return !names.contains("id") && has(PagingNames.offsets, PagingNames.pages, PagingNames.nexts)
            && has(PagingNames.sizes, PagingNames.totals)
    }
}
