import Foundation

/// A port of this machine whose server takes nobody any more: who connects waits.
public final class FullPort {
    /// Its number.
    public let number: Int
    private let descriptors: [Int32]

    /// Listens on a port of the system's choice, accepts nobody, and fills the queue of those who wait. Throws where there is
    /// none.
    public init() throws {
        #if canImport(Darwin)
            let stream = SOCK_STREAM
        #else
            let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let server = socket(AF_INET, stream, 0)
        var descriptors = [server]
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isFull = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(server, address, size) == 0, getsockname(server, address, &size) == 0, listen(server, 0) == 0
                else { return false }
                // The first is let in at once; where the queue ends differs by a few between systems.
                for number in 0..<8 {
                    let client = socket(AF_INET, stream, 0)
                    descriptors.append(client)
                    if number > 0 { _ = fcntl(client, F_SETFL, O_NONBLOCK) }
                    let code = connect(client, address, size)
                    guard code == 0 || errno == EINPROGRESS else { return false }
                }
                return true
            }
        }
        guard isFull else {
            for descriptor in descriptors { close(descriptor) }
            throw CocoaError(.featureUnsupported)
        }
        self.descriptors = descriptors
        number = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
