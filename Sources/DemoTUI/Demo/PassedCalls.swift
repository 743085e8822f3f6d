import AppCore
import DemoManager
import Synchronization

/// Demo calls that were let through and start again in the live session: their exchange is already in the journal.
final class PassedCalls: Sendable {
    /// A call signs in on its way, as an operation of its own: only the one that was let through is meant.
    private struct Key: Hashable {
        let call: UInt64
        let operation: String?
    }

    private let exchanges = Mutex<[Key: ExchangeID]>([:])

    /// Remembers the exchange of a call that starts again.
    func insert(_ context: CallContext, _ exchange: ExchangeID) {
        exchanges.withLock { $0[Key(call: context.id, operation: context.operation)] = exchange }
    }

    /// The exchange of a call that has started again; it is handed out once.
    func take(_ context: CallContext) -> ExchangeID? {
        exchanges.withLock { $0.removeValue(forKey: Key(call: context.id, operation: context.operation)) }
    }
}
