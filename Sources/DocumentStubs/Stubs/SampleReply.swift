import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// Generates the reply of an operation from its schemas: the page of a list, or the row in the path.
struct SampleReply: Sendable {
    let document: APIDocument
    let operation: Operation
    let response: Response

    var maker: ReplyMaker {
        let search = PostedSearch(operation, in: document)
        return ReplyMaker(needsBody: search != nil) { request, reply in
            guard let media = response.json, let schema = media.schema else { return }
            if let search, response.status == operation.success?.status, let own = search.list.success {
                let read = SampleReply(document: document, operation: search.list, response: own)
                reply.draft = try read.draft(schema, search.reading(request), status: own.status.usual)
                return
            }
            var draft = try draft(schema, request, status: reply.status.code)
            if let name = PathCheck(operation, in: document)?.malformed(in: request)?.name {
                reply.note = "The path's \(name) is malformed; the reply shows another one."
            }
            draft.kept = KeptReply(request, of: operation, response, in: document)
            reply.draft = draft
        }
    }

    private var generator: SampleGenerator { SampleGenerator(document: document) }

    func draft(_ schema: Schema, _ request: ReceivedRequest, status: Int) throws -> DocumentDraft {
        guard response.status == operation.success?.status else {
            let body = try generator.sample(for: schema, seed: "\(operation.id) \(response.status)").value
            let fitted = FailureWords(status: status, document: document).fitted(body, schema)
            return DocumentDraft(
                value: [400, 422].contains(status) ? faulty?.stated(in: fitted, of: schema) ?? fitted : fitted)
        }
        if let list = document.list(of: operation) {
            let rows = try DocumentRows.rows(of: operation, list, for: request, in: document)
            let reply = ListReply(rows, list, of: operation, response, for: request, in: document)
            return DocumentDraft(list: (reply, nil))
        }
        func body() throws -> JSONValue {
            let itemValue = try item(schema, request)
            guard !generator.hasExamples(schema) else { return itemValue }
            return FailureWords(status: status, document: document).fitted(itemValue, schema)
        }
        guard operation.method == .get else { return DocumentDraft(value: try body()) }
        // The item stays the same until a write changes it in its table.
        let key = PathKey(operation: operation.id, path: request.pathSegments(of: operation.path))
        return DocumentDraft(value: try document.memo.result(for: key, body))
    }

    /// The fault of an error that was chosen: of the first required field of the request, else of the first one. Nil
    /// without fields.
    private var faulty: FieldFaults? {
        guard let sent = operation.requestBody?.content.json?.schema.map(document.resolveChoices) else { return nil }
        let fields = sent.properties.filter { !document.resolveChoices($0.schema).isReadOnly }.map(\.name)
        return (fields.first(where: sent.required.contains) ?? fields.first)
            .map { FieldFaults([.init([$0], "is not valid")], in: document) }
    }

    private func item(_ schema: Schema, _ request: ReceivedRequest) throws -> JSONValue {
        if let part = document.itemPart(of: operation), let place = part.place, !generator.hasExamples(schema),
            let whole = DocumentItem.item(by: part.read, for: request, above: part.depth, in: document),
            let own = whole[part.member.name], own.objectValue != nil
        {
            return place == .root
                ? own : try generator.sample(for: schema, seed: operation.path.text).value.setting(own, at: place)
        }
        let template = self.path
        let whole = Array(request.pathSegments(of: operation.path).suffix(operation.path.segments.count))
        let path = Array(whole.prefix(template.segments.count))
        let (pointer, shape) = document.item(of: operation, schema)
        let schema = document.choice(of: schema, having: pointer)
        let inner =
            pointer == .root ? shape : document.part(of: schema, at: pointer).map(document.resolveChoices) ?? shape
        let isRow = template.segments.last?.parameter != nil && (operation.method != .post || isRead)
        let id = isRow ? path.last : nil
        let isNew =
            operation.path.segments.last?.parameter == nil
            && (operation.method == .post || operation.method == .put && read.flatMap { document.list(of: $0) } != nil)
        let own = rowSchema ?? exampled(schema, at: pointer) ?? document.part(of: schema, at: pointer) ?? inner
        let hasExamples = generator.hasExamples(own)
        let rows = (read ?? list).flatMap { list in document.list(of: list).map { document.rowCount(of: list, $0) } }
        var row = isNew && (isListed || !hasExamples) ? rows ?? PageWindow.total : 0
        let collection = isRow ? Array(path.dropLast()) : path
        // A listed row is generated in the same way as by its list.
        let home =
            (isRow && listed != nil ? list : nil).map { RowHome($0, collection, in: document) }
            ?? RowHome(ofItem: template, path, isRow: isRow, in: document)
        let seed = home.seed
        func wrapped(_ itemValue: JSONValue) throws -> JSONValue {
            pointer == .root
                ? itemValue : try generator.sample(for: schema, seed: seed).value.having(itemValue, at: pointer)
        }
        var shown = JSONObject()
        var left: Set<String> = []
        let parents = ParentMembers(path: operation.path, document: document).members(of: inner, below: collection)
        var pinned = JSONValue.object(parents)
        if let id, let parameter = template.segments.last?.parameter {
            let key = home.key ?? document.key(parameter, of: inner, at: template.segments.count - 1, in: template)
            let list = template.prefix(template.segments.count - 1)
            let rows = EmbeddedRows(list, inner, in: document)?.rows(request, behind: 2)
            if let one = rows?.first(where: { $0.id(at: key) == id }) { return try wrapped(one) }
            let found =
                hasExamples && !isShown(inner) ? (row: 0, isListed: false) : try self.row(id, of: inner, key, home)
            row = found.row
            if let key { (shown, left) = try self.shown(id, key, inner, row: found.isListed ? row : nil, seed) }
            if let key, key != .root, let part = document.part(of: inner, at: key),
                let value = document.value(id, of: part), document.allows(value, part)
            {
                pinned = pinned.setting(value, at: key)
            }
        }
        let given = pinned.objectValue ?? JSONObject()
        var itemValue = try generator.sample(
            for: own, seed: seed, entity: template.entity, row: row, pinning: given.byName,
            isNew: isNew && isOfCollection
        ).value
        if !shown.isEmpty, let own = itemValue.objectValue {
            itemValue = JSONValue.object(own.without(left)).replacing(shown).below(given)
        }
        itemValue = try wrapped(itemValue)
        guard let id else {
            return itemValue.owning(operation.path.owners(in: whole, at: operation.path.segments.indices))
        }
        return itemValue.linkedToSelf(template, id: id).owning(template.owners(in: path, at: [path.count - 1]))
    }

    /// True if a list of the document shows such items.
    private func isShown(_ itemSchema: Schema) -> Bool {
        guard listed == nil else { return true }
        let name = path.segments.dropLast().last?.literal.map(HumanName.key) ?? ""
        let lists = document.memo.value { Lists(document) }
        return lists.rows.contains(itemSchema) || lists.names.contains(name)
    }

    /// The row schemas of the document's lists, and the last names of their paths.
    private struct Lists {
        var rows: Set<Schema> = []
        var names: Set<String> = []

        init(_ document: APIDocument) {
            for list in document.operations where list.method == .get {
                guard case .rows(_, let row) = document.shape(of: list) else { continue }
                rows.insert(row)
                if let name = list.path.segments.last?.literal.map(HumanName.key), !name.isEmpty { names.insert(name) }
            }
        }
    }

    /// The schema of the item with its part of the body's example, if no list shows the item.
    private func exampled(_ schema: Schema, at pointer: JSONPointer) -> Schema? {
        guard !pointer.tokens.isEmpty, listed == nil, let example = generator.example(of: schema)?[pointer],
            let part = document.part(of: schema, at: pointer)
        else { return nil }
        return Schema(["allOf": [part.json], "examples": [example]])
    }

    /// The members of the item in its list's examples, and those that the row in the list lacks.
    private func shown(
        _ id: String, _ key: JSONPointer, _ itemSchema: Schema, row: Int?, _ seed: String
    ) throws -> (JSONObject, left: Set<String>) {
        guard let list, let item = document.list(of: list)?.row else { return (JSONObject(), []) }
        var members = document.exampleRows(of: list).first { $0.id(at: key) == id }?.objectValue
        if members == nil, let row, item != itemSchema,
            generator.hasExamples(item) || generator.hasExamples(itemSchema),
            let items = listed
        {
            members = try generator.sample(for: items, seed: seed, entity: path.entity, row: row).value.objectValue
        }
        let shown = (members ?? JSONObject()).filter { member in
            itemSchema.properties.contains { $0.name == member.key && document.fits(member.value, $0.schema) }
        }
        return (shown, members.map { item.optional(besides: $0).subtracting(itemSchema.required) } ?? [])
    }

    /// True if a POST to the path creates an item; `/orders/7/cancel` acts on an existing one.
    private var isOfCollection: Bool {
        isListed || !operation.path.segments.contains { $0.parameter != nil }
    }

    /// True if a GET at the path, or one segment below it, shows an item.
    private var isListed: Bool { isRead || document.read(at: operation.path.shape + "/{}") != nil }

    /// The GET of the path; a POST there changes the item.
    private var read: Operation? { document.read(at: operation.path.shape) }
    private var isRead: Bool { read != nil }

    /// The schema of the list's rows, if the reply has several variants and the rows are one of them.
    private var rowSchema: Schema? {
        guard path.segments.last?.parameter != nil, let own = response.json?.schema else { return nil }
        let choice = document.resolve(own)
        let forms = (choice.oneOf + choice.anyOf).compactMap(\.reference)
        guard forms.count > 1, let items = listed, let reference = items.reference, forms.contains(reference)
        else { return nil }
        return items
    }

    /// The row schema of the item's list, unresolved; nil without a list.
    private var listed: Schema? {
        let model = list.flatMap { document.list(of: $0) }
        return model.flatMap { document.part(of: $0.answer, at: $0.rows) }.map(document.resolve)?.items
    }

    /// The path of the item, without a final word for how it is shown.
    private var path: PathTemplate { document.rowLinks.itemPath(of: operation) }

    private var list: Operation? { document.list(having: operation) }

    /// The row with this id in its list. Otherwise the example's first row, the row with that number, or a fixed row
    /// for the id.
    private func row(
        _ id: String, of schema: Schema, _ key: JSONPointer?, _ home: RowHome
    ) throws -> (row: Int, isListed: Bool) {
        if let key, let row = try rows(at: home)?.firstIndex(where: { $0.id(at: key) == id }) { return (row, true) }
        // An unlisted item is the example in its schema.
        if generator.hasExamples(schema) { return (0, false) }
        return (PageWindow.row(ofUnlisted: id), false)
    }

    private func rows(at home: RowHome) throws -> [JSONValue]? {
        guard let list = list ?? document.rowLinks.list(ofRow: path), let model = document.list(of: list),
            list.success?.json?.examples.isEmpty == true,
            model.row.type == .object
        else { return nil }
        return try DocumentRows.generated(of: list, model, at: home, in: document)
    }
}

extension APIDocument {
    /// The variant of a body that has the item; the schema itself if it has one variant.
    fileprivate func choice(of schema: Schema, having pointer: JSONPointer) -> Schema {
        let whole = resolve(schema)
        guard pointer != .root, whole.properties.isEmpty else { return schema }
        return (whole.oneOf + whole.anyOf).first { part(of: $0, at: pointer) != nil } ?? schema
    }
}

extension JSONValue {
    /// The body with the item; an array at its place has no other items.
    fileprivate func having(_ itemValue: JSONValue, at pointer: JSONPointer) -> JSONValue {
        guard pointer.tokens.last == "0", let list = pointer.parent, self[list]?.arrayValue != nil else {
            return setting(itemValue, at: pointer)
        }
        return setting([itemValue], at: list)
    }
}

/// A declared reply without a valid generated body.
package struct InvalidSample: Sendable, Hashable {
    package let operation: String
    package let status: Response.Status
    package let reason: String
    package let pointer: JSONPointer
    /// The place of the schema in the document, as a reference.
    package let place: String
}

extension DocumentStubs {
    /// The invalid generated replies without an example, one for each broken schema part. Generates every reply once.
    package func invalidSamples() -> [InvalidSample] {
        var places: Set<String> = []
        return made.compactMap(\.unmade).filter { places.insert($0.place).inserted }
    }

    /// The checks that were omitted for generated replies.
    package func omissions() -> [SchemaOmission] { made.flatMap(\.omissions) }

    private var made: [(unmade: InvalidSample?, omissions: [SchemaOmission])] {
        document.operations.flatMap { operation in
            operation.responses.compactMap { response in
                guard let media = response.json, let schema = media.schema, media.examples.isEmpty else { return nil }
                let place = JSONPointer(tokens: ["responses", "\(response.status)", "content", media.name, "schema"])
                return made(schema, operation, response.status, at: "\(operation.place)\(place)")
            }
        }
    }

    private func made(
        _ schema: Schema, _ operation: Operation, _ status: Response.Status, at place: String
    ) -> (unmade: InvalidSample?, omissions: [SchemaOmission]) {
        func unmade(_ reason: String, _ pointer: JSONPointer, at place: String) -> InvalidSample {
            InvalidSample(operation: operation.id, status: status, reason: reason, pointer: pointer, place: place)
        }
        do throws(SampleError) {
            let sample = try SampleGenerator(document: document).sample(for: schema, seed: operation.path.text)
            let findings = document.findings(on: sample.value, against: schema, at: place, isThorough: true)
            guard !sample.violations.isEmpty, let first = findings.violations.first else {
                return (nil, findings.omissions)
            }
            return (unmade(first.message, first.pointer, at: first.place), findings.omissions)
        } catch {
            return (unmade("\(error)", error.pointer, at: place), [])
        }
    }
}
