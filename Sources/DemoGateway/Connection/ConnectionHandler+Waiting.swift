import NIOCore
import NIOPosix

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Deadlines and ends of a connection.
extension ConnectionHandler {
    /// Sets what the client is waited for, and how long.
    func expect(_ wait: Wait, after time: Duration) { expect(wait, at: .now() + TimeAmount(time)) }

    /// Sets what the client is waited for, and until when. The timer that runs looks at it when it fires: a request costs
    /// no timer of its own.
    func expect(_ wait: Wait, at moment: NIODeadline) {
        deadline = (moment, wait)
        if let timer, timer.at <= moment { return }
        timer?.task.cancel()
        schedule(moment)
    }

    /// Waits for nothing the client has to do.
    func expectNothing() { deadline = nil }

    /// Waits for the rest of a body: for each part, and where all of it is needed, for the whole.
    func expectBody(_ turn: Turn) {
        expect(.body, at: min(turn.bodyDeadline, .now() + TimeAmount(service.limits.silence)))
    }

    /// After the client ended its side an answer may still come; but if nothing moves, nobody may be there.
    func expectHalfClosed() {
        guard isInputClosed, let turn, !turn.isDone else { return }
        // What the client has yet to take is waited for as it always is.
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
        guard deadline.at <= .now() else { return schedule(deadline.at) }
        self.deadline = nil
        switch deadline.wait {
        case .idle, .lingering, .halfClosed: closeNow()
        case .reader:
            turn?.failure = "the client took nothing of the reply"
            closeNow()
        case .head, .body:
            let late = turn ?? Turn(nil)
            turn = late
            breakOff(late, HeadProblem(408, "The request took too long to arrive."))
        }
    }

    /// Ends the connection when everything was written.
    func closeWhenWritten() {
        isEnding = true
        watch.isOver = true
        whenWritten { $0.closeNow() }
    }

    private func whenWritten(_ act: @escaping (ConnectionHandler) -> Void) {
        guard let context else { return }
        let waiting = NIOLoopBound((handler: self, act: act), eventLoop: loop)
        // First: the write may end at once, and what then happens sets a deadline of its own.
        expect(.reader, after: service.limits.silence)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
            waiting.value.act(waiting.value.handler)
        }
    }

    /// Ends the connection at once.
    func closeNow() {
        isEnding = true
        watch.isOver = true
        flushIfNeeded()
        context?.close(promise: nil)
    }

    /// Ends what is sent, and reads on for a moment: a connection that is closed over unread bytes takes the answer with it.
    func endSoftly() {
        guard !isEnding else { return }
        isEnding = true
        watch.isOver = true
        flushIfNeeded()
        whenWritten { handler in
            if handler.isInputClosed { return handler.closeNow() }
            handler.expect(.lingering, after: .seconds(2))
            handler.context?.close(mode: .output, promise: nil)
            handler.readOn()
        }
    }

    /// Ends the connection so that the client sees a reset.
    func reset() {
        isEnding = true
        watch.isOver = true
        guard let context else { return }
        // Where the option cannot be set the connection ends in order; the client still gets no answer.
        if let socket = context.channel as? any SocketOptionProvider {
            _ = socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        }
        context.close(promise: nil)
    }
}
