import Foundation

/// Where a task is told that it ended.
enum Delivery {
    #if canImport(Darwin)
        /// Runs `body` at once: URLSession looks after its own threads there.
        static func run(_ body: () -> Void) { body() }
    #else
        /// Runs `body` on a thread of its own while the task's queue, which calls this, waits - but not for long.
        ///
        /// URLSession's registry of tasks may be read only while that queue stands still. But `data(for:)` resumes its Swift
        /// task from inside `body`, for which that task must be unlocked, and a cancellation keeps it locked until it gets
        /// into the same queue: told on the queue itself, both wait for each other for ever. So the queue is let go after a
        /// while; by then the registry was read.
        static func run(_ body: @escaping @Sendable () -> Void) {
            let started = DispatchSemaphore(value: 0)
            let finished = DispatchSemaphore(value: 0)
            thread.add {
                started.signal()
                body()
                finished.signal()
            }
            started.wait()
            _ = finished.wait(timeout: .now() + .milliseconds(50))
        }

        private static let thread = DeliveryThread()
    #endif
}

#if !canImport(Darwin)
    /// One thread that works off what it is given, and sleeps when there is nothing. Dispatch's own threads are too few: they
    /// are what waits for it.
    private final class DeliveryThread: @unchecked Sendable {
        /// Guards `jobs`.
        private let condition = NSCondition()
        private var jobs: [@Sendable () -> Void] = []

        init() {
            let thread = Thread { self.work() }
            thread.name = "DemoManager delivery"
            thread.start()
        }

        func add(_ job: @escaping @Sendable () -> Void) {
            condition.lock()
            jobs.append(job)
            condition.signal()
            condition.unlock()
        }

        private func work() -> Never {
            while true {
                condition.lock()
                while jobs.isEmpty { condition.wait() }
                let batch = jobs
                jobs = []
                condition.unlock()
                for job in batch { job() }
            }
        }
    }
#endif
