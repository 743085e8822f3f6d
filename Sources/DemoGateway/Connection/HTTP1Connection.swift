import NIOCore
import NIOHTTP1
import NIOSSL

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A client's connection of HTTP/1: passes on the parsed parts, and writes bytes.
final class HTTP1Connection: ChannelDuplexHandler, RemovableChannelHandler, ConnectionHandler.Wire {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = Never
    typealias OutboundOut = ByteBuffer

    private let handler: ConnectionHandler
    private let watch: ByteWatch
    private let date = DateText()
    private var context: ChannelHandlerContext?
    private var wantsRead = false
    private var hasBegun = false
    private var isCounted = false

    init(_ service: GatewayService, _ transport: Transport, watch: ByteWatch, on loop: any EventLoop) {
        let clock = DeadlineClock(on: loop)
        handler = ConnectionHandler(service, transport, clock, watch: watch, on: loop)
        self.watch = watch
        clock.look = { [weak handler] in handler?.look() }
    }

    var channel: (any Channel)? { context?.channel }
    var isWritable: Bool { channel?.isWritable == true }
    private(set) lazy var address = channel?.remoteAddress?.ipAddress

    // MARK: Life

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        handler.wire = self
        // After a TLS handshake the channel is already active.
        if context.channel.isActive { begin() }
    }

    /// Called when another protocol takes over the connection, or when it is over.
    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        handler.end()
        self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        context.fireChannelActive()
    }

    private func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        isCounted = handler.service.admit()
        handler.begin(isAdmitted: isCounted)
    }

    private func end() {
        handler.clock.stop()
        if isCounted { handler.service.release() }
        isCounted = false
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        handler.leave()
        handler.service.log.flush()
        context.fireChannelInactive()
    }

    /// Removes HTTP from a connection that stays open and is still counted.
    func leave() throws {
        guard let channel else { return }
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.context(handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
        pipeline.removeHandler(watch, promise: nil)
        if isCounted { channel.closeFuture.whenComplete { [service = handler.service] _ in service.release() } }
        isCounted = false
        pipeline.removeHandler(self, promise: nil)
        // It passes on the bytes that arrived after the request.
        pipeline.removeHandler(context: parser, promise: nil)
    }

    // MARK: Reading

    func read(context: ChannelHandlerContext) {
        if handler.takesMore { context.read() } else { wantsRead = true }
    }

    func readOn() {
        guard wantsRead else { return }
        wantsRead = false
        context?.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        handler.isGathering = true
        let part = unwrapInboundIn(data)
        switch part {
        case .head: watch.headEnded()
        case .body: break
        case .end: watch.requestEnded()
        }
        handler.receive(part)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        handler.readEnded()
        handler.service.log.flush()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed { handler.inputClosed() }
        if event is ChannelShouldQuiesceEvent { handler.quiesce() }
        if event is OpenAnswers.SwitchesChanged { handler.switchesChanged() }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { handler.fail(error) }

    // MARK: Writing

    func write(_ head: ResponseHead, _ body: [UInt8]) {
        guard let context else { return }
        let bytes = head.bytes(date: date.now())
        var buffer = context.channel.allocator.buffer(capacity: bytes.count + body.count)
        buffer.writeBytes(bytes)
        buffer.writeBytes(body)
        write(buffer)
    }

    func write(_ bytes: ByteBuffer, isChunk: Bool) {
        guard isChunk, let context else { return write(bytes) }
        var chunk = context.channel.allocator.buffer(capacity: bytes.readableBytes + 16)
        chunk.writeString(String(bytes.readableBytes, radix: 16))
        chunk.writeStaticString("\r\n")
        chunk.writeImmutableBuffer(bytes)
        chunk.writeStaticString("\r\n")
        write(chunk)
    }

    func writeContinue() { write(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")) }

    func writeEnd(isChunked: Bool) {
        if isChunked { write(ByteBuffer(string: "0\r\n\r\n")) }
    }

    private func write(_ bytes: ByteBuffer) { context?.write(wrapOutboundOut(bytes), promise: nil) }

    func flush() { context?.flush() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isWritable, let turn = handler.turn { handler.writeOn(turn) }
        context.fireChannelWritabilityChanged()
    }

    /// Calls back after everything was written.
    func whenWritten(_ act: @escaping () -> Void) {
        guard let context else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in act() }
    }

    // MARK: Closing

    func close() {
        guard let context else { return }
        context.close(promise: nil)
        // The TLS handler has notified the client, but would wait for its reply.
        if handler.transport == .tls { closeSocket() }
    }

    /// Ends the sending side, but keeps reading.
    func closeOutput() { context?.close(mode: .output, promise: nil) }

    func reset() {
        // Without the option the connection is closed normally; the client still gets no response.
        if let socket = channel as? any SocketOptionProvider {
            _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        closeSocket()
    }

    /// Closes the socket below the TLS handler.
    private func closeSocket() {
        guard let context else { return }
        guard handler.transport == .tls else { return context.close(promise: nil) }
        do {
            let pipeline = context.pipeline.syncOperations
            try pipeline.context(handlerType: NIOSSLServerHandler.self).close(promise: nil)
        } catch {
            // The TLS handler was removed with the connection.
        }
    }
}
