import APIDocument
import APIModel
import DemoManager
import Foundation
import HTTPTypes
import WireFormats

/// The demo's memory: POST, PUT, PATCH and DELETE on a resource change what later GETs of it answer, for every CRUD-shaped
/// API, without configuration.
///
/// Nothing is stored but what was written: rows that were added, members that were set, ids that were deleted. Replies of
/// stubs are overlaid with it, so that a stub that is edited meanwhile shows at once.
public final class RememberedData: ReplyMemory {
    private let map: ResourceMap
    private let document: APIDocument
    private let repeatsUnread: Bool
    private let sessions: Lock<RememberedSessions>

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
        sessions = Lock(RememberedSessions(limits))
        self.repeatsUnread = repeatsUnread
        map = ResourceMap(document, below: pathPrefix)
    }

    /// Whether the request writes something.
    public func needsBody(_ request: HTTPRequest) -> Bool {
        request.method != .get && map.find(request.method, path: request.pathAlone) != nil
    }

    /// The reply as it is after all that was written; a write is remembered.
    public func reply(
        _ reply: StubReply, to request: ReceivedRequest, of call: Call, from source: StubSource = .generated
    ) -> StubReply {
        let isRecorded = source == .recording
        guard reply.fault == nil, reply.status.kind == .successful,
            let (operation, named) = map.find(request.method, path: request.request.pathAlone),
            repeatsUnread || operation.isRelated, Preference(request.request)?.isExact != true
        else { return reply }
        // Parsed outside of the lock; a body that is not JSON stays what it is.
        let shown = JSONValue.read(reply.body)
        let session = call.session ?? ""
        let said: ThingChange?
        do {
            said = try operation.body.sent(by: request) { thing(of: operation, named, request, session) }
        } catch {
            return .refusal(of: error)
        }
        // Who puts a row somewhere without a word about it means that it is there.
        let isPut = operation.creates && !operation.body.isDescribed
        let sent = said ?? (isPut || operation.isAction ? ThingChange() : nil)
        var place = named
        if operation.creates, !operation.takes(place, in: document) { return reply }
        if operation.isNamedByBody {
            guard let id = sent.flatMap({ operation.identity.id(of: .object($0.members)) }) else { return reply }
            place.row = id
        }
        let writes = writes(
            sent, by: operation, request, showing: operation.role.place.flatMap { shown?[$0] }, at: place, session)
        let whole = wholeList(of: reply, at: String(request.request.pathAlone), of: place, session)
        let query = request.queryItems
        let filter = operation.filter(query, in: document)
        let overlay = Overlay(
            operation: operation, place: place,
            isFirstPage: operation.pagination.isFirstPage(query, operation.pageStep),
            pageSize: PageWindow.askedSize(in: query),
            filter: filter, shown: shown, writes: writes,
            body: operation.isKept && operation.method == .put ? KeptBody(request) : nil, isRecorded: isRecorded,
            isDocuments: source.isDocuments,
            named: self.named(by: request, operation), whole: whole,
            others: others(besides: request, operation, place, session))
        let outcome = sessions.withLock { sessions in
            sessions.use(session) { $0.use(place.path, of: operation.collection) { overlay.apply(to: &$0) } }
        }
        return MemoryReply(operation: operation, place: place, document: document, whole: whole, isRecorded: isRecorded)
            .reply(reply, after: outcome)
    }

    /// What a request writes: one thing, or several that are made at once.
    ///
    /// - Parameter reply: what the reply shows of it.
    private func writes(
        _ sent: ThingChange?, by operation: ResourceOperation, _ request: ReceivedRequest, showing reply: JSONValue?,
        at place: ResourcePlace, _ session: String
    ) -> [PreparedWrite] {
        var changes = sent.map { [$0] } ?? []
        if sent == nil, case .create = operation.role { changes = operation.body.several(by: request) ?? [] }
        guard !changes.isEmpty else { return [] }
        let number = sessions.withLock { $0[session]?[place.path]?.added.count ?? 0 }
        return changes.enumerated().map { index, change in
            let shown = reply?.arrayValue.map { $0.indices.contains(index) ? $0[index] : $0.first ?? .null } ?? reply
            return PreparedWrite(
                change, by: operation, showing: shown?.objectValue, number: number + index, at: place, in: document)
        }
    }

    /// The whole list that a reply shows a page of, where something was written to it: a page is cut anew out of that.
    private func wholeList(
        of reply: StubReply, at path: String, of place: ResourcePlace, _ session: String
    ) -> WholeList? {
        guard let source = reply.source, let rows = sessions.withLock({ $0[session]?[place.path] }), rows.isWritten,
            let pages = source as? any PagedList
        else { return nil }
        do {
            return WholeList(path: path, pages: pages, rows: try rows.whole(path) ?? pages.rows())
        } catch {
            // Rows that cannot be made at once: what is written is laid over the page.
            return nil
        }
    }

    /// The rows that a request means which is about a list as a whole; nil where nobody knows.
    private func named(
        by request: ReceivedRequest, _ operation: ResourceOperation
    ) -> NamedRows? {
        guard case .clear = operation.role, let path = document.operation(operation.id)?.path.shape,
            let list = document.read(at: path)
        else { return nil }
        return NamedRows(request, of: ReadThing.rows(by: list, for: request, in: document)) { [document] query in
            operation.filter(query, usesPresets: false, in: document)
        }
    }

    /// The rows of the list that a request adds to, where nobody has read it and the document's example says the new row's id: one
    /// of them may have that.
    private func others(
        besides request: ReceivedRequest, _ operation: ResourceOperation, _ place: ResourcePlace, _ session: String
    ) -> [JSONValue] {
        guard case .create = operation.role, let own = document.operation(operation.id),
            own.success?.json?.examples.isEmpty == false, let list = document.read(at: own.path.shape),
            sessions.withLock({ $0[session]?[place.path]?.hasSeen }) != true
        else { return [] }
        return ReadThing.rows(by: list, for: request, in: document)
    }

    /// The thing that a request is about to change, as it is now: as reading it shows it, with what was written to it.
    private func thing(
        of operation: ResourceOperation, _ place: ResourcePlace, _ request: ReceivedRequest, _ session: String
    ) -> JSONValue? {
        let shown = document.operation(operation.id).flatMap { ReadThing($0, in: document)?.thing(for: request) }
        let id = place.row ?? ""
        return sessions.withLock { sessions in
            let rows = sessions[session]?[place.path]
            return rows?.known(id) ?? shown.map { rows?.current($0, id: id) ?? $0 }
        }
    }

    /// Forgets what was written to the resources of these operations, or everything; by one session or by all.
    public func forget(_ operations: Set<String>?, of session: String?) {
        let templates = operations.map { operations in map.all.filter { operations.contains($0.id) } }
        sessions.withLock { sessions in
            sessions.forget(of: session) { path in
                guard let templates else { return true }
                let segments = PathTemplate.segments(of: path)
                return templates.contains { $0.isResource(segments) }
            }
        }
    }

    /// Of how many paths something is known, all sessions together.
    var knownPaths: Int { sessions.withLock { $0.all.reduce(0) { $0 + $1.all.count } } }

    /// How many rows are known from reading them, all sessions together.
    var seenRows: Int { sessions.withLock { $0.seenRows } }

    /// What was written, by path, all sessions together.
    public var remembered: [RememberedResource] {
        var resources: [String: RememberedResource] = [:]
        func add(to path: String, _ rows: RememberedRows?, forgotten: Int) {
            var resource = resources[path] ?? RememberedResource(path: path)
            resource.added += rows?.added.count ?? 0
            resource.changed += (rows?.changes.count ?? 0) + (rows?.bodies.count ?? 0)
            resource.deleted += rows?.deleted.count ?? 0
            resource.forgotten += forgotten
            resources[path] = resource
        }
        for session in sessions.withLock({ $0.all }) {
            for (path, rows) in session.all where rows.writes > 0 { add(to: path, rows, forgotten: rows.forgotten) }
            for (path, count) in session.forgotten { add(to: path, nil, forgotten: count) }
        }
        return resources.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
}

extension HTTPRequest {
    /// The path without its query.
    fileprivate var pathAlone: Substring { (path ?? "/").prefix { $0 != "?" && $0 != "#" } }
}

extension ResourceOperation {
    /// Whether the resource that stands at this path is this operation's.
    fileprivate func isResource(_ segments: [Substring]) -> Bool {
        PathTemplate.fits(segments, home?.segments[...] ?? template.segments.dropLast(resource.depth))
    }
}
