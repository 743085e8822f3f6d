import APIModel
import DemoManager
import HTTPTypes
import WireFormats

/// The rows of one collection in one session, or an item without a collection, with all writes.
///
/// Rows of the document's lists are not copied: ``DocumentRows`` has them, and the table has the writes. Rows of stub
/// files and recordings are kept as they were last shown.
struct Table: Sendable {
    /// One row, or the item itself, as one session knows it.
    struct Row: Sendable {
        /// The row as a list of a stub file or recording showed it, without writes.
        fileprivate(set) var shown: JSONValue?
        fileprivate(set) var added: JSONValue?
        /// The changes of writes; for a row that a PUT added, the content of the PUT.
        fileprivate(set) var change = ItemChange()
        /// The body of the row that is stored as sent.
        fileprivate(set) var body: StoredBody?
        fileprivate(set) var isDeleted = false
        /// True for a row that a write added before any list showed it.
        fileprivate var isOwn = false
        /// The path of the list to which the row was added, if the collection has several.
        fileprivate var list: String?
        fileprivate var number = 0

        /// The row with all writes; nil if it is deleted or its members are unknown.
        var current: JSONValue? { isDeleted ? nil : added ?? shown.map(change.applied) }

        /// The members that writes gave to the row; nil if it is deleted.
        var written: [String: JSONValue]? { isDeleted ? nil : (added?.objectValue ?? change.members).byName }
    }

    /// By the row's id (``RowIdentity``); an item without a collection has the empty string.
    private(set) var rows: [String: Row] = [:]
    /// The number of writes that were dropped because of ``MemoryLimits``.
    private(set) var forgotten = 0
    private(set) var version = 0
    /// The number of rows that were added, including deleted ones.
    private(set) var additions = 0
    private(set) var shownCount = 0
    private(set) var bodyBytes = 0
    /// The highest numeric id in a list.
    private var highestNumber = 0
    private var lastGivenID = 0
    private let limits: MemoryLimits

    init(_ limits: MemoryLimits) { self.limits = limits }

    var isWritten: Bool { version > 0 }

    /// The shown item with all changes to the row.
    func current(_ shown: JSONValue, id: String) -> JSONValue { rows[id]?.change.applied(to: shown) ?? shown }

    // MARK: Lists

    /// Stores the rows that a list of a stub file or recording shows.
    mutating func note(_ list: [ListRow]) {
        for row in list {
            guard let id = row.id, rows[id] != nil || rows.count < limits.rows else { continue }
            if rows[id]?.shown == nil { shownCount += 1 }
            rows[id, default: Row()].shown = row.row
            highestNumber = max(highestNumber, row.number ?? 0)
        }
    }

    /// Drops the rows of lists; the next reply with the list stores them again.
    mutating func forgetShown() {
        shownCount = 0
        rows = rows.compactMapValues { row in
            var row = row
            row.shown = nil
            return row.added != nil || row.body != nil || row.isDeleted || !row.change.isEmpty ? row : nil
        }
    }

    /// The rows of a list after all writes. Added rows come first, the newest at the top. One with the id of a row in
    /// the list takes its place.
    ///
    /// - Parameters:
    ///   - isRecorded: true for a list recorded from a server, which may already have the write.
    ///   - isShown: true for a row to add to the list.
    func current(_ list: [ListRow], isRecorded: Bool = false, _ isShown: (String, Row) -> Bool) -> [ListRow] {
        var placed: Set<String> = []
        let kept = list.compactMap { row -> ListRow? in
            guard let id = row.id else { return row }
            guard placed.insert(id).inserted || rows[id]?.added == nil else { return nil }
            guard let own = rows[id] else { return row }
            if own.isDeleted { return nil }
            return ListRow(id: id, row: isRecorded ? own.change.applied(to: row.row) : own.now(row.row))
        }
        let new = rows.filter { !placed.contains($0.key) && !$0.value.isDeleted && isShown($0.key, $0.value) }
            .sorted { ($1.value.number, $0.key) < ($0.value.number, $1.key) }
        return new.compactMap { id, row in row.current.map { ListRow(id: id, row: $0) } } + kept
    }

    /// The net number of rows that writes added to a list of a stub file or recording.
    ///
    /// - Parameters:
    ///   - isMember: true for a row of the list, by its path.
    ///   - fits: true for a row that the request selects; the argument is nil for a row that no list has shown.
    func growth(_ isMember: (String, Row) -> Bool, _ fits: (JSONValue?) -> Bool) -> Int {
        rows.reduce(0) { sum, element in
            let row = element.value
            guard isMember(element.key, row) else { return sum }
            let was = row.shown == nil && row.isOwn ? false : fits(row.shown)
            let isNow = row.isDeleted ? false : row.current.map(fits) ?? was
            return sum + (isNow ? 1 : 0) - (was ? 1 : 0)
        }
    }

    // MARK: Writes

    /// True if no known row has the id.
    ///
    /// - Parameter list: the rows of the document's own list; they count until a stub file or recording shows others.
    func isMissing(_ id: String, in list: [ListRow]) -> Bool {
        guard let row = rows[id] else { return shownCount > 0 || !list.contains { $0.id == id } }
        return row.isDeleted || row.current == nil && row.change.isEmpty
    }

    /// Adds a row under its own id, unless another row has it.
    ///
    /// - Parameters:
    ///   - spare: an id in the format of the collection's ids.
    ///   - linked: the id in the row's links: that of the item that the row was generated from.
    ///   - owner: the key of members that refer to the row, such as `orderid` in the lines of an order.
    ///   - list: the list that gets the row, if the collection has several.
    ///   - others: the rows of the document's own list.
    /// - Returns: the stored row.
    mutating func add(
        _ row: JSONValue, by identity: RowIdentity, isIDSent: Bool, spare: JSONValue?, linked: String?, owner: String,
        to list: OwnersList?, besides others: [ListRow]
    ) -> JSONValue {
        // The id of a deleted row is not given again.
        func isTaken(_ id: String) -> Bool {
            rows[id].map { $0.current != nil || $0.isDeleted } ?? false || others.contains { $0.id == id }
        }
        var row = row
        var id = identity.id(of: row) ?? ""
        if id.isEmpty || isTaken(id) && !isIDSent {
            func named(_ name: JSONValue) -> (row: JSONValue, id: String) {
                guard let key = identity.key else { return (row, name.scalarText ?? "") }
                let named = row.setting(name, at: key)
                return (named, identity.id(of: named) ?? "")
            }
            let free = spare.map(named).flatMap { isTaken($0.id) ? nil : $0 }
            var given = free ?? named(freshID(like: identity.key.flatMap { row[$0] }, besides: others))
            // A client may have sent the next ids.
            for _ in rows where isTaken(given.id) {
                given = named(freshID(like: identity.key.flatMap { row[$0] }, besides: others))
            }
            (row, id) = given
        }
        if !isIDSent { highestNumber = max(highestNumber, id.idNumber?.value ?? 0) }
        row = row.relinked(from: linked, to: id).owning([owner: id])
        put(row, as: id, saying: ItemChange())
        rows[id]?.list = list?.path
        return row
    }

    /// Stores a row under an id, in place of any row with that id.
    ///
    /// - Parameter change: the content of the request, for a list that shows the row as well.
    mutating func put(_ row: JSONValue, as id: String, saying change: ItemChange) {
        version += 1
        additions += 1
        if rows[id] == nil { rows[id] = Row(isOwn: true) }
        rows[id]?.added = row
        rows[id]?.change = change
        rows[id]?.isDeleted = false
        rows[id]?.number = additions
        guard rows.count > limits.rows,
            let oldest = rows.filter({ $0.value.added != nil }).min(by: { $0.value.number < $1.value.number })?.key
        else { return }
        remove(oldest)
        forgotten += 1
    }

    mutating func change(_ id: String, _ change: ItemChange) {
        guard !change.isEmpty, hasRoom(for: id) else { return }
        let row = rows[id, default: Row()]
        rows[id, default: Row()].change = row.change.followed(by: change)
        if let added = row.added { rows[id]?.added = change.applied(to: added) }
    }

    /// Stores a body as sent, and undoes a deletion.
    mutating func store(_ body: StoredBody, as id: String) {
        let size = body.bytes.count
        bodyBytes -= rows[id]?.body?.bytes.count ?? 0
        rows[id]?.body = nil
        rows[id]?.isDeleted = false
        guard size <= limits.bodyBytes, bodyBytes + size <= limits.pathBodyBytes else {
            version += 1
            return forgotten += 1
        }
        guard hasRoom(for: id) else { return }
        rows[id, default: Row()].body = body
        bodyBytes += size
    }

    mutating func delete(_ id: String) {
        guard hasRoom(for: id) else { return }
        bodyBytes -= rows[id]?.body?.bytes.count ?? 0
        let row = rows[id] ?? Row()
        rows[id] = Row(shown: row.shown, isDeleted: true, isOwn: row.isOwn)
    }

    /// Counts a write. False if the table is full, which counts the write as forgotten.
    private mutating func hasRoom(for id: String) -> Bool {
        version += 1
        guard rows[id] == nil, rows.count >= limits.rows else { return true }
        forgotten += 1
        return false
    }

    private mutating func remove(_ id: String) {
        guard let row = rows.removeValue(forKey: id) else { return }
        if row.shown != nil { shownCount -= 1 }
        bodyBytes -= row.body?.bytes.count ?? 0
    }

    /// An unused id of the same kind as `example`.
    private mutating func freshID(like example: JSONValue?, besides others: [ListRow]) -> JSONValue {
        let highest = max(highestNumber, others.compactMap(\.number).max() ?? 0)
        // Other pages of a stub may have higher ids; adding a thousand mostly avoids them.
        lastGivenID =
            lastGivenID > highest || !others.isEmpty
            ? max(lastGivenID, min(highest, .max / 2)) + 1 : (min(highest, .max / 2) / 1_000 + 1) * 1_000 + 1
        guard case .string(let text)? = example else { return .number(JSONNumber(lastGivenID)) }
        if let name = text.idNumber?.name {
            return .string(name + String(lastGivenID).padded(to: text.utf8.count - name.utf8.count))
        }
        // A UUID with a number that does not look random.
        if text.utf8.count == 36, text.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12] {
            return .string("00000000-0000-4000-8000-" + String(lastGivenID, radix: 16).padded(to: 12).suffix(12))
        }
        return .string(text.isEmpty ? "new-\(lastGivenID)" : "\(text)-\(lastGivenID)")
    }
}

extension String {
    /// The number of an id, and the text before it: `1058` and `cat-` in `cat-1058`. Nil for ids of other forms.
    fileprivate var idNumber: (name: Substring, value: Int)? {
        let name = prefix(while: \.isLetter)
        let rest = name.isEmpty ? self[...] : dropFirst(name.count).drop { $0 == "-" || $0 == "_" }
        return Int(rest).map { (self[..<rest.startIndex], $0) }
    }
}

extension Table.Row {
    /// The row after all writes, from the row in a list.
    func now(_ shown: JSONValue) -> JSONValue { added ?? change.applied(to: shown) }

    /// True if a list with only some rows of its collection shows the row.
    func isIn(_ list: OwnersList?, _ id: String) -> Bool {
        guard let list else { return true }
        if let owner = list.owner { return current.map(owner.isOwner) ?? false }
        return (self.list.map { $0 == list.path } ?? list.hasUnlisted) || list.isOwner(of: id)
    }

    /// True for a row that a write added or made match the filter, so that a stub file's list lacks it.
    func isNew(_ fits: (JSONValue) -> Bool) -> Bool {
        guard let current, fits(current) else { return false }
        return added != nil || !change.isEmpty && shown.map(fits) == false
    }
}

/// A body that is stored as it was sent: text, an image, or any other body without members.
struct StoredBody: Sendable {
    let bytes: [UInt8]
    /// As sent; nil if the request had none.
    let contentType: String?

    init(_ request: ReceivedRequest) {
        bytes = Array(request.body)
        contentType = request.headers[.contentType]
    }

    /// The reply with this body. One of another type stays as it is: its client asks for that type.
    func shown(by reply: StubReply) -> StubReply {
        var reply = reply
        if let contentType {
            guard reply.headers[.contentType].map({ MediaTypeName($0) == MediaTypeName(contentType) }) == true else {
                return reply
            }
            reply.headers[.contentType] = contentType
        }
        (reply.draft, reply.body) = (nil, bytes)
        return reply
    }
}

struct ListRow: Sendable {
    /// Its id in the collection (``RowIdentity``); nil if it has none.
    let id: String?
    var row: JSONValue
    var number: Int?
}

extension RowsForm {
    /// The rows of a value; nil if it does not have this form.
    func rows(of value: JSONValue, by identity: RowIdentity) -> [ListRow]? {
        func known(_ row: JSONValue) -> ListRow {
            ListRow(id: identity.id(of: row), row: row, number: row.id(at: identity.key).flatMap(\.idNumber?.value))
        }
        switch self {
        case .array: return value.arrayValue?.map(known)
        case .wrapped(let member): return value.arrayValue?.map { known($0[member] ?? .null) }
        case .map:
            return value.objectValue?.members.map { ListRow(id: $0.key, row: $0.value, number: $0.key.idNumber?.value) }
        }
    }

    /// The value with these rows, in the form of another value.
    func value(of rows: [ListRow], like old: JSONValue, by identity: RowIdentity) -> JSONValue {
        switch self {
        case .array: return .array(rows.map(\.row))
        case .map:
            return .object(JSONObject(rows.compactMap { row in row.id.map { .init(key: $0, value: row.row) } }))
        case .wrapped(let member):
            let place = JSONPointer(tokens: [member])
            let entries = old.arrayValue ?? []
            let known = Dictionary(
                entries.compactMap { entry in entry[member].flatMap(identity.id).map { ($0, entry) } }
            ) { first, _ in first }
            return .array(
                rows.map { row in
                    if let own = row.id.flatMap({ known[$0] }) { return own.setting(row.row, at: place) }
                    return (entries.first?.called(row, insteadOf: member, by: identity) ?? [:]).setting(
                        row.row, at: place)
                })
        }
    }
}

extension JSONValue {
    fileprivate func called(_ row: ListRow, insteadOf member: String, by identity: RowIdentity) -> JSONValue {
        guard let old = self[member]?.id(at: identity.key), let id = row.row.id(at: identity.key),
            let object = objectValue
        else { return self }
        return .object(object.mapping { $0.value.scalarText == old ? $0.value.identified(id, at: .root) : $0.value })
    }
}
