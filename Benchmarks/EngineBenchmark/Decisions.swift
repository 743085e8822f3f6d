import DemoManager

/// The cost of one decision, by number of stubs.
enum Decisions {
    static func run(_ arguments: Arguments) throws {
        for journal in [false, true] {
            var table = Table(titles: ["", "N = 1", "100", "10,000", "100,000", "ratio", "aim", ""])
            for kind in arguments.cases { table.rows.append(try row(kind, journal, arguments)) }
            print("### ns per decision, \(journal ? "with" : "without") journal\n\n\(table.text)\n")
        }
    }

    private static func row(_ kind: Case, _ journal: Bool, _ arguments: Arguments) throws -> [String] {
        let sizes = kind.sizes.filter { $0 <= arguments.largest }
        let call = Call(id: 1, mode: .demo)
        let bodies = try sizes.map { size in
            let manager = try kind.manager(size: size, journal: journal)
            let requests = kind.requests(size: size)
            let count = kind == .regex ? max(2, 20_000 / size) : 10_000
            decide(manager, requests, call, count: max(2, count / 10))
            return (count: count, run: { decide(manager, requests, call, count: count) })
        }
        let times = Measure.alternating(rounds: arguments.rounds, bodies)
        let cells = (0..<4).map { $0 < times.count ? Shown.number(times[$0]) : "" }
        guard let first = times.first, let aim = kind.aim else { return [kind.rawValue] + cells + ["", "none", ""] }
        let ratio = (times.max() ?? first) / first
        var holds = ratio <= aim
        var aims = "≤ \(aim)"
        if kind == .exactHit, !journal {
            holds = holds && (times.max() ?? 0) <= 2_000
            aims += ", 2 µs"
        }
        return [kind.rawValue] + cells + [Shown.number(ratio), aims, Shown.verdict(holds)]
    }

    /// Only the decisions, for counting instructions: what two runs with different counts differ by is theirs.
    static func count(_ kind: Case, size: Int, iterations: Int, journal: Bool) throws {
        let manager = try kind.manager(size: size, journal: journal)
        let requests = kind.requests(size: size)
        decide(manager, requests, Call(id: 1, mode: .demo), count: 16 + iterations)
    }
}
