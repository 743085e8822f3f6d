/// Waits for work only as long as the caller wants to.
///
/// `run` returns at the first of these: the end of the work, `fail`, or cancellation of the calling task. Later results
/// are dropped. In the last two cases the work is cancelled but not awaited, so that a slow library does not block the
/// caller.
struct Abandonable<Value: Sendable>: Sendable {
    private let results = AsyncThrowingStream<Value, any Error>.makeStream()

    /// Runs the work; call it once. A cancelled task does nothing.
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

    /// Ends the wait with an error, unless it has ended already.
    func fail(_ error: any Error) { results.continuation.finish(throwing: error) }
}
