/// Jobs by the moment they are due; those of one moment in the order they came. A binary heap.
struct DelayedJobs<Job> {
    private struct Entry {
        let due: Duration
        let number: UInt64
        let job: Job

        func isBefore(_ other: Entry) -> Bool {
            due == other.due ? number < other.number : due < other.due
        }
    }

    private var heap: [Entry] = []
    private var inserted: UInt64 = 0

    /// How many wait.
    var count: Int { heap.count }

    /// When the first job is due; nil when there is none.
    var next: Duration? { heap.first?.due }

    /// Adds a job that is due at a moment.
    mutating func insert(_ job: Job, due: Duration) {
        heap.append(Entry(due: due, number: inserted, job: job))
        inserted += 1
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the first job if it is due by `moment`.
    mutating func popFirst(dueBy moment: Duration) -> Job? {
        guard let first = heap.first, first.due <= moment else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < heap.count else { break }
            let right = left + 1
            let child = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
            guard heap[child].isBefore(heap[parent]) else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return first.job
    }
}
