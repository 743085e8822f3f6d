import HTTPTypes

/// A reply that is recorded while it is handed on in pieces. Nothing on it waits; what is over the recorder's limit is no longer
/// kept, so that a body of any length costs no more memory than that.
public final class ReplyRecording: Sendable {
    private struct State: Sendable {
        var head: HTTPResponse?
        var body: [UInt8] = []
        var isOver = false
    }

    private let recorder: Recorder
    private let request: HTTPRequest
    private let requestBody: [UInt8]?
    private let state = Lock(State())

    init(recorder: Recorder, request: HTTPRequest, requestBody: [UInt8]?) {
        (self.recorder, self.request, self.requestBody) = (recorder, request, requestBody)
    }

    /// The head came. One that is only informational (1xx) is not the reply's.
    public func receive(_ head: HTTPResponse) {
        guard head.status.kind != .informational else { return }
        state.withLock { $0.head = head }
    }

    /// Bytes of the body came, as they are handed to the client.
    public func receive(_ bytes: some Collection<UInt8> & Sendable) {
        let limit = recorder.limits.body
        state.withLock { state in
            guard !state.isOver else { return }
            state.isOver = state.body.count + bytes.count > limit
            if state.isOver { state.body = [] } else { state.body += bytes }
        }
    }

    /// The reply is complete: it is recorded.
    public func end() {
        let state = take()
        guard let head = state.head else { return }
        let exchange = ServedExchange(request: request, requestBody: requestBody, response: head, body: state.body)
        guard !state.isOver else {
            return recorder.skip(
                "\(exchange.title) was not recorded: its body is longer than \(recorder.limits.body >> 20) MB.")
        }
        recorder.record(exchange)
    }

    /// The reply broke off, or the client went away: half a reply is none.
    public func abandon() { _ = take() }

    /// Hands out what came; nothing comes out a second time.
    private func take() -> State {
        state.withLock { state in
            defer { state = State() }
            return state
        }
    }
}
