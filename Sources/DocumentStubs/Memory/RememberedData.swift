import APIDocument
import DemoManager
import Foundation
import HTTPTypes
import JSONText

/// The demo's memory: POST, PUT, PATCH and DELETE on a resource change what later GETs of it answer, for every CRUD-shaped
/// API, without configuration.
///
/// Nothing is stored but what was written: rows that were added, members that were set, ids that were deleted. Replies of
/// stubs are overlaid with it, so that a stub that is edited meanwhile shows at once.
public final class RememberedData: ReplyMemory {
    private let map: ResourceMap
    private let document: APIDocument
    private let repeatsUnread: Bool
    private let sessions = Lock<[String: [String: RememberedRows]]>([:])

    /// How many sessions are remembered; one more forgets them all.
    private static let sessionLimit = 1_000

    /// A memory for a document's resources.
    ///
    /// - Parameters:
    ///   - pathPrefix: the path of the server's URL, which the document's paths are below.
    ///   - repeatsUnread: whether a write that nothing reads back is repeated in its reply, as a person at a screen expects;
    ///     clients of a mock server get the document's example.
    public init(_ document: APIDocument, below pathPrefix: String = "", repeatsUnread: Bool = true) {
        self.document = document
        self.repeatsUnread = repeatsUnread
        map = ResourceMap(document, below: pathPrefix)
    }

    /// Whether the request writes something.
    public func needsBody(_ request: HTTPRequest) -> Bool {
        request.method != .get && map.find(request.method, path: request.pathAlone) != nil
    }

    /// The reply as it is after all that was written; a write is remembered.
    public func reply(
        _ reply: StubReply, to request: ReceivedRequest, of call: Call, isRecorded: Bool = false
    ) -> StubReply {
        guard reply.fault == nil, reply.status.kind == .successful,
            let (operation, named) = map.find(request.method, path: request.request.pathAlone),
            repeatsUnread || operation.isResource, Preference(request.request)?.isExact != true
        else { return reply }
        // Parsed outside of the lock; a body that is not JSON stays what it is.
        let shown = JSONValue.read(reply.body)
        let session = call.session ?? ""
        let sent =
            operation.body.sent(by: request) { thing(of: operation, named, request, session) }
            ?? operation.outcome.map { _ in ThingChange() }
        var place = named
        if operation.isNamedByBody {
            guard let id = sent.flatMap({ JSONValue.object($0.members).id(at: operation.key) }) else { return reply }
            place.row = id
        }
        let write = sent.map { sent in
            PreparedWrite(
                sent, by: operation, showing: operation.role.place.flatMap { shown?[$0]?.objectValue },
                number: sessions.withLock { $0[session]?[place.path]?.added.count ?? 0 }, at: place.path, in: document)
        }
        let query = request.queryItems
        let overlay = Overlay(
            operation: operation, place: place,
            isFirstPage: operation.pagination.isFirstPage(query, operation.pageStep),
            pageSize: PageWindow.askedSize(in: query),
            filter: operation.filter(query, in: document), shown: shown, write: write, isRecorded: isRecorded)
        let outcome = sessions.withLock { sessions in
            if sessions.count >= Self.sessionLimit, sessions[session] == nil { sessions = [:] }
            var rows = sessions[session]?[place.path] ?? RememberedRows()
            let outcome = overlay.apply(to: &rows)
            sessions[session, default: [:]][place.path] = rows
            return outcome
        }
        return MemoryReply(operation: operation, place: place, document: document).reply(reply, after: outcome)
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
        guard let operations else {
            return sessions.withLock { sessions in
                if let session { sessions[session] = nil } else { sessions = [:] }
            }
        }
        let templates = map.all.filter { operations.contains($0.id) }
        sessions.withLock { sessions in
            for session in session.map({ [$0] }) ?? Array(sessions.keys) {
                sessions[session] = sessions[session]?.filter { path, _ in
                    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
                    return !templates.contains { $0.isResource(segments) }
                }
            }
        }
    }

    /// What was written, by path, all sessions together.
    public var remembered: [RememberedResource] {
        var resources: [String: RememberedResource] = [:]
        for rows in sessions.withLock({ Array($0.values) }).joined() where !rows.value.isEmpty {
            var resource = resources[rows.key] ?? RememberedResource(path: rows.key)
            resource.added += rows.value.added.count
            resource.changed += rows.value.changes.count
            resource.deleted += rows.value.deleted.count
            resources[rows.key] = resource
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
        PathTemplate.fits(segments, home?.segments[...] ?? template.segments.dropLast(depth))
    }
}
