import APIDocument
import APIModel
import DemoManager
import WireFormats

/// One reply on its way through the memory. It runs under the memory's lock: what takes long is worked out before
/// (``PreparedWrite``) or afterwards (``MemoryReply``).
struct Overlay {
    let operation: ResourceOperation
    let place: ResourcePlace
    /// Which page of a list is asked for.
    let isFirstPage: Bool
    /// How many rows the request wants on a page, where it says so.
    let pageSize: Int?
    /// Which rows of a list are asked for.
    let filter: RowFilter
    /// The body of the reply, where that is JSON.
    let shown: JSONValue?
    /// What is written, of several new things each; nothing where nothing is, or nothing can be told of it.
    let writes: [PreparedWrite]
    /// What is put as it is; nil where nothing is.
    let body: KeptBody?
    /// Whether the server gave the reply to just this request.
    let isRecorded: Bool
    /// Whether the reply is the document's own, and no stub that somebody wrote or recorded.
    let isDocuments: Bool
    /// Which rows of a list are to be taken away.
    let named: NamedRows?
    /// The list that the reply shows a page of, where all its rows are known.
    let whole: WholeList?
    /// Rows of the list that is added to, where a new one may be given the id of one of them.
    let others: [JSONValue]

    /// What becomes of the reply.
    enum Outcome {
        /// It is given as it is.
        case asItIs
        /// What it shows was deleted.
        case gone
        /// It is what was put there.
        case keeps(KeptBody)
        /// It shows a page of a list that now has these rows.
        case lists([JSONValue])
        /// It has this body; `made` is the id of a row that was added, `counts` how many rows the list has now.
        case shows(JSONValue?, made: String? = nil, counts: ListChange? = nil)
    }

    /// The reply as it is after what was written, this request included.
    func apply(to rows: inout RememberedRows) -> Outcome {
        let id = place.row ?? ""
        if let body { rows.keep(body, as: id) }
        if operation.isKept, operation.method == .get, let body = rows.bodies[id] { return .keeps(body) }
        if rows.deleted.contains(id), !operation.role.isOfCollection, !operation.creates { return .gone }
        switch operation.role {
        case .list(let pointer): return list(&rows, at: pointer)
        case .create(let pointer):
            if shown?[pointer]?.arrayValue != nil || writes.count > 1 { return written(createAll(&rows, at: pointer)) }
            return written(write.map { create(&rows, $0, at: pointer) })
        case .echo(let pointer):
            guard let write, let shown, let thing = shown.object(at: pointer) else { return .asItIs }
            return written(
                .shows(shown.setting(thing.replacing(write.kept.members(of: operation.members)), at: pointer)))
        case .read(let pointer): return read(rows, at: pointer, id)
        case .update(let pointer): return written(write.map { update(&rows, $0, at: pointer, id) })
        case .delete:
            rows.delete(id)
            return .asItIs
        case .clear:
            clear(&rows)
            return .asItIs
        }
    }

    private var write: PreparedWrite? { writes.first }

    /// What a write is answered with: a recording with what the server said to it.
    private func written(_ outcome: Outcome?) -> Outcome { isRecorded ? .asItIs : outcome ?? .asItIs }

    private func list(_ rows: inout RememberedRows, at pointer: JSONPointer) -> Outcome {
        let (identity, list, form) = (operation.identity, place.list, operation.form)
        guard let shown, let value = whole.map({ .array($0.rows) }) ?? shown[pointer],
            let items = form.rows(of: value, by: identity)
        else { return .asItIs }
        rows.note(items, in: list, isGiven: !isDocuments)
        guard rows.isWritten else { return .asItIs }
        if let whole {
            rows.keep(whole.rows, of: whole.path)
            let now = rows.current(items, isRecorded: false) { [rows] in rows.isListed($0.id, in: list) }
            return .lists(form.value(of: now, like: value, by: identity).arrayValue ?? [])
        }
        let moved = rows.moved(in: list) { filter.fits($0) }
        let isShown = { [rows] (added: AddedRows.Row) in rows.isListed(added.id, in: list) && filter.fits(added.row) }
        let isFirst = isFirstPage
        var now = rows.current(
            items.filter { !moved.away.contains($0.id ?? "") }, isRecorded: isRecorded
        ) {
            isFirst && isShown($0)
        }
        if isFirst {
            let ids = Set(now.compactMap(\.id))
            now = moved.here.filter { !ids.contains($0.id) }.map { ListRow(id: $0.id, row: $0.row) } + now
        }
        let new = rows.added.newestFirst.count { rows.original($0.id) == nil && isShown($0) }
        // Of a row that no list showed nobody knows whether a list of some rows had it.
        let gone = rows.deleted(of: list) { $0.map(filter.fits) ?? !filter.leavesOutRows }
        let change = ListChange(
            more: new + moved.here.count - gone - moved.away.count,
            first: isFirst ? (said: items.count, now: now.count) : nil,
            size: PageSize(asked: pageSize, held: isFirst ? items.count : nil))
        var counts = ListEnvelope(list: pointer.tokens.last, size: change.size)
        let counted = counts.counting(
            shown.setting(form.value(of: now, like: value, by: identity), at: pointer), change.total)
        return .shows(counted, counts: change)
    }

    private func create(_ rows: inout RememberedRows, _ write: PreparedWrite, at pointer: JSONPointer) -> Outcome {
        let template = shown?.object(at: pointer) ?? .object(JSONObject())
        // Something else that is no row: nothing is guessed.
        guard !write.kept.isEmpty || write.sent.isEmpty || template.id(at: operation.key) != nil else { return .asItIs }
        let row = add(write, showing: template, to: &rows)
        let id = operation.identity.id(of: row) ?? ""
        guard !isWhole(template) else { return .asItIs }
        guard let shown, let thing = shown.object(at: pointer) else { return .shows(self.shown, made: id) }
        return .shows(shown.setting(stored(row, in: thing), at: pointer), made: id)
    }

    /// Adds several rows at once; a reply that shows rows shows these.
    private func createAll(_ rows: inout RememberedRows, at pointer: JSONPointer) -> Outcome {
        let templates = shown?[pointer]?.arrayValue ?? []
        let answers = writes.enumerated().map { index, write in
            let template = templates.indices.contains(index) ? templates[index] : templates.first ?? [:]
            return stored(add(write, showing: template, to: &rows), in: template)
        }
        guard let shown, shown[pointer]?.arrayValue != nil, !answers.isEmpty else { return .asItIs }
        return .shows(shown.setting(.array(answers), at: pointer))
    }

    /// Whether what a reply shows is the row itself, as a server made it.
    private func isWhole(_ template: JSONValue) -> Bool { isRecorded && template.id(at: operation.key) != nil }

    /// Adds a row, and gives it as it is remembered.
    private func add(_ write: PreparedWrite, showing template: JSONValue, to rows: inout RememberedRows) -> JSONValue {
        let isIDSent = operation.key.map { JSONValue.object(write.sent).id(at: $0) != nil } ?? false
        let isWhole = isWhole(template)
        let identity = operation.identity
        rows.note(operation.form.rows(of: .array(others), by: identity) ?? [], in: place.list)
        // What is made below an owner is that owner's.
        let new =
            isWhole
            ? template
            : identity.owned(
                write.row, by: place.list?.owners,
                unless: write.sent)
        let row = rows.add(
            new, by: identity, isIDSent: isIDSent || isWhole, spare: write.spareID, to: place.list)
        if !isWhole {
            let id = identity.id(of: row) ?? ""
            rows.leave(write.absent.union(write.ahead).subtracting(row.objectValue?.keys ?? []), of: id)
        }
        return row
    }

    /// What a reply that shows a thing says of a row that was added: nothing of a row's members that this one does not have.
    private func stored(_ row: JSONValue, in thing: JSONValue) -> JSONValue {
        let others = operation.members.subtracting(row.objectValue?.keys ?? [])
        return JSONValue.object((thing.objectValue ?? JSONObject()).without(others)).replacing(
            operation.answer(row.objectValue ?? JSONObject(), in: thing)
        ).relinked(
            from: thing.id(at: operation.key), to: row.id(at: operation.key) ?? "")
    }

    /// Takes away what stands in the list and the request means.
    private func clear(_ rows: inout RememberedRows) {
        rows.note(operation.form.rows(of: .array(named?.rows ?? []), by: operation.identity) ?? [], in: place.list)
        for id in rows.known(in: place.list) where named?.means(id, rows.known(id)) ?? false { rows.delete(id) }
    }

    private func update(
        _ rows: inout RememberedRows, _ write: PreparedWrite, at pointer: JSONPointer, _ id: String
    ) -> Outcome {
        if operation.creates, rows.isMissing(id) {
            let new = write.row
            rows.put(operation.identity.identified(new, as: id), as: id, saying: write.change)
        }
        rows.change(id, write.change)
        if operation.method == .put, !operation.isPartial { rows.leave(write.absent, of: id) }
        guard let shown, let thing = shown.object(at: pointer) else { return .asItIs }
        let now: JSONValue
        if let added = rows.added[id]?.objectValue {
            now = thing.replacing(operation.answer(added, in: thing))
        } else {
            // A stub for every row shows one of them: what is known of this one stands in its place.
            let known = rows.known(id) ?? rows.current(operation.identity.identified(thing, as: id), id: id)
            now = thing.merged(with: operation.answer(known.objectValue ?? JSONObject(), in: thing))
        }
        return .shows(shown.setting(rows.missing(id).reduce(now) { $0.setting(nil, at: $1) }, at: pointer))
    }

    private func read(_ rows: RememberedRows, at pointer: JSONPointer, _ id: String) -> Outcome {
        guard let shown, let thing = shown.object(at: pointer) else { return .asItIs }
        guard let added = rows.added[id]?.objectValue, !isRecorded || !rows.isPut(id) else {
            // A list that somebody wrote says more of its rows than the document makes up.
            let given = isDocuments ? rows.given(id)?.objectValue : nil
            let now = rows.current(given.map { thing.replacing(operation.written.shown(of: $0)) } ?? thing, id: id)
            return now == thing ? .asItIs : .shows(shown.setting(now, at: pointer))
        }
        // What the stub says of the thing stays where the row that was added says nothing, unless it was left out. Objects are
        // as they were sent: what the stub has there may be of another kind.
        let left = rows.absent(id).union(isDocuments ? operation.members.subtracting(added.keys) : [])
            .subtracting(operation.row?.required ?? [])
        let rest = JSONValue.object((thing.objectValue ?? JSONObject()).without(left))
        return .shows(shown.setting(rest.replacing(added), at: pointer))
    }
}

extension ResourceRole {
    fileprivate var isOfCollection: Bool {
        switch self {
        case .list, .create, .echo, .clear: true
        case .read, .update, .delete: false
        }
    }
}

extension JSONValue {
    /// The object at that place.
    fileprivate func object(at pointer: JSONPointer) -> JSONValue? {
        self[pointer].flatMap { $0.objectValue == nil ? nil : $0 }
    }
}
