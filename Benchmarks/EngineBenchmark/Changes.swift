import DemoManager
import HTTPTypes

/// What one change between two decisions costs, alone and while others are deciding.
enum Changes {
    static func run(_ arguments: Arguments) throws {
        let sizes = [1, 10_000, 100_000].filter { $0 <= arguments.largest }
        for busy in [false, true] {
            var table = Table(titles: ["µs", "N = 1", "10,000", "100,000", "ratio"])
            for kind in [Case.exactHit, .templateHit, .queryValue, .containingHit] where arguments.cases.contains(kind)
            {
                for act in Act.allCases {
                    let times = try sizes.map { try cost(act, kind, $0, busy: busy, arguments) }
                    let cells = (0..<3).map { $0 < times.count ? Shown.number(times[$0] / 1_000) : "" }
                    let ratio = Shown.number((times.max() ?? 0) / times[0])
                    table.rows.append(["\(act.rawValue), \(kind.rawValue)"] + cells + [ratio])
                }
            }
            let when = busy ? "while another thread decides" : "and a decision"
            print("### One change \(when)\n\n\(table.text)\n")
        }
    }

    /// A change that leaves the store as it was after two.
    private enum Act: String, CaseIterable {
        case toggle, update, addAndRemove = "add and remove", condition
    }

    private static func cost(
        _ act: Act, _ kind: Case, _ size: Int, busy: Bool, _ arguments: Arguments
    ) throws -> Double {
        let manager = try kind.manager(size: size, journal: false)
        let id = try manager.add(try kind.stub(800_000))
        let another = try kind.stub(800_001)
        let requests = kind.requests(size: size)
        let call = Call(id: 1, mode: .demo)
        decide(manager, requests, call, count: requests.count)
        let others = busy ? Deciding(manager, requests) : nil
        defer { others?.stop() }
        var isOn = false
        func change() throws {
            switch act {
            case .toggle:
                isOn.toggle()
                manager.setEnabled(isOn, stub: id)
            case .update: try manager.update(id) { $0.priority = $0.priority == 5 ? 4 : 5 }
            case .addAndRemove: manager.remove(try manager.add(another))
            case .condition:
                isOn.toggle()
                manager.setCondition(isOn ? .empty : nil, forScreen: "screen")
            }
        }
        let count = 200
        var time = 0.0
        for _ in 0..<arguments.rounds {
            time +=
                try Measure.processorNanoseconds {
                    for _ in 0..<count {
                        try change()
                        decide(manager, requests, call, count: 1)
                    }
                } / Double(count)
        }
        // The mean: a copy of everything now and then would not show in the middle of many.
        return time / Double(arguments.rounds)
    }
}
