#if TSAN
    import Foundation

    /// A lock around one value, as a pthread mutex: the thread sanitizer reports false races on `Mutex`.
    /// Compiled only with `-DTSAN`; everything else about it equals the ordinary `Lock`.
    final class Lock<Value: Sendable>: @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private var value: Value

        /// A lock that guards `value`.
        init(_ value: Value) {
            self.value = value
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deinitialize(count: 1)
            mutex.deallocate()
        }

        /// Runs `body` with exclusive access to the value. No I/O, parsing or waiting belongs inside.
        func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value)
        }
    }
#else
    import Synchronization

    /// A lock around one value. Locked bodies copy in or out and return: no I/O, parsing or waiting belongs inside.
    final class Lock<Value: Sendable>: Sendable {
        private let mutex: Mutex<Value>

        /// A lock that guards `value`.
        init(_ value: Value) {
            mutex = Mutex(value)
        }

        /// Runs `body` with exclusive access to the value.
        func withLock<Result: Sendable, Failure: Error>(
            _ body: (inout Value) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try mutex.withLock { (value: inout Value) throws(Failure) -> Result in try body(&value) }
        }
    }
#endif
