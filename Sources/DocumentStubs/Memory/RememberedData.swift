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
    private let document: APIDocument
    private let tables: Lock<Tables>

    /// A memory for a document's resources.
    ///
    /// - Parameter pathPrefix: the path of the server's URL, which precedes the document's paths.
    package init(_ document: APIDocument, below pathPrefix: String = "", limits: MemoryLimits = MemoryLimits()) {
        self.document = document
        tables = Lock(Tables(limits))
        map = ResourceMap(document, below: pathPrefix)
    }

    /// A memory that shares the writes of another one, including those of replies that are still being generated.
    package init(_ document: APIDocument, below pathPrefix: String = "", continuing other: RememberedData) {
        self.document = document
        map = ResourceMap(document, below: pathPrefix)
        tables = other.tables
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
        let session = call.session ?? ""
        let own = TableReply(operation: operation, place: place, request: request, source: source, document: document)
        guard request.method == .get else { return written(reply, own, session) }
        return embedding(read(reply, own, session), own, session)
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
            return table.isWritten ? own.read(reply, in: table) : reply
        }
        var own = own
        own.isBelowNew = isBelowNew(own, session)
        let table = tables.withLock { $0.table(place.path, of: session) }
        guard let table = table ?? (own.isBelowNew ? Table(MemoryLimits()) : nil) else { return reply }
        return own.read(reply, in: table)
    }

    /// True if the item that a list is below was added by a write.
    private func isBelowNew(_ own: TableReply, _ session: String) -> Bool {
        guard case .list = own.operation.role, own.operation.owned == nil else { return false }
        let segments = PathTemplate.segments(of: own.request.request.pathAlone)
        for count in (1..<max(1, segments.count)).reversed() {
            let path = "/" + segments.prefix(count).joined(separator: "/")
            guard let (item, place) = map.find(.get, path: path[...]), case .read = item.role, let row = place.row
            else {
                continue
            }
            return tables.withLock { $0.table(place.path, of: session)?.rows[row]?.added } != nil
        }
        return false
    }

    /// The reply with an item's nested lists as writes left them.
    private func embedding(_ reply: StubReply, _ own: TableReply, _ session: String) -> StubReply {
        map.lists(in: own.operation, of: document).reduce(reply) { reply, embedded in
            let path = PathTemplate.segments(of: own.request.request.pathAlone) + [embedded.name[...]]
            guard let place = embedded.list.place(path),
                let table = tables.withLock({ $0.table(place.path, of: session) }), table.isWritten
            else { return reply }
            let list = TableReply(
                operation: embedded.list, place: place, request: own.request, source: own.source, document: document)
            return own.embedding(embedded.member, of: list, in: table, reply)
        }
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
