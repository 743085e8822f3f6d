import NIOCore
import NIOHPACK
import NIOHTTP2

/// Guards a stream of HTTP/2 as `HeadGuard` guards a connection. It sees frames, because the codec behind it reads `-1` as
/// a status, which ends the process.
package final class StreamGuard: ChannelInboundHandler {
    package typealias InboundIn = HTTP2Frame.FramePayload
    package typealias InboundOut = HTTP2Frame.FramePayload

    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .headers(let head) = unwrapInboundIn(data), let status = head.headers.first(name: ":status"),
            status.utf8.count != 3 || !HeadGuard.isReply(UInt(status) ?? 0)
        {
            context.fireErrorCaught(InvalidStatus(code: Int(status) ?? 0))
            return context.close(promise: nil)
        }
        context.fireChannelRead(data)
    }

    /// Installs a guard in front of the codec of a new stream.
    static func install(on stream: any Channel) -> EventLoopFuture<Void> {
        stream.eventLoop.makeCompletedFuture {
            try stream.pipeline.syncOperations.addHandler(StreamGuard(), position: .first)
        }
    }
}
