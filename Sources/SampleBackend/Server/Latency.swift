/// Holds every answer back for a while, to see what a slow server feels like - until the server stops: then nobody
/// waits any longer.
actor Latency {
    private let duration: Duration
    private var waiting: [Int: Task<Void, any Error>] = [:]
    private var count = 0
    private var isOver = false

    /// A latency; zero holds nothing back.
    init(_ duration: Duration) {
        self.duration = duration
    }

    /// Returns after the latency, or as soon as it ends.
    func hold() async {
        guard duration > .zero, !isOver else { return }
        count += 1
        let number = count
        let duration = self.duration
        let sleep = Task { try await Task.sleep(for: duration) }
        waiting[number] = sleep
        // Cancelled or slept to its end: either way the hold is over.
        _ = await sleep.result
        waiting[number] = nil
    }

    /// Ends every hold, now and later.
    func end() {
        isOver = true
        for sleep in waiting.values { sleep.cancel() }
    }
}
