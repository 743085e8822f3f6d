import DemoManager
import JSONText

/// Lets exactly one end a task: the answer or the cancellation.
final class Gate: Sendable {
    private enum State {
        case open, completed, cancelled
    }

    private let state = Lock(State.open)

    /// Says that the task gets its answer now. False if it has ended already.
    func complete() -> Bool { close(.completed) }

    /// Says that the task was cancelled. False if it has ended already.
    func cancel() -> Bool { close(.cancelled) }

    /// True if the task has neither its answer nor been cancelled.
    var isOpen: Bool { state.withLock { $0 == .open } }

    /// True if the task got its answer.
    var isCompleted: Bool { state.withLock { $0 == .completed } }

    private func close(_ end: State) -> Bool {
        state.withLock { state in
            guard state == .open else { return false }
            state = end
            return true
        }
    }
}
