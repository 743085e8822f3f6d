import Dispatch
import Testing

@testable import DemoManager

@Suite struct ChangeTests {
    private let manager = DemoManager()

    @Test("Unread changes are merged into one wake-up") func merged() async throws {
        var changes = manager.changes().makeAsyncIterator()
        manager.isEnabled = true
        try manager.addPath("/a", "")
        manager.setCondition(.empty, forScreen: "x")
        #expect(await changes.next() == [.switches, .stubs, .conditions])
        manager.setScenario("s", to: "next")
        #expect(await changes.next() == .scenarios)
    }

    @Test("nothing is sent when nothing changed") func nothing() async {
        var changes = manager.changes().makeAsyncIterator()
        manager.isEnabled = false
        manager.setEnabled(.follow, for: "x")
        manager.unmatched = manager.unmatched
        manager.remove(StubID(number: 99))
        manager.setCondition(nil, forScreen: "x")
        manager.setScenario("s", to: "next")
        #expect(await changes.next() == .scenarios)
    }

    @Test("Every observer gets a change, and a deallocated one is removed") func listeners() async {
        var first = manager.changes().makeAsyncIterator()
        do {
            var second = manager.changes().makeAsyncIterator()
            manager.isEnabled = true
            #expect(await second.next() == .switches)
        }
        #expect(await first.next() == .switches)
        let listening = Task { for await _ in manager.changes() {} }
        listening.cancel()
        await listening.value
        #expect(manager.lock.withLock { $0.observers.count } <= 2)
    }

    @Test("No change is lost if several threads notify concurrently") func threads() async {
        for _ in 0..<2_000 {
            let (stream, observer) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1))
            let told: [Change] = [.switches, .conditions, .stubs, .journal, .scenarios, .problems]
            DispatchQueue.concurrentPerform(iterations: told.count) { told[$0].tell([observer]) }
            var changes = stream.makeAsyncIterator()
            #expect(await changes.next() == told.reduce([]) { $0.union($1) })
        }
    }
}
