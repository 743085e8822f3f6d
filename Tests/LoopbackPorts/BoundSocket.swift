import Foundation

/// A socket bound to a loopback port of the system's choice. Programs that are started meanwhile do not get it.
public struct BoundSocket: Sendable {
    /// The file descriptor, which its owner closes.
    public let descriptor: Int32
    /// The port it is bound to.
    private(set) var address = sockaddr_in()

    /// Its port.
    public var number: Int { Int(UInt16(bigEndian: address.sin_port)) }

    /// Binds a port. Throws where there is none.
    public init() throws {
        descriptor = Self.stream()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            throw CocoaError(.featureUnsupported)
        }
    }

    /// A socket that begins to connect to this one, and whether that went well. It waits only where `isPatient`.
    func client(isPatient: Bool) -> (descriptor: Int32, isConnecting: Bool) {
        let client = Self.stream()
        if !isPatient { _ = fcntl(client, F_SETFL, O_NONBLOCK) }
        var address = address
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return (client, code == 0 || errno == EINPROGRESS)
    }

    private static func stream() -> Int32 {
        #if canImport(Darwin)
            let stream = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let stream = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        _ = fcntl(stream, F_SETFD, FD_CLOEXEC)
        return stream
    }
}
