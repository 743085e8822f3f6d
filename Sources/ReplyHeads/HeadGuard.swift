import NIOCore
import NIOHTTP1

/// Refuses heads of replies that AsyncHTTPClient would trip over.
///
/// A status line `HTTP/1.1 000` breaks a precondition of the client's state machine and would end the process; it never
/// gets there.
public final class HeadGuard: ChannelInboundHandler {
    /// What goes through.
    public typealias InboundIn = HTTPClientResponsePart
    /// What goes through.
    public typealias InboundOut = HTTPClientResponsePart

    private var hasRefused = false

    /// Hands on what is well-formed and ends the connection at what is not.
    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasRefused { return }
        if case .head(let head) = unwrapInboundIn(data), !Self.isReply(head.status.code) {
            hasRefused = true
            context.fireErrorCaught(InvalidStatus(code: Int(head.status.code)))
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }

    /// Whether a reply may have that status. Nobody here asks for another protocol, so that 101 ("switching") answers nothing
    /// and nothing would ever follow it.
    private static func isReply(_ code: UInt) -> Bool { (100...999).contains(code) && code != 101 }

    /// Puts a guard behind the decoder of a new connection.
    public static func install(on channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(HeadGuard(), position: .after(decoder))
        }
    }
}

/// A status code no reply here can have.
public struct InvalidStatus: Error {
    /// The code.
    public let code: Int
}
