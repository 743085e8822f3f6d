import APIDocument
import APIModel
import DemoManager
import Foundation
import HTTPTypes
import WireFormats

/// The memory of writes: POST, PUT, PATCH and DELETE on a resource change the replies to later GETs. It needs no
/// configuration.
///
/// Each session has a ``Table`` for each collection that it wrote to. The rows of the document's own lists are shared.
package final class RememberedData: ReplyMemory {
    private let map: ResourceMap
    private let pathPrefix: String
    private let document: APIDocument
    private let tables: Lock<Tables>
    private let sent: Lock<SentValues>

    /// Values of earlier calls, which later ones may send again.
    private struct SentValues {
        /// The ETags of stub files and recordings, which do not depend on writes.
        var tags: Set<String> = []
        /// The replies to writes with an idempotency key; a repeated one changes nothing.
        var replies: [SentKey: (body: Data, reply: StubReply)] = [:]

        static let mostTags = 10_000
        static let mostReplies = 1_000

        /// Keeps a reply. Beyond the limit the others are dropped: clients repeat a call soon, or never.
        mutating func keep(_ reply: (body: Data, reply: StubReply), for key: SentKey) {
            if replies.count >= Self.mostReplies { replies = [:] }
            replies[key] = reply
        }
    }

    private struct SentKey: Hashable {
        let session: String
        private let operation: String
        private let path: String
        private let key: String

        /// Nil for a request without a key.
        init?(_ request: ReceivedRequest, of operation: ResourceOperation, in session: String) {
            let key = ["Idempotency-Key", "X-Idempotency-Key"].lazy
                .compactMap { HTTPField.Name($0).flatMap { request.headers[$0] } }.first
            guard let key else { return nil }
            (self.session, self.operation, self.key) = (session, operation.id, key)
            path = String(request.request.pathAlone)
        }
    }

    /// A memory for a document's resources.
    ///
    /// - Parameter pathPrefix: the path of the server's URL, which precedes the document's paths.
    package init(_ document: APIDocument, below pathPrefix: String = "", limits: MemoryLimits = MemoryLimits()) {
        self.document = document
        self.pathPrefix = pathPrefix
        tables = Lock(Tables(limits))
        sent = Lock(SentValues())
        map = ResourceMap(document, below: pathPrefix)
    }

    /// A memory that shares the writes of another one, including those of replies that are still being generated.
    package init(_ document: APIDocument, below pathPrefix: String = "", continuing other: RememberedData) {
        self.document = document
        self.pathPrefix = pathPrefix
        map = ResourceMap(document, below: pathPrefix)
        tables = other.tables
        sent = other.sent
    }

    /// Forgets writes to paths without a resource in this document.
    package func forgetOthers() {
        tables.withLock { tables in
            tables.forget(of: nil) { path in !map.all.haveResource(at: path) }
        }
    }

    package func needsBody(_ request: HTTPRequest) -> Bool {
        request.method != .get && map.find(request.method, path: request.pathAlone) != nil
    }

    /// The reply after all writes; stores the request if it is a write.
    package func reply(
        _ reply: StubReply, to request: ReceivedRequest, of call: Call, from source: StubSource = .generated
    ) -> StubReply {
        let isRead = request.method == .get && (reply.draft as? DocumentDraft)?.kept != nil
        if isRead, tables.withLock({ $0.sessions[call.session ?? ""] == nil }) { return reply }
        guard reply.fault == nil, reply.status.kind == .successful,
            let (operation, place) = map.find(request.method, path: request.request.pathAlone),
            Preference(request.request)?.isExact != true
        else { return reply }
        if request.method == .post, source.isDocuments,
            let search = document.operation(operation.id).flatMap({ PostedSearch($0, in: document) })
        {
            return self.reply(reply, to: search.reading(request), of: call, from: source)
        }
        let session = call.session ?? ""
        var own = TableReply(operation: operation, place: place, request: request, source: source, document: document)
        let above = rowAbove(own, session)
        if above?.isDeleted == true { return own.gone(reply) }
        own.newItem = above?.added
        if let tag = reply.headers[.eTag], !source.isDocuments {
            sent.withLock { if $0.tags.count < SentValues.mostTags { $0.tags.insert(tag) } }
        }
        guard request.method == .get else {
            let repeated = SentKey(request, of: operation, in: session)
            if let repeated, let known = sent.withLock({ $0.replies[repeated] }) {
                guard known.body == request.body else {
                    let isDeclared = document.operation(operation.id)?.response(for: 409) != nil
                    return own.refusing(
                        isDeclared ? .conflict : .unprocessableContent,
                        "The idempotency key was used with another body.", reply,
                        because: "the idempotency key was used with another body")
                }
                var first = known.reply
                first.add("The request repeats an earlier one by its idempotency key.")
                return first
            }
            if let refusal = outdated(own, reply, call) { return refusal }
            var reply = linking(embedding(written(reply, own, session), own, session), own, session)
            // The body of the reply may be another one than the item's.
            if reply.entityTag != nil, let tag = tag(of: own, after: reply, call) {
                reply.entityTag = nil
                reply.headers[.eTag] = tag
            }
            if let repeated { sent.withLock { $0.keep((request.body, reply), for: repeated) } }
            return reply
        }
        return linking(embedding(read(reply, own, session), own, session), own, session)
    }

    /// The 412 for a write whose `If-Match` is not the item's ETag; nil if it may change the item.
    private func outdated(_ own: TableReply, _ reply: StubReply, _ call: Call) -> StubReply? {
        guard let known = own.request.headers[.ifMatch], !known.isEmpty, own.source.isDocuments,
            sent.withLock({ $0.tags.isDisjoint(with: EntityTag.tags(in: known)) }),
            let tag = tag(of: own, call), !EntityTag.isOne(tag, of: known)
        else { return nil }
        return own.refusing(
            .preconditionFailed, "The item was changed: its ETag is \(tag).", reply,
            because: "the item was changed in this demo, and its ETag is not the If-Match")
    }

    /// The ETag of the item that a write changes, as a GET shows it; nil for an item without one.
    ///
    /// - Parameter answer: the reply to a write that added the item.
    private func tag(of own: TableReply, after answer: StubReply? = nil, _ call: Call) -> String? {
        let found: (request: ReceivedRequest, reply: StubReply)?
        if case .create(let place) = own.operation.role {
            found = answer?.json?[place].flatMap { own.path(of: $0) }.flatMap { path in
                map.find(.get, path: path[...]).flatMap { document.operation($0.0.id) }
                    .flatMap { DocumentItem.tagged(by: $0, at: path, in: document) }
            }
        } else {
            found = document.operation(own.operation.id)
                .flatMap { DocumentItem.tagged(changedBy: $0, for: own.request, in: document) }
        }
        guard let (request, item) = found else { return nil }
        var now = reply(item, to: request, of: call)
        // An item that cannot be generated has no ETag.
        guard (try? now.finish()) != nil, now.status.kind == .successful else { return nil }
        return now.headers[.eTag]
    }

    /// The reply to a GET with the writes to its own table.
    private func read(_ reply: StubReply, _ own: TableReply, _ session: String) -> StubReply {
        let (operation, place) = (own.operation, own.place)
        if let rows = own.shownRows(of: reply) {
            let table = tables.withLock { tables in
                tables.change(place.path, of: operation.collection, in: session) { table in
                    table.note(rows)
                    return table
                }
            }
            return own.noting(rows, table.isWritten ? own.read(reply, in: table) : reply)
        }
        let table = tables.withLock { $0.table(place.path, of: session) }
        guard let table = table ?? (own.newItem == nil ? nil : Table(MemoryLimits())) else { return reply }
        return own.read(reply, in: table)
    }

    /// The item that the path is below, if a write changed it.
    private func rowAbove(_ own: TableReply, _ session: String) -> Table.Row? {
        let segments = PathTemplate.segments(of: own.request.request.pathAlone)
        var nearest: Table.Row?
        for count in (1..<max(1, segments.count)).reversed() {
            let path = "/" + segments.prefix(count).joined(separator: "/")
            if let (item, place) = map.find(.get, path: path[...]), case .read = item.role, let row = place.row {
                let above = tables.withLock { $0.table(place.path, of: session)?.rows[row] }
                if above?.isDeleted == true { return above }
                nearest = nearest ?? above
                continue
            }
            // Items without a GET of their own are rows of their list.
            let above = "/" + segments.prefix(count - 1).joined(separator: "/")
            let id = PercentCode.decoded(segments[count - 1])
            if let (list, place) = map.find(.get, path: above[...]), case .list = list.role,
                let row = tables.withLock({ $0.table(place.path, of: session)?.rows[id] })
            {
                if row.isDeleted { return row }
                nearest = nearest ?? row
            }
        }
        return nearest
    }

    /// The reply with an item's nested lists as writes left them.
    private func embedding(_ reply: StubReply, _ own: TableReply, _ session: String) -> StubReply {
        let path: String
        let item: ResourceOperation
        switch own.operation.role {
        case .read: (path, item) = (String(own.request.request.pathAlone), own.operation)
        case .update:
            guard let changed = own.place.row.map(own.path(of:)), let found = map.find(.get, path: changed[...]) else {
                return reply
            }
            (path, item) = (changed, found.0)
        default: return reply
        }
        return map.lists(in: item, of: document).reduce(reply) { reply, embedded in
            let path = PathTemplate.segments(of: path[...]) + [embedded.name[...]]
            guard let place = embedded.list.place(path),
                let table = tables.withLock({ $0.table(place.path, of: session) }), table.isWritten
            else { return reply }
            let list = TableReply(
                operation: embedded.list, place: place, request: own.request, source: own.source, document: document)
            return own.embedding(embedded.member, of: list, in: table, reply)
        }
    }

    /// The reply with the rows of other collections that it shows as writes left them.
    private func linking(_ reply: StubReply, _ own: TableReply, _ session: String) -> StubReply {
        let isShown = tables.withLock { tables in
            document.relations.collections.contains { tables.isWritten(pathPrefix + $0, in: session) }
        }
        guard own.source.isDocuments, isShown, let shown = own.shownRows(in: reply), !shown.collections.isEmpty else {
            return reply
        }
        let tables = tables.withLock { tables in
            shown.collections.reduce(into: [String: Table]()) { found, path in
                guard let table = tables.table(pathPrefix + path, of: session), table.isWritten else { return }
                found[path] = table
            }
        }
        guard !tables.isEmpty else { return reply }
        let table = self.tables.withLock { $0.table(own.place.path, of: session) }
        return own.linking(shown, in: tables, besides: table, sendable(to: own.operation.collection), reply)
    }

    /// The members that writes to a collection may send.
    private func sendable(to collection: String) -> Set<String> {
        document.memo.value(for: Sendables(collection: collection)) {
            Set(map.all.filter { $0.collection == collection }.flatMap { $0.body.schema?.properties.map(\.name) ?? [] })
        }
    }

    private struct Sendables: Hashable {
        let collection: String
    }

    private func written(_ reply: StubReply, _ own: TableReply, _ session: String) -> StubReply {
        var reply = reply
        if var draft = reply.draft as? DocumentDraft {
            draft.write = nil
            reply.draft = draft
        }
        let store = TableReply.Store(table: { self.tables.withLock { $0.table(own.place.path, of: session) } }) {
            write in
            self.tables.withLock { tables in
                tables.change(own.place.path, of: own.operation.collection, in: session, write)
            }
        }
        return own.written(reply, to: store)
    }

    /// Forgets the writes to the resources of these operations, or of all; in one session or in all.
    package func forget(_ operations: Set<String>?, of session: String?) {
        sent.withLock { $0.replies = $0.replies.filter { session != nil && $0.key.session != session } }
        let templates = operations.map { operations in map.all.filter { operations.contains($0.id) } }
        tables.withLock { tables in
            tables.forget(of: session) { path in templates?.haveResource(at: path) ?? true }
        }
    }

    /// The number of rows that are known only from lists, over all sessions.
    var shownRows: Int { tables.withLock { $0.shownRows } }

    /// The writes by path, over all sessions.
    package var remembered: [RememberedResource] {
        var resources: [String: RememberedResource] = [:]
        for session in tables.withLock({ $0.sessions.values }) {
            for (path, entry) in session.tables where entry.table.writes > 0 {
                let rows = entry.table.writtenRows
                resources[path, default: RememberedResource(path: path)].added += rows.added
                resources[path]?.changed += rows.changed
                resources[path]?.deleted += rows.deleted
                resources[path]?.forgotten += entry.table.forgotten
            }
            for (path, count) in session.forgotten {
                resources[path, default: RememberedResource(path: path)].forgotten += count
            }
        }
        return resources.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
}

extension [ResourceOperation] {
    /// True if one of these operations has its resource at that path.
    fileprivate func haveResource(at path: String) -> Bool {
        let segments = PathTemplate.segments(of: path)
        return contains { operation in
            let resource = operation.home?.segments[...] ?? operation.template.segments.dropLast(operation.depth)
            return PathTemplate.fits(segments[...], resource)
        }
    }
}
