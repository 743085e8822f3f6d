/// The tables of all sessions, by session and by path. ``MemoryLimits`` bound their number; beyond it the least
/// recently used sessions, paths or rows are dropped.
struct Tables: Sendable {
    struct Session: Sendable {
        fileprivate(set) var tables: [String: Entry] = [:]
        /// The number of dropped writes, by the path in the document.
        fileprivate(set) var forgotten: [String: Int] = [:]
        fileprivate var lastUse = 0
    }

    struct Entry: Sendable {
        fileprivate(set) var table: Table
        fileprivate let template: String
        fileprivate var lastUse = 0
    }

    private(set) var sessions: [String: Session] = [:]
    /// The number of rows that are stored only because a list of a stub file or recording showed them.
    private(set) var shownRows = 0
    private var bodyBytes = 0
    private var uses = 0
    private let limits: MemoryLimits

    init(_ limits: MemoryLimits) { self.limits = limits }

    mutating func table(_ path: String, of session: String) -> Table? {
        guard sessions[session]?.tables[path] != nil else { return nil }
        uses += 1
        sessions[session]?.lastUse = uses
        sessions[session]?.tables[path]?.lastUse = uses
        return sessions[session]?.tables[path]?.table
    }

    func isWritten(_ path: String, in session: String) -> Bool {
        sessions[session]?.tables[path]?.table.isWritten ?? false
    }

    /// Changes the table of a path in place. The template is the path in the document.
    mutating func change<Result>(
        _ path: String, of template: String, in name: String, _ body: (inout Table) -> Result
    ) -> Result {
        uses += 1
        if sessions[name] == nil, sessions.count >= limits.sessions,
            let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            for entry in oldest.value.tables.values { discount(entry.table) }
            sessions[oldest.key] = nil
        }
        let result = visit(path, template, in: name, body)
        let written = sessions[name]?.tables.filter { $0.value.table.isWritten } ?? [:]
        if written.count > limits.writtenPaths, let oldest = written.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            drop(oldest.key, in: name)
        }
        if bodyBytes > limits.allBodyBytes { dropBodies() }
        if shownRows > limits.shownRows { forgetShown() }
        return result
    }

    /// Forgets the paths for which `isMeant` is true, in one session or in all.
    mutating func forget(of name: String?, where isMeant: (String) -> Bool) {
        for name in name.map({ [$0] }) ?? Array(sessions.keys) {
            for path in sessions[name]?.tables.keys.filter(isMeant) ?? [] { remove(path, in: name) }
            guard var session = sessions.removeValue(forKey: name) else { continue }
            session.forgotten = session.forgotten.filter { !isMeant($0.key) }
            if !session.tables.isEmpty || !session.forgotten.isEmpty { sessions[name] = session }
        }
    }

    private mutating func visit<Result>(
        _ path: String, _ template: String, in name: String, _ body: (inout Table) -> Result
    ) -> Result {
        // Removed during the change, to avoid a copy.
        var session = sessions.removeValue(forKey: name) ?? Session()
        var entry = session.tables.removeValue(forKey: path) ?? Entry(table: Table(limits), template: template)
        (session.lastUse, entry.lastUse) = (uses, uses)
        discount(entry.table)
        let result = body(&entry.table)
        shownRows += entry.table.shownCount
        bodyBytes += entry.table.bodyBytes
        if entry.table.shownCount > 0 || entry.table.isWritten { session.tables[path] = entry }
        sessions[name] = session
        return result
    }

    private mutating func remove(_ path: String, in name: String) {
        if let entry = sessions[name]?.tables.removeValue(forKey: path) { discount(entry.table) }
    }

    private mutating func discount(_ table: Table) {
        shownRows -= table.shownCount
        bodyBytes -= table.bodyBytes
    }

    /// Drops a table, and counts its writes as forgotten.
    private mutating func drop(_ path: String, in name: String) {
        guard let entry = sessions[name]?.tables[path] else { return }
        sessions[name]?.forgotten[entry.template, default: 0] += entry.table.writes
        remove(path, in: name)
    }

    /// Drops the least recently used tables with bodies, a tenth more than necessary, so that the next have room.
    private mutating func dropBodies() {
        let tables = sessions.flatMap { name, session in
            session.tables.filter { $0.value.table.bodyBytes > 0 }.map { (name, path: $0.key, use: $0.value.lastUse) }
        }
        for (name, path, _) in tables.sorted(by: { $0.use < $1.use })
        where bodyBytes > limits.allBodyBytes - limits.allBodyBytes / 10 {
            drop(path, in: name)
        }
    }

    /// Drops rows of lists, a tenth more than necessary, so that the next rows have room.
    private mutating func forgetShown() {
        let tables = sessions.flatMap { name, session in
            session.tables.filter { $0.value.table.shownCount > 0 }.map { (name, path: $0.key, $0.value) }
        }
        for (name, path, entry) in tables.sorted(by: { $0.2.lastUse < $1.2.lastUse })
        where shownRows > limits.shownRows - limits.shownRows / 10 {
            let use = sessions[name]?.lastUse ?? 0
            visit(path, entry.template, in: name) { $0.forgetShown() }
            sessions[name]?.tables[path]?.lastUse = entry.lastUse
            sessions[name]?.lastUse = use
        }
    }
}

extension Table {
    var writes: Int {
        let kinds = writtenRows
        return kinds.added + kinds.changed + kinds.deleted + forgotten
    }

    var writtenRows: (added: Int, changed: Int, deleted: Int) {
        rows.values.reduce(into: (0, 0, 0)) { counts, row in
            if row.isDeleted {
                counts.2 += 1
            } else if row.added != nil {
                counts.0 += 1
            } else if row.body != nil || !row.change.isEmpty {
                counts.1 += 1
            }
        }
    }
}

/// The size of the memory. Beyond it, the least recently used rows and paths are dropped. Rows of lists can be read
/// again; dropped writes are counted.
package struct MemoryLimits: Sendable {
    var sessions = 1_000
    /// Rows that are known only from lists of stub files and recordings, over all sessions.
    var shownRows = 20_000
    var writtenPaths = 10_000
    var rows = 10_000
    /// Bytes of one body that is stored as sent; a longer one is not stored.
    var bodyBytes = 1_000_000
    /// Bytes of all such bodies of one path; one that does not fit is not stored.
    var pathBodyBytes = 16_000_000
    /// Bytes of all such bodies.
    var allBodyBytes = 64_000_000

    package init() {}
}
