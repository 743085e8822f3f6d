/// A dictionary whose copies share unchanged parts. If a decision holds a copy, a change copies one shard and the list
/// of shards: the square root of the size, not the size.
struct Table<Key: TableKey, Value: Sendable>: Sendable {
    /// A power of two shards; none before the first entry.
    private var shards: [[Key: Value]] = []
    private(set) var count = 0

    /// The number of entries per shard above which their number is doubled.
    private static var shardSize: Int { 256 }

    var isEmpty: Bool { count == 0 }
    var keys: [Key] { shards.flatMap(\.keys) }
    var values: [Value] { shards.flatMap(\.values) }

    subscript(key: Key) -> Value? {
        get { shards.isEmpty ? nil : shards[shard(of: key)][key] }
        set { update(key) { $0 = newValue } }
    }

    /// Changes the value of a key in place; nil means no value.
    @discardableResult
    mutating func update<Result>(_ key: Key, _ change: (inout Value?) -> Result) -> Result {
        if shards.isEmpty { shards = [[:]] }
        let place = shard(of: key)
        let before = shards[place].count
        let result = change(&shards[place][key])
        count += shards[place].count - before
        if count > Self.shardSize * shards.count { grow() }
        return result
    }

    private func shard(of key: Key) -> Int {
        // Fibonacci hashing, which also spreads consecutive keys.
        Int(truncatingIfNeeded: (key.spread &* 0x9E37_79B9_7F4A_7C15) >> 32) & (shards.count - 1)
    }

    private mutating func grow() {
        let old = shards
        shards = Array(repeating: [:], count: old.count * 2)
        for (key, value) in old.joined() { shards[shard(of: key)][key] = value }
    }
}

/// A collection that a table removes once it is empty.
protocol Emptiable {
    init()
    var isEmpty: Bool { get }
}

extension [StubEntry]: Emptiable {}

extension Table where Value: Emptiable {
    /// Changes the collection of a key in place. It is created before the change if missing, and not kept if empty.
    @discardableResult
    mutating func change<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result {
        update(key) { value in
            var changed = value.take() ?? Value()
            defer { value = changed.isEmpty ? nil : changed }
            return body(&changed)
        }
    }
}

protocol TableKey: Hashable, Sendable {
    /// Bits that differ between keys.
    var spread: UInt64 { get }
}

extension ByteHash: TableKey {
    var spread: UInt64 { value }
}

extension UInt64: TableKey {
    var spread: UInt64 { self }
}

extension StubID: TableKey {
    var spread: UInt64 { number }
}

/// A set whose copies share unchanged parts.
struct TableSet<Key: TableKey>: Sendable {
    private var table = Table<Key, Bool>()

    func contains(_ key: Key) -> Bool { !table.isEmpty && table[key] != nil }
    mutating func insert(_ key: Key) { table[key] = true }
    mutating func remove(_ key: Key) { table[key] = nil }
}
