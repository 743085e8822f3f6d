import HTTPTypes

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

    /// Passes on every list that may hold a match.
    func pass(to search: inout StubSearch) {
        if !plain.isEmpty { search.visit(plain) }
        guard !keyed.isEmpty else { return }
        let facts = search.facts
        let look: (ByteHash) -> Void = { hash in
            if let list = keyed[hash] { search.visit(list) }
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

/// Buckets by method. A handful at most, so a list is quicker than a table.
struct MethodBuckets: Sendable {
    /// Nil stands for patterns that are not for exactly one method.
    private var buckets: [(method: HTTPRequest.Method?, bucket: Bucket)] = []

    var isEmpty: Bool { buckets.isEmpty }

    mutating func insert(_ entry: StubEntry) {
        let method = entry.request.method.single
        if let index = buckets.firstIndex(where: { $0.method == method }) {
            buckets[index].bucket.insert(entry)
        } else {
            var bucket = Bucket()
            bucket.insert(entry)
            buckets.append((method, bucket))
        }
    }

    mutating func remove(_ entry: StubEntry) {
        let method = entry.request.method.single
        guard let index = buckets.firstIndex(where: { $0.method == method }) else { return }
        buckets[index].bucket.remove(entry)
        if buckets[index].bucket.isEmpty { buckets.remove(at: index) }
    }

    func pass(to search: inout StubSearch) {
        let method = search.facts.method
        // In place: a bucket taken out is counted as held once more, and threads would wait for each other's counting.
        buckets.withUnsafeBufferPointer { buckets in
            for place in buckets.indices where buckets[place].method == nil || buckets[place].method == method {
                buckets[place].bucket.pass(to: &search)
            }
        }
    }
}

extension MethodBuckets? {
    /// Inserts, where need be into the first buckets of this place.
    mutating func insert(_ entry: StubEntry) {
        var buckets = take() ?? MethodBuckets()
        buckets.insert(entry)
        self = buckets
    }

    /// Removes; what is empty then is nil.
    mutating func remove(_ entry: StubEntry) {
        guard var buckets = take() else { return }
        buckets.remove(entry)
        self = buckets.isEmpty ? nil : buckets
    }
}

extension MethodPattern {
    fileprivate var single: HTTPRequest.Method? {
        if case .one(let method) = self { method } else { nil }
    }
}

/// A demand for one exact value, as a key to find the stub by.
struct EqualityKey {
    /// The kind and name of the value.
    enum Name: Sendable, Hashable {
        /// Path and query.
        case url
        /// A query parameter.
        case query(String)
        /// A header, by its canonical name.
        case header(HTTPField.Name)
    }

    let name: Name
    let hash: ByteHash

    /// The keys a stub can be found by.
    static func keys(of pattern: RequestPattern) -> [EqualityKey] {
        var keys: [EqualityKey] = []
        if case .url(let url) = pattern.url {
            keys.append(EqualityKey(name: .url, hash: Name.url.hash(of: url.utf8)))
        }
        for named in pattern.queryParameters {
            if case .equalTo(let value, false) = named.matcher {
                let name = Name.query(named.name)
                keys.append(EqualityKey(name: name, hash: name.hash(of: value.utf8)))
            }
        }
        for named in pattern.headers {
            if case .equalTo(let value, false) = named.matcher, let field = HTTPField.Name(named.name) {
                let name = Name.header(field)
                keys.append(EqualityKey(name: name, hash: name.hash(of: value.utf8)))
            }
        }
        return keys
    }

    /// Calls `visit` with every key the request has.
    static func forEachHash(of facts: RequestFacts, _ visit: (ByteHash) -> Void) {
        visit(Name.url.hash(of: facts.target))
        for item in facts.query {
            visit(Name.query(String(decoding: item.name, as: UTF8.self)).hash(of: item.value))
        }
        for field in facts.request.headerFields { visit(Name.header(field.name).hash(of: field.value.utf8)) }
    }
}

extension EqualityKey.Name {
    /// The table's key for `value` of this name.
    func hash(of value: some Sequence<UInt8>) -> ByteHash {
        var hash: ByteHash
        switch self {
        case .url: hash = ByteHash(CollectionOfOne(1))
        case .query(let name):
            hash = ByteHash(name.utf8)
            hash.combine(2)
        case .header(let name):
            hash = ByteHash(name.canonicalName.utf8)
            hash.combine(3)
        }
        hash.combine(value)
        return hash
    }

    /// Calls `visit` with the keys the request has for this name.
    func forEachHash(in facts: RequestFacts, _ visit: (ByteHash) -> Void) {
        switch self {
        case .url: visit(hash(of: facts.target))
        case .query(let name):
            for item in facts.query where item.name.isEqual(to: name) { visit(hash(of: item.value)) }
        case .header(let name):
            for value in facts.request.headerFields[values: name] { visit(hash(of: value.utf8)) }
        }
    }
}
