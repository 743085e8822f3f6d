import Foundation

/// Runs what recurses as deep as a text nests, which may be more than the stack of a secondary thread holds (512 KB on
/// Apple systems, and programs choose less).
enum LargeStack {
    private static let size = 16 << 20

    /// What `work` gives, run on a thread of its own while this one waits.
    static func run<T: Sendable>(_ work: @escaping @Sendable () -> T) -> T {
        let slot = Slot<T>()
        let thread = Thread { slot.fill(work()) }
        thread.stackSize = size
        thread.start()
        return slot.wait()
    }

    private final class Slot<T: Sendable>: @unchecked Sendable {
        private let condition = NSCondition()
        private var value: T?

        func fill(_ value: T) {
            condition.withLock {
                self.value = value
                condition.signal()
            }
        }

        func wait() -> T {
            condition.withLock {
                while true {
                    if let value { return value }
                    condition.wait()
                }
            }
        }
    }
}
