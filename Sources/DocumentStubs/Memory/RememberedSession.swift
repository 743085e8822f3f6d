/// What one session wrote, and which rows it saw, by path. A value, and bounded: of too many paths those that were silent
/// longest go.
struct RememberedSession: Sendable {
    private struct Place: Sendable {
        var rows: RememberedRows
        /// The path as the document has it, by which it is spoken of when it is forgotten.
        let template: String
        var lastUse = 0
    }

    private let limits: MemoryLimits
    private var places: [String: Place] = [:]
    /// Of how many paths rows were seen, and how many were written to; a path may be both.
    private var (seen, written) = (0, 0)
    private var uses = 0
    /// How many writes went with paths, by the path as the document has it.
    private(set) var forgotten: [String: Int] = [:]
    /// How many rows are known from reading them.
    private(set) var seenRows = 0
    /// Bytes of the bodies that are kept as they were put.
    private var bodyBytes = 0
    /// When the session was used last, as the memory counts.
    var lastUse = 0

    init(_ limits: MemoryLimits) { self.limits = limits }

    /// The rows of a path; nil where nothing was written to them and none was seen.
    subscript(path: String) -> RememberedRows? { places[path]?.rows }

    /// Whether nothing is known.
    var isEmpty: Bool { places.isEmpty && forgotten.isEmpty }

    /// Every path of which something is known, and its rows.
    var all: [(path: String, rows: RememberedRows)] { places.map { ($0.key, $0.value.rows) } }

    /// Reads or changes the rows of a path, in place.
    ///
    /// - Parameter template: the path as the document has it.
    mutating func use<Result>(
        _ path: String, of template: String, _ body: (inout RememberedRows) -> Result
    ) -> Result {
        uses += 1
        let now = uses
        let result = visit(path, of: template) { place in
            place.lastUse = now
            return body(&place.rows)
        }
        if seen > limits.readPaths {
            for path in oldest(limits.readPaths, { $0.hasSeen }) { visit(path, of: "") { $0.rows.forgetSeen() } }
        }
        if written > limits.writtenPaths {
            for path in oldest(limits.writtenPaths, { $0.isWritten }) { forget(path) }
        }
        if bodyBytes > limits.sessionBytes { forgetBodies() }
        return result
    }

    /// Forgets paths with bodies until half of what may be kept is left, so that the next ones need no search.
    private mutating func forgetBodies() {
        let paths = places.filter { $0.value.rows.bodyBytes > 0 }.sorted { $0.value.lastUse < $1.value.lastUse }
        for path in paths.map(\.key) where bodyBytes > limits.sessionBytes / 2 { forget(path) }
    }

    /// Forgets what was written to a path, and counts it as forgotten.
    private mutating func forget(_ path: String) {
        let place = places[path]
        forgotten[place?.template ?? path, default: 0] += place?.rows.writes ?? 0
        remove(path)
    }

    /// Forgets rows that were only read until so many are gone, or all: of those paths first that were silent longest.
    mutating func forgetSeen(_ count: Int) {
        let rest = max(0, seenRows - count)
        for path in places.filter({ $0.value.rows.hasSeen }).sorted(by: { $0.value.lastUse < $1.value.lastUse }).map(
            \.key)
        where seenRows > rest {
            visit(path, of: "") { $0.rows.forgetSeen() }
        }
    }

    /// Forgets the paths for which `isMeant` holds.
    mutating func forget(where isMeant: (String) -> Bool) {
        for path in places.keys.filter(isMeant) { remove(path) }
        forgotten = forgotten.filter { !isMeant($0.key) }
    }

    /// Changes what is known of a path, in place, and counts what it is afterwards. Nothing is kept of nothing.
    private mutating func visit<Result>(
        _ path: String, of template: String, _ body: (inout Place) -> Result
    ) -> Result {
        func change(
            _ place: inout Place
        ) -> (result: Result, seen: Int, rows: Int, written: Int, bytes: Int, isEmpty: Bool) {
            let (had, wasWritten, held) = (place.rows.seenCount, place.rows.isWritten, place.rows.bodyBytes)
            let result = body(&place)
            let (has, isWritten) = (place.rows.seenCount, place.rows.isWritten)
            return (
                result, (has > 0 ? 1 : 0) - (had > 0 ? 1 : 0), has - had, (isWritten ? 1 : 0) - (wasWritten ? 1 : 0),
                place.rows.bodyBytes - held, has == 0 && !isWritten
            )
        }
        let change = change(&places[path, default: Place(rows: RememberedRows(limits), template: template)])
        seen += change.seen
        seenRows += change.rows
        written += change.written
        bodyBytes += change.bytes
        if change.isEmpty { places[path] = nil }
        return change.result
    }

    private mutating func remove(_ path: String) {
        guard let place = places.removeValue(forKey: path) else { return }
        if place.rows.hasSeen { seen -= 1 }
        seenRows -= place.rows.seenCount
        bodyBytes -= place.rows.bodyBytes
        if place.rows.isWritten { written -= 1 }
    }

    /// A tenth of the paths that may be there, so that the next ones need no search: those that were silent longest.
    private func oldest(_ limit: Int, _ isMeant: (RememberedRows) -> Bool) -> [String] {
        places.filter { isMeant($0.value.rows) }.sorted { $0.value.lastUse < $1.value.lastUse }
            .prefix(max(1, limit / 10)).map(\.key)
    }
}
