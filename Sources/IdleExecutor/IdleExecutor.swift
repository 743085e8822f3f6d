#if canImport(Glibc) && compiler(>=6.3) && compiler(<6.4)
    @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
#endif

/// Lets the program sleep while it has nothing to do.
///
/// On Linux Swift runs its tasks in libdispatch's pool of threads, and from the first task or `Task.sleep` on, that
/// pool's monitor wakes the process every second for ever. `install()` puts a pool in its place that only waits.
public enum IdleExecutor {
    /// Moves tasks and their sleeps to threads that cause no wake-ups of their own. The main actor stays where it is.
    ///
    /// Call this first thing in a `main` that is on the main actor: not a single task may have left it before. It does
    /// nothing on systems without the monitor, and with compilers whose way to replace the executor is not known here.
    /// There the program works as well and merely wakes up.
    @MainActor public static func install() {
        #if canImport(Glibc) && compiler(>=6.3) && compiler(<6.4)
            _createExecutors(factory: Executors.self)
        #endif
    }
}

// Swift 6.3 has the protocols that its proposal for custom global executors describes, but not yet as public names. The
// C hooks, the other way in, miss `Task.sleep`: it reaches the default executor without passing one of them.
#if canImport(Glibc) && compiler(>=6.3) && compiler(<6.4)
    private enum Executors: ExecutorFactory {
        static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
        static let defaultExecutor: any TaskExecutor = TaskPool() ?? PlatformExecutorFactory.defaultExecutor
    }

    extension TaskPool: SchedulingExecutor {
        func enqueue<C: Clock>(
            _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
        ) {
            guard let delay = clock.now.duration(to: instant) as? Duration else {
                // A clock that does not count seconds: nobody here can know how long its moments are.
                return enqueue(job)
            }
            enqueue(job, after: delay)
        }
    }
#endif
