import Foundation
import NIOCore

/// The file descriptors of the process: each connection uses one, and a passed request another.
package enum Descriptors {
    /// Raises the soft limit towards the hard one for the gateway's connections. The limit is bounded for child
    /// processes, such as editors, that close all descriptors one by one.
    package static func raiseLimit(to wanted: Int = 4_096) {
        guard var limits = limits(), limits.rlim_cur < wanted else { return }
        limits.rlim_cur = min(rlim_t(wanted), limits.rlim_max)
        #if canImport(Glibc)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        #else
            setrlimit(RLIMIT_NOFILE, &limits)
        #endif
    }

    /// The number of free descriptors; nil if unknown.
    static var free: Int? {
        guard let limits = limits() else { return nil }
        do {
            let used = try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
            return max(0, Int(clamping: limits.rlim_cur) - used)
        } catch {
            return nil
        }
    }

    private static func limits() -> rlimit? {
        var limits = rlimit()
        #if canImport(Glibc)
            let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        #else
            let result = getrlimit(RLIMIT_NOFILE, &limits)
        #endif
        return result == 0 ? limits : nil
    }
}

/// The number of connections to accept, so that passed requests always get their descriptors.
struct Capacity: Sendable, Hashable {
    let connections: Int
    /// The number of accepted sockets: these connections, and others that are answered with 503.
    let sockets: Int

    /// The number of descriptors reserved for files.
    private static let reserve = 16

    /// - Parameters:
    ///   - wanted: the connections to answer if there are enough descriptors.
    ///   - free: the number of free descriptors; nil if unknown.
    init(connections wanted: Int, free: Int?) {
        let room = max(0, (free ?? .max) - Self.reserve)
        // Of five descriptors, two are for connections, two for upstream requests, one for a refused connection.
        connections = max(1, min(wanted, room / 5 * 2))
        sockets = max(connections + 1, min(connections * 2, room - connections))
    }
}

enum Processors {
    /// The number of processors this process may use; `taskset` and containers may allow fewer than the machine has.
    /// More event loops would only compete.
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
