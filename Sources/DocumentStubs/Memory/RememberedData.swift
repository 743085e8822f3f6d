import APIDocument
import APIModel
import DemoManager
import Foundation
import HTTPTypes
import WireFormats

/// The demo's memory: POST, PUT, PATCH and DELETE on a resource change the replies of later GETs, for every CRUD-shaped API,
/// without configuration.
///
/// Each session has a ``Table`` for each collection that it wrote to. The rows of the document's own lists are shared.
public final class RememberedData: ReplyMemory {
    private let map: ResourceMap
    private let document: APIDocument
    private let repeatsUnread: Bool
    private let tables: Lock<Tables>

    /// A memory for a document's resources.
    ///
    /// - Parameters:
    ///   - pathPrefix: the path of the server's URL, which the document's paths are below.
    ///   - repeatsUnread: whether a write that nothing reads back is repeated in its reply, as a person at a screen expects;
    ///     clients of a mock server get the document's example.
    public convenience init(_ document: APIDocument, below pathPrefix: String = "", repeatsUnread: Bool = true) {
        self.init(document, below: pathPrefix, repeatsUnread: repeatsUnread, limits: MemoryLimits())
    }

    init(
        _ document: APIDocument, below pathPrefix: String = "", repeatsUnread: Bool = true, limits: MemoryLimits
    ) {
        self.document = document
        tables = Lock(Tables(limits))
        self.repeatsUnread = repeatsUnread
        map = ResourceMap(document, below: pathPrefix)
    }

    /// True for a write to a resource.
    public func needsBody(_ request: HTTPRequest) -> Bool {
        request.method != .get && map.find(request.method, path: request.pathAlone) != nil
    }

    /// The reply after all writes. A write is remembered.
    public func reply(
        _ reply: StubReply, to request: ReceivedRequest, of call: Call, from source: StubSource = .generated
    ) -> StubReply {
        guard reply.fault == nil, reply.status.kind == .successful,
            let (operation, place) = map.find(request.method, path: request.request.pathAlone),
            repeatsUnread || operation.isRelated, Preference(request.request)?.isExact != true
        else { return reply }
        let session = call.session ?? ""
        let own = TableReply(
            operation: operation, place: place, request: request, source: source, document: document)
        guard request.method == .get else { return written(reply, own, session) }
        if let rows = own.shownRows(of: reply) {
            let table = tables.withLock { tables in
                tables.change(place.path, of: operation.collection, in: session) { table in
                    table.note(rows)
                    return table
                }
            }
            return table.isWritten ? own.read(reply, in: table) : reply
        }
        guard let table = tables.withLock({ $0.table(place.path, of: session) }) else { return reply }
        return own.read(reply, in: table)
    }

    /// The reply to a write, which is remembered.
    private func written(_ reply: StubReply, _ own: TableReply, _ session: String) -> StubReply {
        let (operation, request) = (own.operation, own.request)
        let said: ItemChange?
        do {
            said = try operation.body.sent(by: request) { item(of: operation, own.place, request, session) }
        } catch {
            return .refusal(of: error)
        }
        // A PUT without a described body says that the row is there.
        let isPut = operation.creates && !operation.body.isDescribed
        let sent = said ?? (isPut || operation.isAction ? ItemChange() : nil)
        var own = own
        if operation.creates, !operation.takes(own.place, in: document) { return reply }
        if operation.isNamedByBody {
            guard let id = sent.flatMap({ operation.identity.id(of: .object($0.members)) }) else { return reply }
            own.place.row = id
        }
        let (place, shown) = (own.place, reply.json)
        let (others, known) = (own.documentList, own.documentItem)
        let writes = writes(
            sent, by: operation, request, showing: operation.role.place.flatMap { shown?[$0] }, at: place, session)
        let outcome = tables.withLock { [own] tables in
            tables.change(place.path, of: operation.collection, in: session) { table in
                own.write(writes, showing: shown, of: known, besides: others, to: &table)
            }
        }
        return own.reply(reply, after: outcome)
    }

    /// The content of a write: of one item, or of several new ones.
    ///
    /// - Parameter reply: the part of the reply that shows them.
    private func writes(
        _ sent: ItemChange?, by operation: ResourceOperation, _ request: ReceivedRequest, showing reply: JSONValue?,
        at place: ResourcePlace, _ session: String
    ) -> [PreparedWrite] {
        var changes = sent.map { [$0] } ?? []
        if sent == nil, case .create = operation.role { changes = operation.body.several(by: request) ?? [] }
        guard !changes.isEmpty else { return [] }
        let number = tables.withLock { $0.table(place.path, of: session)?.additions ?? 0 }
        return changes.enumerated().map { index, change in
            let shown = reply?.arrayValue.map { $0.indices.contains(index) ? $0[index] : $0.first ?? .null } ?? reply
            return PreparedWrite(
                change, by: operation, showing: shown?.objectValue, number: number + index, at: place, in: document)
        }
    }

    /// The item that a request is about to change, with all writes.
    private func item(
        of operation: ResourceOperation, _ place: ResourcePlace, _ request: ReceivedRequest, _ session: String
    ) -> JSONValue? {
        let shown = document.operation(operation.id).flatMap { DocumentItem($0, in: document)?.item(for: request) }
        let table = tables.withLock { $0.table(place.path, of: session) }
        let id = place.row ?? ""
        return table?.rows[id]?.current ?? shown.map { table?.current($0, id: id) ?? $0 }
    }

    /// Forgets the writes to the resources of these operations, or all; of one session or of all.
    public func forget(_ operations: Set<String>?, of session: String?) {
        let templates = operations.map { operations in map.all.filter { operations.contains($0.id) } }
        tables.withLock { tables in
            tables.forget(of: session) { path in
                guard let templates else { return true }
                let segments = PathTemplate.segments(of: path)
                return templates.contains { $0.isResource(segments) }
            }
        }
    }

    /// The number of rows that are known only from lists, all sessions together.
    var shownRows: Int { tables.withLock { $0.shownRows } }

    /// The writes by path, all sessions together.
    public var remembered: [RememberedResource] {
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

extension ResourceOperation {
    /// True for the path of this operation's resource.
    fileprivate func isResource(_ segments: [Substring]) -> Bool {
        PathTemplate.fits(segments[...], home?.segments[...] ?? template.segments.dropLast(resource.depth))
    }
}
