import DemoManager
import DemoManagerFiles
import HTTPTypes
import WireFormats

/// A reply that is recorded while it is forwarded in pieces, by one thread. Never blocks. Bodies beyond the recording's
/// limits are dropped, so that they cost no memory.
package final class ReplyRecording {
    private let recording: Recording
    private let request: HTTPRequest
    private var requestBody: [UInt8]?
    private var head: HTTPResponse?
    private var body: [UInt8] = []
    /// The reason to drop the body.
    private var excess: String?
    /// The times of a stream, with that of its head.
    private var stream: (arrivals: RecordedStream, began: ContinuousClock.Instant)?
    /// True once it was recorded or abandoned.
    private var isOver = false

    init(_ recording: Recording, _ request: HTTPRequest, _ requestBody: [UInt8]?) {
        (self.recording, self.request, self.requestBody) = (recording, request, requestBody)
    }

    deinit { recording.letGo(body.count) }

    /// Bytes of a streamed request body were sent. Of a long body only the beginning is kept, which shows that it is
    /// too long to compare.
    package func send(_ bytes: some Collection<UInt8>) {
        let room = BodyDemand.limit + 1 - (requestBody?.count ?? 0)
        if room > 0 { requestBody = (requestBody ?? []) + bytes.prefix(room) }
    }

    /// The head arrived. Informational heads (1xx) are ignored.
    package func receive(_ head: HTTPResponse) {
        guard head.status.kind != .informational else { return }
        self.head = head
        guard request.method != .head else { return }
        if head.headerFields[.contentEncoding] == nil {
            stream = RecordedStream(contentType: head.headerFields[.contentType]).map { ($0, .now) }
        }
        let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
        if length > recording.limits.body { excess = recording.longBody }
    }

    /// Bytes of the body arrived, as they are sent to the client. A stream that is long enough is recorded up to here.
    package func receive(_ bytes: some Collection<UInt8>) {
        guard !isOver else { return }
        keep(bytes)
        guard let began = stream?.began else { return }
        let limits = recording.limits
        if body.count >= limits.streamBytes || began.duration(to: .now) >= limits.streamTime { end(isCut: true) }
    }

    private func keep(_ bytes: some Collection<UInt8>) {
        guard excess == nil else { return }
        if body.count + bytes.count > recording.limits.body {
            excess = recording.longBody
        } else if !recording.hold(bytes.count) {
            excess = Recording.flood
        } else {
            body += bytes
            if let began = stream?.began {
                stream?.arrivals.arrivals.append(.init(end: body.count, time: began.duration(to: .now)))
            }
            return
        }
        dropBody()
    }

    private func dropBody() {
        recording.letGo(body.count)
        body = []
    }

    /// The reply is complete.
    package func end() { end(isCut: false) }

    private func end(isCut: Bool) {
        guard !isOver, let head else { return close() }
        var exchange = ServedExchange(request: request, requestBody: requestBody, response: head, body: body)
        (exchange.stream, exchange.isCut) = (stream?.arrivals, isCut)
        close()
        if let excess { return recording.skip(exchange.title, excess) }
        recording.enqueue(exchange)
    }

    /// The reply broke off, or the client left: half a reply is not recorded. Of a stream, which may have no other end,
    /// the whole events are.
    ///
    /// - Parameter reason: follows "was not recorded: "; nil if nobody needs to know.
    package func abandon(_ reason: String? = nil) {
        if stream != nil, !body.isEmpty { return end(isCut: true) }
        defer { close() }
        guard !isOver, let reason, let head else { return }
        recording.skip(ServedExchange(request: request, response: head).title, reason)
    }

    /// Notes the end, so that nothing is recorded twice.
    private func close() {
        isOver = true
        dropBody()
    }
}
