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
            reply.body = try body(schema, request, &reply.headers).bytes(.compact)
        }
    }

    private var generator: SampleGenerator { SampleGenerator(document: document) }
    private var answers: AnswerReader { AnswerReader(document: document) }

    private func body(_ schema: Schema, _ request: ReceivedRequest, _ headers: inout HTTPFields) throws -> JSONValue {
        let path = request.pathSegments
        guard response.status == operation.success?.status else {
            return try generator.sample(for: schema, seed: "\(operation.id) \(response.status)").value
        }
        switch answers.shape(of: operation) {
        case .rows(let pointer, let row): return try list(schema, pointer, row, request, &headers)
        case .item, .nothing: return try item(schema, path)
        }
    }

    /// A page of a list. Filters that name a member with a fixed set of values hold in every row.
    private func list(
        _ schema: Schema, _ pointer: JSONPointer, _ row: Schema, _ request: ReceivedRequest,
        _ headers: inout HTTPFields
    ) throws -> JSONValue {
        let pagination = PaginationReader(document: document).pagination(of: operation, answer: schema).0
        let window = PageWindow(request, operation.parameters, pagination, in: document)
        let listing = SampleListing(at: pointer, rows: window.rows, total: window.total)
        let seed = "/" + request.pathSegments.joined(separator: "/")
        var body = try generator.sample(for: schema, seed: seed, entity: entity, listing: listing).value
        let wanted = pins(row, request)
        if !wanted.isEmpty, let rows = body[pointer]?.arrayValue {
            let pinned = rows.map { $0.objectValue == nil ? $0 : $0.merged(with: JSONObject(wanted)) }
            body = body.setting(.array(pinned), at: pointer)
        }
        window.lead(&body, &headers)
        return body
    }

    private func pins(_ row: Schema, _ request: ReceivedRequest) -> [JSONObject.Member] {
        request.queryItems.compactMap { item in
            guard let property = row.properties.first(where: { HumanName.key($0.name) == HumanName.key(item.name) }),
                let value = document.resolveChoices(property.schema).enumValues?.first(where: {
                    $0.scalarText == item.value
                })
            else { return nil }
            return JSONObject.Member(key: property.name, value: value)
        }
    }

    /// One thing: the row of its collection that the path names.
    private func item(_ schema: Schema, _ path: [String]) throws -> JSONValue {
        let (pointer, inner) = answers.unwrapping(schema)
        let isRow = operation.path.segments.last?.parameter != nil && operation.method != .post
        let isNew = operation.method == .post
        var row = isNew ? PageWindow.total : 0
        var pinned: [String: JSONValue] = [:]
        let collection = (isRow ? Array(path.dropLast()) : path)
        let seed = "/" + collection.joined(separator: "/")
        if isRow, let id = path.last, let parameter = operation.path.segments.last?.parameter {
            let name = operation.path.segments.dropLast().last?.literal ?? ""
            let key = RowKey.pointer(for: parameter, in: inner, collection: name, document: document)
            row = Int(id).map { max(0, min($0, 1_000_000) - 1) } ?? self.row(id, of: inner, key, seed)
            if let key, key.tokens.count == 1, let value = value(id, of: inner, key.tokens[0]) {
                pinned[key.tokens[0]] = value
            }
        }
        let thing = try generator.sample(for: inner, seed: seed, entity: entity, row: row, pinning: pinned).value
        guard !pointer.tokens.isEmpty else { return thing }
        return try generator.sample(for: schema, seed: seed).value.setting(thing, at: pointer)
    }

    /// The value a path's text stands for in a member.
    private func value(_ text: String, of schema: Schema, _ member: String) -> JSONValue? {
        guard let property = schema.properties.first(where: { $0.name == member }) else { return nil }
        switch document.resolveChoices(property.schema).type {
        case .integer, .number: return JSONNumber(text: text).map(JSONValue.number)
        case .string, nil: return .string(text)
        default: return nil
        }
    }

    /// What the operation is about: the last word of its path.
    private var entity: String? {
        operation.path.segments.compactMap(\.literal).last { !$0.isEmpty }.map {
            HumanName.words(of: HumanName.singular($0)).joined(separator: " ").lowercased()
        }
    }

    /// The row that has this id in its list; for an id no row has, one that is the same for the same id.
    private func row(_ id: String, of schema: Schema, _ key: JSONPointer?, _ seed: String) -> Int {
        let rows: [Sample]
        do {
            rows = try generator.rows(0..<PageWindow.total, of: schema, seed: seed, entity: entity)
        } catch {
            rows = []
        }
        if let key, let row = rows.firstIndex(where: { $0.value[key]?.scalarText == id }) { return row }
        return Int(id.utf8.reduce(UInt32(17)) { $0 &* 31 &+ UInt32($1) } % UInt32(PageWindow.total))
    }
}
