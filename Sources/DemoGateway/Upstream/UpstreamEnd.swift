import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL
import ReplyHeads

/// HTTP to a server: on a connection, for one forwarded after another, or on a stream of HTTP/2 for one. Confined to the
/// loop.
final class UpstreamEnd: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// Nil for a stream of HTTP/2.
    private let connections: UpstreamConnections?
    private let server: UpstreamConnections.Server?
    /// The proxy at the other end, which forwards requests; nil for a server or a tunnel.
    private let proxy: ProxyRules.Proxy?
    private var context: ChannelHandlerContext?
    private var forwarded: UpstreamRequest?
    /// True once a reply is complete: the server may close the connection at any time.
    private var isUsed = false
    /// True until the reply's head.
    private var isWaiting = false
    /// True until the whole request is written.
    private var isSending = false
    /// True once the whole reply was read.
    private var hasEnded = false
    /// True if the server refuses the rest of a request.
    private var isRefused = false
    private var keepsAlive = true
    /// True while bytes are read: what follows a reply is not known yet.
    private var isReading = false
    private var isPaused = false
    private var wantsRead = false
    private var deadline: NIODeadline?
    private let clock: DeadlineClock

    /// Creates the end of a connection of HTTP/1.1.
    init(
        _ connections: UpstreamConnections, _ server: UpstreamConnections.Server, through proxy: ProxyRules.Proxy?,
        on loop: any EventLoop
    ) { (self.connections, self.server, self.proxy, clock) = (connections, server, proxy, DeadlineClock(on: loop)) }

    /// Creates the end of a stream.
    /// - Parameter isUsed: true if its connection has had other streams.
    init(streamOn loop: any EventLoop, isUsed: Bool) {
        (connections, server, proxy, clock, self.isUsed) = (nil, nil, nil, DeadlineClock(on: loop), isUsed)
    }

    // MARK: To the server

    func begin(_ head: HTTPRequestHead, _ forwarded: UpstreamRequest) {
        self.forwarded = forwarded
        (isWaiting, isSending, hasEnded, isPaused) = (true, true, false, false)
        deadline = nil
        guard let context else { return fail(ChannelError.ioOnClosedChannel) }
        let head = proxy.map { HeadGuard.forwarded(head, by: $0) } ?? head
        context.write(wrapOutboundOut(.head(head)), promise: nil)
    }

    func write(_ bytes: ByteBuffer, _ promise: EventLoopPromise<Void>) {
        guard let context else { return promise.fail(ChannelError.ioOnClosedChannel) }
        context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: promise)
    }

    /// Called when the request is complete.
    func endRequest() {
        isSending = false
        context?.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        if hasEnded { finish() }
    }

    func flush() { context?.flush() }

    func close() {
        keepsAlive = false
        if let connections, let server { connections.drop(self, server) }
        context?.close(promise: nil)
    }

    /// Ends the exchange without its reply.
    func cancel() {
        forwarded = nil
        close()
    }

    // MARK: From the server

    func read(context: ChannelHandlerContext) {
        if isPaused { wantsRead = true } else { context.read() }
    }

    func readOn() {
        isPaused = false
        guard wantsRead else { return }
        wantsRead = false
        context?.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let forwarded, !hasEnded else { return close() }
        isReading = true
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard HeadGuard.isReply(head.status.code) else {
                return fail(InvalidStatus(code: Int(head.status.code)))
            }
            // Interim responses are not passed to the client.
            guard head.status.code >= 200 else { return }
            if proxy != nil, head.status == .proxyAuthenticationRequired {
                return fail(HTTPClientError.proxyAuthenticationRequired)
            }
            isWaiting = false
            keepsAlive = keepsAlive && head.isKeepAlive
            isRefused = isSending && head.status.code >= 300
            forwarded.receive(head)
        case .body(let bytes): isPaused = !forwarded.receive(bytes)
        case .end:
            hasEnded = true
            // A request that is not refused continues to its end.
            if !isSending || isRefused { finish() }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        if hasEnded, forwarded == nil { keep() }
        context.fireChannelReadComplete()
    }

    private func finish() {
        guard let forwarded else { return }
        self.forwarded = nil
        isUsed = true
        // The last part may have suspended reading.
        readOn()
        if !isReading { keep() }
        forwarded.endReply()
    }

    /// Keeps the connection for the next request. A stream has only one, and ends by itself.
    private func keep() {
        hasEnded = false
        guard let connections, let server, keepsAlive, !isSending, context?.channel.isActive == true else {
            if isSending || connections != nil { close() }
            return
        }
        connections.keep(self, server)
    }

    private func fail(_ error: any Error) {
        let forwarded = forwarded
        self.forwarded = nil
        close()
        forwarded?.fail(error)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The end of the connection follows, with the same meaning.
        if isWaiting, case NIOSSLError.uncleanShutdown = error { return }
        fail(isUsed && isWaiting && HeadGuard.isEnd(error) ? StaleConnection() : error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        clock.stop()
        if let connections, let server { connections.drop(self, server) }
        if hasEnded {
            finish()
        } else {
            fail(isUsed && isWaiting ? StaleConnection() : HTTPClientError.remoteConnectionClosed)
        }
        context.fireChannelInactive()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        clock.look = { [unowned self] in look() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        fail(HTTPClientError.remoteConnectionClosed)
    }

    // MARK: Time

    /// Limits the wait for a reply, or for the next request.
    func expect(after time: TimeAmount) {
        let moment = NIODeadline.now() + time
        deadline = moment
        if context != nil { clock.expect(at: moment) }
    }

    func expectNothing() { deadline = nil }

    /// Handles a deadline that has passed, and returns the next one.
    private func look() -> NIODeadline? {
        if let deadline, deadline <= .now() {
            self.deadline = nil
            fail(HTTPClientError.readTimeout)
        }
        return deadline
    }
}
