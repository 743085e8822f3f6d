import Synchronization

/// What was worked out from a document and is the same whenever it is asked for, kept beside it. Copies of a document share it.
///
/// Bounded: of too much all is forgotten, since it can be worked out again.
public final class DocumentMemo: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let key: String
    }

    private let values = Mutex<[Key: any Sendable]>([:])

    /// How many values are kept.
    private static let limit = 500

    init() {}

    /// The value for a key, made where it is not there. Several that ask at once may make it each.
    ///
    /// - Parameter key: what tells the value from others of its type.
    public func value<Value: Sendable>(for key: String = "", make: () -> Value) -> Value {
        let key = Key(type: ObjectIdentifier(Value.self), key: key)
        if let known = values.withLock({ $0[key] }) as? Value { return known }
        let value = make()
        values.withLock { values in
            if values.count >= Self.limit { values = [:] }
            values[key] = value
        }
        return value
    }
}
