import NIOCore
import NIOWebSocket

/// Receives the messages of one end of a WebSocket, on its loop.
protocol SocketReceiver: AnyObject {
    /// True if messages are needed now.
    func takesMore(from end: SocketEnd) -> Bool
    /// Called with a whole message, or a ping or pong that is not the gateway's own.
    func receive(_ bytes: ByteBuffer, _ opcode: WebSocketOpcode, from end: SocketEnd)
    /// Called when the peer closes the connection, and waits for the reply.
    func receiveClose(_ close: SocketClose, from end: SocketEnd)
    /// Called when more may be sent.
    func endDrained(_ end: SocketEnd)
    /// Called when nothing more can be received: the connection is over, or violated the protocol.
    func endFailed(_ end: SocketEnd, _ failure: SocketFailure)
    /// Called when the switches may have changed.
    func switchesChanged()
    /// Called when the gateway stops.
    func gatewayEnds()
}

/// The content of a close frame.
struct SocketClose: Hashable, Sendable {
    /// The status code; nil if none was given.
    var code: Int?
    var reason = ""
}

/// The reason for an end without a close frame of the peer.
enum SocketFailure: Hashable, Sendable {
    /// The connection was lost.
    case gone
    /// The peer did not respond in time.
    case silent
    case broken(code: Int, String)

    /// The close as the client sees it, with the reason for the log.
    var close: SocketClose {
        switch self {
        case .gone: SocketClose(code: 1_006, reason: "the connection broke off")
        case .silent: SocketClose(code: 1_006, reason: "no answer to a ping")
        case .broken(let code, let why): SocketClose(code: code, reason: why)
        }
    }
}

/// One end of a WebSocket. It converts frames to messages, checks with pings if the peer responds, and closes
/// gracefully (RFC 6455).
final class SocketEnd: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundIn = Never
    typealias OutboundOut = WebSocketFrame

    enum Peer { case client, server }

    let peer: Peer
    let receiver: any SocketReceiver
    private let limits: GatewayLimits
    private var context: ChannelHandlerContext?
    private var wantsRead = false
    private var hasSentClose = false
    private var hasReceivedClose = false
    /// True once nothing more is received.
    private(set) var isOver = false
    private var lastSign = NIODeadline.now()
    private var isPinged = false
    /// The last write.
    private var written: EventLoopFuture<Void>?
    private var timer: Scheduled<Void>?
    /// Runs while a peer that violated the protocol sends nothing.
    private var quiet: Scheduled<Void>?

    /// The content of the gateway's own pings.
    private static let ping = "demo-tui"

    init(_ peer: Peer, _ receiver: any SocketReceiver, _ limits: GatewayLimits) {
        (self.peer, self.receiver, self.limits) = (peer, receiver, limits)
    }

    /// Adds the end after all handlers of a channel.
    func install(on channel: any Channel) throws {
        let decoder = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: min(limits.body, Int(UInt32.max))))
        let aggregator = NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: limits.fragments,
            maxAccumulatedFrameSize: limits.body)
        try channel.pipeline.syncOperations.addHandlers(
            WebSocketFrameEncoder(), decoder, FrameCheck(isMasked: peer == .client), aggregator, self)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        lastSign = .now()
        look(in: TimeAmount(limits.idle))
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        quiet?.cancel()
        self.context = nil
    }

    var isWritable: Bool { context?.channel.isWritable ?? false }

    // MARK: Receiving

    func read(context: ChannelHandlerContext) {
        if isOver || hasSentClose || receiver.takesMore(from: self) { context.read() } else { wantsRead = true }
    }

    /// Resumes suspended reading.
    func readOn() {
        guard wantsRead, isOver || hasSentClose || receiver.takesMore(from: self) else { return }
        wantsRead = false
        lastSign = .now()
        context?.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        noteSign()
        if quiet != nil {
            // The reply to the close frame, or data that was sent before it.
            return frame.opcode == .connectionClose ? whenWritten { $0.close(promise: nil) } : closeWhenQuiet()
        }
        guard !isOver, !hasReceivedClose else { return }
        let bytes = frame.unmaskedData
        switch frame.opcode {
        case .connectionClose: take(close: bytes)
        case .pong where bytes.readableBytesView.elementsEqual(Self.ping.utf8): break
        case .text where String(validating: bytes.readableBytesView, as: UTF8.self) == nil:
            fail(1_007, "a text message is not UTF-8")
        default: if !hasSentClose { receiver.receive(bytes, frame.opcode, from: self) }
        }
    }

    private func take(close bytes: ByteBuffer) {
        var bytes = bytes
        if bytes.readableBytes == 1 { return fail(1_002, "a close frame has half a code") }
        let code = bytes.readInteger(as: UInt16.self).map { Int($0) }
        let reason = String(buffer: bytes)
        if let code, !SocketClose.isValid(code) { return fail(1_002, "the close code \(code) is not valid") }
        hasReceivedClose = true
        if hasSentClose { finish() }
        receiver.receiveClose(SocketClose(code: code, reason: reason), from: self)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, !isOver { receiver.endDrained(self) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as ChannelEvent where event == .inputClosed: context.close(promise: nil)
        case is ChannelShouldQuiesceEvent: receiver.gatewayEnds()
        case is OpenAnswers.SwitchesChanged: receiver.switchesChanged()
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(.gone)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case NIOWebSocketError.invalidFrameLength, NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
            fail(1_009, "a message has more than \(limits.body) bytes (--max-body)")
        case NIOWebSocketFrameAggregator.Error.tooManyFragments:
            fail(1_009, "a message has more than \(limits.fragments) fragments")
        case let error as FrameCheck.Failure: fail(1_002, error.description)
        case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: fail(1_002, "the frames are not valid")
        // Data after an invalid frame is discarded: unread, it would end the connection before the close frame.
        case is ByteToMessageDecoderError: if quiet != nil { closeWhenQuiet() }
        default: context.close(promise: nil)
        }
    }

    /// Closes the connection because the peer violated the protocol, and further data cannot be read.
    private func fail(_ code: Int, _ why: String) {
        guard !isOver else { return }
        send(close: SocketClose(code: code, reason: why))
        // Not half-closed or closed at once, because clients that are still sending would lose the close frame.
        closeLater()
        closeWhenQuiet()
        end(.broken(code: code, why))
        wantsRead = true
        readOn()
    }

    private func end(_ failure: SocketFailure) {
        guard !isOver else { return }
        isOver = true
        if !hasReceivedClose || !hasSentClose { receiver.endFailed(self, failure) }
    }

    // MARK: Sending

    func send(_ bytes: ByteBuffer, _ opcode: WebSocketOpcode) {
        write(bytes, opcode)
        flush()
    }

    func flush() { context?.flush() }

    /// Writes a frame to be sent by the next flush.
    func write(_ bytes: ByteBuffer, _ opcode: WebSocketOpcode) {
        guard let context, !hasSentClose else { return }
        let mask = peer == .server ? WebSocketMaskingKey.random() : nil
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: mask, data: bytes)
        let promise = context.eventLoop.makePromise(of: Void.self)
        written = promise.futureResult
        // A client that accepts messages is alive, even if nothing is read from it.
        promise.futureResult.assumeIsolated().whenSuccess { [weak self] in
            if let self, wantsRead { noteSign() }
        }
        context.write(wrapOutboundOut(frame), promise: promise)
    }

    /// Sends or answers a close frame; then the connection ends.
    func close(_ close: SocketClose) {
        guard !hasSentClose else { return }
        send(close: close)
        if hasReceivedClose { finish() } else { closeLater() }
    }

    /// Ends the connection without a close frame, as if it were lost.
    func drop() {
        isOver = true
        closeLater()
        whenWritten { $0.close(promise: nil) }
    }

    private func whenWritten(_ act: @escaping (ChannelHandlerContext) -> Void) {
        guard let context else { return }
        guard let written else { return act(context) }
        written.assumeIsolated().whenComplete { [weak self] _ in if let context = self?.context { act(context) } }
    }

    private func send(close: SocketClose) {
        guard !hasSentClose else { return }
        var bytes = ByteBuffer()
        if let code = close.code {
            bytes.writeInteger(UInt16(clamping: code))
            let reason = close.reason
            // A control frame has at most 125 bytes; a truncated character takes three.
            bytes.writeString(
                reason.utf8.count <= 123 ? reason : String(decoding: reason.utf8.prefix(120), as: UTF8.self))
        }
        send(bytes, .connectionClose)
        hasSentClose = true
        // From now on all data is read, to find the reply.
        if !isOver { readOn() }
    }

    /// Called after both sides have sent a close frame. The server closes the connection (RFC 6455 section 7.1.1).
    private func finish() {
        isOver = true
        closeLater()
        if peer == .client { whenWritten { $0.close(promise: nil) } }
    }

    private func closeLater() {
        timer?.cancel()
        timer = close(in: limits.halfClosed)
    }

    private func closeWhenQuiet() {
        quiet?.cancel()
        quiet = close(in: limits.quiet)
    }

    private func close(in time: Duration) -> Scheduled<Void>? {
        guard let context else { return nil }
        return context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) { context.close(promise: nil) }
    }

    // MARK: Signs of life

    private func noteSign() {
        lastSign = .now()
        guard isPinged else { return }
        isPinged = false
        look(in: TimeAmount(limits.idle))
    }

    private func look(in time: TimeAmount) {
        guard let context, !isOver, !hasSentClose else { return }
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in look() }
    }

    private func look() {
        guard !isOver, !hasSentClose else { return }
        // While the other end suspends reading, no sign of life can arrive.
        if wantsRead, isWritable { lastSign = .now() }
        let idle = TimeAmount(limits.idle)
        let silence = NIODeadline.now() - lastSign
        if silence < idle { return look(in: idle - silence) }
        guard !isPinged else {
            end(.silent)
            context?.close(promise: nil)
            return
        }
        isPinged = true
        send(ByteBuffer(string: Self.ping), .ping)
        look(in: TimeAmount(limits.silence))
    }
}

extension SocketClose {
    /// True for codes that a close frame may have (RFC 6455 section 7.4).
    fileprivate static func isValid(_ code: Int) -> Bool {
        (1_000...1_003).contains(code) || (1_007...1_014).contains(code) || (3_000...4_999).contains(code)
    }
}

/// Rejects frames that NIO accepts: with the wrong masking, of unknown types, or with bits of extensions.
final class FrameCheck: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let isMasked: Bool

    /// - Parameter isMasked: true for the frames of a client.
    init(isMasked: Bool) { self.isMasked = isMasked }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard let flaw = flaw(of: frame) else { return context.fireChannelRead(data) }
        context.fireErrorCaught(Failure(description: flaw))
    }

    private func flaw(of frame: WebSocketFrame) -> String? {
        // RFC 6455 section 5.1.
        if (frame.maskKey != nil) != isMasked { return isMasked ? "a frame is not masked" : "a frame is masked" }
        if frame.rsv1 || frame.rsv2 || frame.rsv3 { return "a frame has bits of an extension; none was agreed on" }
        switch frame.opcode {
        case .continuation, .text, .binary, .connectionClose, .ping, .pong: return nil
        default: return "a frame has an unknown kind"
        }
    }
}
