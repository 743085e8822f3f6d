import Foundation
import WireFormats

/// Runs the callbacks that end a task.
enum Delivery {
    #if canImport(Darwin)
        /// Runs `body` directly, because URLSession handles its threads itself.
        static func run(_ body: () -> Void) { body() }
    #else
        /// Runs `body` on another thread while the calling queue waits, for a limited time.
        ///
        /// All sessions share that queue, and their task registry may be read only while the queue is blocked. But
        /// `data(for:)` resumes its Swift task inside `body`, for which that task must be unlocked. A cancellation
        /// keeps it locked until it enters the same queue, so that both would deadlock if `body` ran there. So the
        /// queue is released after a while; the registry has been read by then.
        static func run(_ body: @escaping @Sendable () -> Void) {
            let started = DispatchSemaphore(value: 0)
            let finished = DispatchSemaphore(value: 0)
            threads.add {
                started.signal()
                body()
                finished.signal()
            }
            started.wait()
            _ = finished.wait(timeout: .now() + .milliseconds(50))
        }

        private static let threads = DeliveryThreads()
    #endif
}

#if !canImport(Darwin)
    /// Threads that sleep when idle: one, and another whenever all are blocked. Dispatch's threads may all be waiting
    /// for these. A job queued after a blocked one would block the job that frees it.
    private final class DeliveryThreads: @unchecked Sendable {
        /// Guards the other properties.
        private let condition = NSCondition()
        private var jobs: [@Sendable () -> Void] = []
        private var idle = 0

        func add(_ job: @escaping @Sendable () -> Void) {
            condition.lock()
            defer { condition.unlock() }
            jobs.append(job)
            if jobs.count > idle {
                Thread.detachNewThread { self.work() }
            } else {
                condition.signal()
            }
        }

        private func work() {
            condition.lock()
            defer { condition.unlock() }
            while true {
                // One idle thread is enough.
                if jobs.isEmpty, idle > 0 { return }
                idle += 1
                while jobs.isEmpty { condition.wait() }
                idle -= 1
                let job = jobs.removeFirst()
                condition.unlock()
                job()
                condition.lock()
            }
        }
    }
#endif

/// Lets exactly one event end a task: its reply or its cancellation.
final class Gate: Sendable {
    private enum State {
        case open, completed, cancelled
    }

    private let state = Lock(State.open)

    /// Marks the task as completed; false if it has already ended.
    func complete() -> Bool { close(.completed) }

    /// Marks the task as cancelled; false if it has already ended.
    func cancel() -> Bool { close(.cancelled) }

    /// True if the task has neither completed nor been cancelled.
    var isOpen: Bool { state.withLock { $0 == .open } }

    /// True if the task has completed.
    var isCompleted: Bool { state.withLock { $0 == .completed } }

    private func close(_ end: State) -> Bool {
        state.withLock { state in
            guard state == .open else { return false }
            state = end
            return true
        }
    }
}
