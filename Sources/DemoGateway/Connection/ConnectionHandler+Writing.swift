import NIOCore

/// Writes answers.
extension ConnectionHandler {
    /// Writes the head of an answer, and a body that is short and complete.
    func write(_ head: ResponseHead, _ body: [UInt8] = []) {
        wire?.write(head, body)
        flushUnlessGathering()
    }

    /// Writes a part of a body, as a chunk if the reply is chunked.
    func write(_ bytes: ByteBuffer, _ turn: Turn) {
        wire?.write(bytes, isChunk: turn.isChunked)
        flushUnlessGathering()
    }

    /// Writes the end of an answer.
    func writeEnd(_ turn: Turn) {
        wire?.writeEnd(isChunked: turn.isChunked)
        flushUnlessGathering()
    }

    /// The end of a stream's answer has left.
    func answerLeft() {
        guard let turn else { return }
        if turn.hasWholeRequest { expectNothing() } else { expectBody(turn) }
    }

    func writeContinue() {
        wire?.writeContinue()
        needsFlush = true
        flushIfNeeded()
    }

    /// Writes bytes of HTTP/1.1 that are no part of an answer. On a stream they would end all others.
    func writeInvalid(_ bytes: [UInt8]) {
        if !isStream { wire?.write(ByteBuffer(bytes: bytes), isChunk: false) }
        needsFlush = true
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
        loop.assumeIsolated().execute { [self] in
            isGathering = false
            flushIfNeeded()
            flushLog()
        }
    }

    /// Flushes the log, unless that happens at the end of a read anyway.
    func flushLog() {
        if !isGathering { service.log.flush() }
    }

    func flushIfNeeded() {
        guard needsFlush else { return }
        needsFlush = false
        wire?.flush()
    }
}
