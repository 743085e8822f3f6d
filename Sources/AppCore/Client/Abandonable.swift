/// Waits for work only as long as the caller wants to.
///
/// `run` returns with the first of: the work's end, `fail`, the cancellation of the calling task. Whatever comes later
/// is dropped. In the latter two cases the work is cancelled and left to end by itself, so that a library that is slow
/// to notice does not hold the caller.
struct Abandonable<Value: Sendable>: Sendable {
    private let results = AsyncThrowingStream<Value, any Error>.makeStream()

    /// Runs the work; to be called once. A task that is cancelled already does nothing at all.
    func run(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        let task = Task {
            do {
                results.continuation.yield(try await work())
            } catch {
                results.continuation.finish(throwing: error)
            }
        }
        defer { task.cancel() }
        for try await value in results.stream { return value }
        throw CancellationError()
    }

    /// Ends the waiting with an error, unless it has ended already.
    func fail(_ error: any Error) { results.continuation.finish(throwing: error) }
}
