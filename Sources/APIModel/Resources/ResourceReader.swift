import APIDocument
import HTTPTypes
import WireFormats

/// Reads the effects of operations on resources from the shapes of paths and schemas.
struct ResourceReader {
    let document: APIDocument
    /// GETs by the shape of their path.
    private var reads: [String: (operation: Operation, shape: AnswerShape)] = [:]
    /// Path parameters of rows, by the shape of their collection's path.
    private var rowParameters: [String: String] = [:]
    private let links: RowLinks
    /// Lists whose rows are members of an object, by path shape: the object's place and a row's schema.
    private var maps: [String: (place: JSONPointer, row: Schema)] = [:]
    /// Shapes of paths that return the body of a PUT unchanged.
    private var bodyPaths: Set<String> = []
    /// Collections of items whose path does not name one, by the shape of the item's path.
    private var homes: [String: RowLinks.Link] = [:]
    /// The same, by the shape of the lists' paths.
    private var listHomes: [String: RowLinks.Link] = [:]
    /// Rows without a GET at their own path, by its shape; lists at other paths show them.
    private var rowsElsewhere: [String: Schema] = [:]

    init(_ document: APIDocument) {
        self.document = document
        links = document.rowLinks
        for operation in document.operations where operation.method == .get {
            reads[operation.path.shape] = (operation, document.shape(of: operation))
        }
        for list in document.operations {
            guard let link = links.link(from: list) else { continue }
            if link.item.method != .get, case .rows(_, let row)? = reads[list.path.shape]?.shape {
                rowsElsewhere[link.rowPath.shape] = rowsElsewhere[link.rowPath.shape] ?? row
            }
            // A row created at the list belongs to the collection of its rows.
            listHomes[list.path.shape] = link
            // A write to a row below its list's path changes the item that the row shows.
            let own = link.owners.isEmpty ? list.path.shape + "/{}" : link.item.path.shape
            if homes[own] == nil, !link.owners.isEmpty || reads[own] == nil { homes[own] = link }
        }
        let below = Set(document.operations.map(\.path.shape))
        for (shape, read) in reads where below.contains(shape + "/{}") {
            maps[shape] = document.rowsByKey(of: read.operation)
        }
        for put in document.operations where put.method == .put {
            guard let read = reads[put.path.shape], Self.isPlain(read.shape),
                let type = read.operation.success?.content.usual?.essence,
                put.requestBody?.content.contains(where: { $0.essence == type }) == true
            else { continue }
            // JSON without a schema may be an object, whose members other writes change.
            if case .nothing = read.shape, MediaTypeName(type).isJSON { continue }
            bodyPaths.insert(put.path.shape)
        }
        for path in document.operations.map(\.path) {
            guard let parameter = path.segments.last?.parameter else { continue }
            let collection = path.prefix(path.segments.count - 1).shape
            rowParameters[collection] = rowParameters[collection] ?? parameter
        }
    }

    /// True if only the type of a reply is known; it is neither an object nor a list.
    private static func isPlain(_ shape: AnswerShape) -> Bool {
        switch shape {
        case .nothing: true
        case .item(let place, let itemSchema): place == .root && itemSchema.type != nil && itemSchema.type != .object
        case .rows: false
        }
    }

    func resource(of operation: Operation) -> Resource? { related(operation) ?? echo(operation) }

    /// A write that no operation reads; its reply repeats the body.
    private func echo(_ operation: Operation) -> Resource? {
        guard [.post, .put, .patch].contains(operation.method),
            let answer = document.answer(of: operation).map(document.unwrapping)
        else { return nil }
        return made(operation, .echo(shownAt: answer.place), depth: 0, row: answer.schema)
    }

    private func related(_ operation: Operation) -> Resource? {
        let path = operation.path
        func update(_ row: Schema?, depth: Int, isOfRow: Bool? = nil) -> Resource {
            made(operation, .update(shownAt: shownPlace(operation)), depth: depth, row: row, isOfRow: isOfRow)
        }
        func create(_ row: Schema, depth: Int = 0, isOfRow: Bool? = nil) -> Resource {
            made(operation, .create(shownAt: shownPlace(operation)), depth: depth, row: row, isOfRow: isOfRow)
        }
        if let action = ItemAction(operation, in: document) {
            let isOfRow = action.read.path.segments.last?.parameter != nil
            return made(
                operation, .update(shownAt: shownPlace(operation)), depth: action.depth + (isOfRow ? 1 : 0),
                row: action.itemSchema, isOfRow: isOfRow, action: action)
        }
        let isRow = path.segments.last?.parameter != nil
        let parent = path.prefix(path.segments.count - 1)
        let roles: [HTTPRequest.Method: ResourceRole] = [
            .get: .read(shownAt: .root), .put: .update(shownAt: .root), .delete: .delete,
        ]
        if bodyPaths.contains(path.shape), let role = roles[operation.method] {
            let row = isRow ? listed(at: parent) : nil
            return made(operation, role, depth: isRow ? 1 : 0, row: row, storesBody: true)
        }
        if [.post, .put, .patch].contains(operation.method), let entry = listed(at: parent),
            case let (form, row) = form(of: entry, at: parent),
            let effect = ActionEffect(onAll: path, on: row, in: document)
        {
            return made(operation, .changeAll, depth: 1, row: row, isOfRow: false, effect: effect, form: form)
        }
        switch operation.method {
        case .get:
            switch document.shape(of: operation) {
            case .rows(let place, let row):
                let (form, itemSchema) = form(of: row, at: path)
                return made(operation, .list(rows: place), depth: 0, row: itemSchema, form: form)
            case .item where maps[path.shape] != nil:
                guard let map = maps[path.shape] else { return nil }
                return made(operation, .list(rows: map.place), depth: 0, row: map.row, form: .map)
            case .item(let place, let schema) where links.list(ofWorded: operation) != nil:
                return made(operation, .read(shownAt: place), depth: 2, row: schema)
            case .item(let place, let schema):
                return made(operation, .read(shownAt: place), depth: isRow ? 1 : 0, row: schema)
            // A check of membership in a list: the status is the whole reply.
            case .nothing:
                return isRow && isListed(path)
                    ? made(operation, .read(shownAt: .root), depth: 1, row: row(at: path)) : nil
            }
        case .post:
            // Without PUT and PATCH, a POST to a row's path changes it.
            if isRow, let item = item(at: path.shape) { return update(item, depth: 1) }
            if let row = listed(at: path) { return create(whole(form(of: row, at: path).itemSchema, at: path)) }
            // A collection without a list, but with a GET for a row.
            if let item = item(at: path.shape + "/{}") { return create(item) }
            // An action on a row that only its list shows.
            if path.segments.count > 2, parent.segments.last?.parameter != nil, let row = row(at: parent),
                let effect = ActionEffect(path, on: row, in: document)
            {
                return made(operation, .update(shownAt: shownPlace(operation)), depth: 2, row: row, effect: effect)
            }
            // Several new rows at a name below their collection, as in `POST /user/createWithList`.
            guard takesSeveral(operation), let item = item(at: parent.shape + "/{}"),
                WrittenBody(operation, itemSchema: item, isAction: false, in: document).schema == item
            else { return nil }
            return create(item, depth: 1, isOfRow: false)
        case .put, .patch:
            if isRow { return update(row(at: path), depth: 1) }
            if let item = item(at: path.shape) { return update(item, depth: 0) }
            // A row that the body identifies, as in `PUT /pet` beside `/pet/{petId}`.
            if let item = item(at: path.shape + "/{}") {
                let resource = update(item, depth: 0, isOfRow: true)
                let body = WrittenBody(operation, itemSchema: item, isAction: false, in: document)
                let sent = body.schema.flatMap { sent in resource.key.flatMap { document.part(of: sent, at: $0) } }
                return sent == nil ? nil : resource
            }
            // A part of a row without a GET of its own: the request has members of the row.
            guard path.segments.count > 2, reads[path.shape] == nil, parent.segments.last?.parameter != nil,
                let row = row(at: parent)
            else { return nil }
            return update(row, depth: 2)
        case .delete:
            if let row = listed(at: path) {
                let (form, itemSchema) = form(of: row, at: path)
                return made(operation, .clear, depth: 0, row: itemSchema, form: form)
            }
            if isRow { return made(operation, .delete, depth: 1, row: row(at: path)) }
            return item(at: path.shape).map { made(operation, .delete, depth: 0, row: $0) }
        default: return nil
        }
    }

    /// The member of an item that an operation reads or writes.
    ///
    /// It has the name that follows the item's path, and the members of what a GET returns there; without a GET, those of
    /// the body. It is no row of a collection. An action's body may be any member whose schema it refers to, unless it
    /// has members of the item.
    func part(of operation: Operation, _ resource: Resource?) -> ItemPart? {
        if let resource, resource.isAction {
            guard let body = operation.requestBody?.content.json?.schema,
                let action = ItemAction(operation, in: document), let member = self.member(body, of: action)
            else { return nil }
            return ItemPart(resource: resource, read: action.read, depth: action.depth, member: member, place: nil)
        }
        let path = operation.path
        let parent = path.prefix(path.segments.count - 1)
        guard [.get, .put, .patch, .post, .delete].contains(operation.method),
            let name = path.segments.last?.literal.map(HumanName.key), let read = reads[parent.shape],
            case .item(_, let itemSchema) = read.shape,
            let member = itemSchema.properties.first(where: { HumanName.key($0.name) == name })
        else { return nil }
        let object = document.resolveChoices(member.schema)
        let answer = document.answer(of: operation).map(document.unwrapping)
        let other = reads[path.shape] == nil ? body(of: operation) : item(at: path.shape)
        guard let other, ItemAction.isSame(other, object) else { return nil }
        // A row of another collection is stored there.
        let isRow = reads.values.contains { if case .rows(_, let row) = $0.shape { row == object } else { false } }
        if isRow { return nil }
        let isOfRow = parent.segments.last?.parameter != nil
        let isRead = operation.method == .get
        let place = answer.flatMap { isRead || ItemAction.isSame($0.schema, object) ? $0.place : nil }
        let shown = place == nil ? shownPlace(operation) : .root
        return ItemPart(
            resource: made(
                operation, isRead ? .read(shownAt: shown) : .update(shownAt: shown), depth: isOfRow ? 2 : 1,
                row: itemSchema, isOfRow: isOfRow, isPart: place != nil),
            read: read.operation, depth: 1, member: member, place: place)
    }

    /// The only member of the item whose schema the body refers to; nil if the body has members of the item.
    private func member(_ body: Schema, of action: ItemAction) -> Schema.Property? {
        let names = Set(action.itemSchema.properties.map { HumanName.key($0.name) })
        guard names.isDisjoint(with: document.resolveChoices(body).properties.map { HumanName.key($0.name) }) else {
            return nil
        }
        let references = Set(body.references)
        let members = action.itemSchema.properties.filter { !references.isDisjoint(with: $0.schema.references) }
        return members.count == 1 ? members[0] : nil
    }

    private func body(of operation: Operation) -> Schema? {
        operation.requestBody?.content.json?.schema.map { document.unwrapping($0).schema }
    }

    private func made(
        _ operation: Operation, _ role: ResourceRole, depth: Int, row: Schema?, isOfRow: Bool? = nil,
        action: ItemAction? = nil, effect: ActionEffect? = nil, storesBody: Bool = false, form: RowsForm = .array,
        isPart: Bool = false
    ) -> Resource {
        let isList = if case .list = role { true } else { false }
        let rowPath = operation.path.prefix(operation.path.segments.count - max(0, depth - 1))
        let isOfRow = isOfRow ?? (depth > 0)
        let collection = operation.path.prefix(operation.path.segments.count - depth)
        let link =
            isList
            ? links.link(from: operation)
            : depth > 0 && isOfRow ? homes[rowPath.shape] : listHomes[collection.shape]
        let key = link?.key ?? row.flatMap { self.key(of: $0, operation.path, depth) }
        return Resource(
            id: operation.id, method: operation.method, path: operation.path, role: role, depth: depth,
            identity: RowIdentity(owners: link?.owners ?? [], key: key), row: row, home: link?.home,
            isOfRow: isOfRow, form: form, storesBody: storesBody, isAction: action != nil,
            effect: action?.effect ?? effect,
            creates: operation.method == .put && action == nil && creates(operation),
            answered: isPart ? [] : Set(shown(operation)?.schema.properties.map(\.name) ?? []))
    }

    /// True if a PUT to a missing row creates it: it declares a 201, or no POST adds rows to its list.
    private func creates(_ operation: Operation) -> Bool {
        let path = operation.path
        if operation.responses.contains(where: { $0.status == .exact(201) }) { return true }
        let list = path.prefix(path.segments.count - 1).shape
        // The client chooses the keys of a map.
        if maps[list] != nil { return true }
        return isListed(path) && !document.operations.contains { $0.method == .post && $0.path.shape == list }
    }

    /// The form of a list's rows, and the schema of a row. An entry that holds the item in one member is a wrapper.
    private func form(of entry: Schema, at list: PathTemplate) -> (form: RowsForm, itemSchema: Schema) {
        guard let itemSchema = item(at: list.shape + "/{}"), itemSchema != entry, !itemSchema.properties.isEmpty else {
            return (.array, entry)
        }
        let members = entry.properties.filter { document.resolveChoices($0.schema) == itemSchema }
        return members.count == 1 ? (.wrapped(in: members[0].name), itemSchema) : (.array, entry)
    }

    private func isListed(_ path: PathTemplate) -> Bool {
        path.segments.last?.parameter != nil && listed(at: path.prefix(path.segments.count - 1)) != nil
    }

    /// The schema of a list's row, or of its own GET if that has all members of the row: a new row may have them, too.
    private func whole(_ row: Schema, at collection: PathTemplate) -> Schema {
        guard let detail = item(at: collection.shape + "/{}"),
            Set(row.properties.map(\.name)).isSubset(of: detail.properties.map(\.name))
        else { return row }
        return detail
    }

    /// The schema of the row at a path, from its own GET or from its collection's.
    private func row(at path: PathTemplate) -> Schema? {
        item(at: path.shape) ?? listed(at: path.prefix(path.segments.count - 1)) ?? rowsElsewhere[path.shape]
    }

    /// The schema of the item that a GET returns at a path of that shape.
    private func item(at shape: String) -> Schema? {
        if case .item(_, let schema)? = reads[shape]?.shape { schema } else { nil }
    }

    /// The schema of the rows that a GET returns at a path.
    private func listed(at path: PathTemplate) -> Schema? {
        if case .rows(_, let row)? = reads[path.shape]?.shape { row } else { nil }
    }

    /// The member of a row with the value of its path's parameter.
    private func key(of row: Schema, _ path: PathTemplate, _ depth: Int) -> JSONPointer? {
        let place = path.segments.count - depth
        let own = depth > 0 ? path.segments[place].parameter : nil
        return document.key(own ?? rowParameters[path.prefix(place).shape] ?? "id", of: row, at: place, in: path)
    }

    /// The item in a reply, with its place; for a POST of several items, a row with the place of the list.
    private func shown(_ operation: Operation) -> (place: JSONPointer, schema: Schema)? {
        if takesSeveral(operation), case .rows(let place, let row) = document.shape(of: operation) {
            return (place, row)
        }
        return document.answer(of: operation).map { document.item(of: operation, $0) }
    }

    private func shownPlace(_ operation: Operation) -> JSONPointer { shown(operation)?.place ?? .root }

    /// True for a POST whose body is an array of new items.
    private func takesSeveral(_ operation: Operation) -> Bool {
        guard operation.method == .post, let schema = operation.requestBody?.preferred?.schema else { return false }
        return document.resolveChoices(schema).type == .array
    }
}

/// An operation that acts on an item with a GET of its own: `POST /tickets/{id}/close` beside `GET /tickets/{id}`.
///
/// A POST, PUT or PATCH is an action if
/// 1. its path continues the item's by names alone, without a GET there or one segment below; otherwise it is a part of
///    the item, or a list;
/// 2. it creates nothing: its success is not 201;
/// 3. its reply shows the item: all members of the smaller schema are in the larger one with the same schema. A reply
///    without a body is enough if the name is that of a state (``ActionEffect``).
package struct ItemAction {
    /// The GET that returns the item.
    package let read: Operation
    /// The schema of the item, unwrapped and resolved.
    package let itemSchema: Schema
    /// The number of segments after the item's path.
    package let depth: Int
    package let effect: ActionEffect?

    /// Nil for an operation that is not an action.
    package init?(_ operation: Operation, in document: APIDocument) {
        let path = operation.path
        guard [.post, .put, .patch].contains(operation.method), operation.success?.status != .exact(201),
            document.read(at: path.shape) == nil, document.read(at: path.shape + "/{}") == nil
        else { return nil }
        var found: (depth: Int, read: Operation)?
        for depth in 1...max(1, path.segments.count) where found == nil {
            guard depth <= path.segments.count, path.segments[path.segments.count - depth].literal != nil else { break }
            found = document.read(at: path.prefix(path.segments.count - depth).shape).map { (depth, $0) }
        }
        guard let found, case .item(_, let itemSchema) = document.shape(of: found.read), !itemSchema.properties.isEmpty
        else { return nil }
        let effect = found.depth == 1 ? ActionEffect(path, on: itemSchema, in: document) : nil
        let reply = document.answer(of: operation)
        guard reply.map({ Self.isSame(document.unwrapping($0).schema, itemSchema) }) ?? (effect != nil) else {
            return nil
        }
        (depth, self.read, self.itemSchema, self.effect) = (found.depth, found.read, itemSchema, effect)
    }

    fileprivate static func isSame(_ one: Schema, _ other: Schema) -> Bool {
        let (few, many) = one.properties.count < other.properties.count ? (one, other) : (other, one)
        let known = many.properties.byName
        // One common member is no proof: many resources have an id or a status.
        return few.properties.count > min(1, many.properties.count - 1)
            && few.properties.allSatisfy { known[$0.name] == $0.schema }
    }
}
