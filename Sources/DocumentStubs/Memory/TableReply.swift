import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

/// A request to a resource, and the reply after the writes in its table.
struct TableReply {
    let operation: ResourceOperation
    var place: ResourcePlace
    let request: ReceivedRequest
    let source: StubSource
    let document: APIDocument
    /// The item that a list is below, if it was added in this demo. Only its own rows and added ones are in the list.
    var newItem: JSONValue?

    /// True if the reply was recorded from a server: it is not made to fit the document.
    private var isRecorded: Bool { source == .recording }
    private var id: String { place.row ?? "" }
    private var declared: Operation? { document.operation(operation.id) }

    // MARK: Reading

    /// The rows of the document's own list in a reply; a table does not store them.
    static func documentRows(of reply: StubReply) -> [JSONValue]? {
        (reply.draft as? DocumentDraft)?.list?.reply.source.rows
    }

    /// The rows in a list of a stub file or recording; nil for any other reply.
    func shownRows(of reply: StubReply) -> [ListRow]? {
        guard case .list(let pointer) = operation.role, Self.documentRows(of: reply) == nil else { return nil }
        return reply.json?[pointer].flatMap { operation.form.rows(of: $0, by: operation.identity) }
    }

    /// The reply with a note if its rows are those of a stub although the query asks for others.
    func noting(_ rows: [ListRow], _ reply: StubReply) -> StubReply {
        let query = request.queryItems
        guard source == .file, !query.isEmpty else { return reply }
        let filter = operation.filter(query, usesPresets: false, in: document)
        guard filter.leavesOutRows, rows.contains(where: { !filter.fits($0.row) }) else { return reply }
        var reply = reply
        reply.add("Its rows are as in the stub, whatever the query asks for.")
        return reply
    }

    func read(_ reply: StubReply, in table: Table) -> StubReply {
        if operation.storesBody, let body = table.rows[id]?.body { return body.shown(by: reply) }
        switch operation.role {
        case .list(let pointer): return list(reply, at: pointer, in: table)
        case .read(let pointer): return item(reply, at: pointer, in: table)
        default: return reply
        }
    }

    /// The reply to a GET of an item with a nested list, as `roles` in `/guilds/{id}`, after writes to that list.
    ///
    /// - Parameters:
    ///   - member: the item's member with the rows.
    ///   - list: the list, at the path of the request.
    func embedding(_ member: String, of list: TableReply, in table: Table, _ reply: StubReply) -> StubReply {
        guard let pointer = operation.role.place?.appending(member), let shown = reply.json,
            let rows = shown[pointer].flatMap({ RowsForm.array.rows(of: $0, by: list.operation.identity) })
        else { return reply }
        let now = table.current(rows) { id, row in row.added != nil && row.isIn(list.place.list, id) }
        return showing(shown.setting(.array(now.map(\.row)), at: pointer), reply)
    }

    /// The rows of other collections in a reply.
    func shownRows(in reply: StubReply) -> ShownRows? {
        let isList = (reply.draft as? DocumentDraft)?.list != nil
        guard let schema = isList ? operation.row : declared?.response(for: reply.status.code)?.json?.schema else {
            return nil
        }
        let key = [operation.id, "\(reply.status.code)", "\(isList)"]
        return document.memo.value(for: key) { ShownRows(in: schema, of: document) }
    }

    /// The reply with the changes of rows of other collections.
    ///
    /// - Parameters:
    ///   - tables: by the collection's path in the document.
    ///   - own: the table of this resource.
    ///   - sendable: the members that its writes may send.
    func linking(
        _ shown: ShownRows, in tables: [String: Table], besides own: Table?, _ sendable: Set<String>,
        _ reply: StubReply
    ) -> StubReply {
        func isSent(_ name: String, _ object: JSONValue) -> Bool {
            guard sendable.contains(name), let id = operation.identity.id(of: object) else { return false }
            return own?.rows[id]?.written?[name] != nil
        }
        func updated(_ body: JSONValue) -> JSONValue {
            shown.updated(body, by: { tables[$0]?.rows[$1] }, in: document, where: isSent)
        }
        var reply = reply
        if var draft = reply.draft as? DocumentDraft, let list = draft.list {
            draft.list?.rows = (list.rows ?? list.reply.source.rows).map(updated)
            reply.draft = draft
            return reply
        }
        guard let body = reply.json else { return reply }
        let now = updated(body)
        return now == body ? reply : showing(now, reply)
    }

    private func list(_ reply: StubReply, at pointer: JSONPointer, in table: Table) -> StubReply {
        var reply = reply
        let (identity, form) = (operation.identity, operation.form)
        if var draft = reply.draft as? DocumentDraft, let source = draft.list?.reply.source.rows {
            let rows = JSONValue.array(source)
            // A write may have changed the owner of any row.
            let own = newItem == nil ? form.rows(of: rows, by: identity) ?? [] : rowsOfNewItem
            let all = operation.owned.map { listed($0, for: newItem == nil ? place.list?.owner : nil) } ?? own
            var now = table.current(all) { id, row in row.added != nil && row.isIn(place.list, id) }
            if let owner = place.list?.owner { now = now.filter { owner.isOwner(of: $0.row) } }
            draft.list?.rows = form.value(of: now, like: rows, by: identity).arrayValue
            reply.draft = draft
            return reply
        }
        guard let shown = reply.json, let value = shown[pointer], let rows = form.rows(of: value, by: identity) else {
            return reply
        }
        let query = request.queryItems
        let filter = operation.filter(query, in: document)
        let isFirst = operation.pagination.isFirstPage(query, operation.pageStep)
        let kept = rows.filter { row in
            guard let id = row.id, let now = table.rows[id]?.current, table.rows[id]?.added == nil else { return true }
            return filter.fits(now) || !filter.fits(row.row)
        }
        let now = table.current(kept, isRecorded: isRecorded) { id, row in
            isFirst && row.isIn(place.list, id) && row.isNew(filter.fits) && !rows.contains { $0.id == id }
        }
        let more = table.growth({ $1.isIn(place.list, $0) }) { $0.map(filter.fits) ?? !filter.leavesOutRows }
        reply.headers.count(more)
        let body = shown.setting(form.value(of: now, like: value, by: identity), at: pointer)
        return showing(ListEnvelope(of: body, rows: pointer).counting(more, in: body), reply)
    }

    private func item(_ reply: StubReply, at pointer: JSONPointer, in table: Table) -> StubReply {
        guard let row = table.rows[id] else { return reply }
        if row.isDeleted { return gone(reply) }
        guard let shown = operation.whole(reply.json), let item = shown.object(at: pointer) else { return reply }
        let now: JSONValue
        if let added = row.added?.objectValue, !isRecorded || row.change.isEmpty {
            // The added row replaces the item, except for members that only the item shows. Objects are as sent.
            let left = operation.written.missing(in: added)
            now = JSONValue.object((item.objectValue ?? JSONObject()).without(left)).replacing(added)
        } else {
            // A row of a stub file has more than the document's own item.
            let known = source.isDocuments ? row.shown?.objectValue.map(operation.written.shown) : nil
            now = row.change.applied(to: known.map(item.replacing) ?? item)
        }
        guard now != item else { return reply }
        let body = shown.setting(now, at: pointer)
        guard let own = operation.shown(body, in: reply.json) else { return gone(reply) }
        var changed = showing(own, reply)
        changed.add("The item has the changes that were sent in this demo.")
        return changed
    }

    // MARK: Writing

    /// The rows of the document's own list that a write adds to or clears.
    private var documentList: [ListRow] {
        switch operation.role {
        case .create, .clear, .changeAll: break
        case .update where operation.creates && source.isDocuments: break
        default: return []
        }
        return collection
    }

    /// The rows of the document's list that the resource belongs to, without writes.
    private var collection: [ListRow] {
        if let owned = operation.owned {
            return listed(owned, for: nil)
        }
        let path = operation.path.prefix(operation.path.segments.count - operation.depth)
        guard let list = document.read(at: path.shape) else {
            let other = document.rowLinks.list(ofRowsAt: path)
            return other.map { DocumentItem.rows(of: $0, at: $0.path.text, in: document) } ?? []
        }
        return DocumentItem.rows(by: list, for: request, above: operation.depth, in: document)
    }

    /// The rows of a collection whose rows have owners, with those that an owner without any shows.
    private func listed(_ owned: OwnedList, for owner: RowOwnership?) -> [ListRow] {
        // Rows that cannot be generated are in no list.
        let rows = (try? owned.rows(for: owner, in: document)) ?? []
        return operation.form.rows(of: .array(rows), by: operation.identity) ?? []
    }

    /// The rows of the list that the new item above it has in a member.
    private var rowsOfNewItem: [ListRow] {
        let member = operation.row.flatMap { EmbeddedRows(operation.path, $0, in: document)?.member }
        return member.flatMap { newItem?[$0] }.flatMap { operation.form.rows(of: $0, by: operation.identity) } ?? []
    }

    /// The document's item that a write changes; the document's reply to the write may show another one.
    private var documentItem: JSONValue? {
        guard case .update = operation.role, source.isDocuments else { return nil }
        // Without a GET of its own it is a row of its list.
        return changedItem ?? collection.first { $0.id == id }?.row
    }

    struct Store {
        let table: () -> Table?
        let change: ((inout Table) -> Outcome) -> Outcome

        /// A temporary table for a single write, whose row only the reply shows.
        static var none: Store {
            Store(table: { nil }) { write in
                var table = Table(MemoryLimits())
                return write(&table)
            }
        }
    }

    func written(_ reply: StubReply, to store: Store) -> StubReply {
        let said: ItemChange?
        do {
            said = try operation.sent(by: request) { item(in: store.table()) }
        } catch let fault as PatchFault {
            guard source.isDocuments else { return reply }
            if store.table()?.rows[id]?.isDeleted == true { return gone(reply) }
            let status: HTTPResponse.Status = fault.isConflict ? .conflict : .badRequest
            return refusing(status, "\(fault)", reply, because: "the patch cannot be applied")
        } catch {
            return .problem(.contentTooLarge, "\(error)")
        }
        // A PUT without a described body creates the row.
        let isPut = operation.creates && !operation.body.isDescribed
        let sent = said ?? (isPut || operation.isAction || operation.effect != nil ? ItemChange() : nil)
        var own = self
        if operation.creates, !operation.takes(place, in: document) { return reply }
        if operation.isNamedByBody {
            guard let id = sent.flatMap({ operation.identity.id(of: .object($0.members)) }) else { return reply }
            own.place.row = id
        }
        let shown = operation.whole(reply.json)
        let (others, known) = (own.documentList, own.documentItem)
        let table = store.table()
        let before = table?.rows[own.id]?.current ?? known.map { table?.current($0, id: own.id) ?? $0 }
        let writes = own.writes(
            sent, showing: operation.role.place.flatMap { shown?[$0] }, of: before, after: table?.additions ?? 0)
        let body = operation.storesBody && operation.method == .put ? StoredBody(request) : nil
        let outcome = store.change { [own] table in
            own.write(writes, body, showing: shown, of: known, besides: others, to: &table)
        }
        var answer = own.reply(reply, after: outcome, storing: body)
        if case .shows = outcome { answer.add(writes.flatMap(\.violations).note) }
        return answer
    }

    /// The content of the request: one item, or several new ones.
    ///
    /// - Parameters:
    ///   - reply: the part of the reply that shows them.
    ///   - item: the item that is changed.
    private func writes(
        _ sent: ItemChange?, showing reply: JSONValue?, of item: JSONValue?, after number: Int
    ) -> [PreparedWrite] {
        var changes = sent.map { [$0] } ?? []
        if sent == nil, case .create = operation.role { changes = operation.body.several(by: request) ?? [] }
        return changes.enumerated().map { index, change in
            // Items that the reply does not show get ids of their own.
            let shown = reply?.arrayValue.map { $0.indices.contains(index) ? $0[index] : .null } ?? reply
            let isShown = index == 0 || reply?.arrayValue != nil
            return PreparedWrite(
                change, by: operation, showing: isShown ? shown?.objectValue : nil, of: item,
                isFinal: !source.isDocuments, number: number + index, at: place, in: document)
        }
    }

    /// The item that the request is about to change, with all writes.
    private func item(in table: Table?) -> JSONValue? {
        if let current = table?.rows[id]?.current { return current }
        return changedItem.map { table?.current($0, id: id) ?? $0 }
    }

    private var changedItem: JSONValue? {
        declared.flatMap { DocumentItem.item(changedBy: $0, for: request, in: document) }
    }

    /// The effect of a write on the reply to it.
    enum Outcome {
        case unchanged
        case gone
        /// The reply shows this body, and its `Location` has the id of an added row.
        case shows(JSONValue?, added: String? = nil)
    }

    /// Applies the write to the table, under the memory's lock; expensive work is done before (``PreparedWrite``).
    ///
    /// - Parameters:
    ///   - writes: the content of the request, one for each new item.
    ///   - body: the body to store as sent; nil for none.
    ///   - shown: the body of the reply.
    ///   - item: the document's item, if the reply may show another one.
    ///   - others: the rows of the document's own list.
    private func write(
        _ writes: [PreparedWrite], _ body: StoredBody?, showing shown: JSONValue?, of item: JSONValue?,
        besides others: [ListRow], to table: inout Table
    ) -> Outcome {
        var outcome = Outcome.unchanged
        let isGone = table.rows[id]?.isDeleted == true && !operation.creates && body == nil
        switch operation.role {
        case .update where isGone, .delete where isGone: return .gone
        case .create(let pointer):
            outcome = create(writes, shown, at: pointer, besides: others, in: &table)
        case .echo(let pointer):
            var none = Table(MemoryLimits())
            // A list in the reply does not show the row.
            let own = shown?[pointer]?.arrayValue == nil ? shown : nil
            outcome = create(Array(writes.prefix(1)), own, at: pointer, besides: [], in: &none)
        case .update(let pointer):
            if let write = writes.first {
                outcome = update(write, shown, of: item, at: pointer, besides: others, in: &table)
            }
        case .delete: table.delete(id)
        case .clear: for id in named(among: others, in: table) { table.delete(id) }
        case .changeAll:
            guard let effect = operation.effect else { break }
            var change = ItemChange()
            change.apply(effect, besides: writes.first?.sent ?? JSONObject())
            for id in named(among: others, in: table) { table.change(id, change) }
        case .list, .read: break
        }
        if let body { table.store(body, as: id) }
        // A recorded reply to a write is sent as the server sent it.
        return isRecorded ? .unchanged : outcome
    }

    private func reply(_ reply: StubReply, after outcome: Outcome, storing body: StoredBody?) -> StubReply {
        switch outcome {
        case .unchanged:
            // Objects and arrays are replies of their own, not the stored body.
            let hasMembers = reply.json.map { $0.objectValue != nil || $0.arrayValue != nil } ?? false
            guard let body, source.isDocuments, reply.headers[.contentType] != nil, !hasMembers else { return reply }
            return body.shown(by: reply)
        case .gone: return gone(reply)
        case .shows(let body, let added):
            var reply = reply
            if let own = body.flatMap({ operation.shown($0, in: reply.json) }) { reply = showing(own, reply) }
            if let added, !added.isEmpty, isLocated(reply.status.code) {
                reply.headers[.location] = path(of: added)
            }
            return reply
        }
    }

    func path(of id: String) -> String {
        "\(place.path)/\(operation.identity.path(of: id))" + operation.template.ending
    }

    /// The path of a row's item; nil without an id.
    func path(of row: JSONValue) -> String? { operation.identity.id(of: row).map { path(of: $0) } }

    /// Adds rows; an array in the reply shows several.
    private func create(
        _ writes: [PreparedWrite], _ shown: JSONValue?, at pointer: JSONPointer, besides others: [ListRow],
        in table: inout Table
    ) -> Outcome {
        let own = shown?[pointer]
        let templates = own?.arrayValue ?? [shown?.object(at: pointer) ?? [:]]
        let isOne = own?.arrayValue == nil && writes.count == 1
        var ids: [String] = []
        let answers = writes.enumerated().compactMap { index, write -> JSONValue? in
            let template = templates.indices.contains(index) ? templates[index] : templates.first ?? [:]
            // A non-empty body without members of a row adds nothing, unless the reply has a key.
            guard !isOne || !write.kept.isEmpty || write.sent.isEmpty || template.id(at: operation.key) != nil else {
                return nil
            }
            let row = add(write, showing: template, besides: others, to: &table)
            ids.append(operation.identity.id(of: row) ?? "")
            return showing(row, in: template, write)
        }
        guard let first = answers.first else { return .unchanged }
        let added = isOne ? ids[0] : nil
        guard let shown, let own, own.arrayValue != nil || own.objectValue != nil else {
            return .shows(nil, added: added)
        }
        return .shows(shown.setting(own.arrayValue == nil ? first : .array(answers), at: pointer), added: added)
    }

    private func add(
        _ write: PreparedWrite, showing template: JSONValue, besides others: [ListRow], to table: inout Table
    ) -> JSONValue {
        let identity = operation.identity
        // A recorded reply shows the row as the server stored it.
        let isWhole = isRecorded && template.id(at: operation.key) != nil
        let isIDSent = operation.key.map { JSONValue.object(write.kept).id(at: $0) != nil } ?? false
        // A row added below an owner belongs to that owner.
        var row = isWhole ? template : identity.owned(write.row, by: place.list?.owners, unless: write.sent)
        if let owner = place.list?.owner, row.objectValue != nil,
            (isWhole ? template : .object(write.sent))[owner.name] == nil
        {
            row = row.setting(owner.value, at: JSONPointer(tokens: [owner.name]))
        }
        return table.add(
            row, by: identity, isIDSent: isIDSent || isWhole, spare: write.spareID,
            linked: template.id(at: operation.key), owner: operation.keyOfOwner, to: place.list, besides: others)
    }

    /// The item in the reply with the members of the row, and without those that the row lacks.
    private func showing(_ row: JSONValue, in item: JSONValue, _ write: PreparedWrite) -> JSONValue {
        let others = operation.members.subtracting(row.objectValue?.keys ?? []).union(write.change.absent)
        let own = write.echo.applied(to: item).objectValue ?? JSONObject()
        return JSONValue.object(own.without(others))
            .replacing(operation.answer(row.objectValue ?? JSONObject(), in: item))
            .relinked(from: item.id(at: operation.key), to: row.id(at: operation.key) ?? "")
    }

    private func update(
        _ write: PreparedWrite, _ shown: JSONValue?, of own: JSONValue?, at pointer: JSONPointer,
        besides others: [ListRow], in table: inout Table
    ) -> Outcome {
        if operation.creates, table.isMissing(id, in: others) {
            table.put(operation.identity.identified(write.row, as: id), as: id, saying: write.change)
        } else {
            table.change(id, write.change)
        }
        let row = table.rows[id]
        guard let shown, let item = shown.object(at: pointer), row != nil || source.isDocuments else {
            return .unchanged
        }
        let change = row?.change ?? write.change
        let shownRow = operation.identity.identified(write.echo.applied(to: item), as: id)
        let known = row?.current ?? change.applied(to: own ?? shownRow)
        // A stub file may show more of the row than the table has.
        let now =
            row?.added != nil || source.isDocuments
            ? showing(known, in: item, write)
            : item.merging(.object(operation.answer(known.objectValue ?? JSONObject(), in: item)))
        return .shows(shown.setting(change.removed.reduce(now) { $0.setting(nil, at: $1) }, at: pointer))
    }

    /// The ids of the rows of the list that the request selects.
    private func named(among others: [ListRow], in table: Table) -> [String] {
        let named = NamedRows(request) { operation.filter($0, usesPresets: false, in: document) }
        guard let named else { return [] }
        var rows: [String: JSONValue?] = [:]
        for row in others { if let id = row.id { rows[id] = table.current(row.row, id: id) } }
        for (id, row) in table.rows where row.isIn(place.list, id) { rows[id] = row.isDeleted ? nil : row.current }
        if let owner = place.list?.owner { rows = rows.filter { $0.value.map(owner.isOwner) ?? false } }
        return rows.filter { named.means($0.key, $0.value) }.map(\.key)
    }

    // MARK: Replies

    /// The reply with another body, as the document allows it.
    private func showing(_ body: JSONValue, _ reply: StubReply) -> StubReply {
        var reply = reply
        let schema = isRecorded ? nil : declared?.response(for: reply.status.code)?.json?.schema
        reply.json = schema.flatMap { schema in reply.json.map { document.fitted(body, to: schema, was: $0) } } ?? body
        return reply
    }

    func gone(_ reply: StubReply) -> StubReply {
        refusing(.notFound, "It was deleted.", reply, because: "the item was deleted in this demo")
    }

    /// The error that the document describes for a status, else a problem with that detail.
    func refusing(
        _ status: HTTPResponse.Status, _ detail: String, _ reply: StubReply, because reason: String
    ) -> StubReply {
        var refusal = ErrorReplies(document: document).reply(status.code, of: declared) ?? .problem(status, detail)
        refusal.delay = reply.delay
        return refusal.refusing(reason)
    }

    /// True if the document declares a `Location` header for the reply.
    private func isLocated(_ status: Int) -> Bool {
        declared?.response(for: status)?.headers.contains { $0.name.lowercased() == "location" } ?? false
    }
}

extension JSONValue {
    fileprivate func object(at pointer: JSONPointer) -> JSONValue? {
        self[pointer].flatMap { $0.objectValue == nil ? nil : $0 }
    }
}
