import Foundation

/// Runs deep recursion on a large stack. Secondary threads have 512 KB on Apple systems, and programs may choose less.
enum LargeStack {
    private static let size = 16 << 20

    /// The result of `work` on a thread of its own, while the caller waits.
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
