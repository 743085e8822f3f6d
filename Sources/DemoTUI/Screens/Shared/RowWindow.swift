import JSONText

/// The rows at hand of a list that may be far longer: one stretch without holes, and where it stands in the whole.
///
/// An index counts from the first row of the whole list, at hand or not.
struct RowWindow: Sendable {
    /// The rows at hand.
    private(set) var rows: [JSONValue] = []
    /// The index of the first row at hand.
    private(set) var first = 0
    /// How far the list is known to reach. Rows that are not at hand are loaded when they are needed.
    private(set) var count = 0

    /// The indices of the rows at hand.
    var range: Range<Int> { first..<first + rows.count }

    /// A row; nil if it is not at hand.
    subscript(index: Int) -> JSONValue? { range.contains(index) ? rows[index - first] : nil }

    /// Begins anew with the rows of the first page.
    mutating func replaceAll(_ rows: [JSONValue]) {
        self = RowWindow()
        self.rows = rows
        count = rows.count
    }

    /// Puts rows behind the last known one; where the stretch at hand is elsewhere, they only count.
    mutating func extend(_ more: [JSONValue]) {
        if range.upperBound == count { rows += more }
        count += more.count
    }

    /// Lets the list reach further than it was read, or less far.
    mutating func reach(_ count: Int) {
        self.count = max(0, count)
        if range.upperBound > self.count { rows.removeLast(min(rows.count, range.upperBound - self.count)) }
        if rows.isEmpty { first = 0 }
    }

    /// Puts a page that was not at hand in its place, between `start` and `end`.
    ///
    /// What does not touch the stretch at hand takes its place. A page may hold fewer rows than it once did; then all that
    /// follows moves up.
    /// - Parameters:
    ///   - identity: where a row's id stands; a row that is at hand is not put there twice.
    ///   - isCounted: whether the server is asked for rows by their number: where a full page goes on with rows that are at hand, it
    ///     counts others in front of them, and none is missing.
    /// - Returns: what moved: rows from `index` on stand `count` lines further up than before. And how many rows the server
    ///   counts more in front of the page's end than the list does.
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
                // A server that gives the same page for ever must come to an end.
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

    /// The rows of a page that are not at hand already, as far as rows have ids.
    func unknown(_ page: [JSONValue], by identity: JSONPointer?) -> [JSONValue] {
        guard let identity else { return page }
        let known = Set(rows.compactMap { $0[identity] })
        return page.filter { row in row[identity].map { !known.contains($0) } ?? true }
    }

    /// Lets go of rows far from `index` until `kept` are left.
    mutating func trim(around index: Int, to kept: Int) {
        guard rows.count > kept else { return }
        let center = min(max(index, first), range.upperBound - 1)
        let lower = max(first, min(center - kept / 2, range.upperBound - kept))
        rows = Array(rows[(lower - first)..<(lower - first + kept)])
        first = lower
    }

    // MARK: Single rows

    /// Replaces a row that is at hand.
    mutating func replace(_ index: Int, with row: JSONValue) {
        if range.contains(index) { rows[index - first] = row }
    }

    /// Takes a row out, at hand or not.
    mutating func remove(_ index: Int) {
        guard (0..<count).contains(index) else { return }
        if range.contains(index) { rows.remove(at: index - first) } else if index < first { first -= 1 }
        count -= 1
    }

    /// Puts a row in front or at the end. In front it is to be seen: rows far from it are let go. At the end, far from the rows at
    /// hand, it only counts.
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
