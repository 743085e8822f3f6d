import DemoManager
import HTTPTypes
import WireFormats

/// A reply that is recorded while it is handed on in pieces. Nothing on it waits. Bodies over the recorder's limits
/// are dropped, so that neither a long one nor many at once cost more memory.
package final class ReplyRecording: Sendable {
    private struct State: Sendable {
        var head: HTTPResponse?
        var requestBody: [UInt8]?
        var body: [UInt8] = []
        /// Why nothing more of it is kept.
        var excess: String?
        /// Bytes the recorder counts for it.
        var held = 0
    }

    private let recorder: Recorder
    private let request: HTTPRequest
    private let state: Lock<State>

    init(recorder: Recorder, request: HTTPRequest, requestBody: [UInt8]?) {
        (self.recorder, self.request) = (recorder, request)
        state = Lock(State(requestBody: requestBody))
    }

    deinit { recorder.letGo(state.withLock { $0.held }) }

    /// Bytes of the request's body went out, where it was not known as a whole at the beginning. Of a long one the beginning is
    /// kept, which tells that it is too long to be compared.
    package func send(_ bytes: some Collection<UInt8> & Sendable) {
        state.withLock { state in
            let room = BodyDemand.limit + 1 - (state.requestBody?.count ?? 0)
            if room > 0 { state.requestBody = (state.requestBody ?? []) + bytes.prefix(room) }
        }
    }

    /// The head came. One that is only informational (1xx) is not the reply's.
    package func receive(_ head: HTTPResponse) {
        guard head.status.kind != .informational else { return }
        let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        state.withLock { state in
            state.head = head
            if length > recorder.limits.body, request.method != .head { state.excess = recorder.longBody }
        }
    }

    /// Bytes of the body came, as they are handed to the client.
    package func receive(_ bytes: some Collection<UInt8> & Sendable) {
        state.withLock { state in
            guard state.excess == nil else { return }
            if state.body.count + bytes.count > recorder.limits.body {
                state.excess = recorder.longBody
            } else if !recorder.hold(bytes.count) {
                state.excess = Recorder.flood
            } else {
                state.held += bytes.count
                state.body += bytes
                return
            }
            recorder.letGo(state.held)
            (state.body, state.held) = ([], 0)
        }
    }

    /// The reply is complete: it is recorded.
    package func end() {
        let state = take()
        guard let head = state.head else { return }
        let exchange = ServedExchange(
            request: request, requestBody: state.requestBody, response: head, body: state.body)
        if let excess = state.excess { return recorder.skip("\(exchange.title) was not recorded: \(excess).") }
        recorder.record(exchange)
    }

    /// The reply broke off, or the client went away: half a reply is none.
    ///
    /// - Parameter reason: why, to stand behind "was not recorded: "; nil where nobody needs to know.
    package func abandon(_ reason: String? = nil) {
        let state = take()
        guard let reason, let head = state.head else { return }
        let title = ServedExchange(request: request, response: head).title
        recorder.skip("\(title) was not recorded: \(reason).")
    }

    /// Hands out what came; nothing comes out a second time.
    private func take() -> State {
        state.withLock { state in
            recorder.letGo(state.held)
            defer { state = State() }
            return state
        }
    }
}
