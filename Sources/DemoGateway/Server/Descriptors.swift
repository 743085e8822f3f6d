import Foundation

/// The file descriptors of the process: each connection takes one, and a passed request a second.
public enum Descriptors {
    /// Raises the soft limit towards the hard one, so that the gateway's connections fit. Sensible bounds keep programs that
    /// are started from here, such as an editor, from going through millions of descriptors.
    public static func raiseLimit(to wanted: Int = 4_096) {
        guard var limits = limits(), limits.rlim_cur < wanted else { return }
        limits.rlim_cur = min(rlim_t(wanted), limits.rlim_max)
        #if canImport(Glibc)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        #else
            setrlimit(RLIMIT_NOFILE, &limits)
        #endif
    }

    /// How many more the process may open; nil where the system does not say.
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

/// How many connections a gateway takes, so that passed requests always get the descriptors they need.
struct Capacity: Sendable, Hashable {
    /// Connections that are answered.
    let connections: Int
    /// Accepted sockets: those connections, and others that are refused in words.
    let sockets: Int

    /// Descriptors for the files that are read and written meanwhile.
    private static let reserve = 16

    /// - Parameters:
    ///   - wanted: the connections to answer, where descriptors are plenty.
    ///   - free: the descriptors that are left; nil where nobody knows.
    init(connections wanted: Int, free: Int?) {
        let room = max(0, (free ?? .max) - Self.reserve)
        // Of five descriptors two are for connections, two for their requests to the server, one for who is refused.
        connections = max(1, min(wanted, room / 5 * 2))
        sockets = max(connections + 1, min(connections * 2, room - connections))
    }
}
