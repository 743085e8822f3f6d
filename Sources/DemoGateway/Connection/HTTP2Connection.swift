import NIOCore
import NIOHTTP2

/// A client's connection of HTTP/2. Dispatches frames to their streams; ends the connection if it failed, if its client
/// half-closed, or if it has no streams for a while.
///
/// Streams are not channels, because a channel per request costs more than the request.
final class HTTP2Connection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    let service: GatewayService
    let transport: Transport
    let loop: any EventLoop
    let date = DateText()
    let clock: DeadlineClock
    private let bytes: HTTP2Bytes
    private var context: ChannelHandlerContext?
    private var streams: [HTTP2StreamID: HTTP2Stream] = [:]
    private var newest = HTTP2StreamID.rootStream
    private var isReading = false
    /// Streams with output written during this read.
    private var written: [HTTP2Stream] = []
    /// Streams whose client accepts more of a response again.
    private var drained: [HTTP2Stream] = []
    /// The reason for ending the connection, set when NIO sends it to the client.
    private var failure: HTTP2ErrorCode?
    /// Set once the client was asked to open no more streams.
    private var goodbye: HTTP2PingData?
    /// True once the client has acknowledged that.
    private var isLeaving = false
    /// True once a stream was opened; the idle time starts with the first one.
    private var hasHadStreams = false
    private var isInputClosed = false
    private var isEnding = false
    /// The time at which a connection that is ending, or has no streams then, is closed.
    private var deadline: NIODeadline?
    private var headDeadline: NIODeadline?
    private let idle: TimeAmount

    init(_ service: GatewayService, _ transport: Transport, _ bytes: HTTP2Bytes, on loop: any EventLoop) {
        (self.service, self.transport, self.bytes, self.loop) = (service, transport, bytes, loop)
        idle = TimeAmount(service.limits.idle)
        clock = DeadlineClock(on: loop)
        clock.look = { [weak self] in self?.look() }
    }

    /// NIO's handler, placed before this one. `RequestHead` and `HTTP2Stream` check heads and lengths at lower cost.
    var codec: NIOHTTP2Handler {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
            HTTP2Setting(parameter: .maxHeaderListSize, value: service.limits.headerList),
            HTTP2Setting(parameter: .initialWindowSize, value: HTTP2Stream.window),
        ]
        (configuration.headerBlockValidation, configuration.contentLengthValidation) = (.disabled, .disabled)
        return NIOHTTP2Handler(mode: .server, frameDelegate: self, connectionConfiguration: configuration)
    }

    var channel: (any Channel)? { context?.channel }
    var isWritable: Bool { channel?.isWritable == true }
    var address: String? { channel?.remoteAddress?.ipAddress }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        expect(after: TimeAmount(service.limits.headTime))
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        clock.stop()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        isEnding = true
        for id in streams.keys { remove(id) }
        service.log.flush()
        context.fireChannelInactive()
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let head):
            if let stream = streams[frame.streamID] { return stream.receive(trailers: head.headers) }
            hasHadStreams = true
            let stream = HTTP2Stream(frame.streamID, of: self)
            streams[frame.streamID] = stream
            newest = max(newest, frame.streamID)
            stream.begin(head.headers, isWhole: head.endStream)
        case .data(let data):
            guard case .byteBuffer(let bytes) = data.data else { return }
            streams[frame.streamID]?.receive(bytes, isLast: data.endStream)
        case .ping(let data, ack: true) where data == goodbye && !isLeaving:
            isLeaving = true
            write(.goAway(lastStreamID: newest, errorCode: .noError, opaqueData: nil), on: .rootStream)
            flush()
            if streams.isEmpty { close() }
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        flush()
        service.log.flush()
        boundHead()
        context.fireChannelReadComplete()
    }

    /// Limits the time for a head, as on a connection of HTTP/1.1.
    private func boundHead() {
        if !bytes.isInHead {
            headDeadline = nil
        } else if headDeadline == nil {
            let moment = NIODeadline.now() + TimeAmount(service.limits.headTime)
            headDeadline = moment
            clock.expect(at: moment)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        // First, because each request has these events, and casts are expensive.
        case let event as StreamClosedEvent: return remove(event.streamID)
        case let event as NIOHTTP2WindowUpdatedEvent: return windowChanged(event.streamID, event.inboundWindowSize)
        case is NIOHTTP2StreamCreatedEvent: return
        case is ChannelShouldQuiesceEvent: sayGoodbye()
        case is OpenAnswers.SwitchesChanged: for stream in streams.values { stream.handler.switchesChanged() }
        case let event as ChannelEvent where event == .inputClosed:
            isInputClosed = true
            if isEnding { return context.close(promise: nil) }
            if streams.isEmpty { end() }
            // Each stream handles its response, as a connection of HTTP/1.1 does.
            for stream in streams.values { stream.handler.inputClosed() }
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Lets the client send more after it has used half of a window.
    private func windowChanged(_ id: HTTP2StreamID, _ size: Int?) {
        guard id == .rootStream else {
            streams[id]?.window = size
            streams[id]?.readOn()
            return
        }
        guard let size, size <= 2 * HTTP2Stream.window else { return }
        write(.windowUpdate(windowSizeIncrement: 4 * HTTP2Stream.window - size), on: id)
        flush()
    }

    // MARK: Writing

    func write(_ payload: HTTP2Frame.FramePayload, on id: HTTP2StreamID) {
        context?.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: payload)), promise: nil)
    }

    /// Flushes, unless the end of a read does so.
    func flush(_ stream: HTTP2Stream? = nil) {
        if let stream { written.append(stream) }
        guard !isReading else { return }
        context?.flush()
        settle()
    }

    /// Continues the streams that a flush has changed. NIO accepts no frames while it writes.
    private func settle() {
        while let stream = written.popLast() { stream.flushed() }
        while let stream = drained.popLast() { stream.writeOn() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isWritable { for stream in streams.values { stream.writeOn() } }
        settle()
        context.fireChannelWritabilityChanged()
    }

    /// Resets a stream, unless it is closed.
    func reset(_ id: HTTP2StreamID, _ reason: HTTP2ErrorCode) {
        guard streams[id] != nil else { return }
        write(.rstStream(reason), on: id)
        flush()
    }

    // MARK: The end

    private func remove(_ id: HTTP2StreamID) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        stream.handler.leave()
        guard streams.isEmpty, !isEnding else { return }
        if isInputClosed { return end() }
        if isLeaving { return close() }
        expect(after: goodbye == nil ? idle : idle + TimeAmount(service.limits.halfClosed))
    }

    /// Closes the connection after the last frames of a stream are flushed, because NIO reports the end before.
    private func close() {
        guard let context else { return }
        loop.assumeIsolated().execute { context.close(promise: nil) }
    }

    private func expect(after time: TimeAmount) {
        let moment = NIODeadline.now() + time
        deadline = moment
        if context != nil { clock.expect(at: moment) }
    }

    /// Handles deadlines that have passed, and returns the next one.
    private func look() -> NIODeadline? {
        if let headDeadline, headDeadline <= .now() {
            self.headDeadline = nil
            service.log.line("- 408 refused  \(HeadProblem.late.message)")
            service.log.flush()
            context?.close(promise: nil)
        }
        if let deadline, deadline <= .now() {
            self.deadline = nil
            deadlineEnded()
        }
        return (streams.values.map { $0.handler.look() } + [deadline, headDeadline]).compactMap(\.self).min()
    }

    private func deadlineEnded() {
        guard isEnding || streams.isEmpty else { return }
        guard !isEnding, hasHadStreams, goodbye == nil else {
            context?.close(promise: nil)
            return
        }
        sayGoodbye()
        expect(after: TimeAmount(service.limits.halfClosed))
    }

    /// Asks the client to open no more streams. Those that it opens before it knows are answered.
    private func sayGoodbye() {
        guard goodbye == nil else { return }
        let data = HTTP2PingData(withInteger: .random(in: .min ... .max))
        goodbye = data
        write(.goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil), on: .rootStream)
        write(.ping(data, ack: false), on: .rootStream)
        flush()
    }

    /// Ends the sending side after everything is written; the client can still read it.
    private func end() {
        guard !isEnding, let context else { return }
        isEnding = true
        bytes.isOver = true
        expect(after: TimeAmount(service.limits.halfClosed))
        // The last frames of a stream are flushed after its end is reported.
        loop.assumeIsolated().execute { [isInputClosed] in
            let ended = context.eventLoop.makePromise(of: Void.self)
            if isInputClosed { ended.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) } }
            context.close(mode: .output, promise: ended)
        }
    }

    /// NIO has already reset the stream of an error, unless the error is in written frames.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isEnding else { return }
        if let error = error as? NIOHTTP2Errors.StreamError { return reset(error.streamID, .internalError) }
        if error is any NIOHTTP2Error {
            guard let failure else { return }
            service.log.line("- - refused  \(words(failure))")
            service.log.flush()
            return end()
        }
        if let words = TLSProblem.words(error) { service.log.line("- - refused  \(words)") }
        context.close(promise: nil)
    }

    private func words(_ failure: HTTP2ErrorCode) -> String {
        let size = service.limits.headerList
        return switch failure {
        case .compressionError: "the request's headers are larger than \(size) bytes, or not valid HTTP/2"
        case .enhanceYourCalm: "the client sends too many frames of one kind"
        default: "the client sent what is not valid HTTP/2"
        }
    }
}

extension HTTP2Connection: NIOHTTP2FrameDelegate {
    func wroteFrame(_ frame: HTTP2Frame) {
        switch frame.payload {
        case .headers(let head): streams[frame.streamID]?.sent(0, isLast: head.endStream)
        case .data(let data):
            guard let stream = streams[frame.streamID] else { return }
            if stream.sent(data.data.readableBytes, isLast: data.endStream) { drained.append(stream) }
        case .goAway(_, let code, _) where code != .noError: failure = code
        default: break
        }
    }
}
