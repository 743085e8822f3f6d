import Foundation

/// A port of this machine whose server takes nobody any more: who connects waits.
public final class FullPort {
    /// Its number.
    public let number: Int
    private var descriptors: [Int32]

    /// Listens on a port of the system's choice, accepts nobody, and fills the queue of those who wait. Throws where there is
    /// none.
    public init() throws {
        let server = try BoundSocket()
        number = server.number
        descriptors = [server.descriptor]
        var isFull = listen(server.descriptor, 0) == 0
        // The first is let in at once; where the queue ends differs by a few between systems.
        for place in 0..<8 where isFull {
            let client = server.client(isPatient: place == 0)
            descriptors.append(client.descriptor)
            isFull = client.isConnecting
        }
        // What was opened so far is closed with this object.
        guard isFull else { throw CocoaError(.featureUnsupported) }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
