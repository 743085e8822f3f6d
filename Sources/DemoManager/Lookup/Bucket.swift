/// Stubs that share a way to be found. Those that demand a query value, a header or a whole URL exactly are found by it;
/// the others stand in one list. Both are in order, the first to try last, because new stubs come in there.
struct Bucket: Sendable {
    private var plain: [StubEntry] = []
    private var keyed = Table<ByteHash, [StubEntry]>()
    /// The names used as keys, with the number of stubs under each.
    private var names: [EqualityKey.Name: Int] = [:]

    var isEmpty: Bool { plain.isEmpty && keyed.isEmpty }

    mutating func insert(_ entry: StubEntry) {
        let keys = EqualityKey.keys(of: entry.request)
        // Under the key fewest others share: 10,000 stubs that differ in one value are spread over all of them.
        guard let key = keys.min(by: { count($0) < count($1) }) else {
            plain.insertInOrder(entry)
            return
        }
        keyed.update(key.hash) { list in
            var entries = list.take() ?? []
            entries.insertInOrder(entry)
            list = entries
        }
        names[key.name, default: 0] += 1
    }

    mutating func remove(_ entry: StubEntry) {
        if plain.removeInOrder(entry) { return }
        for key in EqualityKey.keys(of: entry.request) {
            var isFound = false
            keyed.update(key.hash) { list in
                guard var entries = list.take() else { return }
                isFound = entries.removeInOrder(entry)
                list = entries.isEmpty ? nil : entries
            }
            guard isFound else { continue }
            names[key.name, default: 1] -= 1
            if names[key.name] == 0 { names[key.name] = nil }
            return
        }
    }

    /// Calls `visit` with every list that may hold a match.
    func forEachList(_ facts: RequestFacts, _ visit: ([StubEntry]) -> Void) {
        if !plain.isEmpty { visit(plain) }
        guard !keyed.isEmpty else { return }
        let look: (ByteHash) -> Void = { hash in
            if let list = keyed[hash] { visit(list) }
        }
        // Whichever is shorter: what the stubs ask for, or what the request has.
        if names.count <= 8 {
            for name in names.keys { name.forEachHash(in: facts, look) }
        } else {
            EqualityKey.forEachHash(of: facts, look)
        }
    }

    private func count(_ key: EqualityKey) -> Int { keyed[key.hash]?.count ?? 0 }
}

extension [StubEntry] {
    /// Inserts where it belongs, the first to try last.
    fileprivate mutating func insertInOrder(_ entry: StubEntry) {
        if let last, last.rank < entry.rank {
            insert(entry, at: place(of: entry))
        } else {
            append(entry)
        }
    }

    fileprivate mutating func removeInOrder(_ entry: StubEntry) -> Bool {
        let index = place(of: entry)
        guard index < count, self[index].id == entry.id else { return false }
        remove(at: index)
        return true
    }

    /// The first place whose entry is not tried after `entry`.
    private func place(of entry: StubEntry) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if entry.rank < self[middle].rank { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
