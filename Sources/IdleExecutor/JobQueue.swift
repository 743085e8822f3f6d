/// Jobs in the order they came.
struct JobQueue<Job> {
    private var arriving: [Job] = []
    /// The oldest, last first.
    private var leaving: [Job] = []

    /// How many wait.
    var count: Int { arriving.count + leaving.count }

    /// Puts a job behind all others.
    mutating func append(_ job: Job) {
        arriving.append(job)
    }

    /// Takes the oldest job, or nil.
    mutating func popFirst() -> Job? {
        if leaving.isEmpty {
            guard !arriving.isEmpty else { return nil }
            leaving = arriving.reversed()
            arriving.removeAll(keepingCapacity: arriving.count < 1024)
        }
        return leaving.popLast()
    }
}
