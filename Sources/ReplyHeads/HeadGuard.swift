import AsyncHTTPClient
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2

/// Guards a connection of AsyncHTTPClient: rejects reply heads that would crash the client, and detects kept
/// connections that the server has closed.
///
/// A status line `HTTP/1.1 000` violates a precondition of the client's state machine, which would end the process.
package final class HeadGuard: ChannelDuplexHandler {
    package typealias InboundIn = HTTPClientResponsePart
    package typealias InboundOut = HTTPClientResponsePart
    package typealias OutboundIn = HTTPClientRequestPart
    package typealias OutboundOut = HTTPClientRequestPart

    private var hasRefused = false
    /// True once a reply is complete.
    private var isKept = false
    /// True from the start of a request to the first bytes of its reply.
    private var isWaiting = false
    /// True until the whole request is written.
    private var isSending = false
    /// True if the client stops sending when it receives the head of the reply.
    private var isError = false
    /// The end of a reply that arrived before the end of its request.
    private var heldEnd: NIOAny?
    /// The proxy that this connection goes to, if it forwards requests; nil for a server or a tunnel.
    private let proxy: ProxyRules.Proxy?

    private init(_ proxy: ProxyRules.Proxy?) { self.proxy = proxy }

    /// Passes valid heads on, and closes the connection at an invalid one.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasRefused { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            isWaiting = false
            isError = head.status.code >= 300
            guard Self.isReply(head.status.code) else {
                hasRefused = true
                context.fireErrorCaught(InvalidStatus(code: Int(head.status.code)))
                return context.close(promise: nil)
            }
            if proxy != nil, head.status == .proxyAuthenticationRequired {
                hasRefused = true
                context.fireErrorCaught(HTTPClientError.proxyAuthenticationRequired)
                return context.close(promise: nil)
            }
        case .body: break
        case .end where isSending && !isError:
            // Otherwise the client would keep the connection forever, or use it after its end, which ends the process.
            heldEnd = data
            return
        case .end: isKept = true
        }
        context.fireChannelRead(data)
    }

    /// Records the start of a request. If it cannot be written to a kept connection, that connection is stale.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        var data = data
        switch unwrapOutboundIn(data) {
        case .head(let head):
            (isWaiting, isSending) = (true, true)
            if let proxy { data = wrapOutboundOut(.head(Self.forwarded(head, by: proxy))) }
        case .body: break
        case .end:
            isSending = false
            if heldEnd != nil { context.eventLoop.assumeIsolated().execute { self.passEnd(context) } }
        }
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

    /// Passes an error on, as `StaleConnection` if the connection is stale.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isStale = isKept && isWaiting && Self.isEnd(error)
        isWaiting = false
        context.fireErrorCaught(isStale ? StaleConnection() : error)
    }

    /// Reports the end of a stale connection.
    package func channelInactive(context: ChannelHandlerContext) {
        if isKept, isWaiting { context.fireErrorCaught(StaleConnection()) }
        isWaiting = false
        if heldEnd != nil, isSending {
            heldEnd = nil
            context.fireErrorCaught(EarlyReply())
        }
        passEnd(context)
        context.fireChannelInactive()
    }

    /// Passes on the end of a reply that was held until the end of its request.
    private func passEnd(_ context: ChannelHandlerContext) {
        guard let end = heldEnd else { return }
        (heldEnd, isKept) = (nil, true)
        context.fireChannelRead(end)
        context.fireChannelReadComplete()
    }

    /// The head with its target in absolute form (RFC 9112 section 3.2.2).
    package static func forwarded(_ head: HTTPRequestHead, by proxy: ProxyRules.Proxy) -> HTTPRequestHead {
        var head = head
        head.uri = "http://\(head.headers.first(name: "Host") ?? "")\(head.uri)"
        if let authorization = proxy.authorization {
            head.headers.replaceOrAdd(name: "Proxy-Authorization", value: authorization.headerValue)
        }
        return head
    }

    /// True for the errors of a closed connection.
    package static func isEnd(_ error: any Error) -> Bool { error is IOError || error is ChannelError }

    /// True for a status that a reply may have. 101 is invalid, because no upgrade is ever requested, and no reply
    /// would follow.
    package static func isReply(_ code: UInt) -> Bool { (100...999).contains(code) && code != 101 }

    /// Installs a guard after the decoder of a new connection.
    static func install(on channel: any Channel, of proxy: ProxyRules.Proxy? = nil) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(HeadGuard(proxy), position: .after(decoder))
        }
    }
}

/// Guards a stream of HTTP/2 as `HeadGuard` guards a connection. It handles frames, because the codec after it reads
/// `-1` as a status, which ends the process.
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

    /// Installs a guard before the codec of a new stream.
    static func install(on stream: any Channel) -> EventLoopFuture<Void> {
        stream.eventLoop.makeCompletedFuture {
            try stream.pipeline.syncOperations.addHandler(StreamGuard(), position: .first)
        }
    }
}

/// An invalid status code of a reply.
package struct InvalidStatus: Error {
    package let code: Int

    package init(code: Int) { self.code = code }
}

/// The whole reply arrived before the whole request was sent, and the server closed the connection.
package struct EarlyReply: Error {}

/// A kept connection was closed before any byte of a reply. The server most likely closed it while idle, so an
/// idempotent request may be sent again (RFC 9112 section 9.3.1).
package struct StaleConnection: Error {
    package init() {}
}
