import Synchronization
import Testing

@testable import AppCore

@Suite("Values made on demand")
struct OnDemandTests {
    @Test("A value is made when it is first asked for, once; copies share it")
    func once() {
        let made = Counter()
        let value = OnDemand {
            made.add()
            return "value"
        }
        let copy = value
        #expect(made.count == 0)
        #expect(value.value == "value" && copy.value == "value" && made.count == 1)
    }

    @Test("Two that give the same are equal, and one is equal to itself without being made")
    func equality() {
        let made = Counter()
        let one = OnDemand {
            made.add()
            return 1
        }
        #expect(one == one && made.count == 0)
        #expect(one == OnDemand { 1 } && one != OnDemand { 2 })
        #expect(Set([one, OnDemand { 1 }]).count == 1)
    }
}

private final class Counter: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}
