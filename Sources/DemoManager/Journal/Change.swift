/// The changes of a manager since a listener last looked.
public struct Change: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// A set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A switch, or what the app described.
    public static let switches = Change(rawValue: 1)
    /// A condition was chosen or cleared.
    public static let conditions = Change(rawValue: 2)
    /// Stubs came, went, were switched or reset. That they answered comes with the journal.
    public static let stubs = Change(rawValue: 4)
    /// An exchange began or ended, and with it hits and positions of stubs moved.
    public static let journal = Change(rawValue: 8)
    /// A scenario moved or was reset.
    public static let scenarios = Change(rawValue: 16)
    /// Problems came or went.
    public static let problems = Change(rawValue: 32)
    /// A breakpoint was set or removed, a call is held or goes on.
    package static let holds = Change(rawValue: 64)
    /// A session was set or reset.
    package static let sessions = Change(rawValue: 128)

    typealias Continuation = AsyncStream<Change>.Continuation

    /// Tells every observer. Changes that an observer did not read yet are merged into this one: it is woken once.
    func tell(_ observers: [Continuation]) {
        for observer in observers {
            // Another thread may put its change between two yields; each one that is pushed out is merged again.
            var merged = self
            while case .dropped(let earlier) = observer.yield(merged), !merged.isSuperset(of: earlier) {
                merged.formUnion(earlier)
            }
        }
    }
}

extension DemoManager {
    /// A stream that says what changed, for as long as it is iterated. Changes are merged until they are read, so a slow
    /// listener is woken once for many; nothing is sent when nothing changed.
    public func changes() -> AsyncStream<Change> {
        let (stream, continuation) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1))
        let number = lock.withLock { state in
            let number = state.nextNumber()
            state.observers[number] = continuation
            return number
        }
        continuation.onTermination = { [weak self] _ in
            self?.lock.withLock { state in _ = state.observers.removeValue(forKey: number) }
        }
        return stream
    }
}
