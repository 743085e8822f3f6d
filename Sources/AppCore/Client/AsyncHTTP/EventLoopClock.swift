import NIOCore

/// The continuous clock, waiting on an event loop's one-shot timers.
///
/// `Task.sleep` on Linux waits in libdispatch's pool of threads, and once that pool has a thread its monitor wakes the
/// process every second for ever. Waiting here leaves nothing behind.
public struct EventLoopClock: Clock {
    private let group: any EventLoopGroup

    /// Creates a clock that waits on `eventLoopGroup`; nil for the thread `AsyncHTTPTransport` has of its own.
    public init(eventLoopGroup: (any EventLoopGroup)? = nil) {
        group = eventLoopGroup ?? AsyncHTTPTransport.ownGroup
    }

    /// The time, monotonic.
    public var now: ContinuousClock.Instant { .now }

    /// The least difference between two moments.
    public var minimumResolution: Duration { ContinuousClock().minimumResolution }

    /// Waits until `deadline`, or throws `CancellationError` as soon as the task is cancelled.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let timer = group.any().scheduleTask(in: TimeAmount(deadline - .now)) {}
        try await withTaskCancellationHandler {
            do {
                try await timer.futureResult.get()
            } catch {
                throw CancellationError()
            }
        } onCancel: {
            timer.cancel()
        }
    }
}
