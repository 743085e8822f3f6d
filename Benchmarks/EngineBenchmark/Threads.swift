import DemoManager
import Foundation

/// Decisions a second, by one thread and by eight together.
enum Threads {
    static func run(_ arguments: Arguments) throws {
        var table = Table(titles: ["decisions a second, thousands", "1 thread", "8 threads", "ratio", "aim", ""])
        for journal in [false, true] {
            for kind in [Case.exactHit, .exactMiss, .templateHit] where arguments.cases.contains(kind) {
                let manager = try kind.manager(size: 10_000, journal: journal)
                func rate(_ threads: Int) -> Double {
                    let count = 160_000 / threads
                    let time = Measure.nanoseconds { together(threads, count, manager, kind) }
                    return Double(count * threads) / time * 1e6
                }
                // In turns, so that a busy moment meets both alike.
                let pairs = (0..<arguments.rounds).map { _ in (one: rate(1), eight: rate(8)) }
                let one = Measure.median(pairs.map(\.one))
                let eight = Measure.median(pairs.map(\.eight))
                table.rows.append([
                    "\(kind.rawValue), \(journal ? "with" : "without") journal", Shown.number(one),
                    Shown.number(eight), Shown.number(eight / one), "≥ 1", Shown.verdict(eight >= one),
                ])
            }
        }
        print("### Threads, 10,000 stubs\n\n\(table.text)\n")
    }

    private static func together(_ threads: Int, _ count: Int, _ manager: DemoManager, _ kind: Case) {
        let group = DispatchGroup()
        for number in 0..<threads {
            group.enter()
            Thread {
                // Of its own, as requests of different threads are.
                let first = kind.isMiss ? 900_000 : number * 1_000
                let requests = (first..<first + 16).map { kind.request($0) }
                decide(manager, requests, Call(id: UInt64(number), mode: .demo), count: count)
                group.leave()
            }.start()
        }
        group.wait()
    }
}
