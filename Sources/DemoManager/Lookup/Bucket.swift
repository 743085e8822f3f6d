import HTTPTypes

/// Stubs that are found in the same way. Those that require an exact query value, header or URL are indexed by it; the
/// others are in one list. Both are sorted with the first to try last, where new stubs are appended.
struct Bucket: Sendable {
    private var plain: [StubEntry] = []
    private var keyed = Table<ByteHash, [StubEntry]>()
    /// The names of the keys, with the number of stubs under each.
    private var names: [EqualityKey.Name: Int] = [:]

    var isEmpty: Bool { plain.isEmpty && keyed.isEmpty }

    mutating func insert(_ entry: StubEntry) {
        let keys = EqualityKey.keys(of: entry.request)
        // The key with the fewest stubs, so that 10,000 stubs that differ in one value are spread over all its keys.
        guard let key = keys.min(by: { count($0) < count($1) }) else {
            plain.insertInOrder(entry)
            return
        }
        keyed.change(key.hash) { $0.insertInOrder(entry) }
        names[key.name, default: 0] += 1
    }

    /// Removes a stub; returns false if it is not in the bucket.
    mutating func remove(_ entry: StubEntry) -> Bool {
        if plain.removeInOrder(entry) { return true }
        for key in EqualityKey.keys(of: entry.request) {
            guard keyed.change(key.hash, { $0.removeInOrder(entry) }) else { continue }
            names[key.name, default: 1] -= 1
            if names[key.name] == 0 { names[key.name] = nil }
            return true
        }
        return false
    }

    /// Passes every list that may contain a match to the search.
    func pass(to search: inout StubSearch) {
        if !plain.isEmpty { search.visit(plain) }
        guard !keyed.isEmpty else { return }
        let facts = search.facts
        let look: (ByteHash) -> Void = { hash in
            if let list = keyed[hash] { search.visit(list) }
        }
        // Iterates over the shorter of two: the names that the stubs require, or the values of the request.
        if names.count <= 8 {
            for name in names.keys { name.forEachHash(in: facts, look) }
        } else {
            EqualityKey.forEachHash(of: facts, look)
        }
    }

    private func count(_ key: EqualityKey) -> Int { keyed[key.hash]?.count ?? 0 }
}

extension [StubEntry] {
    /// Inserts a stub by its rank, the first to try last.
    fileprivate mutating func insertInOrder(_ entry: StubEntry) {
        if let last, last.rank < entry.rank {
            insert(entry, at: place(of: entry))
        } else {
            append(entry)
        }
    }

    /// Removes a stub; returns false if it is not in the list.
    fileprivate mutating func removeInOrder(_ entry: StubEntry) -> Bool {
        let index = place(of: entry)
        guard index < count, self[index].id == entry.id else { return false }
        remove(at: index)
        return true
    }

    /// The index of the first stub that is not tried after `entry`.
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

/// Buckets by method. At most a handful, so that a list is faster than a table.
struct MethodBuckets: Sendable, Emptiable {
    /// The nil method is for patterns that do not require exactly one method.
    private var buckets: [(method: HTTPRequest.Method?, bucket: Bucket)] = []
    private(set) var count = 0

    var isEmpty: Bool { buckets.isEmpty }

    mutating func insert(_ entry: StubEntry) {
        count += 1
        let method = entry.request.method.single
        if let index = buckets.firstIndex(where: { $0.method == method }) {
            buckets[index].bucket.insert(entry)
        } else {
            var bucket = Bucket()
            bucket.insert(entry)
            buckets.append((method, bucket))
        }
    }

    /// Removes a stub; returns false if it is not here.
    @discardableResult
    mutating func remove(_ entry: StubEntry) -> Bool {
        let method = entry.request.method.single
        guard let index = buckets.firstIndex(where: { $0.method == method }), buckets[index].bucket.remove(entry)
        else { return false }
        count -= 1
        if buckets[index].bucket.isEmpty { buckets.remove(at: index) }
        return true
    }

    func pass(to search: inout StubSearch) {
        let method = search.facts.method
        // In place, because retaining a copy of a bucket would make threads contend for its reference count.
        buckets.withUnsafeBufferPointer { buckets in
            for place in buckets.indices where buckets[place].method == nil || buckets[place].method == method {
                buckets[place].bucket.pass(to: &search)
            }
        }
    }
}

extension MethodPattern {
    fileprivate var single: HTTPRequest.Method? {
        if case .one(let method) = self { method } else { nil }
    }
}

/// An exact value that a stub requires, as a key of the index.
struct EqualityKey {
    /// The kind and name of a value.
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

    /// Calls `visit` with every key of the request.
    static func forEachHash(of facts: RequestFacts, _ visit: (ByteHash) -> Void) {
        visit(Name.url.hash(of: facts.target))
        for item in facts.query {
            visit(Name.query(String(decoding: item.name, as: UTF8.self)).hash(of: item.value))
        }
        for field in facts.request.headerFields { visit(Name.header(field.name).hash(of: field.value.utf8)) }
    }
}

extension EqualityKey.Name {
    /// The key for `value` under this name.
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

    /// Calls `visit` with the request's keys for this name.
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

/// A trie of templates by segment. One table has all nodes, keyed by the hash of their path: literal segments as they
/// are, segments with a parameter as one mark.
struct SegmentTrie: Sendable {
    private struct Node: Sendable, Emptiable {
        /// The number of stubs here and below.
        var count = 0
        /// The number of those below a segment with a parameter.
        var parameters = 0
        var stubs = MethodBuckets()

        var isEmpty: Bool { count == 0 }
    }

    private var nodes = Table<ByteHash, Node>()

    private static let root = ByteHash(EmptyCollection())

    var isEmpty: Bool { nodes.isEmpty }

    mutating func insert(_ entry: StubEntry, at template: URLTemplate) {
        change(template, by: 1) { $0.insert(entry) }
    }

    mutating func remove(_ entry: StubEntry, at template: URLTemplate) {
        change(template, by: -1) { $0.remove(entry) }
    }

    func pass(to search: inout StubSearch) {
        guard let root = nodes[Self.root] else { return }
        descend(from: root, Self.root, at: 0, &search)
    }

    /// Follows the path of `template`, updates the counts and changes the stubs at its end.
    private mutating func change(_ template: URLTemplate, by difference: Int, _ body: (inout MethodBuckets) -> Void) {
        var way = Self.root
        for segment in template.segments {
            count(way, difference, below: segment)
            way = segment.isLiteral ? way.literal(segment.literals.joined()) : way.parameter
        }
        count(way, difference, below: nil, body)
    }

    private mutating func count(
        _ way: ByteHash, _ difference: Int, below segment: URLTemplate.Segment?,
        _ body: (inout MethodBuckets) -> Void = { _ in }
    ) {
        nodes.change(way) { node in
            node.count += difference
            if segment?.isLiteral == false { node.parameters += difference }
            body(&node.stubs)
        }
    }

    /// Passes the stubs below `node` that match the path from `start` to the search.
    private func descend(from node: Node, _ way: ByteHash, at start: Int, _ search: inout StubSearch) {
        let facts = search.facts
        guard start <= facts.pathEnd else {
            node.stubs.pass(to: &search)
            return
        }
        var end = start
        while end < facts.pathEnd, facts.target[end] != UInt8(ascii: "/") { end += 1 }
        let literal = way.literal(facts.target[start..<end])
        if let child = nodes[literal] { descend(from: child, literal, at: end + 1, &search) }
        // A parameter matches at least one character.
        if end > start, node.parameters > 0, let child = nodes[way.parameter] {
            descend(from: child, way.parameter, at: end + 1, &search)
        }
    }
}

extension ByteHash {
    /// The path extended by a literal segment.
    fileprivate func literal(_ segment: some Sequence<UInt8>) -> ByteHash {
        var hash = self
        hash.combine(UInt8(ascii: "/"))
        hash.combine(segment)
        return hash
    }

    /// The path extended by a segment with a parameter.
    fileprivate var parameter: ByteHash {
        var hash = self
        hash.combine(0)
        return hash
    }
}
