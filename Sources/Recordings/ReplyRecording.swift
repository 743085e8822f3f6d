import DemoManager
import DemoManagerFiles
import HTTPTypes
import WireFormats

/// A reply that is recorded while it is forwarded in pieces. Never blocks. Bodies beyond the recorder's limits are
/// dropped, so that they cost no memory.
package final class ReplyRecording: Sendable {
    private struct State: Sendable {
        var head: HTTPResponse?
        var requestBody: [UInt8]?
        var body: [UInt8] = []
        /// The reason to drop the body.
        var excess: String?
        /// Bytes that the recorder reserved for it.
        var held = 0
        /// The times of a stream, with that of its head.
        var stream: (arrivals: RecordedStream, began: ContinuousClock.Instant)?
        /// True once it was recorded or abandoned.
        var isOver = false
    }

    private let recorder: Recorder
    private let request: HTTPRequest
    private let state: Lock<State>

    init(recorder: Recorder, request: HTTPRequest, requestBody: [UInt8]?) {
        (self.recorder, self.request) = (recorder, request)
        state = Lock(State(requestBody: requestBody))
    }

    deinit { recorder.letGo(state.withLock { $0.held }) }

    /// Bytes of a streamed request body were sent. Of a long body only the beginning is kept, which shows that it is
    /// too long to compare.
    package func send(_ bytes: some Collection<UInt8> & Sendable) {
        state.withLock { state in
            let room = BodyDemand.limit + 1 - (state.requestBody?.count ?? 0)
            if room > 0 { state.requestBody = (state.requestBody ?? []) + bytes.prefix(room) }
        }
    }

    /// The head arrived. Informational heads (1xx) are ignored.
    package func receive(_ head: HTTPResponse) {
        guard head.status.kind != .informational else { return }
        let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        state.withLock { state in
            state.head = head
            if request.method != .head, head.headerFields[.contentEncoding] == nil {
                let stream = RecordedStream(contentType: head.headerFields[.contentType])
                state.stream = stream.map { ($0, .now) }
            }
            if length > recorder.limits.body, request.method != .head { state.excess = recorder.longBody }
        }
    }

    /// Bytes of the body arrived, as they are sent to the client. A stream that is long enough is recorded up to here.
    package func receive(_ bytes: some Collection<UInt8> & Sendable) {
        keep(bytes)
        let isFull = state.withLock { state in
            guard let began = state.stream?.began else { return false }
            let limits = recorder.limits
            return state.body.count >= limits.streamBytes || began.duration(to: .now) >= limits.streamTime
        }
        if isFull { end(isCut: true) }
    }

    private func keep(_ bytes: some Collection<UInt8> & Sendable) {
        state.withLock { state in
            guard state.excess == nil, !state.isOver else { return }
            if state.body.count + bytes.count > recorder.limits.body {
                state.excess = recorder.longBody
            } else if !recorder.hold(bytes.count) {
                state.excess = Recorder.flood
            } else {
                state.held += bytes.count
                state.body += bytes
                if let began = state.stream?.began {
                    state.stream?.arrivals.arrivals.append(
                        .init(end: state.body.count, time: began.duration(to: .now)))
                }
                return
            }
            recorder.letGo(state.held)
            (state.body, state.held) = ([], 0)
        }
    }

    /// The reply is complete.
    package func end() { end(isCut: false) }

    private func end(isCut: Bool) {
        let state = take()
        guard let head = state.head else { return }
        var exchange = ServedExchange(
            request: request, requestBody: state.requestBody, response: head, body: state.body)
        (exchange.stream, exchange.isCut) = (state.stream?.arrivals, isCut)
        if let excess = state.excess { return recorder.skip(exchange.title, excess) }
        recorder.record(exchange)
    }

    /// The reply broke off, or the client left: half a reply is not recorded. Of a stream, which may have no other end,
    /// the whole events are.
    ///
    /// - Parameter reason: follows "was not recorded: "; nil if nobody needs to know.
    package func abandon(_ reason: String? = nil) {
        if state.withLock({ $0.stream != nil && !$0.body.isEmpty }) { return end(isCut: true) }
        let state = take()
        guard let reason, let head = state.head else { return }
        recorder.skip(ServedExchange(request: request, response: head).title, reason)
    }

    /// Takes the state out, so that nothing is recorded twice.
    private func take() -> State {
        state.withLock { state in
            recorder.letGo(state.held)
            defer { state = State(isOver: true) }
            return state
        }
    }
}
