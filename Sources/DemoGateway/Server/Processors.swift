import Foundation
import NIOCore

enum Processors {
    /// The processors this process may use: `taskset` and containers allow fewer than the machine has. More event
    /// loops would only compete.
    static var count: Int {
        guard let status = FileManager.default.contents(atPath: "/proc/self/status") else { return System.coreCount }
        let allowed = allowed(String(decoding: status, as: UTF8.self)) ?? System.coreCount
        return max(1, min(allowed, System.coreCount))
    }

    /// The number of allowed processors in Linux's `/proc/self/status`: the bits of the `Cpus_allowed` mask,
    /// hexadecimal in groups.
    static func allowed(_ status: String) -> Int? {
        let name = "Cpus_allowed:"
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return nil }
        return line.dropFirst(name.count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    }
}
