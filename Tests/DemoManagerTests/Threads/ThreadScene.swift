import Foundation
import WireFormats

@testable import DemoManager

/// A manager with a bit of everything, and what threads do to it.
final class ThreadScene: Sendable {
    /// The observations of the deciding threads.
    struct Counts: Sendable {
        var demo = 0
        var live = 0
        var toggles = 0
        var wrong: [String] = []
    }

    let manager = DemoManager(configuration: .init(unmatched: .error, journal: .init(entries: 100_000)))
    private let stub: StubID
    private let seen = Lock(Counts())

    init() throws {
        manager.describe(screens: [ScreenDescription(id: "list"), ScreenDescription(id: "other")])
        stub = try manager.addPath("/a", "stub") { $0.sequence.append(SequenceEntry(Reply(body: [50]))) }
        try manager.add(
            Stub(
                request: RequestPattern(url: .template(try URLTemplate("/things/{id}"))), replies: [Reply()],
                scenario: ScenarioRule(name: "things", newState: "Seen")))
        try manager.stubResponse(containing: "/parts/")
    }

    var counts: Counts { seen.withLock { $0 } }
    /// Decisions so far.
    var decided: Int { seen.withLock { $0.demo + $0.live } }

    /// Changes of the mode so far.
    var toggled: Int { seen.withLock { $0.toggles } }

    func countToggle() { seen.withLock { $0.toggles += 1 } }

    /// One request, held against the mode its call was given.
    func decide(_ number: Int) {
        let path = ["/a", "/things/\(number)", "/x/parts/1", "/nothing"][number % 4]
        let call = manager.beginCall(screen: [nil, "list", "other"][number % 3])
        let decision = manager.decide(.get(path), call: call)
        let isLive = if case .passThrough(.live) = decision.action { true } else { false }
        let exchange = manager.exchange(decision.exchange)
        let isRight = isLive == (call.mode == .live) && exchange?.mode == call.mode
        manager.finish(decision.exchange, with: .cancelled(duration: .zero))
        seen.withLock { counts in
            if isLive { counts.live += 1 } else { counts.demo += 1 }
            if !isRight { counts.wrong.append("\(call.mode): \(decision.reason), shown as \(exchange?.mode as Any)") }
        }
    }

    func addAndRemove(_ number: Int) {
        do {
            let ids = [
                try manager.addPath("/a", "another"), try manager.addPath("/things/\(number)", "a thing"),
                try manager.stubResponse(containing: "/parts/\(number)"),
            ]
            for id in ids { manager.remove(id) }
        } catch {
            seen.withLock { $0.wrong.append("\(error)") }
        }
    }

    func change(_ number: Int) {
        do {
            manager.setEnabled(number.isMultiple(of: 2), stub: stub)
            try manager.update(stub) { $0.priority = 1 + number % 9 }
        } catch {
            seen.withLock { $0.wrong.append("\(error)") }
        }
        manager.reset(stub: stub)
        manager.setCondition(number.isMultiple(of: 2) ? .forbidden : nil, forOperation: "unknown")
        manager.setScenario("things", to: nil)
        manager.reset(screen: "list")
        if number.isMultiple(of: 10) { manager.resetAll() }
    }

    func read() {
        _ = manager.stubs.map(\.position)
        _ = manager.journal.exchanges.last?.reason
        _ = (manager.banner, manager.scenarioStates, manager.problems, manager.unusedStubs.count)
        _ = manager.explain(.get("/a")).nearMisses
    }
}

/// Real threads: tasks would share as few as there are cores.
enum Threads {
    /// Runs `body` on `count` threads that begin together; returns when all have ended.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
        let gate = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        for number in 0..<count {
            group.enter()
            let thread = Thread {
                gate.wait()
                body(number)
                group.leave()
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
        for _ in 0..<count { gate.signal() }
        await withCheckedContinuation { continuation in
            group.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Prints what was counted, where somebody wants to know.
    static func report(_ text: String) {
        if ProcessInfo.processInfo.environment["THREAD_COUNTS"] != nil { print("Threads: \(text).") }
    }
}
