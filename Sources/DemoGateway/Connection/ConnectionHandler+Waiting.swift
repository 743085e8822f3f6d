import NIOCore
import NIOSSL

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Deadlines and ends of a connection.
extension ConnectionHandler {
    /// Sets what the connection waits for, and how long.
    func expect(_ wait: Wait, after time: Duration) { expect(wait, at: .now() + TimeAmount(time)) }

    /// Sets the deadline. The running timer checks it when it fires, so that requests need no timer of their own.
    func expect(_ wait: Wait, at moment: NIODeadline) {
        deadline = (moment, wait)
        if let clock { return clock.expect(self, at: moment) }
        if let timer, timer.at <= moment { return }
        timer?.task.cancel()
        schedule(moment)
    }

    /// Clears the deadline.
    func expectNothing() { deadline = nil }

    /// Waits for the rest of a body: for each part, and for the whole if all of it is needed.
    func expectBody(_ turn: Turn) {
        expect(.body, at: min(turn.bodyDeadline, .now() + TimeAmount(service.limits.silence)))
    }

    /// A client that has half-closed may still read the answer. If nothing moves, it may be gone.
    func expectHalfClosed() {
        guard isInputClosed, let turn, !turn.isDone else { return }
        // A large body has its own deadline.
        if case .body = turn.output { return }
        expect(.halfClosed, after: service.limits.halfClosed)
    }

    private func schedule(_ moment: NIODeadline) {
        guard context != nil else { return }
        let bound = NIOLoopBound(self, eventLoop: loop)
        timer = (moment, loop.scheduleTask(deadline: moment) { bound.value.look() })
    }

    private func look() {
        timer = nil
        guard let deadline else { return }
        if deadline.at <= .now() { deadlineEnded() } else { schedule(deadline.at) }
    }

    fileprivate func deadlineEnded() {
        guard let deadline else { return }
        self.deadline = nil
        switch deadline.wait {
        case .idle, .lingering, .halfClosed: closeNow()
        case .reader:
            turn?.failure = "the client took nothing of the reply"
            closeNow()
        case .head, .body:
            let late = turn ?? Turn(nil)
            turn = late
            breakOff(late, .late)
        }
    }

    /// Ends the connection after everything was written.
    func closeWhenWritten() {
        isEnding = true
        watch?.isOver = true
        whenWritten { $0.closeNow() }
    }

    private func whenWritten(_ act: @escaping (ConnectionHandler) -> Void) {
        guard let context else { return }
        let waiting = NIOLoopBound((handler: self, act: act), eventLoop: loop)
        // First, because the write may complete at once, and its completion sets a deadline of its own.
        expect(.reader, after: service.limits.silence)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
            waiting.value.act(waiting.value.handler)
        }
    }

    func closeNow() {
        isEnding = true
        watch?.isOver = true
        flushIfNeeded()
        close()
    }

    private func close() {
        guard let context else { return }
        guard isStream else {
            context.close(promise: nil)
            // The TLS handler has said so to the client, whose consent it would wait for.
            if transport == .tls { closeSocket() }
            return
        }
        // While its first frame is read, the connection does not know the stream yet.
        let stream = NIOLoopBound(context, eventLoop: loop)
        loop.execute { stream.value.close(promise: nil) }
    }

    /// Ends the sending side, but reads on briefly: closing a socket with unread bytes would destroy the answer.
    func endSoftly() {
        guard !isEnding else { return }
        isEnding = true
        watch?.isOver = true
        flushIfNeeded()
        whenWritten { handler in
            if handler.isInputClosed { return handler.closeNow() }
            handler.expect(.lingering, after: .seconds(2))
            handler.context?.close(mode: .output, promise: nil)
            handler.readOn()
        }
    }

    /// Ends the connection with a reset.
    func reset() {
        isEnding = true
        watch?.isOver = true
        guard let context, !isStream else { return close() }
        // Without the option the connection ends in order; the client still gets no answer.
        if let socket = context.channel as? any SocketOptionProvider {
            _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        closeSocket()
    }

    /// Closes past the TLS handler.
    private func closeSocket() {
        guard let context else { return }
        guard transport == .tls else { return context.close(promise: nil) }
        do {
            let pipeline = context.pipeline.syncOperations
            try pipeline.context(handlerType: NIOSSLServerHandler.self).close(promise: nil)
        } catch {
            // The TLS handler has left with the connection.
        }
    }
}

/// The deadlines of a connection's streams: one timer for all, because each stream lives for one request.
final class StreamClock {
    private let loop: any EventLoop
    private var streams: [ObjectIdentifier: ConnectionHandler] = [:]
    private var timer: (at: NIODeadline, task: Scheduled<Void>)?

    init(on loop: any EventLoop) { self.loop = loop }

    func expect(_ stream: ConnectionHandler, at moment: NIODeadline) {
        guard stream.context != nil else { return }
        streams[ObjectIdentifier(stream)] = stream
        if let timer, timer.at <= moment { return }
        timer?.task.cancel()
        schedule(moment)
    }

    func forget(_ stream: ConnectionHandler) { streams[ObjectIdentifier(stream)] = nil }

    private func schedule(_ moment: NIODeadline) {
        timer = (moment, loop.assumeIsolated().scheduleTask(deadline: moment) { [weak self] in self?.look() })
    }

    private func look() {
        timer = nil
        let now = NIODeadline.now()
        for stream in streams.values where stream.deadline.map({ $0.at <= now }) == true { stream.deadlineEnded() }
        if let next = streams.values.compactMap({ $0.deadline?.at }).min() { schedule(next) }
    }
}
