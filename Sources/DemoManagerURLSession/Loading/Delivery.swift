import Foundation
import WireFormats

/// The end of a task.
enum Delivery {
    #if canImport(Darwin)
        /// Runs `body` at once: URLSession looks after its own threads there.
        static func run(_ body: () -> Void) { body() }
    #else
        /// Runs `body` on a thread of its own while the queue this is called on waits - but not for long.
        ///
        /// That queue is the one of all sessions, and their registry of tasks may be read only while it stands still.
        /// But `data(for:)` resumes its Swift task from inside `body`, for which that task must be unlocked. A
        /// cancellation keeps it locked until it gets into the same queue: called on the queue itself, both would
        /// wait for each other for ever. So the queue is let go after a while; by then the registry was read.
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
    /// Threads that sleep when there is nothing to do: one, and another whenever all are held up. Dispatch's own threads are
    /// too few, they are what waits for these; and a job behind one that is held up would hold up what frees it.
    private final class DeliveryThreads: @unchecked Sendable {
        /// Guards the rest.
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
                // One that waits is enough.
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

/// Lets exactly one end a task: the answer or the cancellation.
final class Gate: Sendable {
    private enum State {
        case open, completed, cancelled
    }

    private let state = Lock(State.open)

    /// Says that the task gets its answer now. False if it has ended already.
    func complete() -> Bool { close(.completed) }

    /// Says that the task was cancelled. False if it has ended already.
    func cancel() -> Bool { close(.cancelled) }

    /// True if the task has neither its answer nor been cancelled.
    var isOpen: Bool { state.withLock { $0 == .open } }

    /// True if the task got its answer.
    var isCompleted: Bool { state.withLock { $0 == .completed } }

    private func close(_ end: State) -> Bool {
        state.withLock { state in
            guard state == .open else { return false }
            state = end
            return true
        }
    }
}
