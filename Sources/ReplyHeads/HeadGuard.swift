import NIOCore
import NIOHTTP1

/// Guards a connection of AsyncHTTPClient: refuses heads of replies that the client would trip over, and tells a kept connection
/// that the server had ended from a new one.
///
/// A status line `HTTP/1.1 000` breaks a precondition of the client's state machine and would end the process; it never
/// gets there.
package final class HeadGuard: ChannelDuplexHandler {
    /// What goes through.
    package typealias InboundIn = HTTPClientResponsePart
    /// What goes through.
    package typealias InboundOut = HTTPClientResponsePart
    /// What goes through.
    package typealias OutboundIn = HTTPClientRequestPart
    /// What goes through.
    package typealias OutboundOut = HTTPClientRequestPart

    private var hasRefused = false
    /// True once a reply has come whole.
    private var isKept = false
    /// True from the beginning of a request to the first bytes of its reply.
    private var isWaiting = false

    /// Hands on what is well-formed and ends the connection at what is not.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasRefused { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            isWaiting = false
            guard Self.isReply(head.status.code) else {
                hasRefused = true
                context.fireErrorCaught(InvalidStatus(code: Int(head.status.code)))
                return context.close(promise: nil)
            }
        case .body: break
        case .end: isKept = true
        }
        context.fireChannelRead(data)
    }

    /// Notes the beginning of a request. A request that cannot be written to a kept connection has met a stale one.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .head = unwrapOutboundIn(data) { isWaiting = true }
        guard isKept, isWaiting, let promise else { return context.write(data, promise: promise) }
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { result in
            switch result {
            case .success: promise.succeed(())
            case .failure(let error): promise.fail(Self.isEnd(error) ? StaleConnection() : error)
            }
        }
        context.write(data, promise: written)
    }

    /// Passes an error on, that of a stale connection as such.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isStale = isKept && isWaiting && Self.isEnd(error)
        isWaiting = false
        context.fireErrorCaught(isStale ? StaleConnection() : error)
    }

    /// Tells the end of a stale connection as such.
    package func channelInactive(context: ChannelHandlerContext) {
        if isKept, isWaiting { context.fireErrorCaught(StaleConnection()) }
        isWaiting = false
        context.fireChannelInactive()
    }

    private static func isEnd(_ error: any Error) -> Bool { error is IOError || error is ChannelError }

    /// Whether a reply may have that status. Nobody here asks for another protocol, so that 101 ("switching") answers nothing
    /// and nothing would ever follow it.
    private static func isReply(_ code: UInt) -> Bool { (100...999).contains(code) && code != 101 }

    /// Puts a guard behind the decoder of a new connection.
    package static func install(on channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(HeadGuard(), position: .after(decoder))
        }
    }
}

/// A status code no reply here can have.
package struct InvalidStatus: Error {
    /// The code.
    package let code: Int
}

/// The end of a connection that was kept from an earlier request, before any byte of a reply. The server has most likely ended
/// it while it was idle, so that an idempotent request may be sent once more (RFC 9112 section 9.3.1).
package struct StaleConnection: Error {}
