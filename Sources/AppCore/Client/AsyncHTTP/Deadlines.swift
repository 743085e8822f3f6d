import NIOConcurrencyHelpers
import NIOCore

/// Watches one exchange: tells once when a deadline passes.
///
/// The client's own deadline ends with the head, so that a dripping body could take forever; this one does not end
/// before the exchange does. At most one timer is pending.
final class Deadlines: Sendable {
    private struct State {
        var waitsForHead = true
        var phaseBegan: NIODeadline
        var timer: Scheduled<Void>?
        var isOver = false
    }

    private let limits: TransportLimits
    private let loop: any EventLoop
    private let start: NIODeadline
    private let onExpiry: @Sendable (TimeoutPhase) -> Void
    private let state: NIOLockedValueBox<State>

    init(_ limits: TransportLimits, on loop: any EventLoop, onExpiry: @escaping @Sendable (TimeoutPhase) -> Void) {
        self.limits = limits
        self.loop = loop
        self.onExpiry = onExpiry
        start = .now()
        state = NIOLockedValueBox(State(phaseBegan: start))
        arm()
    }

    /// Bytes of the body came. The timer stays: when it fires it finds the later moment.
    func bytesArrived() {
        state.withLockedValue { $0.phaseBegan = .now() }
    }

    /// The exchange is over, however it ended.
    func finish() {
        let timer = state.withLockedValue { state in
            state.isOver = true
            defer { state.timer = nil }
            return state.timer
        }
        timer?.cancel()
    }

    /// A request was sent, and the wait for a head begins; or a head came, and silence counts from now.
    func begin(waitsForHead: Bool) {
        let timer = state.withLockedValue { state in
            state.waitsForHead = waitsForHead
            state.phaseBegan = .now()
            return state.timer
        }
        timer?.cancel()
        arm()
    }

    private func arm() {
        let due = state.withLockedValue { self.due($0).moment }
        let timer = loop.scheduleTask(deadline: due) { [weak self] in
            guard let self else { return }
            check()
        }
        let isOver = state.withLockedValue { state in
            if !state.isOver { state.timer = timer }
            return state.isOver
        }
        if isOver { timer.cancel() }
    }

    private func check() {
        let now = NIODeadline.now()
        let (expired, isOver): (TimeoutPhase?, Bool) = state.withLockedValue { state in
            let (moment, phase) = due(state)
            return (moment <= now ? phase : nil, state.isOver)
        }
        if isOver { return }
        if let expired {
            finish()
            onExpiry(expired)
        } else {
            arm()
        }
    }

    private func due(_ state: State) -> (moment: NIODeadline, phase: TimeoutPhase) {
        let end = start + TimeAmount(limits.total)
        let phaseEnd = state.phaseBegan + TimeAmount(state.waitsForHead ? limits.firstByte : limits.idle)
        if end <= phaseEnd { return (end, .total) }
        return (phaseEnd, state.waitsForHead ? .firstByte : .idle)
    }
}
