/// A dictionary whose copies share what did not change. While a decision holds a copy, a change costs one shard and the
/// list of shards - the root of the whole, not the whole.
struct Table<Key: TableKey, Value: Sendable>: Sendable {
    /// All there is while it is small; empty once there are shards.
    private var small: [Key: Value] = [:]
    /// A power of two of them, or none.
    private var shards: [[Key: Value]] = []
    private(set) var count = 0

    /// How many entries a shard has before their number doubles.
    private static var shardSize: Int { 256 }

    var isEmpty: Bool { count == 0 }
    var keys: [Key] { shards.isEmpty ? Array(small.keys) : shards.flatMap(\.keys) }
    var values: [Value] { shards.isEmpty ? Array(small.values) : shards.flatMap(\.values) }

    subscript(key: Key) -> Value? {
        get { shards.isEmpty ? small[key] : shards[shard(of: key)][key] }
        set { update(key) { $0 = newValue } }
    }

    /// Changes the value of a key in its place; nil is none.
    mutating func update(_ key: Key, _ change: (inout Value?) -> Void) {
        let difference: Int
        if shards.isEmpty {
            difference = Self.update(&small, key, change)
        } else {
            difference = Self.update(&shards[shard(of: key)], key, change)
        }
        count += difference
        if difference > 0, count > Self.shardSize * max(1, shards.count) { grow() }
    }

    private static func update(_ shard: inout [Key: Value], _ key: Key, _ change: (inout Value?) -> Void) -> Int {
        let before = shard.count
        change(&shard[key])
        return shard.count - before
    }

    private func shard(of key: Key) -> Int {
        // Fibonacci hashing: keys that are numbered one after the other are spread too.
        Int(truncatingIfNeeded: (key.spread &* 0x9E37_79B9_7F4A_7C15) >> 32) & (shards.count - 1)
    }

    private mutating func grow() {
        let old = shards.isEmpty ? [small] : shards
        small = [:]
        shards = Array(repeating: [:], count: old.count * 2)
        for (key, value) in old.joined() { shards[shard(of: key)][key] = value }
    }
}

/// The key of a table.
protocol TableKey: Hashable, Sendable {
    /// Bits that differ from key to key.
    var spread: UInt64 { get }
}

extension ByteHash: TableKey {
    var spread: UInt64 { value }
}

extension StubID: TableKey {
    var spread: UInt64 { number }
}

/// A set whose copies share what did not change.
struct TableSet<Key: TableKey>: Sendable {
    private var table = Table<Key, Bool>()

    func contains(_ key: Key) -> Bool { !table.isEmpty && table[key] != nil }
    mutating func insert(_ key: Key) { table[key] = true }
    mutating func remove(_ key: Key) { table[key] = nil }
}
