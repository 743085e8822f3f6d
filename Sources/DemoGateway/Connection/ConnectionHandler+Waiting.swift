import DemoManager
import HTTPTypes
import NIOCore
import Recordings
import WireFormats

/// Deadlines and ends of a connection.
extension ConnectionHandler {
    /// Sets the deadline and its meaning.
    func expect(_ wait: Wait, after time: Duration) { expect(wait, at: .now() + TimeAmount(time)) }

    func expect(_ wait: Wait, at moment: NIODeadline) {
        deadline = (moment, wait)
        if wire != nil { clock.expect(at: moment) }
    }

    /// Clears the deadline.
    func expectNothing() { deadline = nil }

    /// Waits for the rest of a body: for each part, and for the whole if all of it is needed.
    func expectBody(_ turn: Turn) {
        expect(.body, at: min(turn.bodyDeadline, .now() + TimeAmount(service.limits.silence)))
    }

    /// A client that has half-closed may still read the response; without progress, it may be gone.
    func expectHalfClosed() {
        guard isInputClosed, let turn, !turn.isDone else { return }
        // A large body has its own deadline.
        if case .body = turn.output { return }
        expect(.halfClosed, after: service.limits.halfClosed)
    }

    /// Handles a deadline that has passed, and returns the next one.
    func look() -> NIODeadline? {
        if let deadline, deadline.at <= .now() { deadlineEnded(deadline.wait) }
        return deadline?.at
    }

    private func deadlineEnded(_ wait: Wait) {
        deadline = nil
        switch wait {
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
        whenWritten { [self] _ in closeNow() }
    }

    private func whenWritten(_ act: @escaping (HTTP1Connection) -> Void) {
        guard let connection = wire as? HTTP1Connection else { return }
        // Set first, because the write may complete at once and then sets its own deadline.
        expect(.reader, after: service.limits.silence)
        connection.whenWritten { act(connection) }
    }

    func closeNow() {
        isEnding = true
        flushIfNeeded()
        wire?.close()
    }

    /// Ends the sending side, but reads on briefly: closing a socket with unread bytes would discard the response.
    func endSoftly() {
        guard !isEnding else { return }
        isEnding = true
        flushIfNeeded()
        whenWritten { [self] connection in
            if isInputClosed { return closeNow() }
            expect(.lingering, after: .seconds(2))
            connection.closeOutput()
            readOn()
        }
    }

    /// Ends the connection with a reset.
    func reset() {
        isEnding = true
        wire?.reset()
    }
}

/// The timer of a connection. It looks at the deadlines when it fires, so that requests need no timers of their own.
final class DeadlineClock {
    private let loop: any EventLoop
    private var timer: (at: NIODeadline, task: Scheduled<Void>)?
    /// Looks at the deadlines, and returns the next one.
    var look: () -> NIODeadline? = { nil }

    init(on loop: any EventLoop) { self.loop = loop }

    func expect(at moment: NIODeadline) {
        if let timer, timer.at <= moment { return }
        timer?.task.cancel()
        let task = loop.assumeIsolated().scheduleTask(deadline: moment) { [weak self] in
            guard let self else { return }
            timer = nil
            if let next = look() { expect(at: next) }
        }
        timer = (moment, task)
    }

    func stop() {
        timer?.task.cancel()
        timer = nil
    }
}

/// Streams of events, which clients may read for hours: a changed switch ends them, and the client reconnects.
extension ConnectionHandler {
    /// Ends a streamed response when a switch would change it.
    func followSwitches(_ turn: Turn, _ headers: HTTPFields) {
        guard headers[.contentType].map({ MediaTypeName($0).isStream }) == true, let manager = turn.routed?.manager,
            let channel = wire?.channel
        else { return }
        turn.streamChannel = channel
        service.openAnswers.insert(channel, of: [service.decider.journal, manager])
        // The switches may have changed before the server responded.
        switchesChanged()
    }

    func switchesChanged() {
        guard let turn, turn.streamChannel != nil, let routed = turn.routed,
            !service.decider.keepsOpen(routed, passedUnder: turn.policy)
        else { return }
        switch turn.output {
        case .forwarded(let forwarded):
            turn.recording?.abandon("a switch between demo and live ended it")
            turn.recording = nil
            forwarded.cancel()
            turn.passed?.body = forwarded.kept
        case .pieces:
            turn.timer?.cancel()
            guard case .reply(let reply)? = turn.act?.kind else { break }
            turn.passed = .reply(
                status: turn.status, headers: reply.headers, body: Array(reply.body.prefix(turn.sentCount)),
                duration: .zero)
        case .waiting, .body, .opening, .done: return
        }
        turn.passed?.isCut = true
        turn.ending = "switched between demo and live"
        outputEnded(turn)
    }

    /// Called when the response ended or the client disconnected.
    func leaveSwitches(_ turn: Turn) {
        turn.streamChannel.map(service.openAnswers.release)
        turn.streamChannel = nil
    }
}
