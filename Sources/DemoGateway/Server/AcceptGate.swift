import NIOCore

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
