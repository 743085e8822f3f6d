import JSONText

extension RowList {
    /// Marks a row, so that what comes back for it finds it or is dropped.
    func mark(_ index: Int) -> RowMark {
        RowMark(index: index, generation: generation, identity: identity.flatMap { self[index]?[$0] })
    }

    /// The mark of the row with the same id as one that was marked in another list.
    func mark(of other: RowMark?) -> RowMark? {
        guard let identity, let id = other?.identity else { return nil }
        return rows.firstIndex { $0[identity] == id }.map { mark($0 + window.first) }
    }

    /// The index a mark stands for; nil if the list was loaded anew since, or the row is at hand no more.
    func index(of mark: RowMark?) -> Int? {
        guard let mark, mark.generation == generation else { return nil }
        guard let identity, let id = mark.identity else { return window.range.contains(mark.index) ? mark.index : nil }
        if self[mark.index]?[identity] == id { return mark.index }
        return rows.firstIndex { $0[identity] == id }.map { $0 + window.first }
    }

    /// Puts a new row in front or at the end.
    mutating func add(_ row: JSONValue, atEnd: Bool) {
        if !atEnd { pages.addedInFront() } else if hasMore { pages.skipped(-1) }
        if !atEnd { exchanges.moved(from: 0, up: -1) }
        window.add(row, atEnd: atEnd)
        total = total.map { $0 + 1 }
    }

    /// True if a row with the same identity is at hand already.
    func contains(_ row: JSONValue, by identity: JSONPointer?) -> Bool {
        guard let identity, let id = row[identity] else { return false }
        return rows.contains { $0[identity] == id }
    }

    /// Replaces a row after an update.
    mutating func replace(_ index: Int, with row: JSONValue) { window.replace(index, with: row) }

    /// Takes a deleted row out.
    mutating func remove(_ index: Int) {
        guard (0..<count).contains(index) else { return }
        window.remove(index)
        pages.moved(from: index + 1, up: 1)
        exchanges.moved(from: index + 1, up: 1)
        total = total.map { $0 - 1 }
    }

    /// Lets the list reach as far as the server says it does, where any page can be asked for.
    /// - Returns: false if only the page before leads to the next.
    mutating func reachEnd() -> Bool {
        guard hasMore else { return true }
        guard pages.isCounted, let total, total > count, total < 1 << 48 else { return false }
        proven = count
        next = nil
        window.reach(total)
        return true
    }
}
