import APIDocument
import HTTPTypes
import WireFormats

/// The shape of a successful reply (Documentation/Reference/Screens.md, "Lists and rows").
package enum AnswerShape: Sendable {
    /// An array of rows, at that place of the reply.
    case rows(at: JSONPointer, row: Schema)
    /// One object or value, at that place of the reply.
    case item(at: JSONPointer, schema: Schema)
    /// Not JSON, or JSON without a schema and examples.
    case nothing
}

/// Tells collections from items.
extension APIDocument {
    /// The shape of an operation's successful reply; without a schema, that of its first example.
    package func shape(of operation: Operation) -> AnswerShape {
        memo.value(for: operation.id) { readShape(of: operation) }
    }

    private func readShape(of operation: Operation) -> AnswerShape {
        guard let schema = answer(of: operation) else { return .nothing }
        if let rows = ListWish(operation, in: self)?.rows, let list = part(of: schema, at: rows) {
            return .rows(at: rows, row: resolveChoices(resolveChoices(list).items ?? .any))
        }
        let shape = shape(of: schema, path: operation.path)
        guard case .rows(let place, let row) = shape, isCollectionOfOne(operation, schema, place, row) else {
            return shape
        }
        return .item(at: place.appending("0"), schema: row)
    }

    /// True for rows that are one item in an array. The array has `maxItems: 1`, or the path is one segment below the
    /// list of the same rows and names the item or has writes. A write at a list's path replies with the written item.
    private func isCollectionOfOne(_ operation: Operation, _ schema: Schema, _ place: JSONPointer, _ row: Schema)
        -> Bool
    {
        guard row.type == .object, !row.properties.isEmpty else { return false }
        let path = operation.path
        let parent = path.prefix(path.segments.count - 1)
        func lists(_ path: PathTemplate) -> Bool {
            guard let list = read(at: path.shape), let schema = answer(of: list),
                case .rows(_, let listed) = shape(of: schema, path: list.path)
            else { return false }
            return listed == row
        }
        guard let parameter = path.segments.last?.parameter else {
            let isOfMany =
                operation.requestBody?.preferred?.schema.map { resolveChoices($0).type == .array } ?? false
            return operation.method != .get && !isOfMany && lists(path)
        }
        if part(of: schema, at: place).map(resolveChoices)?.json["maxItems"] == 1 { return true }
        guard lists(parent) else { return false }
        let singular = HumanName.key(HumanName.singular(parent.segments.last?.literal ?? ""))
        return isWritten(at: path.shape) || [singular, singular + "id"].contains(HumanName.key(parameter))
    }

    /// The object in a reply's wrapper, and its place: `data`, or the only object beside members that describe the
    /// reply. Examples are `article` in `{"article": {...}}`, and `_embedded` beside `_links` and `page`. The first
    /// variant with a wrapper counts.
    package func unwrapping(_ schema: Schema) -> (place: JSONPointer, schema: Schema) {
        var place = JSONPointer.root
        var current = resolveChoices(schema)
        // Replies have up to two wrappers; a third is the limit.
        for depth in 0..<3 {
            guard current.type == .object,
                let inner = wrapped(in: current) ?? (depth == 0 ? wrapped(inVariantsOf: schema) : nil)
            else { break }
            place = place.appending(inner.name)
            current = inner.schema
        }
        return (place, current)
    }

    private func wrapped(inVariantsOf schema: Schema) -> (name: String, schema: Schema)? {
        let whole = resolve(schema)
        guard whole.properties.isEmpty else { return nil }
        for variant in (whole.oneOf + whole.anyOf).map(resolveChoices) where variant.type == .object {
            if let inner = wrapped(in: variant) { return inner }
        }
        return nil
    }

    /// The only object in a wrapper, resolved; nil if the schema is not a wrapper.
    private func wrapped(in schema: Schema) -> (name: String, schema: Schema)? {
        let objects = schema.properties.map { (name: $0.name, schema: resolveChoices($0.schema)) }
            .filter { $0.schema.type == .object }
        // `data` beside another object is a part of the reply; in an object with an id it is a member.
        let isItem = schema.properties.contains { NameClass.wrapperIdentity.has($0.name) }
        if !isItem, let data = objects.first(where: { $0.name == "data" }) {
            let parts = objects.filter { $0.name != "data" && !NameClass.isAboutPage($0.name) }
            return parts.isEmpty && !objects.contains(where: saysWho) ? data : nil
        }
        let candidates = objects.filter { !NameClass.isAboutPage($0.name) }
        let others = schema.properties.filter { !NameClass.isAboutPage($0.name) }
        guard candidates.count == 1, others.count == 1, let candidate = candidates.first,
            !objects.contains(where: saysWho)
        else { return nil }
        // An object without declared properties is a map, which is shown as it is.
        return candidate.schema.properties.isEmpty ? nil : candidate
    }

    /// True for an object that identifies the item around it, as `metadata` of Kubernetes does.
    func saysWho(_ object: (name: String, schema: Schema)) -> Bool {
        NameClass.about.has(object.name) && object.schema.properties.contains { NameClass.aboutIdentity.has($0.name) }
    }

    private func shape(of schema: Schema, path: PathTemplate) -> AnswerShape {
        let (place, current) = unwrapping(schema)
        if current.type == .array {
            guard isList(current) else { return .item(at: place, schema: current) }
            return .rows(at: place, row: resolveChoices(current.items ?? .any))
        }
        if let names = rowsPlace(of: current, path: path) {
            let rows = JSONPointer(tokens: names)
            let row = part(of: current, at: rows).map(resolveChoices)?.items ?? .any
            return .rows(at: names.reduce(place) { $0.appending($1) }, row: resolveChoices(row))
        }
        return .item(at: place, schema: current)
    }
}
