import DemoManager
import NIOCore
import WireFormats

/// The connections with open WebSockets and streams, notified of changed switches. Without any, nothing is observed.
final class OpenAnswers: Sendable {
    /// An event for channels: the switches may have changed.
    struct SwitchesChanged: Sendable {}

    private struct Connection {
        let channel: any Channel
        /// The number of open responses; a connection of HTTP/2 may have several.
        var answers = 0
    }

    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        /// The observing tasks by manager.
        var watches: [ObjectIdentifier: Task<Void, Never>] = [:]

        /// Stops observing if no responses are open.
        mutating func rest() {
            guard !connections.values.contains(where: { $0.answers > 0 }) else { return }
            for watch in watches.values { watch.cancel() }
            watches = [:]
        }
    }

    private let state = Lock(State())

    /// Adds a response, which is kept until it is released or its connection closes.
    ///
    /// - Parameter managers: the managers that decide for it.
    func insert(_ channel: any Channel, of managers: [DemoManager]) {
        let id = ObjectIdentifier(channel)
        let isNew = state.withLock { state in
            let isNew = state.connections[id] == nil
            state.connections[id, default: Connection(channel: channel)].answers += 1
            for manager in managers where state.watches[ObjectIdentifier(manager)] == nil {
                state.watches[ObjectIdentifier(manager)] = watch(manager)
            }
            return isNew
        }
        guard isNew else { return }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.state.withLock { state in
                state.connections[id] = nil
                state.rest()
            }
        }
    }

    /// Called when a response on the connection ended.
    func release(_ channel: any Channel) {
        state.withLock { state in
            state.connections[ObjectIdentifier(channel)]?.answers -= 1
            state.rest()
        }
    }

    private func watch(_ manager: DemoManager) -> Task<Void, Never> {
        // Subscribed before the task begins, so that no change is missed.
        let changes = manager.changes()
        let id = ObjectIdentifier(manager)
        return Task { [weak self] in
            for await change in changes where change.contains(.switches) || change.contains(.conditions) {
                for connection in self?.state.withLock({ Array($0.connections.values) }) ?? []
                where connection.answers > 0 {
                    connection.channel.pipeline.fireUserInboundEventTriggered(SwitchesChanged())
                }
            }
            // The manager was deallocated, and another one may get its identity.
            if !Task.isCancelled { self?.state.withLock { $0.watches[id] = nil } }
        }
    }
}
