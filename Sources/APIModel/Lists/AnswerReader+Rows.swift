import APIDocument
import WireFormats

/// Which array of an answer has the rows.
extension AnswerReader {
    /// Where the rows stand in this object: in a member (``rowsMember(of:path:)``), or in one of an object that has a name rows go
    /// by and is a page itself, as in `{"hits": {"total": 7, "hits": []}, "shards": {}}`.
    func rowsPlace(of schema: Schema, path: PathTemplate) -> [String]? {
        if let name = rowsMember(of: schema, path: path) { return [name] }
        guard schema.type == .object, path.segments.last?.literal != nil else { return nil }
        // `data` beside other objects is one of the parts, not a wrapper.
        let pages = schema.properties.filter { $0.name != "data" && isTelling($0.name, path) }.compactMap { property in
            let page = document.resolveChoices(property.schema)
            return rowsMember(of: page, path: path).flatMap { name in
                isTelling(name, path) && counts(page) ? [property.name, name] : nil
            }
        }
        return pages.count == 1 ? pages[0] : nil
    }

    /// The member that holds the rows, where this object is a page of a collection rather than a thing.
    ///
    /// It is the only array of objects - links and errors beside another one do not count, nor do tuples and arrays of scalars -
    /// or the only one with a name rows go by (`data`, `items` …) or with the path's own name. The others must be about the page -
    /// all of them where the path ends in a parameter, as `/orders/{id}` with its lines is a thing; else a telling name is enough,
    /// or at most one other member, or that the object says which page it is.
    func rowsMember(of schema: Schema, path: PathTemplate) -> String? {
        guard schema.type == .object else { return nil }
        let all = schema.properties.filter { isArrayOfObjects($0) }
        let own = all.filter { !NameClass.besideRows.has($0.name) }
        let arrays = own.isEmpty ? all : own
        let telling = arrays.filter { isTelling($0.name, path) }
        guard let rows = arrays.count == 1 ? arrays.first : telling.count == 1 ? telling.first : nil else { return nil }
        let others = schema.properties.filter {
            $0.name != rows.name && !AnswerReader.isAboutPage($0.name)
        }
        if path.segments.last?.literal == nil {
            let isOfThing = schema.properties.contains {
                Self.saysWho((name: $0.name, schema: document.resolveChoices($0.schema)))
            }
            return others.isEmpty && !isOfThing ? rows.name : nil
        }
        return !telling.isEmpty || others.count <= 1 || saysWhichPage(schema) ? rows.name : nil
    }

    /// The object in an answer whose members are rows, called what each is known by, and what a row is like: the whole of what is
    /// answered, or all of it that is not about the page. Nil where there is none.
    func rowsByKey(of operation: Operation) -> (place: JSONPointer, row: Schema)? {
        guard let schema = document.answer(of: operation) else { return nil }
        let (place, thing) = unwrapping(schema)
        if let row = rowByKey(thing) { return (place, row) }
        let others = thing.properties.filter { !Self.isAboutPage($0.name) }
        guard others.count == 1, let row = rowByKey(document.resolveChoices(others[0].schema)) else { return nil }
        return (place.appending(others[0].name), row)
    }

    private func rowByKey(_ map: Schema) -> Schema? {
        guard map.type == .object, map.properties.isEmpty,
            let row = map.additionalProperties.map(document.resolveChoices)
        else { return nil }
        return row.type == .object && !row.properties.isEmpty ? row : nil
    }

    /// The first array at hand, for a screen that is said to be a collection.
    func anyArray(of schema: Schema) -> (place: JSONPointer, row: Schema)? {
        let (place, current) = unwrapping(schema)
        let arrays = current.properties.filter { document.resolveChoices($0.schema).type == .array }
        guard let array = arrays.first(where: isArrayOfObjects) ?? arrays.first else { return nil }
        let row = document.resolveChoices(array.schema).items ?? .any
        return (place.appending(array.name), document.resolveChoices(row))
    }

    /// Whether an array is a list of things of one kind: a tuple says what stands at each place.
    static func isList(_ array: Schema) -> Bool { array.type == .array && array.json["prefixItems"] == nil }

    private func isArrayOfObjects(_ property: Schema.Property) -> Bool {
        let schema = document.resolveChoices(property.schema)
        guard Self.isList(schema) else { return false }
        guard let items = schema.items.map(document.resolveChoices) else { return true }
        return items.type == .object || items.types.isEmpty && items.enumValues == nil && items.const == nil
    }

    /// Whether rows go by this name there. `/Messages.json` and `/users.list` are about messages and users.
    private func isTelling(_ name: String, _ path: PathTemplate) -> Bool {
        let key = HumanName.key(name)
        let pathName = path.segments.last?.literal.map { HumanName.key(String($0.prefix { $0 != "." })) }
        return NameClass.rows.hasKey(key) || key == pathName
    }

    /// Whether an object says how many rows there are in all.
    private func counts(_ page: Schema) -> Bool {
        page.properties.contains { PagingNames.totals.contains(HumanName.key($0.name)) }
    }

    /// Whether an object says where its page stands and how large it or the whole is, and is no thing with an id.
    private func saysWhichPage(_ page: Schema) -> Bool {
        let names = Set(page.properties.map { HumanName.key($0.name) })
        let places = PagingNames.offsets.union(PagingNames.pages).union(PagingNames.nexts)
        return !names.contains("id") && !names.isDisjoint(with: places)
            && !names.isDisjoint(with: PagingNames.sizes.union(PagingNames.totals))
    }
}
