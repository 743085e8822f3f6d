import DemoManager
import Synchronization

/// Demo calls that were let through and start again in the live session: their exchange is already in the journal.
final class PassedCalls: Sendable {
    private let exchanges = Mutex<[UInt64: ExchangeID]>([:])

    /// Remembers the exchange of a call that starts again.
    func insert(_ call: UInt64, _ exchange: ExchangeID) {
        exchanges.withLock { $0[call] = exchange }
    }

    /// The exchange of a call that has started again; it is handed out once.
    func take(_ call: UInt64) -> ExchangeID? {
        exchanges.withLock { $0.removeValue(forKey: call) }
    }
}
