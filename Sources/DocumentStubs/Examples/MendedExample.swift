import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The form in which a document's examples are sent.
package enum ExampleStyle: String, Sendable, Hashable, CaseIterable {
    case written
    /// Mended to fit their schemas, and short lists filled with generated rows.
    case mended
}

extension APIDocument {
    /// Sets the style of the document's examples; call it before the first reply. The default is `written`.
    package func use(_ style: ExampleStyle) { _ = memo.value { style } }

    var exampleStyle: ExampleStyle { memo.value { ExampleStyle.written } }
}

/// An example of a response as it is sent.
struct MendedExample: Sendable {
    private(set) var body: JSONValue
    private(set) var isHeld = false
    /// The number of rows that its list got.
    private(set) var added = 0

    /// A sentence about the difference; nil for an example as written.
    var note: String? {
        let rows = added == 1 ? "1 generated row" : "\(added) generated rows"
        switch (isHeld, added > 0) {
        case (false, false): return nil
        case (true, false): return "The example was mended to fit its schema."
        case (false, true): return "The example's list was filled with \(rows)."
        case (true, true): return "The example was mended to fit its schema, and its list filled with \(rows)."
        }
    }
}

extension APIDocument {
    /// An example of an operation's JSON response, in the style of the document. Mended once.
    func shown(_ body: JSONValue, named name: String?, by response: Response, of operation: Operation) -> MendedExample
    {
        guard exampleStyle == .mended, let media = response.json else { return MendedExample(body: body) }
        return memo.value(for: ResponseKey(operation: operation.id, status: response.status, name: name)) {
            var example = MendedExample(body: body)
            if let schema = media.schema { example.hold(to: schema, of: operation, in: self) }
            guard operation.method == .get, response.status == operation.success?.status,
                !operation.isQuestion(ofExample: name), let list = list(of: operation),
                let rows = example.body[list.rows]?.arrayValue,
                // One of several examples may be empty: it shows that case.
                media.examples.count < 2 || !rows.isEmpty
            else { return example }
            example.fill(list, of: operation, in: self)
            return example
        }
    }

    /// The rows of a list, followed by generated ones up to a useful number; unchanged in the style `written`.
    ///
    /// The added rows vary the others: they have the same members and their own ids. The parents in the path, and the
    /// members of required parameters, are the same in all rows.
    func filled(_ rows: [JSONValue], of list: ListModel, by operation: Operation) -> [JSONValue] {
        let array = part(of: list.answer, at: list.rows).map(resolveChoices)
        let limits = [array?.maxItems, DistinctRows.most(list.row, of: operation, in: self)].compactMap(\.self)
        let count = limits.reduce(MendedExample.usefulRows, min)
        guard exampleStyle == .mended, rows.count < count, list.row.type == .object, array?.json["prefixItems"] == nil,
            rows.allSatisfy({ $0.objectValue != nil })
        else { return rows }
        let item = array?.items ?? list.row
        let row = rows.isEmpty ? item : Schema(["allOf": [item.json], "examples": .array(rows)])
        let home = RowHome(operation, PathTemplate.segments(of: operation.path.text).map(String.init), in: self)
        let key = rowKey(of: list.row, in: operation)
        let names = Set(rows.flatMap { $0.objectValue?.keys.map(\.self) ?? [] }).union(list.row.required)
        let required = operation.parameters.filter { $0.location == .query && $0.isRequired }
        let common = operation.path.parentNames.union(required.map { HumanName.key($0.name) })
        let members = rowMembers(of: list.row)
        let day = required.lazy.compactMap { self.day($0, among: members) }.first
        var filled = rows
        var taken = Set(rows.map { $0.id(at: key) ?? $0.text() })
        do throws(SampleError) {
            // Generated rows may repeat an id, so twice as many are generated.
            let samples = try SampleGenerator(document: self)
                .rows(rows.count..<count + rows.count, of: row, seed: home.seed, entity: home.entity)
            for sample in samples where filled.count < count && sample.violations.isEmpty {
                guard var row = sample.value.objectValue else { continue }
                if let first = rows.first?.objectValue {
                    let own = first.mapping { common.contains(HumanName.key($0.key)) ? $0.value : row[$0.key] }
                    let others = row.filter { names.contains($0.key) && first[$0.key] == nil }
                    row = JSONObject(own.members + others.members)
                }
                var value = JSONValue.object(row)
                if let day, let asked = rows.first?[day]?.stringValue { value = value.moved(to: asked, at: day) }
                if taken.insert(value.id(at: key) ?? value.text()).inserted { filled.append(value) }
            }
        } catch {
            // Rows that cannot be generated are not added.
            return rows
        }
        return linkedToSelf(filled, of: operation, list, isWritten: true)
    }
}

extension MendedExample {
    /// The number of rows for a useful screen.
    static let usefulRows = 10

    fileprivate mutating func hold(to schema: Schema, of operation: Operation, in document: APIDocument) {
        let flaws = document.violations(of: body, against: schema, isThorough: true).count
        guard flaws > 0 else { return }
        // Rows and their items get the same members: both use the seed of the collection's path.
        let path = document.rowLinks.itemPath(of: operation)
        let home = path.segments.last?.parameter == nil ? path : path.prefix(path.segments.count - 1)
        let source = SchemaFit.Source.sample(seed: home.text, entity: path.entity, row: 0)
        let fit = SchemaFit(document: document)
        var held = body
        if let list = document.list(of: operation), let rows = held[list.rows] {
            let array = document.part(of: list.answer, at: list.rows) ?? .any
            held = held.setting(fit.walk(rows, array, source), at: list.rows)
        }
        held = fit.walk(held, schema, source)
        guard document.violations(of: held, against: schema, isThorough: true).count < flaws else { return }
        (body, isHeld) = (held, true)
    }

    mutating func fill(_ list: ListModel, of operation: Operation, in document: APIDocument) {
        let rows = body[list.rows]?.arrayValue ?? []
        let filled = document.filled(rows, of: list, by: operation)
        guard filled.count > rows.count else { return }
        added = filled.count - rows.count
        body = body.setting(.array(filled), at: list.rows)
    }
}

extension Operation {
    /// True if the document pairs the example with a query or a request body; its rows are the reply to that.
    fileprivate func isQuestion(ofExample name: String?) -> Bool {
        guard let name else { return false }
        let isInQuery = parameters.contains { parameter in
            parameter.location == .query && parameter.examples.contains { $0.name == name }
        }
        return isInQuery || requestBody?.preferred?.examples.contains { $0.name == name } == true
    }
}

/// The reply of an example: the requested page of a list, the row in the path, or the unchanged example.
struct ExampleReply: Sendable {
    let document: APIDocument
    let operation: Operation
    let response: Response
    let name: String?
    let body: JSONValue

    /// Nil if every request gets the example as written.
    var maker: ReplyMaker? {
        let isRead = operation.method == .get && response.status == operation.success?.status
        guard isRead || document.exampleStyle == .mended else { return nil }
        // Read on request, so that a document of hundreds of operations is cheap to load.
        return ReplyMaker(needsBody: false) { request, reply in
            let example = document.shown(body, named: name, by: response, of: operation)
            reply.note = example.note
            if example.note != nil { (reply.json, reply.body) = (example.body, []) }
            guard isRead else { return }
            if let list = document.list(of: operation), example.body[list.rows]?.arrayValue != nil {
                let rows = document.memo.value(for: key) { DocumentRows(example, of: list) }
                let list = ListReply(rows, list, named: name, of: operation, response, for: request, in: document)
                let kept = KeptReply(request, of: operation, response, example: name, in: document)
                reply.draft = DocumentDraft(list: (list, nil), kept: kept)
            } else {
                let path = request.pathSegments(of: operation.path)
                let item = document.memo.value(for: PathKey(operation: key.operation, path: key.path + path)) {
                    self.item(example.body, for: request)
                }
                if let item { reply.json = item }
            }
        }
    }

    /// The example, as the key of values that are generated once.
    private var key: PathKey { PathKey(operation: operation.id, path: ["example", name ?? ""]) }

    /// The example of an item changed to the row in the path, as its list has it. Nil without a change.
    private func item(_ body: JSONValue, for request: ReceivedRequest) -> JSONValue? {
        let path = document.rowLinks.itemPath(of: operation)
        let behind = operation.path.segments.count - path.segments.count
        guard let parameter = path.segments.last?.parameter,
            let id = request.pathSegments(of: operation.path).dropLast(behind).last,
            let schema = document.answer(of: operation)
        else { return nil }
        let (place, inner) = document.item(of: operation, schema)
        let key = document.key(parameter, of: inner, at: path.segments.count - 1, in: path)
        guard let key, key != .root, let itemValue = body[place], let own = itemValue.id(at: key) else { return nil }
        guard own != id else {
            let linked = body.linkedToSelf(path, id: id)
            return linked == body ? nil : linked
        }
        // An id that is invalid for its parameter would make the reply invalid.
        let declared = operation.parameters.first { $0.location == .path && $0.name == parameter }
        if let declared, document.takes(own, for: declared), !document.takes(id, for: declared) { return nil }
        let list = document.list(having: operation)
        let listed = list.flatMap { list in
            document.exampleRows(of: list).first { $0.id(at: key) == id }?.objectValue
        }
        let row = list.flatMap { document.list(of: $0) }?.row ?? .any
        let left = listed.map { row.optional(besides: $0).subtracting(inner.required) } ?? []
        // A list may show the member in another form.
        let fitting = (listed?.members ?? []).filter { member in
            guard let own = inner.properties.first(where: { $0.name == member.key }) else { return true }
            return document.fits(member.value, own.schema)
        }
        let rest = JSONValue.object((itemValue.objectValue ?? JSONObject()).without(left))
        let one = rest.merging(.object(JSONObject(fitting))).identified(id, at: key).relinked(from: own, to: id)
        return body.setting(one, at: place).linkedToSelf(path, id: id)
    }
}

extension Schema {
    func optional(besides object: JSONObject) -> Set<String> {
        Set(properties.map(\.name).filter { object[$0] == nil })
    }
}
