import Testing

@testable import IdleExecutor

@Suite("Waiting jobs")
struct JobQueueTests {
    @Test("Jobs leave in the order they came, also when they come in between")
    func order() {
        var queue = JobQueue<Int>()
        var left: [Int] = []
        for number in 0..<100 {
            queue.append(number)
            if number % 3 == 2, let job = queue.popFirst() { left.append(job) }
        }
        #expect(queue.count == 67)
        while let job = queue.popFirst() { left.append(job) }
        #expect(left == Array(0..<100))
        #expect(queue.count == 0)
    }

    @Test("Delayed jobs leave by their moment, and in the order they came where moments are equal")
    func moments() {
        var jobs = DelayedJobs<[Int]>()
        // 7919 is prime: every number once, well mixed.
        let mixed = (0..<1000).map { $0 * 7919 % 1000 }
        for (place, number) in mixed.enumerated() { jobs.insert([number / 10, place], due: .seconds(number / 10)) }
        var left: [[Int]] = []
        while let job = jobs.popFirst(dueBy: .seconds(100)) { left.append(job) }
        #expect(left.count == 1000)
        #expect(left == left.sorted { $0.lexicographicallyPrecedes($1) })
        #expect(jobs.next == nil)
    }

    @Test("No delayed job leaves before its moment")
    func notEarly() {
        var jobs = DelayedJobs<String>()
        jobs.insert("late", due: .seconds(3))
        jobs.insert("early", due: .seconds(2))
        #expect(jobs.next == .seconds(2))
        #expect(jobs.popFirst(dueBy: .nanoseconds(1_999_999_999)) == nil)
        #expect(jobs.popFirst(dueBy: .seconds(2)) == "early")
        #expect(jobs.popFirst(dueBy: .seconds(2)) == nil)
        #expect(jobs.count == 1)
    }
}
