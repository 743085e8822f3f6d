import AppCore
import Testing

@Suite("Waiting on an event loop")
struct EventLoopClockTests {
    private let clock = EventLoopClock()

    @Test("A wait ends not before its time, and at once when that has passed")
    func wait() async throws {
        let deadline = clock.now + .milliseconds(20)
        try await clock.sleep(until: deadline, tolerance: nil)
        #expect(clock.now >= deadline)
        try await clock.sleep(until: clock.now - .seconds(5), tolerance: nil)
    }

    @Test("A cancelled wait ends at once with CancellationError, also when it was cancelled before it began")
    func cancel() async {
        for _ in 1...20 {
            let waiting = Task { try await clock.sleep(for: .seconds(600)) }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
    }
}
