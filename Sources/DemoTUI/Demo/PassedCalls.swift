import AppCore
import DemoManager
import Synchronization
import Terminal

/// Demo calls that were let through and start again in the live session: their exchange is already in the journal,
/// and where they go is decided.
final class PassedCalls: Sendable {
    /// A call signs in on its way, as an operation of its own: only the one that was let through is meant.
    private struct Key: Hashable {
        let call: UInt64
        let operation: String?
    }

    /// A call that was let through.
    struct Passed: Sendable {
        let exchange: ExchangeID
        let reason: PassThroughReason
    }

    /// The most that are remembered: a call that is given up before it starts again never takes its entry.
    static let limit = 256

    private let calls = Mutex<[Key: Passed]>([:])

    /// Remembers a call that starts again.
    func insert(_ context: CallContext, _ passed: Passed) {
        calls.withLock { calls in
            if calls.count >= Self.limit, let oldest = calls.keys.min(by: { $0.call < $1.call }) {
                calls[oldest] = nil
            }
            calls[Key(call: context.id, operation: context.operation)] = passed
        }
    }

    /// What is remembered of a call that has started again; it is handed out once.
    func take(_ context: CallContext) -> Passed? {
        calls.withLock { $0.removeValue(forKey: Key(call: context.id, operation: context.operation)) }
    }
}
