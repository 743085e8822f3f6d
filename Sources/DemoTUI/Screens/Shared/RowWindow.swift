import APIModel
import AppCore
import WireFormats

/// The loaded rows of a list that may be far longer: one contiguous range, and its position in the whole.
///
/// An index counts from the first row of the whole list, loaded or not.
struct RowWindow: Sendable {
    private(set) var rows: [JSONValue]
    /// The index of the first loaded row.
    private(set) var first = 0
    /// The known length of the list. Missing rows are loaded when needed.
    private(set) var count: Int

    var range: Range<Int> { first..<first + rows.count }

    subscript(index: Int) -> JSONValue? { range.contains(index) ? rows[index - first] : nil }

    init(_ rows: [JSONValue] = []) {
        self.rows = rows
        count = rows.count
    }

    /// Appends rows after the last known one; if the loaded range is elsewhere, they are only counted.
    mutating func extend(_ more: [JSONValue]) {
        if range.upperBound == count { rows += more }
        count += more.count
    }

    /// Extends or shortens the known length.
    mutating func reach(_ count: Int) {
        self.count = max(0, count)
        if range.upperBound > self.count { rows.removeLast(min(rows.count, range.upperBound - self.count)) }
        if rows.isEmpty { first = 0 }
    }

    /// Inserts a page that was not loaded, between `start` and `end`.
    ///
    /// A page that does not touch the loaded range replaces it. A page may have fewer rows than before; then all
    /// following rows move up.
    /// - Parameters:
    ///   - identity: the pointer to a row's id, to skip rows that are loaded already.
    ///   - isCounted: true if the server is asked for rows by number. A full page that continues with loaded rows then
    ///     means that the server counts others in front of them; none is missing.
    /// - Returns: the movement: rows from `index` on are `count` lines further up than before. And the number of rows
    ///   that the server counts in front of the page's end beyond the list's.
    mutating func fill(
        _ page: [JSONValue], start: Int, end: Int, identity: JSONPointer?, isCounted: Bool = false
    ) -> (index: Int, count: Int, repeated: Int) {
        let isFull = isCounted && page.count >= end - start
        let end = min(end, count)
        guard start < end else { return (start, 0, 0) }
        let wanted: Range<Int>
        let found: [JSONValue]
        if start < range.lowerBound, range.lowerBound <= end, !rows.isEmpty {
            wanted = start..<range.lowerBound
            found = Array(unknown(page, by: identity).prefix(wanted.count))
            rows.insert(contentsOf: found, at: 0)
            first = start
        } else if start <= range.upperBound, range.upperBound < end, !rows.isEmpty {
            wanted = range.upperBound..<end
            let after = identity == nil ? Array(page.dropFirst(wanted.lowerBound - start)) : unknown(page, by: identity)
            found = Array(after.prefix(wanted.count))
            rows += found
            if isFull, identity != nil {
                let repeated = wanted.count - found.count
                // A server that returns the same page forever must not cause an endless loop.
                if found.isEmpty { count -= repeated }
                return (range.upperBound, found.isEmpty ? repeated : 0, repeated)
            }
        } else if range.contains(start) {
            return (end, 0, 0)
        } else {
            wanted = start..<end
            found = Array(page.prefix(wanted.count))
            rows = found
            first = start
        }
        let missing = wanted.count - found.count
        count -= missing
        return (wanted.lowerBound + found.count, missing, 0)
    }

    /// The rows of a page that are not loaded yet, as far as rows have ids.
    func unknown(_ page: [JSONValue], by identity: JSONPointer?) -> [JSONValue] {
        guard let identity else { return page }
        let known = Set(rows.compactMap { $0[identity] })
        return page.filter { row in row[identity].map { !known.contains($0) } ?? true }
    }

    /// Drops rows far from `index` until `kept` are left.
    mutating func trim(around index: Int, to kept: Int) {
        guard rows.count > kept else { return }
        let center = min(max(index, first), range.upperBound - 1)
        let lower = max(first, min(center - kept / 2, range.upperBound - kept))
        rows = Array(rows[(lower - first)..<(lower - first + kept)])
        first = lower
    }

    // MARK: Single rows

    mutating func replace(_ index: Int, with row: JSONValue) {
        if range.contains(index) { rows[index - first] = row }
    }

    mutating func remove(_ index: Int) {
        guard (0..<count).contains(index) else { return }
        if range.contains(index) { rows.remove(at: index - first) } else if index < first { first -= 1 }
        count -= 1
    }

    /// Inserts a row at the beginning or end. At the beginning it must be visible, so distant rows are dropped. At the
    /// end, far from the loaded rows, it only counts.
    mutating func add(_ row: JSONValue, atEnd: Bool) {
        if rows.isEmpty { first = atEnd ? count : 0 }
        if atEnd {
            if range.upperBound == count { rows.append(row) }
        } else if first == 0 {
            rows.insert(row, at: 0)
        } else {
            rows = [row]
            first = 0
        }
        count += 1
    }
}

/// Maps rows to pages and the calls that brought them. The page of a row is computed if pages are numbered or rows
/// counted, else remembered.
///
/// The memory grows by one token for each page that only refers to the next.
struct RowPages: Sendable {
    struct Page: Hashable, Sendable {
        let token: PageToken?
        let start: Int
        /// The index after its last row, if known.
        let end: Int
    }

    private let pagination: Pagination
    private(set) var size: Int
    /// The offset of the server's row numbers to the list's, because rows are added and removed meanwhile.
    private var drift = 0
    /// The pages read so far, ascending; counted ones only while rows of them are loaded.
    private var read: [ReadPage] = []

    private struct ReadPage: Hashable, Sendable {
        var start: Int
        /// Nil if it is computed, and of the first page.
        let token: PageToken?
        /// The call that brought its rows; nil if none of them is loaded.
        var origin: Provenance?
    }

    /// - Parameters:
    ///   - rows: the number of rows of the first page.
    ///   - hasMore: true if another page follows, so that the first one is full whatever size was asked for.
    init(_ pagination: Pagination = .none, rows: Int = 0, hasMore: Bool = false) {
        self.pagination = pagination
        size = max(1, hasMore && rows > 0 ? rows : pagination.size ?? rows)
    }

    /// True if the page of any row can be requested without the pages before it.
    var isCounted: Bool { pagination.token(ofRow: 0, size: size) != nil }

    func page(holding index: Int, of count: Int) -> Page? {
        guard isCounted else {
            guard let place = read.lastIndex(where: { $0.start <= index }) else { return nil }
            let end = place + 1 < read.count ? read[place + 1].start : count
            return Page(token: read[place].token, start: read[place].start, end: end)
        }
        // If a row inserted at the beginning was dropped, it is at the server's position: from there the server's count
        // applies.
        let drift = index + self.drift < 0 ? 0 : self.drift
        guard let (token, start) = pagination.token(ofRow: index + drift, size: size) else { return nil }
        return Page(token: token, start: max(0, start - drift), end: max(1, start - drift + size))
    }

    /// Adds the page after the last one.
    mutating func append(_ token: PageToken?, start: Int, from origin: Provenance) {
        read.append(ReadPage(start: start, token: token, origin: origin))
    }

    /// Stores the origin of a page that was not the next one.
    mutating func note(_ origin: Provenance, from start: Int) {
        let place = read.lastIndex { $0.start <= start }
        if let place, !isCounted || read[place].start == start {
            read[place].origin = origin
        } else {
            read.insert(ReadPage(start: start, token: nil, origin: origin), at: place.map { $0 + 1 } ?? 0)
        }
    }

    /// The origin of a row; nil if its page was dropped.
    func origin(of index: Int) -> Provenance? { read.last { $0.start <= index && $0.origin != nil }?.origin }

    /// The calls that brought the loaded rows.
    var calls: [UInt64] { read.compactMap { $0.origin?.call } }

    /// Discards the origins of all rows except the loaded ones.
    mutating func keepOrigins(of loaded: Range<Int>) {
        let first = read.lastIndex { $0.start <= loaded.lowerBound } ?? 0
        // The page of an empty list is kept, too.
        let end = max(loaded.upperBound, loaded.lowerBound + 1)
        for place in read.indices where place < first || read[place].start >= end { read[place].origin = nil }
        if isCounted { read.removeAll { $0.origin == nil } }
    }

    /// The server counts `rows` more before the end than the list, because they were shown already.
    mutating func skipped(_ rows: Int) { drift += rows }

    /// Rows from `index` on are `count` places further up; negative for further down.
    mutating func moved(from index: Int, up count: Int) {
        for place in read.indices where read[place].start >= index {
            read[place].start = max(0, read[place].start - count)
        }
    }

    /// A row was inserted at the beginning; the server's position of it is unknown.
    mutating func addedInFront() {
        drift -= 1
        moved(from: 1, up: -1)
    }
}
