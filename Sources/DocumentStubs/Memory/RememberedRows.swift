import APIModel
import WireFormats

/// What was written to one resource: a collection's rows, or a thing there is one of. A value; nothing here knows requests.
struct RememberedRows: Sendable {
    /// Rows that were added.
    private(set) var added = AddedRows()
    /// What was set, by row; the empty id is the thing itself.
    private(set) var changes: [String: ThingChange] = [:]
    /// What was put under ids of rows that are added, since nobody had seen any: a server's list that has one changes by it.
    private var puts: [String: ThingChange] = [:]
    /// What was put as it is, by row.
    private(set) var bodies: [String: KeptBody] = [:]
    /// Members that rows do not have, since whoever wrote them left them out.
    private var absent: [String: Set<String>] = [:]
    /// Rows that were taken away.
    private(set) var deleted: Set<String> = []
    /// Those of them that were added before, and stood in no list's reply.
    private var withdrawn: Set<String> = []
    /// The highest number seen as an id.
    private var highest = 0
    /// The last id given to a new row.
    private var lastGiven = 0
    /// Rows seen in lists, by id: what the reply to a change of one is made of.
    private var seen: [String: JSONValue] = [:]
    /// Those of them that a list showed which somebody wrote or recorded.
    private var given: Set<String> = []
    /// Which lists took or showed a row, by its id, where lists of the collection show rows of some owners.
    private var lists: [String: Set<String>] = [:]

    /// All rows of lists with pages, by the lists' paths, as they were before anything was written: made once, and cut into pages
    /// again and again.
    private var whole: [String: [JSONValue]] = [:]

    /// How many writes are forgotten, or were not remembered, since there were too many.
    private(set) var forgotten = 0

    private let limit: Int
    private let (keptBytes, pathBytes): (Int, Int)
    /// Bytes of all bodies that are kept.
    private(set) var bodyBytes = 0

    /// How much of each kind is remembered.
    init(_ limits: MemoryLimits) {
        limit = limits.rows
        (keptBytes, pathBytes) = (limits.keptBytes, limits.pathBytes)
    }

    /// Whether something was written.
    var isWritten: Bool {
        !added.isEmpty || !changes.isEmpty || !absent.isEmpty || !deleted.isEmpty || !bodies.isEmpty || forgotten > 0
    }

    /// How many rows something was written to.
    var writes: Int { added.count + changes.count + deleted.count + bodies.count + forgotten }

    /// Whether rows are known from lists.
    var hasSeen: Bool { !seen.isEmpty }

    /// How many rows are known from lists.
    var seenCount: Int { seen.count }

    /// Forgets which rows lists have: they are seen again with the next list.
    mutating func forgetSeen() {
        seen = [:]
        given = []
        whole = [:]
        lists = lists.filter { added[$0.key] != nil }
    }

    /// The row of this id as it is now, where it was added or seen in a list.
    func known(_ id: String) -> JSONValue? { added[id] ?? seen[id].map { current($0, id: id) } }

    /// The ids of the rows that stand in a list, as far as is known.
    func known(in list: OwnersList?) -> [String] {
        Set(seen.keys).union(added.newestFirst.map(\.id)).filter { !deleted.contains($0) && isListed($0, in: list) }
    }

    /// Notes which rows exist.
    /// - Parameter isGiven: whether somebody wrote or recorded the list.
    mutating func note(_ rows: [ListRow], in list: OwnersList?, isGiven: Bool = false) {
        for row in rows {
            guard let id = row.id else { continue }
            highest = max(highest, min(row.number ?? 0, Int.max / 2))
            guard seen[id] != nil || seen.count < limit else { continue }
            seen[id] = row.row
            if isGiven { given.insert(id) } else { given.remove(id) }
            if let list { lists[id, default: []].insert(list.path) }
        }
    }

    /// All rows of the list at that path, where they were kept.
    func whole(_ path: String) -> [JSONValue]? { whole[path] }

    /// Keeps all rows of a list; those of few lists at once.
    mutating func keep(_ rows: [JSONValue], of path: String) {
        guard whole[path] == nil else { return }
        if whole.count >= 8 { whole = [:] }
        whole[path] = rows
    }

    /// Whether a row of that id stands in a list, as far as is known; all do in lists that are of no owner.
    func isListed(_ id: String, in list: OwnersList?) -> Bool {
        guard let list else { return true }
        guard let known = lists[id] else { return list.hasUnlisted || list.isOwner(of: id) }
        return known.contains(list.path) || list.isOwner(of: id)
    }

    /// The row of this id as the lists showed it, before anything was written to it.
    func original(_ id: String) -> JSONValue? { seen[id] }

    /// The row of this id as a list showed it that somebody wrote or recorded.
    func given(_ id: String) -> JSONValue? { given.contains(id) ? seen[id] : nil }

    /// Members the row does not have.
    func absent(_ id: String) -> Set<String> { absent[id] ?? [] }

    /// What the row does not have, within its members too.
    func missing(_ id: String) -> Set<JSONPointer> {
        (changes[id]?.removed ?? []).union(absent(id).map { JSONPointer(tokens: [$0]) })
    }

    /// Notes which members a row was written without.
    mutating func leave(_ names: Set<String>, of id: String) {
        if let row = added[id]?.objectValue { added[id] = .object(row.without(names)) }
        guard !names.isEmpty else { return absent[id] = nil }
        if added[id] != nil || absent[id] != nil || absent.count < 2 * limit { absent[id] = names }
    }

    /// Adds a row; the id it carries stays where nothing else has it.
    /// - Parameter spare: an id of the form that ids have, where none can be made up.
    /// - Returns: the row as it is remembered.
    mutating func add(
        _ row: JSONValue, by identity: RowIdentity, isIDSent: Bool, spare: JSONValue? = nil, to list: OwnersList? = nil
    ) -> JSONValue {
        var row = row
        var id = identity.id(of: row) ?? ""
        if id.isEmpty || isTaken(id) && !isIDSent {
            func called(_ name: JSONValue) -> (row: JSONValue, id: String) {
                guard let key = identity.key else { return (row, name.scalarText ?? "") }
                let named = row.setting(name, at: key)
                return (named, identity.id(of: named) ?? "")
            }
            let free = spare.map(called).flatMap { isTaken($0.id) ? nil : $0 }
            (row, id) = free ?? called(freshID(like: identity.key.flatMap { row[$0] }))
        }
        changes[id] = nil
        absent[id] = nil
        put(row, as: id)
        if let list { lists[id, default: []].insert(list.path) }
        return row
    }

    private func isTaken(_ id: String) -> Bool { seen[id] != nil || added[id] != nil }

    /// Rows of lists that were changed so that a filter lets them in or out.
    func moved(
        in list: OwnersList?, _ fits: (JSONValue) -> Bool
    ) -> (here: [(id: String, row: JSONValue)], away: Set<String>) {
        var here: [(id: String, row: JSONValue)] = []
        var away: Set<String> = []
        for id in changes.keys {
            guard let before = seen[id], added[id] == nil, !deleted.contains(id), isListed(id, in: list) else {
                continue
            }
            let now = current(before, id: id)
            switch (fits(before), fits(now)) {
            case (false, true): here.append((id, now))
            case (true, false): away.insert(id)
            default: continue
            }
        }
        return (here.sorted { $0.id < $1.id }, away)
    }

    /// Whether no such row is known. One that a list shows later stands there as it was written meanwhile.
    func isMissing(_ id: String) -> Bool {
        deleted.contains(id) || seen[id] == nil && added[id] == nil && changes[id] == nil
    }

    /// Whether the row was put under its id before anybody saw one.
    func isPut(_ id: String) -> Bool { puts[id] != nil }

    /// Adds a row under an id that is given.
    ///
    /// - Parameter change: what the request says of it, where it names the id.
    mutating func put(_ row: JSONValue, as id: String, saying change: ThingChange? = nil) {
        added.add(row, as: id)
        puts[id] = change
        deleted.remove(id)
        withdrawn.remove(id)
        guard added.count > limit, let oldest = added.removeOldest() else { return }
        (absent[oldest], puts[oldest]) = (nil, nil)
        if seen[oldest] == nil { lists[oldest] = nil }
        forgotten += 1
    }

    /// Changes a row, or the thing itself.
    mutating func change(_ id: String, _ change: ThingChange) {
        guard !change.isEmpty else { return }
        absent[id]?.subtract(change.members.keys)
        if let row = added[id] {
            added[id] = change.applied(to: row)
            puts[id] = puts[id]?.followed(by: change)
            absent[id, default: []].formUnion(change.absent)
        } else if changes[id] != nil || changes.count < limit {
            changes[id] = changes[id].map { $0.followed(by: change) } ?? change
        } else {
            forgotten += 1
        }
    }

    /// Keeps what was put as it is; it is there again, if it was taken away.
    mutating func keep(_ body: KeptBody, as id: String) {
        deleted.remove(id)
        let isKnown = bodies[id] != nil
        dropBody(of: id)
        let size = body.bytes.count
        guard size <= keptBytes, bodyBytes + size <= pathBytes, bodies.count < limit || isKnown else {
            return forgotten += 1
        }
        bodies[id] = body
        bodyBytes += size
    }

    private mutating func dropBody(of id: String) {
        bodyBytes -= bodies.removeValue(forKey: id)?.bytes.count ?? 0
    }

    /// Takes a row away.
    mutating func delete(_ id: String) {
        let isOwn = added[id] != nil && seen[id] == nil
        added.remove(id)
        (changes[id], puts[id], absent[id]) = (nil, nil, nil)
        dropBody(of: id)
        if isOwn { lists[id] = nil }
        guard deleted.count < limit || deleted.contains(id) else { return forgotten += 1 }
        if isOwn, !deleted.contains(id) { withdrawn.insert(id) }
        deleted.insert(id)
    }

    /// How many rows of a list were taken away.
    /// - Parameter counts: whether one counts; it gets the row, where a list showed it.
    func deleted(of list: OwnersList?, _ counts: (JSONValue?) -> Bool) -> Int {
        deleted.count { id in !withdrawn.contains(id) && isListed(id, in: list) && counts(seen[id]) }
    }

    /// A row as it is now.
    func current(_ row: JSONValue, id: String) -> JSONValue {
        let now = (changes[id] ?? puts[id]).map { $0.applied(to: row) } ?? row
        guard let names = absent[id], let object = now.objectValue else { return now }
        return .object(object.without(names))
    }

    /// The rows of a list as they are now; those that were added come first, where `showsAdded` says so. One that was added
    /// before anybody saw the list, under an id that the list has, stands in that row's place.
    ///
    /// - Parameter isRecorded: whether the list is a server's, which may have been asked for it after the rows were added.
    func current(
        _ rows: [ListRow], isRecorded: Bool, showsAdded: (AddedRows.Row) -> Bool
    ) -> [ListRow] {
        var placed: Set<String> = []
        let kept = rows.compactMap { row -> ListRow? in
            guard let id = row.id else { return row }
            if !isRecorded, let added = added[id] {
                return placed.insert(id).inserted ? ListRow(id: id, row: added) : nil
            }
            return deleted.contains(id) ? nil : ListRow(id: id, row: current(row.row, id: id))
        }
        let ids = Set(kept.compactMap(\.id))
        let new = added.newestFirst.filter { !ids.contains($0.id) && showsAdded($0) }
        return new.map { ListRow(id: $0.id, row: $0.row) } + kept
    }

    /// An id nothing has, of the kind of `example`.
    private mutating func freshID(like example: JSONValue?) -> JSONValue {
        // Pages nobody has seen have higher ids; a thousand further on they rarely are.
        lastGiven = lastGiven > highest ? lastGiven + 1 : (highest / 1_000 + 1) * 1_000 + 1
        guard case .string(let text)? = example else { return .number(JSONNumber(lastGiven)) }
        if Int(text) != nil { return .string(String(lastGiven)) }
        // The form of a UUID, with a number nobody takes for a random one.
        if text.utf8.count == 36, text.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12] {
            let digits = String(lastGiven, radix: 16).suffix(12)
            return .string("00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits)
        }
        return .string(text.isEmpty ? "new-\(lastGiven)" : "\(text)-\(lastGiven)")
    }
}
