import WireFormats

/// Caches values derived from a document. Copies of a document share it.
///
/// Each type has its own limit, beyond which the least recently used values are dropped. Many values of one type do not
/// displace those of another.
public final class DocumentMemo: Sendable {
    /// The values of one type in two generations: a full `newer` replaces `older`.
    private struct Values<Key: Hashable & Sendable, Value: Sendable>: Sendable {
        var newer: [Key: Value] = [:]
        var older: [Key: Value] = [:]

        mutating func find(_ key: Key) -> Value? {
            if let value = newer[key] { return value }
            guard let value = older.removeValue(forKey: key) else { return nil }
            add(value, for: key)
            return value
        }

        mutating func add(_ value: Value, for key: Key) {
            if newer.count >= DocumentMemo.limit / 2 { (newer, older) = ([:], newer) }
            newer[key] = value
        }
    }

    /// A class, so that a lookup neither copies nor boxes the values.
    private final class Table<Key: Hashable & Sendable, Value: Sendable>: Sendable {
        let values = Lock(Values<Key, Value>())
    }

    /// By the type of the table.
    private let tables = Lock<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    /// The most values of one type.
    static let limit = 500

    init() {}

    /// The value for a key, created if it is missing. Concurrent callers may each create it. It must not hold the
    /// document, which would then retain itself.
    ///
    /// - Parameters:
    ///   - key: distinguishes values of one type.
    ///   - isKept: false for a value that is too large to cache.
    public func value<Key: Hashable & Sendable, Value: Sendable>(
        for key: Key = "", where isKept: (Value) -> Bool = { _ in true }, make: () -> Value
    ) -> Value {
        let type = ObjectIdentifier(Table<Key, Value>.self)
        let known = tables.withLock { $0[type] as? Table<Key, Value> }
        if let known, let value = known.values.withLock({ $0.find(key) }) { return value }
        let value = make()
        guard isKept(value) else { return value }
        let table = tables.withLock { tables in
            let table = tables[type] as? Table<Key, Value> ?? Table()
            tables[type] = table
            return table
        }
        table.values.withLock { $0.add(value, for: key) }
        return value
    }
}
