import Foundation
import NIOCore

/// The processors there are for the gateway.
enum Processors {
    /// As many as this process may run on: `taskset` and containers leave it fewer than the machine has. More event loops
    /// than that only take them from each other.
    static var count: Int {
        guard let status = FileManager.default.contents(atPath: "/proc/self/status") else { return System.coreCount }
        let allowed = allowed(String(decoding: status, as: UTF8.self)) ?? System.coreCount
        return max(1, min(allowed, System.coreCount))
    }

    /// How many processors Linux's `/proc/self/status` allows: the bits of its `Cpus_allowed` mask, hexadecimal in groups.
    static func allowed(_ status: String) -> Int? {
        let name = "Cpus_allowed:"
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
        return line.dropFirst(name.count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    }
}
