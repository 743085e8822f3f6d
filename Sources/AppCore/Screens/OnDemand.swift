import Synchronization

/// A value that is made when somebody first asks for it, and kept. A large document describes thousands of screens, and a
/// person opens a few.
final class OnDemand<Value: Sendable & Hashable>: Sendable {
    private let make: @Sendable () -> Value
    private let made = Mutex<Value?>(nil)

    /// - Parameter make: gives the same value each time; may run more than once where several ask at the same time.
    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value.
    var value: Value {
        if let value = made.withLock({ $0 }) { return value }
        let value = make()
        made.withLock { $0 = value }
        return value
    }
}

extension OnDemand: Hashable {
    /// Whether both give the same value.
    static func == (one: OnDemand, other: OnDemand) -> Bool { one === other || one.value == other.value }

    /// Tells nothing apart: a hash is not worth making the value for.
    func hash(into hasher: inout Hasher) {}
}
