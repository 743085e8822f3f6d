import NIOConcurrencyHelpers

/// Waits for work only as long as the caller wants to.
///
/// `run` returns with the first of: the work's end, `fail`, the cancellation of the calling task. Whatever comes later
/// is dropped. In the latter two cases the work is cancelled and left to end by itself, so that a library that is slow
/// to notice does not hold the caller.
final class Abandonable<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var continuation: CheckedContinuation<Value, any Error>?
        var work: Task<Void, Never>?
    }

    private let state = NIOLockedValueBox(State())

    /// Runs the work; to be called once.
    func run(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait(continuation)
                start(work)
            }
        } onCancel: {
            fail(CancellationError())
        }
    }

    /// Ends the waiting with an error, unless it has ended already.
    func fail(_ error: any Error) {
        finish(.failure(error))?.cancel()
    }

    private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let early = state.withLockedValue { state in
            if state.result == nil { state.continuation = continuation }
            return state.result
        }
        if let early { continuation.resume(with: early) }
    }

    private func start(_ work: @escaping @Sendable () async throws -> Value) {
        // A task that is cancelled already does nothing at all.
        if state.withLockedValue({ $0.result != nil }) { return }
        let task = Task { [self] in
            do {
                let value = try await work()
                _ = finish(.success(value))
            } catch {
                _ = finish(.failure(error))
            }
        }
        let isOver = state.withLockedValue { state in
            state.work = task
            return state.result != nil
        }
        if isOver { task.cancel() }
    }

    private func finish(_ result: Result<Value, any Error>) -> Task<Void, Never>? {
        let (continuation, work) = state.withLockedValue { state in
            guard state.result == nil else {
                return (CheckedContinuation<Value, any Error>?.none, Task<Void, Never>?.none)
            }
            state.result = result
            defer { state.continuation = nil }
            return (state.continuation, state.work)
        }
        continuation?.resume(with: result)
        return work
    }
}
