import WireFormats

/// What was worked out from a document and is the same whenever it is asked for, kept beside it. Copies of a document share it.
///
/// Bounded: of too many values of one type those go that nobody asked for longest, since they can be worked out again. So what a
/// document has one of stays, however much of other types comes and goes.
public final class DocumentMemo: Sendable {
    /// The values of one type, in two halves: where the newer one is full, it takes the older one's place.
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

    /// The values by the type of their table.
    private let tables = Lock<[ObjectIdentifier: any Sendable]>([:])

    /// How many values of one type are kept.
    static let limit = 500

    init() {}

    /// The value for a key, made where it is not there. Several that ask at once may make it each. It must not hold the document,
    /// which would then hold itself.
    ///
    /// - Parameter key: what tells the value from others of its type.
    public func value<Key: Hashable & Sendable, Value: Sendable>(for key: Key = "", make: () -> Value) -> Value {
        func change<Result: Sendable>(_ body: @Sendable (inout Values<Key, Value>) -> Result) -> Result {
            tables.withLock { tables in
                let type = ObjectIdentifier(Values<Key, Value>.self)
                // Taken out while it changes, so that it is not copied.
                var values = tables.removeValue(forKey: type) as? Values<Key, Value> ?? Values()
                defer { tables[type] = values }
                return body(&values)
            }
        }
        if let known = change({ $0.find(key) }) { return known }
        let value = make()
        change { $0.add(value, for: key) }
        return value
    }
}
