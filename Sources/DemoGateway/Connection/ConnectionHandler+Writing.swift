import NIOCore
import NIOHTTP1
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
        write(.head(head.part(date: date.now())))
        if !body.isEmpty { write(.body(.byteBuffer(ByteBuffer(bytes: body)))) }
    }

    /// Writes a part of a body, as a chunk if the reply is chunked.
    func write(_ bytes: ByteBuffer, _ turn: Turn) {
        guard !isStream else { return write(.body(.byteBuffer(bytes))) }
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
        write(.end(nil), promise)
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
            write(.head(HTTPResponseHead(version: .http2, status: .continue)))
        } else {
            write(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n"))
        }
        flushIfNeeded()
    }

    /// Writes bytes of HTTP/1.1.
    func write(_ buffer: ByteBuffer) { write(wrapOutboundOut(buffer), nil) }

    private func write(_ part: HTTPServerResponsePart, _ promise: EventLoopPromise<Void>? = nil) {
        write(NIOAny(part), promise)
    }

    /// Writes; output during a read is flushed at its end.
    private func write(_ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        guard let context else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        context.write(data, promise: promise)
        needsFlush = true
        if !isReading { flushIfNeeded() }
    }

    /// Flushes the log, unless the end of a read does.
    func flushLog() {
        if !isReading { service.log.flush() }
    }

    func flushIfNeeded() {
        guard needsFlush else { return }
        needsFlush = false
        context?.flush()
        // A client may never take the end of its stream.
        if isStream, turn?.isDone == true, !hasSentEnd { expect(.reader, after: service.limits.silence) }
    }
}
