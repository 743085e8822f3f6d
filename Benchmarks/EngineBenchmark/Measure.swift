import DemoManager
import Foundation
import HTTPTypes

/// Times that are worth comparing on a machine others use too.
enum Measure {
    /// Nanoseconds `body` takes.
    static func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(body)
        return Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
    }

    /// Nanoseconds of this thread on a processor while `body` runs: what others do meanwhile counts less than by the clock.
    static func processorNanoseconds(_ body: () throws -> Void) rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
        let begin = now()
        try body()
        return now() - begin
    }

    /// The middle one.
    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    /// Nanoseconds per run of each body: the medians of `rounds` rounds in which all of them take turns, so that a busy
    /// moment meets all alike.
    static func alternating(rounds: Int, _ bodies: [(count: Int, run: () -> Void)]) -> [Double] {
        var times = [[Double]](repeating: [], count: bodies.count)
        for _ in 0..<rounds {
            for (index, body) in bodies.enumerated() {
                times[index].append(processorNanoseconds(body.run) / Double(body.count))
            }
        }
        return times.map(median)
    }
}

/// Decides `count` times, over `requests` in turns.
@inline(never)
func decide(_ manager: DemoManager, _ requests: [HTTPRequest], _ call: Call, count: Int) {
    var place = 0
    for _ in 0..<count {
        consume(manager.decide(requests[place], call: call))
        place = place + 1 == requests.count ? 0 : place + 1
    }
}

/// Keeps the optimiser from leaving out what nobody looks at.
@inline(never)
func consume(_ decision: Decision) {}
