import Foundation

/// A port of this machine that nobody listens on and that nobody else can take while it is held: bound, but closed to
/// connections. One that a server has just left may be another test's the next moment.
public final class ClosedPort {
    /// Its number.
    public var number: Int { socket.number }
    private let socket: BoundSocket

    /// Binds a port of the system's choice. Throws where there is none.
    public init() throws { socket = try BoundSocket() }

    deinit { close(socket.descriptor) }
}
