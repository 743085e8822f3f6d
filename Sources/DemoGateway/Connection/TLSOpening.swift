import NIOCore
import NIOSSL
import NIOTLS

/// Handles the start of a connection on a port for HTTPS: a TLS handshake, or plain HTTP of a client with the wrong
/// scheme. Removed once the protocol is known.
final class TLSOpening: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let pipeline: ConnectionPipeline
    private let tls: NIOSSLContext
    private let log: RequestLog
    private let patience: TimeAmount
    private var timer: Scheduled<Void>?

    init(_ pipeline: ConnectionPipeline, _ tls: NIOSSLContext, _ log: RequestLog, patience: TimeAmount) {
        (self.pipeline, self.tls, self.log, self.patience) = (pipeline, tls, log, patience)
    }

    func channelActive(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { context.close(promise: nil) }
        context.fireChannelActive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    /// Called before TLS is installed; afterwards the TLS handler gets all bytes first.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        guard Self.isHello(bytes) else { return leave(context, .stray, bytes) }
        do {
            let handler = NIOSSLServerHandler(context: tls)
            try context.pipeline.syncOperations.addHandler(handler, position: .first)
            context.pipeline.syncOperations.fireChannelRead(data)
        } catch {
            context.close(promise: nil)
        }
    }

    /// True for a record of type "handshake" (RFC 8446 section 5.1).
    static func isHello(_ bytes: ByteBuffer) -> Bool { bytes.readableBytesView.first == 0x16 }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case TLSUserEvent.handshakeCompleted(let name): leave(context, .tls, isHTTP2: name == "h2")
        case is ChannelShouldQuiesceEvent: context.close(promise: nil)
        case let event as ChannelEvent where event == .inputClosed: context.close(promise: nil)
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let words = TLSProblem.words(error) {
            log.line("- - refused  \(words)")
            log.flush()
        }
        context.close(promise: nil)
    }

    private func leave(
        _ context: ChannelHandlerContext, _ transport: Transport, _ bytes: ByteBuffer? = nil, isHTTP2: Bool = false
    ) {
        let channel = context.channel
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
        do {
            if isHTTP2 {
                try pipeline.addHTTP2(to: channel, transport)
            } else {
                try pipeline.addHTTP1(to: channel, transport)
            }
            if let bytes { channel.pipeline.syncOperations.fireChannelRead(NIOAny(bytes)) }
        } catch {
            channel.close(promise: nil)
        }
    }
}
