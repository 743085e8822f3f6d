/// A dictionary whose copies share unchanged parts. If a decision holds a copy, a change copies one shard and the list
/// of shards: the square root of the size, not the size.
struct Table<Key: TableKey, Value: Sendable>: Sendable {
    /// All entries while there are few; empty once there are shards.
    private var small: [Key: Value] = [:]
    /// A power of two shards, or none.
    private var shards: [[Key: Value]] = []
    private(set) var count = 0

    /// The number of entries per shard above which their number is doubled.
    private static var shardSize: Int { 256 }

    var isEmpty: Bool { count == 0 }
    var keys: [Key] { shards.isEmpty ? Array(small.keys) : shards.flatMap(\.keys) }
    var values: [Value] { shards.isEmpty ? Array(small.values) : shards.flatMap(\.values) }

    subscript(key: Key) -> Value? {
        get { shards.isEmpty ? small[key] : shards[shard(of: key)][key] }
        set { update(key) { $0 = newValue } }
    }

    /// Changes the value of a key in place; nil means no value.
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
        // Fibonacci hashing, which also spreads consecutive keys.
        Int(truncatingIfNeeded: (key.spread &* 0x9E37_79B9_7F4A_7C15) >> 32) & (shards.count - 1)
    }

    private mutating func grow() {
        let old = shards.isEmpty ? [small] : shards
        small = [:]
        shards = Array(repeating: [:], count: old.count * 2)
        for (key, value) in old.joined() { shards[shard(of: key)][key] = value }
    }
}

protocol TableKey: Hashable, Sendable {
    /// Bits that differ between keys.
    var spread: UInt64 { get }
}

extension ByteHash: TableKey {
    var spread: UInt64 { value }
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
