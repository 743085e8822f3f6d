import WireFormats

/// Caches values derived from a document. Copies of a document share it.
///
/// The cache is limited per type: values unused for longest are dropped. Many values of one type do not displace those
/// of another.
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

    /// Keyed by the type of the values.
    private let tables = Lock<[ObjectIdentifier: any Sendable]>([:])

    /// The most values of one type.
    static let limit = 500

    init() {}

    /// The value for a key, made if it is missing. Concurrent callers may each make it. It must not hold the document,
    /// which would then retain itself.
    ///
    /// - Parameters:
    ///   - key: distinguishes values of one type.
    ///   - isKept: false for a value that takes too much room.
    public func value<Key: Hashable & Sendable, Value: Sendable>(
        for key: Key = "", where isKept: (Value) -> Bool = { _ in true }, make: () -> Value
    ) -> Value {
        func change<Result: Sendable>(_ body: @Sendable (inout Values<Key, Value>) -> Result) -> Result {
            tables.withLock { tables in
                let type = ObjectIdentifier(Values<Key, Value>.self)
                // Removed while it changes, so that it is not copied.
                var values = tables.removeValue(forKey: type) as? Values<Key, Value> ?? Values()
                defer { tables[type] = values }
                return body(&values)
            }
        }
        if let known = change({ $0.find(key) }) { return known }
        let value = make()
        if isKept(value) { change { $0.add(value, for: key) } }
        return value
    }
}
