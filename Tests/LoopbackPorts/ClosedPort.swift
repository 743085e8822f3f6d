import Foundation

/// A port of this machine that nobody listens on and that nobody else can take while it is held: bound, but closed to
/// connections. One that a server has just left may be another test's the next moment.
public final class ClosedPort {
    /// Its number.
    public let number: Int
    private let descriptor: Int32

    /// Binds a port of the system's choice. Throws where there is none.
    public init() throws {
        #if canImport(Darwin)
            let stream = SOCK_STREAM
        #else
            let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else {
            close(descriptor)
            throw CocoaError(.featureUnsupported)
        }
        self.descriptor = descriptor
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }
}
