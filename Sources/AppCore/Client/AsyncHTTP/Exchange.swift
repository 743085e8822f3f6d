import HTTPTypes
import NIOConcurrencyHelpers

/// The part of a reply that has arrived; kept apart so that a failure can show it.
final class Exchange: Sendable {
    private struct State {
        var head: HTTPResponse?
        var body: [UInt8] = []
        var isTruncated = false
        var timeToFirstByte: Duration?
        var way: String?
    }

    private let start = ContinuousClock.now
    private let state = NIOLockedValueBox(State())

    /// A head came; it takes the place of an earlier one.
    func received(_ head: HTTPResponse) {
        let elapsed = ContinuousClock.now - start
        state.withLockedValue { $0 = State(head: head, timeToFirstByte: elapsed) }
    }

    /// The proxy or socket that was asked and did not answer yet, in words; nil without one.
    var way: String? {
        get { state.withLockedValue { $0.way } }
        set { state.withLockedValue { $0.way = newValue } }
    }

    /// Bytes came; those beyond the cap are dropped.
    ///
    /// - Returns: whether more are wanted.
    func received(_ bytes: some Collection<UInt8>, cap: Int) -> Bool {
        state.withLockedValue { state in
            let room = cap - state.body.count
            state.body.append(contentsOf: bytes.prefix(room))
            if bytes.count > room { state.isTruncated = true }
            return !state.isTruncated
        }
    }

    /// Marks the body as cut off.
    func truncated() {
        state.withLockedValue { $0.isTruncated = true }
    }

    /// The reply as far as it came; nil before a head.
    var response: APIResponse? {
        let elapsed = ContinuousClock.now - start
        return state.withLockedValue { state in
            guard let head = state.head else { return nil }
            return APIResponse(
                head: head, body: state.body, isTruncated: state.isTruncated, duration: elapsed,
                timeToFirstByte: state.timeToFirstByte)
        }
    }
}
