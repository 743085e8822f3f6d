import Dispatch
import Synchronization
import Testing

@testable import DemoManager

@Suite struct JournalTests {
    private func manager(entries: Int = 2_000, bodyBytes: Int = 16 << 20) throws -> DemoManager {
        let limits = Journal.Limits(entries: entries, bodyBytes: bodyBytes)
        let manager = DemoManager(configuration: .init(unmatched: .error, journal: limits))
        manager.isEnabled = true
        try manager.addPath("/a", "answer") { $0.name = "mine" }
        return manager
    }

    @Test("an exchange carries call, mode, decision, stub and outcome; unknown operations show method and path")
    func contents() throws {
        let manager = try manager()
        let call = manager.beginCall(screen: "profile", id: 7)
        let decision = manager.decide(.get("/a?x=1"), body: [1], call: call, attempt: 2)
        manager.finish(decision.exchange, with: .reply(status: 200, headers: [:], body: [2], duration: .seconds(1)))
        let exchange = try #require(manager.journal.exchanges(call: 7).first)
        #expect(exchange.attempt == 2 && exchange.mode == .demo && exchange.screen == "profile")
        #expect(exchange.label == "GET /a?x=1")
        #expect(exchange.stub?.name == "mine" && exchange.reason.contains("mine"))
        #expect(exchange.requestBody == [1] && exchange.outcome?.body == [2] && exchange.outcome?.end == .status(200))
        #expect(manager.exchange(decision.exchange)?.id == decision.exchange)
        _ = manager.decide(.get("/a"), operation: "getA")
        #expect(manager.journal.exchanges.last?.label == "getA")
    }

    @Test("Each exchange is reported once at its end, even if it was cleared or discarded while it ran")
    func reported() throws {
        let manager = try manager(entries: 64)
        let ended = Mutex<[Int]>([])
        manager.onFinish = { exchange in
            if case .status(let status)? = exchange.outcome?.end { ended.withLock { $0.append(status) } }
        }
        let cleared = manager.decide(.get("/a"))
        manager.clearJournal()
        let pushedOut = manager.decide(.get("/a"))
        for _ in 0..<300 { manager.finish(manager.decide(.get("/a")).exchange, with: .cancelled(duration: .zero)) }
        for (status, decision) in [(200, cleared), (201, pushedOut), (202, cleared)] {
            manager.finish(decision.exchange, with: .reply(status: status, headers: [:], body: [], duration: .zero))
        }
        #expect(ended.withLock { $0 } == [200, 201])
        #expect(manager.exchange(cleared.exchange) == nil)
    }

    @Test("The journal keeps only the newest exchanges") func bounded() throws {
        let manager = try manager(entries: 50)
        let first = manager.decide(.get("/a"))
        for _ in 0..<500 { _ = manager.decide(.get("/a")) }
        #expect(manager.journal.exchanges.count == 50)
        #expect(manager.journal.forgotten == 451)
        #expect(manager.exchange(first.exchange) == nil)
        manager.finish(first.exchange, with: .cancelled(duration: .zero))
        #expect(manager.journal.exchanges.last?.outcome == nil)
    }

    @Test("A copy of the journal does not change") func copies() throws {
        let manager = try manager(entries: 100)
        for _ in 0..<99 { _ = manager.decide(.get("/a")) }
        let copy = manager.journal
        let last = manager.decide(.get("/a?last"))
        manager.finish(last.exchange, with: .cancelled(duration: .zero))
        #expect(copy.exchanges.count == 99 && copy[last.exchange] == nil)
        #expect(manager.journal[last.exchange]?.outcome != nil)
        #expect(manager.journal.exchanges.map(\.request.path).suffix(2) == ["/a", "/a?last"])
    }

    @Test("Beyond its byte limit the journal drops the oldest bodies") func bodies() throws {
        let manager = try manager(bodyBytes: 1_000)
        for number in 0..<10 {
            let decision = manager.decide(.get("/a"), body: String(repeating: "x", count: 150))
            let body = [UInt8](repeating: UInt8(number), count: 150)
            manager.finish(decision.exchange, with: .reply(status: 200, headers: [:], body: body, duration: .zero))
        }
        let exchanges = Array(manager.journal.exchanges)
        #expect(exchanges.count == 10)
        #expect(exchanges[0].isWithoutBodies && exchanges[0].requestBody == nil && exchanges[0].outcome?.body == [])
        #expect(exchanges[9].requestBody?.count == 150 && exchanges[9].outcome?.body.count == 150)
        #expect(
            exchanges.allSatisfy { exchange in
                if case .stub(let reply, _) = exchange.action { reply.body.isEmpty } else { false }
            })
        let kept = exchanges.reduce(0) { $0 + ($1.requestBody?.count ?? 0) + ($1.outcome?.body.count ?? 0) }
        #expect(kept <= 1_000)
    }

    @Test("A journal limited to 0 entries records nothing") func off() throws {
        let manager = try manager(entries: 0)
        let decision = manager.decide(.get("/a"))
        manager.finish(decision.exchange, with: .cancelled(duration: .zero))
        #expect(manager.journal.exchanges.isEmpty)
    }
}

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
