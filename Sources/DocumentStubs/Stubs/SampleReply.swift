import APIDocument
import DemoManager
import HTTPTypes
import JSONText

/// Makes the reply of an operation from its schemas: the page of a list, the row a path names.
struct SampleReply: Sendable {
    let document: APIDocument
    let operation: Operation
    let response: Response

    /// What the stub gives to the engine.
    var maker: ReplyMaker {
        ReplyMaker(needsBody: false) { request, reply in
            guard let media = response.json, let schema = media.schema else { return }
            let status = reply.status.code
            reply.body = try body(schema, request, &reply.headers, status: status).bytes(.compact)
        }
    }

    private var generator: SampleGenerator { SampleGenerator(document: document) }
    private var answers: AnswerReader { AnswerReader(document: document) }

    /// The body for a request, before it is written out.
    ///
    /// - Parameter status: what the reply answers with.
    func body(
        _ schema: Schema, _ request: ReceivedRequest, _ headers: inout HTTPFields, status: Int
    ) throws -> JSONValue {
        guard response.status == operation.success?.status else {
            let body = try generator.sample(for: schema, seed: "\(operation.id) \(response.status)").value
            return FailureWords(status, in: document).fitted(body, schema)
        }
        switch answers.shape(of: operation) {
        case .rows(let pointer, let row):
            // A list that somebody wrote is like a body that somebody wrote.
            if let example = generator.example(of: schema) {
                let pages = ExamplePages(document: document, operation: operation, response: response)
                return pages.page(of: example, for: request) ?? example
            }
            return try list(schema, pointer, row, request, &headers)
        case .item, .nothing: return try item(schema, request)
        }
    }

    /// A page of a list: of all its rows, or of those that the query chooses, in the order it asks for.
    private func list(
        _ schema: Schema, _ pointer: JSONPointer, _ row: Schema, _ request: ReceivedRequest,
        _ headers: inout HTTPFields
    ) throws -> JSONValue {
        let pagination = PaginationReader(document: document).pagination(of: operation, answer: schema).0
        let home = RowHome(operation, request.pathSegments, in: document)
        // What asks for a page says nothing about rows, even where they have a member of that name.
        let asked = request.queryItems.filter { !pagination.isAskedFor(by: $0.name) }
        let filter = RowFilter(asked, row: row, parameters: operation.parameters, document: document)
        let given = JSONObject(parents(of: row, request.pathSegments))
        func below(_ rows: [JSONValue]) -> [JSONValue] {
            given.isEmpty ? rows : rows.map { $0.objectValue == nil ? $0 : $0.merged(with: given) }
        }
        var all: [JSONValue]?
        let usual = PageWindow(request, operation.parameters, pagination, in: document).total
        let total = min(usual, DistinctRows.most(row, of: operation, in: document) ?? usual)
        if let own = OwnRows(operation.path, row, in: document)?.rows(request, behind: 1) {
            all = filter.chosen(below(own))
        } else if let rows = document.part(of: schema, at: pointer).flatMap({ generator.example(of: $0)?.arrayValue }) {
            all = filter.chosen(rows)
        } else if filter.choosesRows {
            let whole = SampleListing(at: pointer, rows: 0..<total, total: total)
            let body = try generator.sample(for: schema, seed: home.seed, entity: home.entity, listing: whole).value
            all = filter.chosen(below(body[pointer]?.arrayValue ?? []))
        }
        let window = PageWindow(request, operation.parameters, pagination, in: document, total: all?.count ?? total)
        var listing = window.listing(at: pointer)
        listing.made = all.map { Array($0[window.rows]) }
        var body = try generator.sample(for: schema, seed: home.seed, entity: home.entity, listing: listing).value
        if !given.isEmpty, let rows = body[pointer]?.arrayValue {
            body = body.setting(.array(below(rows)), at: pointer)
        }
        window.lead(&body, &headers, declaring: response.headers)
        return body
    }

    /// One thing: the row of its collection that the path names.
    private func item(_ schema: Schema, _ request: ReceivedRequest) throws -> JSONValue {
        let path = request.pathSegments.suffix(operation.path.segments.count).map(\.self)
        let (pointer, inner) = answers.unwrapping(schema)
        let isRow = operation.path.segments.last?.parameter != nil && (operation.method != .post || isRead)
        let isNew = operation.method == .post && operation.path.segments.last?.parameter == nil
        let isListed = isRead || document.read(at: operation.path.shape + "/{}") != nil
        var row = isNew && (isListed || !generator.isTold(inner)) ? PageWindow.total : 0
        let collection = isRow ? Array(path.dropLast()) : path
        let seed = "/" + collection.joined(separator: "/")
        var pinned: [String: JSONValue] = [:]
        for member in parents(of: inner, collection) { pinned[member.key] = member.value }
        for member in done(to: inner).members { pinned[member.key] = member.value }
        if isRow, let id = path.last, let parameter = operation.path.segments.last?.parameter {
            let name = operation.path.segments.dropLast().last?.literal ?? ""
            let key = RowKey.pointer(for: parameter, in: inner, collection: name, document: document)
            let list = operation.path.prefix(operation.path.segments.count - 1)
            let own = OwnRows(list, inner, in: document)?.rows(request, behind: 2)
            if let one = own?.first(where: { $0.id(at: key) == id }) {
                return pointer == .root
                    ? one : try generator.sample(for: schema, seed: seed).value.setting(one, at: pointer)
            }
            row = self.row(id, of: inner, key, seed)
            if let key, key.tokens.count == 1, let value = value(id, of: inner, key.tokens[0]) {
                pinned[key.tokens[0]] = value
            }
        }
        let own = rowSchema ?? document.part(of: schema, at: pointer) ?? inner
        let thing = try generator.sample(
            for: own, seed: seed, entity: entity, row: row, pinning: pinned, isNew: isNew && isOfCollection
        ).value
        guard !pointer.tokens.isEmpty else { return thing }
        return try generator.sample(for: schema, seed: seed).value.setting(thing, at: pointer)
    }

    /// What a reply says of what was done: `deleted` is true where something was.
    private func done(to reply: Schema) -> JSONObject {
        guard operation.method != .get else { return JSONObject() }
        let verb = operation.method == .delete ? "delete" : operation.path.segments.last?.literal ?? ""
        return ActionName(verb).outcome(for: reply, in: document)
    }

    /// Whether a POST there makes a thing of its own. `/orders/7/cancel` does something to one that is there.
    private var isOfCollection: Bool {
        let path = operation.path
        return isRead || document.read(at: path.shape + "/{}") != nil || !path.segments.contains { $0.parameter != nil }
    }

    /// Whether what stands at the path can be read: a POST there changes it.
    private var isRead: Bool { document.read(at: operation.path.shape) != nil }

    /// The schema of the collection's rows, where what is answered is one of several forms and the rows have that one.
    private var rowSchema: Schema? {
        guard operation.path.segments.last?.parameter != nil, let own = response.json?.schema else { return nil }
        let choice = document.resolve(own)
        let forms = (choice.oneOf + choice.anyOf).compactMap(\.reference)
        guard forms.count > 1, let items = listed, let reference = items.reference, forms.contains(reference)
        else { return nil }
        return items
    }

    /// The schema of the rows of the collection that the thing is one of, unresolved; nil where nothing lists it.
    private var listed: Schema? {
        let path = operation.path.prefix(operation.path.segments.count - 1).shape
        guard let list = document.read(at: path),
            case .rows(let pointer, _) = answers.shape(of: list), let schema = answers.schema(of: list)
        else { return nil }
        return document.part(of: schema, at: pointer).map(document.resolve)?.items
    }

    /// Members that name what the thing belongs to, as the path has it: `storeId` below `/stores/{storeId}`.
    private func parents(of row: Schema, _ path: [String]) -> [JSONObject.Member] {
        let segments = operation.path.segments
        let offset = path.count - segments.count
        return segments.indices.compactMap { place -> JSONObject.Member? in
            guard let parameter = segments[place].parameter, path.indices.contains(place + max(0, offset)),
                place < segments.count - 1
            else { return nil }
            let text = path[place + max(0, offset)]
            let names = operation.path.parentNames(at: place, parameter)
            let member = row.properties.first { names.contains(HumanName.key($0.name)) }
            guard let member, let value = value(text, of: row, member.name),
                document.violations(of: value, against: member.schema).isEmpty
            else { return nil }
            return JSONObject.Member(key: member.name, value: value)
        }
    }

    /// The value a path's text stands for in a member.
    private func value(_ text: String, of schema: Schema, _ member: String) -> JSONValue? {
        guard let property = schema.properties.first(where: { $0.name == member }) else { return nil }
        return document.value(text, of: property.schema)
    }

    /// What the operation is about: the last word of its path.
    private var entity: String? { ThingName.entity(ofPath: operation.path) }

    /// The row that has this id in its list; for an id no row has, the one of that number, or one that is the same for the
    /// same id.
    private func row(_ id: String, of schema: Schema, _ key: JSONPointer?, _ seed: String) -> Int {
        if let key {
            // The list's own rows are searched where they say what they are known by.
            let items = listed.flatMap { items in
                document.resolveChoices(items).properties.contains { $0.name == key.tokens.first } ? items : nil
            }
            let search = RowSearch(
                generator: generator, schema: items ?? schema, key: key, seed: seed, entity: entity)
            if let row = search.row(of: id) { return row }
        }
        // What no list shows stands by itself: as somebody wrote it.
        if generator.isTold(schema) { return 0 }
        if let number = Int(id) { return RowSearch.row(counted: number) }
        return Int(id.utf8.reduce(UInt32(17)) { $0 &* 31 &+ UInt32($1) } % UInt32(PageWindow.total))
    }
}

extension PathTemplate {
    /// What members are called that name the thing whose id stands at that place of the path, in one word: `storeid`.
    func parentNames(at place: Int, _ parameter: String) -> Set<String> {
        let owner = place > 0 ? segments[place - 1].literal.map(HumanName.singular) ?? "" : ""
        return Set([parameter, owner + parameter, owner + "id"].map(HumanName.key)).subtracting(["id"])
    }
}

extension APIDocument {
    /// The schema of the part of a value at that place, unresolved; nil where the schema says nothing about it.
    fileprivate func part(of schema: Schema, at pointer: JSONPointer) -> Schema? {
        pointer.tokens.reduce(Optional(schema)) { part, token in
            part.flatMap { resolveChoices($0).properties.first { $0.name == token }?.schema }
        }
    }

    /// The value that a text in a path or a query stands for; nil where the schema wants something else.
    func value(_ text: String, of schema: Schema) -> JSONValue? {
        switch resolveChoices(schema).type {
        case .integer, .number: JSONNumber(text: text).map(JSONValue.number)
        case .boolean: text == "true" ? true : text == "false" ? false : nil
        case .string, nil: .string(text)
        default: nil
        }
    }
}
