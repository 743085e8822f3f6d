import JSONText

extension PagedRows {
    /// Begins to load the first page; the rows at hand show until it comes.
    public mutating func reload(call: UInt64) -> Load {
        begin(.first, call)
    }

    /// Begins to load the page after the rows at hand; nil when there is none, a load is under way, or the last one
    /// failed (then `retry` is the way).
    public mutating func loadNext(call: UInt64) -> Load? {
        guard state == .idle, let next else { return nil }
        return begin(.next(next), call)
    }

    /// Begins the load that failed again; nil when none has.
    public mutating func retry(call: UInt64) -> Load? {
        guard case .failed = state else { return nil }
        return begin(lastLoad, call)
    }

    /// A page came.
    ///
    /// - Returns: whether it belongs to the load under way; otherwise nothing changes.
    @discardableResult
    public mutating func received(_ page: Page, call: UInt64) -> Bool {
        guard self.call == call else { return false }
        rows = lastLoad == .first ? page.rows : rows + page.rows
        total = page.total ?? (lastLoad == .first ? nil : total)
        next = page.next
        response = page.response
        state = page.next == nil ? .complete : .idle
        self.call = nil
        return true
    }

    /// A load failed; the rows at hand stay.
    ///
    /// - Returns: whether it is the load under way; otherwise nothing changes.
    @discardableResult
    public mutating func failed(_ error: APIError, call: UInt64) -> Bool {
        guard self.call == call else { return false }
        state = .failed(error)
        self.call = nil
        return true
    }

    /// The user ended the load under way; scrolling on, or a reload, begins it again.
    public mutating func cancelled(call: UInt64) {
        guard self.call == call else { return }
        state = next == nil && !rows.isEmpty ? .complete : .idle
        self.call = nil
    }

    /// Forgets everything, so that rows of before and after can never stand side by side.
    public mutating func clear() {
        self = PagedRows()
    }

    private mutating func begin(_ load: Load, _ call: UInt64) -> Load {
        lastLoad = load
        state = load == .first ? .loadingFirst : .loadingNext
        self.call = call
        return load
    }
}

extension PagedRows {
    /// Puts a row in place of the one at `index`, when there is one.
    public mutating func replace(at index: Int, with row: JSONValue) {
        guard rows.indices.contains(index) else { return }
        rows[index] = row
    }

    /// Takes a row out and counts one less.
    public mutating func remove(at index: Int) {
        guard rows.indices.contains(index) else { return }
        rows.remove(at: index)
        total = total.map { max(0, $0 - 1) }
    }

    /// Puts a row in, at the end if `index` is beyond it, and counts one more.
    public mutating func insert(_ row: JSONValue, at index: Int) {
        rows.insert(row, at: min(max(0, index), rows.count))
        total = total.map { $0 + 1 }
    }
}

extension PagedRows {
    /// Whether a load is under way.
    public var isLoading: Bool { state == .loadingFirst || state == .loadingNext }

    /// Whether more rows are to be had.
    public var hasMore: Bool { next != nil }

    /// Whether it is time for the next page: the last visible row is within `lookahead` of the end.
    public func wantsNext(lastVisible: Int, lookahead: Int = 20) -> Bool {
        state == .idle && next != nil && lastVisible + lookahead >= rows.count
    }

    /// How much is loaded: "60 of 5,000", "60+" when more is there but nobody knows how much, "60" when that is all.
    public var countText: String {
        let loaded = PagedRows.grouped(rows.count)
        if let total, total > rows.count { return "\(loaded) of \(PagedRows.grouped(total))" }
        return hasMore ? loaded + "+" : loaded
    }

    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
