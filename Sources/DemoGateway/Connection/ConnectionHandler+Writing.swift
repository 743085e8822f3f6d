import NIOCore
import NIOHPACK
import NIOHTTP2

/// Writes answers: bytes of HTTP/1.1, or the frames of a stream.
extension ConnectionHandler {
    /// Writes the head of an answer, and a body that is short and complete.
    func write(_ head: ResponseHead, _ body: [UInt8] = []) {
        guard isStream else {
            let bytes = head.bytes(date: date.now())
            var buffer =
                context?.channel.allocator.buffer(capacity: bytes.count + body.count) ?? ByteBuffer()
            buffer.writeBytes(bytes)
            buffer.writeBytes(body)
            return write(buffer)
        }
        write(.headers(.init(headers: head.fields(date: date.now()))))
        if !body.isEmpty { write(frame(ByteBuffer(bytes: body))) }
    }

    /// Writes a part of a body, as a chunk if the reply is chunked.
    func write(_ bytes: ByteBuffer, _ turn: Turn) {
        guard !isStream else { return write(frame(bytes)) }
        guard turn.isChunked else { return write(bytes) }
        var chunk = context?.channel.allocator.buffer(capacity: bytes.readableBytes + 16) ?? ByteBuffer()
        chunk.writeString(String(bytes.readableBytes, radix: 16))
        chunk.writeStaticString("\r\n")
        chunk.writeImmutableBuffer(bytes)
        chunk.writeStaticString("\r\n")
        write(chunk)
    }

    /// Writes the end of an answer.
    func writeEnd(_ turn: Turn) {
        guard isStream else {
            if turn.isChunked { write(ByteBuffer(string: "0\r\n\r\n")) }
            return
        }
        let promise = loop.makePromise(of: Void.self)
        let ended = NIOLoopBound((handler: self, turn: turn), eventLoop: loop)
        promise.futureResult.whenSuccess { ended.value.handler.streamEnded(ended.value.turn) }
        keptFrame = (keptFrame ?? frame(ByteBuffer())).ending
        writeKeptFrame(promise)
        flushUnlessGathering()
    }

    private func streamEnded(_ turn: Turn) {
        hasSentEnd = true
        if turn.hasWholeRequest || context == nil { expectNothing() } else { expectBody(turn) }
    }

    /// Asks the client of a stream to send no more: its answer is complete (RFC 9113 section 8.1).
    func stopStream(_ turn: Turn) {
        guard hasSentEnd, !turn.hasWholeRequest, context != nil else { return }
        codec?.writeAndFlush(NIOAny(HTTP2Frame.FramePayload.rstStream(.noError)), promise: nil)
    }

    func writeContinue() {
        if isStream {
            write(.headers(.init(headers: [":status": "100"])))
        } else {
            write(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n"))
        }
        flushIfNeeded()
    }

    /// Writes bytes of HTTP/1.1.
    func write(_ buffer: ByteBuffer) {
        context?.write(wrapOutboundOut(buffer), promise: nil)
        flushUnlessGathering()
    }

    private func frame(_ bytes: ByteBuffer) -> HTTP2Frame.FramePayload { .data(.init(data: .byteBuffer(bytes))) }

    /// Writes a frame of a stream as soon as the next one, or a flush, shows that it is not the last.
    private func write(_ frame: HTTP2Frame.FramePayload) {
        writeKeptFrame()
        keptFrame = frame
        flushUnlessGathering()
    }

    private func writeKeptFrame(_ promise: EventLoopPromise<Void>? = nil) {
        guard let keptFrame else { return }
        self.keptFrame = nil
        guard context != nil, let codec else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        // From the codec's place, because the codec would end each stream with an empty frame.
        codec.write(NIOAny(keptFrame), promise: promise)
    }

    private func flushUnlessGathering() {
        needsFlush = true
        if !isGathering { flushIfNeeded() }
    }

    /// Flushes all output of `writes` at once.
    func together(_ writes: () -> Void) {
        guard !isGathering else { return writes() }
        isGathering = true
        writes()
        isGathering = false
        flushIfNeeded()
        flushLog()
    }

    /// Flushes once the server's bytes that are here were read: head, body and end of a short reply leave together.
    func gatherWhileServerIsRead() {
        guard !isGathering else { return }
        isGathering = true
        let bound = NIOLoopBound(self, eventLoop: loop)
        loop.execute {
            bound.value.isGathering = false
            bound.value.flushIfNeeded()
            bound.value.flushLog()
        }
    }

    /// Flushes the log, unless that happens at the end of a read anyway.
    func flushLog() {
        if !isGathering { service.log.flush() }
    }

    func flushIfNeeded() {
        guard needsFlush else { return }
        needsFlush = false
        writeKeptFrame()
        context?.flush()
        // A client may never take the end of its stream.
        if isStream, turn?.isDone == true, !hasSentEnd { expect(.reader, after: service.limits.silence) }
    }
}

extension HTTP2Frame.FramePayload {
    /// The same frame as the last of its stream.
    fileprivate var ending: HTTP2Frame.FramePayload {
        switch self {
        case .headers(var headers):
            headers.endStream = true
            return .headers(headers)
        case .data(var data):
            data.endStream = true
            return .data(data)
        default: return self
        }
    }
}
