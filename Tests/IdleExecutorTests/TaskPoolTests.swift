#if canImport(Glibc)
    import Testing

    @testable import IdleExecutor

    /// Each test runs its tasks on a pool of its own; pools stay until the process ends.
    @Suite("Task pool", .timeLimit(.minutes(5)))
    struct TaskPoolTests {
        private let pool: TaskPool

        init() throws {
            pool = try #require(TaskPool(limit: 2))
        }

        @Test("Of ten thousand tasks every one runs, on the pool")
        func everyJobRuns() async {
            let pool = pool
            let sum = await withTaskExecutorPreference(pool) {
                await withTaskGroup(of: Int.self) { group in
                    for number in 1...10_000 {
                        group.addTask {
                            let isOnPool = withUnsafeCurrentTask { task in
                                task?.unownedTaskExecutor == pool.asUnownedTaskExecutor()
                            }
                            return isOnPool ? number : 0
                        }
                    }
                    return await group.reduce(0, +)
                }
            }
            #expect(sum == 50_005_000)
        }

        @Test("Groups in groups need no more threads than there are")
        func nestedGroups() async throws {
            let single = try #require(TaskPool(limit: 1))
            for pool in [single, pool] {
                let leaves = await withTaskExecutorPreference(pool) { await Self.leaves(depth: 6) }
                #expect(leaves == 729)
            }
        }

        private static func leaves(depth: Int) async -> Int {
            guard depth > 0 else { return 1 }
            return await withTaskGroup(of: Int.self) { group in
                for _ in 0..<3 { group.addTask { await leaves(depth: depth - 1) } }
                return await group.reduce(0, +)
            }
        }

        @Test("An actor's state stays whole when the pool's threads compete for it")
        func actors() async {
            let counter = Counter()
            await withTaskExecutorPreference(pool) {
                await withTaskGroup { group in
                    for _ in 0..<1000 { group.addTask { await counter.add() } }
                }
            }
            #expect(await counter.count == 1000)
        }

        @Test("Sleepers of different moments all wake, and none before its own")
        func sleepers() async throws {
            let isEarly = try await withTaskExecutorPreference(pool) {
                try await withThrowingTaskGroup(of: Bool.self) { group in
                    let start = ContinuousClock.now
                    for place in [3, 1, 2] {
                        group.addTask {
                            let moment = start + .milliseconds(place * 20)
                            try await Task.sleep(until: moment, clock: .continuous)
                            return ContinuousClock.now < moment
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            #expect(isEarly == [false, false, false])
        }

        @Test("Nobody wakes early, whatever clock", arguments: 0..<3)
        func notEarly(kind: Int) async throws {
            let delay = Duration.microseconds(3217)
            let slept = try await withTaskExecutorPreference(pool) {
                let clock = SuspendingClock()
                let start = clock.now
                switch kind {
                case 0: try await Task.sleep(for: delay)
                case 1: try await Task.sleep(until: clock.now + delay, tolerance: .seconds(1), clock: clock)
                default: try await Task.sleep(nanoseconds: 3_217_000)
                }
                return start.duration(to: clock.now)
            }
            #expect(slept >= delay)
        }

        @Test("A moment that is over, and one that never comes, are both taken")
        func extremes() async throws {
            let pool = pool
            try await withTaskExecutorPreference(pool) {
                try await Task.sleep(until: .now - .seconds(5), clock: .continuous)
            }
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let sleeper = Task(executorPreference: pool) {
                start.finish()
                try await Task.sleep(for: .seconds(Int64.max))
            }
            for await _ in started {}
            // Not cancelled before it sleeps in the pool.
            while pool.delayed == 0 { await Task.yield() }
            sleeper.cancel()
            await #expect(throws: CancellationError.self) { try await sleeper.value }
            #expect(pool.delayed == 1)
        }
    }

    private actor Counter {
        private(set) var count = 0

        func add() { count += 1 }
    }
#endif
