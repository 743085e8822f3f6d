import DemoManager
import NIOCore
import WireFormats

/// The connections with open WebSockets and streams, which learn of changed switches. Nothing is watched while there are none.
final class OpenAnswers: Sendable {
    /// A channel's event: the switches may have changed.
    struct SwitchesChanged: Sendable {}

    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        /// By the manager whose switches they watch.
        var watches: [ObjectIdentifier: Task<Void, Never>] = [:]
    }

    private let state = Lock(State())

    /// Adds a connection.
    ///
    /// - Parameter managers: those that decide for it.
    func insert(_ channel: any Channel, of managers: [DemoManager]) {
        let id = ObjectIdentifier(channel)
        state.withLock { state in
            state.channels[id] = channel
            for manager in managers where state.watches[ObjectIdentifier(manager)] == nil {
                state.watches[ObjectIdentifier(manager)] = watch(manager)
            }
        }
        channel.closeFuture.whenComplete { [weak self] _ in self?.remove(id) }
    }

    private func remove(_ id: ObjectIdentifier) {
        let ended = state.withLock { state -> [Task<Void, Never>] in
            state.channels[id] = nil
            guard state.channels.isEmpty else { return [] }
            defer { state.watches = [:] }
            return Array(state.watches.values)
        }
        for watch in ended { watch.cancel() }
    }

    private func watch(_ manager: DemoManager) -> Task<Void, Never> {
        // Subscribed before the task begins, so that nothing is missed.
        let changes = manager.changes()
        return Task { [weak self] in
            for await change in changes where change.contains(.switches) || change.contains(.conditions) {
                for channel in self?.state.withLock({ Array($0.channels.values) }) ?? [] {
                    channel.pipeline.fireUserInboundEventTriggered(SwitchesChanged())
                }
            }
        }
    }
}
