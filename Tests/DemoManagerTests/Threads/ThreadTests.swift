import Foundation
import TestSupport
import Testing
import WireFormats

@testable import DemoManager
@testable import DemoManagerFiles

/// Invariants under concurrency. `make tsan` runs these under the thread sanitizer.
@Suite struct ThreadTests {
    private let manager = demoManager()

    @Test("While everything changes, each request is answered in the mode shown with it") func modes() async throws {
        let scene = try ThreadScene()
        let toggling: [@Sendable () -> Void] = [
            { scene.manager.toggleAll() }, { scene.manager.toggleScreen("list") },
            { scene.manager.isEnabled.toggle() }, { scene.manager.setEnabled(.follow, for: "list") },
        ]
        await Threads.run(8) { thread in
            switch thread {
            case 0:
                for number in 0..<1_000 {
                    toggling[number % toggling.count]()
                    scene.countToggle()
                    // So that there are decisions before and after each.
                    while scene.decided < min(number + 1, 999) * 4 { sched_yield() }
                }
            case 1: for number in 0..<300 { scene.addAndRemove(number) }
            case 2: for number in 0..<300 { scene.change(number) }
            case 3: for _ in 0..<100 { scene.read() }
            default:
                for number in 0..<1_000 {
                    // The first are demo, by the first toggle; the last are live, by the last one.
                    while scene.toggled < (number == 0 ? 1 : number == 999 ? 1_000 : 0) { sched_yield() }
                    scene.decide(number)
                }
            }
        }
        let counts = scene.counts
        #expect(counts.wrong == [])
        #expect(counts.demo + counts.live == 4_000)
        #expect(counts.demo > 0 && counts.live > 0)
        Threads.report("1,000 toggles, \(counts.live) live and \(counts.demo) demo decisions, none in another mode")
    }

    @Test("Each reply of a sequence goes to exactly one of eight threads") func sequence() async throws {
        let rounds = 1_000
        // Short ones, which all threads are at together.
        let ids = try (0..<rounds).map { round in
            try manager.addPath("/\(round)", "") {
                $0.sequence = (0..<8).map { SequenceEntry(Reply(body: Array("\($0)".utf8))) }
                $0.sequenceEnd = .fail
            }
        }
        let given = Lock<[Set<String>]>(Array(repeating: [], count: rounds))
        await Threads.run(8) { thread in
            for round in 0..<rounds {
                // Changes make requests be matched again; none may advance twice by that.
                if thread == 0 { manager.setEnabled(true, stub: ids[round]) }
                let answer = manager.answer("/\(round)")
                given.withLock { _ = $0[round].insert(answer) }
            }
        }
        #expect(given.withLock { $0 } == Array(repeating: Set((0..<8).map(String.init)), count: rounds))
        #expect(manager.decide(.get("/0")).refusal == .sequenceUsedUp)
        Threads.report("\(rounds) sequences of 8 replies, each reply given once")
    }

    @Test("Exactly one of eight concurrent requests finds a scenario in the state it changes")
    func scenario() async throws {
        let rounds = 200
        for round in 0..<rounds {
            func add(_ body: String, _ required: String, _ next: String?) throws {
                try manager.addPath("/\(round)", body) {
                    $0.scenario = ScenarioRule(name: "scenario \(round)", requiredState: required, newState: next)
                }
            }
            try add("first", "Started", "Taken")
            try add("later", "Taken", nil)
        }
        let firsts = Lock<[Int]>(Array(repeating: 0, count: rounds))
        let others = Lock<Set<String>>([])
        await Threads.run(8) { _ in
            for round in 0..<rounds {
                let answer = manager.answer("/\(round)")
                if answer == "first" { firsts.withLock { $0[round] += 1 } }
                others.withLock { _ = $0.insert(answer) }
            }
        }
        #expect(firsts.withLock { $0 } == Array(repeating: 1, count: rounds))
        #expect(others.withLock { $0 } == ["first", "later"])
        Threads.report("\(rounds) transitions, each made once of eight tries")
    }

    @Test("While stub files are reloaded, every request finds a complete set, the old or the new one")
    func reload() async throws {
        let folder = try Folder()
        let path = folder.path
        /// A set of stubs in which another file has each path's answer every time.
        @Sendable func write(_ set: Int) throws {
            for file in 0..<2 {
                let answer = (file + set) % 2 == 0 ? "/a" : "/b"
                try Data("request: {urlPath: \(answer)}\nresponse: {body: \(answer)}".utf8)
                    .write(to: URL(fileURLWithPath: "\(path)/\(file).yaml"))
            }
        }
        try write(0)
        #expect(manager.loadStubs(folder: path) == [])
        let wrong = Lock<[String]>([])
        let isOver = Lock(false)
        await Threads.run(4) { thread in
            if thread == 0 {
                do {
                    for set in 1...100 {
                        try write(set)
                        wrong.withLock { $0 += manager.reload().map(\.description) }
                    }
                } catch {
                    wrong.withLock { $0.append("\(error)") }
                }
                return isOver.withLock { $0 = true }
            }
            while !isOver.withLock({ $0 }) {
                for path in ["/a", "/b"] {
                    let answer = manager.answer(path)
                    if answer != path { wrong.withLock { $0.append(answer) } }
                }
            }
        }
        #expect(wrong.withLock { $0 } == [])
        #expect(manager.journal.count > 0)
        withExtendedLifetime(folder) {}
    }
}
