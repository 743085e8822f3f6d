import NIOCore
import WireFormats

/// The open connections, to be closed gracefully.
final class Connections: Sendable {
    private let open = Lock<[ObjectIdentifier: any Channel]>([:])

    var count: Int { open.withLock { $0.count } }

    func insert(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        open.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.open.withLock { _ = $0.removeValue(forKey: id) }
        }
    }

    /// Asks every connection to end after its current response, and closes those that take longer.
    func end(within patience: Duration, on loop: any EventLoop) async {
        let channels = open.withLock { Array($0.values) }
        guard !channels.isEmpty else { return }
        for channel in channels { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        let timer = loop.scheduleTask(in: TimeAmount(patience)) {
            for channel in channels { channel.close(promise: nil) }
        }
        for channel in channels {
            do { try await channel.closeFuture.get() } catch { continue }
        }
        timer.cancel()
    }
}

/// Accepts a limited number of connections. Others wait in the system's queue without a descriptor.
final class AcceptGate: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    private let limit: Int
    private var open = 0
    private var wantsRead = false
    private var context: ChannelHandlerContext?

    init(limit: Int) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func read(context: ChannelHandlerContext) {
        if open < limit { context.read() } else { wantsRead = true }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        let channel = unwrapInboundIn(data)
        channel.closeFuture.hop(to: context.eventLoop).assumeIsolated().whenComplete { _ in self.release() }
        context.fireChannelRead(data)
    }

    private func release() {
        open -= 1
        guard wantsRead, open < limit else { return }
        wantsRead = false
        context?.read()
    }
}
