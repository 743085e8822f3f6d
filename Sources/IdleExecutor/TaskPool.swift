#if canImport(Glibc)
    import Glibc

    /// Threads that run tasks in the order they came, and one that waits for those whose time is still to come.
    ///
    /// Nothing in it is periodic: an idle pool makes no system call. Workers come with the work, as many as there are
    /// processors and at least two; like all of Swift's tasks, these must not block on one another. Priorities make no
    /// difference. A pool lives as long as the process: its threads keep it.
    final class TaskPool: TaskExecutor, @unchecked Sendable {
        // Everything below is read and written with the mutex held.
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let work: UnsafeMutablePointer<pthread_cond_t>
        private let time: UnsafeMutablePointer<pthread_cond_t>
        private var ready = JobQueue<UnownedJob>()
        private var later = DelayedJobs<UnownedJob>()
        private var workers = 0
        private var idle = 0
        private let limit: Int

        /// Starts a pool; nil if the system gives no threads.
        init?(limit: Int = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) {
            self.limit = limit
            mutex = .allocate(capacity: 1)
            work = .allocate(capacity: 1)
            time = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            work.initialize(to: pthread_cond_t())
            time.initialize(to: pthread_cond_t())
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            // The wall clock may jump.
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_mutex_init(mutex, nil)
            pthread_cond_init(work, nil)
            pthread_cond_init(time, &attributes)
            pthread_condattr_destroy(&attributes)
            // The first worker starts here, so that later nothing that is accepted can be left lying.
            workers = 1
            guard startThread({ $0.runJobs() }), startThread({ $0.watchTime() }) else { return nil }
        }

        /// How many jobs wait for their time; a sleep that was cancelled stays until then.
        var delayed: Int {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return later.count
        }

        // MARK: Accepting work

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            pthread_mutex_lock(mutex)
            put(job)
            pthread_mutex_unlock(mutex)
        }

        /// Runs a job as soon as `delay` has passed; one that is over runs at once. Time in which the machine sleeps
        /// does not count.
        func enqueue(_ job: consuming ExecutorJob, after delay: Duration) {
            let job = UnownedJob(job)
            guard delay > .zero else {
                pthread_mutex_lock(mutex)
                put(job)
                pthread_mutex_unlock(mutex)
                return
            }
            let due = Self.now() + delay
            pthread_mutex_lock(mutex)
            later.insert(job, due: due)
            if later.next == due { pthread_cond_signal(time) }
            pthread_mutex_unlock(mutex)
        }

        /// Queues a job and sees that somebody takes it. The mutex is held.
        private func put(_ job: UnownedJob) {
            ready.append(job)
            if ready.count > idle, workers < limit {
                workers += 1
                if !startThread({ $0.runJobs() }) { workers -= 1 }
            }
            pthread_cond_signal(work)
        }

        // MARK: Threads

        private func runJobs() {
            let executor = asUnownedTaskExecutor()
            pthread_mutex_lock(mutex)
            while true {
                guard let job = ready.popFirst() else {
                    idle += 1
                    pthread_cond_wait(work, mutex)
                    idle -= 1
                    continue
                }
                pthread_mutex_unlock(mutex)
                job.runSynchronously(on: executor)
                pthread_mutex_lock(mutex)
            }
        }

        private func watchTime() {
            pthread_mutex_lock(mutex)
            while true {
                guard let next = later.next else {
                    pthread_cond_wait(time, mutex)
                    continue
                }
                if let job = later.popFirst(dueBy: Self.now()) {
                    put(job)
                } else {
                    var moment = next.moment
                    pthread_cond_timedwait(time, mutex, &moment)
                }
            }
        }

        /// Starts a thread that never ends. Returns whether there is one.
        private func startThread(_ body: @escaping @Sendable (TaskPool) -> Void) -> Bool {
            // Signals are for the threads that expect them; a crash's goes to the thread that crashed all the same.
            var all = sigset_t()
            var before = sigset_t()
            sigfillset(&all)
            for crash in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] { sigdelset(&all, crash) }
            pthread_sigmask(SIG_SETMASK, &all, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

            let start = Unmanaged.passRetained(Start(pool: self, body: body))
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { pointer in
                    guard let pointer else { return nil }
                    let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
                    start.body(start.pool)
                    return nil
                }, start.toOpaque())
            guard status == 0 else {
                start.release()
                return false
            }
            pthread_detach(thread)
            return true
        }

        /// What a new thread is to do.
        private final class Start: Sendable {
            let pool: TaskPool
            let body: @Sendable (TaskPool) -> Void

            init(pool: TaskPool, body: @escaping @Sendable (TaskPool) -> Void) {
                self.pool = pool
                self.body = body
            }
        }

        /// The time since the machine started, sleep left out.
        private static func now() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
    }

    extension Duration {
        /// The same as the C library writes it, never earlier. Far away stays far away: some 30 years.
        fileprivate var moment: timespec {
            // First: the components of a longer time than 64 bits of seconds are a trap.
            guard self < .seconds(1_000_000_000) else { return timespec(tv_sec: 1_000_000_000, tv_nsec: 0) }
            let (seconds, attoseconds) = components
            return timespec(tv_sec: Int(seconds), tv_nsec: Int((attoseconds + 999_999_999) / 1_000_000_000))
        }
    }
#endif
