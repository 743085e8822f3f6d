import NIOCore

/// Writes responses.
extension ConnectionHandler {
    /// Writes the head of a response, with its body if that is short and complete.
    func write(_ head: ResponseHead, _ body: [UInt8] = []) {
        wire?.write(head, body)
        flushUnlessGathering()
    }

    /// Writes a part of a body, as a chunk if the reply is chunked.
    func write(_ bytes: ByteBuffer, _ turn: Turn) {
        wire?.write(bytes, isChunk: turn.isChunked)
        flushUnlessGathering()
    }

    /// Writes the end of a response.
    func writeEnd(_ turn: Turn) {
        wire?.writeEnd(isChunked: turn.isChunked)
        flushUnlessGathering()
    }

    /// Called when the end of a stream's response was sent.
    func answerLeft() {
        guard let turn else { return }
        if turn.hasWholeRequest { expectNothing() } else { expectBody(turn) }
    }

    func writeContinue() {
        wire?.writeContinue()
        needsFlush = true
        flushIfNeeded()
    }

    /// Writes bytes of HTTP/1.1 outside a response. On a stream they would end all others.
    func writeInvalid(_ bytes: [UInt8]) {
        if !isStream { wire?.write(ByteBuffer(bytes: bytes), isChunk: false) }
        needsFlush = true
    }

    private func flushUnlessGathering() {
        needsFlush = true
        if !isGathering { flushIfNeeded() }
    }

    /// Flushes all output of `writes` together.
    func together(_ writes: () -> Void) {
        guard !isGathering else { return writes() }
        isGathering = true
        writes()
        isGathering = false
        flushIfNeeded()
        flushLog()
    }

    /// Flushes after reading the available bytes of the server, so that a short reply is sent in one piece.
    func gatherWhileServerIsRead() {
        guard !isGathering else { return }
        isGathering = true
        loop.assumeIsolated().execute { [self] in
            isGathering = false
            flushIfNeeded()
            flushLog()
        }
    }

    /// Flushes the log, unless the end of a read does so.
    func flushLog() {
        if !isGathering { service.log.flush() }
    }

    func flushIfNeeded() {
        guard needsFlush else { return }
        needsFlush = false
        wire?.flush()
    }
}
