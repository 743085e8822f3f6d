import DemoManager
import DemoManagerFiles
import HTTPTypes
import WireFormats

/// Records a reply while one thread forwards it in pieces. Never blocks. Bodies beyond the recording's limits are
/// discarded, so that they use no memory.
package final class ReplyRecording {
    private let recording: Recording
    private let request: HTTPRequest
    private var requestBody: [UInt8]?
    private var head: HTTPResponse?
    private var body: [UInt8] = []
    /// The reason why the body was discarded; nil if it was not.
    private var excess: String?
    /// The arrival times of a stream, with the time of its head.
    private var stream: (arrivals: RecordedStream, began: ContinuousClock.Instant)?
    /// True once the reply was recorded or abandoned.
    private var isOver = false

    init(_ recording: Recording, _ request: HTTPRequest, _ requestBody: [UInt8]?) {
        (self.recording, self.request, self.requestBody) = (recording, request, requestBody)
    }

    deinit { recording.letGo(body.count) }

    /// Call when bytes of a streamed request body were sent. Only the beginning of a long body is kept, to show that it
    /// is too long to compare.
    package func send(_ bytes: some Collection<UInt8>) {
        let room = BodyDemand.limit + 1 - (requestBody?.count ?? 0)
        if room > 0 { requestBody = (requestBody ?? []) + bytes.prefix(room) }
    }

    /// Call when the head arrived. Informational heads (1xx) are ignored.
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

    /// Call when bytes of the body arrived, as sent to the client. A stream at its limit is recorded up to here.
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

    /// Call when the reply is complete.
    package func end() { end(isCut: false) }

    private func end(isCut: Bool) {
        guard !isOver, let head else { return close() }
        var exchange = ServedExchange(request: request, requestBody: requestBody, response: head, body: body)
        (exchange.stream, exchange.isCut) = (stream?.arrivals, isCut)
        close()
        if let excess { return recording.skip(exchange.title, excess) }
        recording.enqueue(exchange)
    }

    /// Call when the reply broke off, or the client disconnected. An incomplete reply is not recorded, except the
    /// complete events of a stream, which may have no other end.
    ///
    /// - Parameter reason: the reason, to follow "was not recorded: "; nil to report nothing.
    package func abandon(_ reason: String? = nil) {
        if stream != nil, !body.isEmpty { return end(isCut: true) }
        defer { close() }
        guard !isOver, let reason, let head else { return }
        recording.skip(ServedExchange(request: request, response: head).title, reason)
    }

    /// Prevents recording twice.
    private func close() {
        isOver = true
        dropBody()
    }
}

/// A request with a server's reply, for recording.
package struct ServedExchange: Sendable {
    /// The request as decided; its path and query determine the stub.
    package var request: HTTPRequest
    /// The request's body; nil or empty for none.
    package var requestBody: [UInt8]?
    /// The reply's head as sent to the client. Remove its `Content-Encoding` if `body` is decoded.
    package var response: HTTPResponse
    /// The whole body as sent to the client.
    package var body: [UInt8]
    /// The arrival times of a streamed body; nil for other bodies, or if unknown.
    package var stream: RecordedStream?
    /// True if the stream continued after `body`.
    package var isCut = false
    /// True if the stub is only for this server, because replies of several servers are recorded together.
    package var namesHost = false

    package init(request: HTTPRequest, requestBody: [UInt8]? = nil, response: HTTPResponse, body: [UInt8] = []) {
        self.request = request
        self.requestBody = requestBody
        self.response = response
        self.body = body
    }

    /// `GET /users/42`, without secrets and query, for messages.
    var title: String {
        let path = request.path ?? "/"
        let bare = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first ?? "/"
        return "\(request.method.rawValue) \(Redactor().url(String(bare)))"
    }

    /// The request's body, decoded from its `Content-Encoding`.
    var decodedRequestBody: [UInt8] {
        let sent = requestBody ?? []
        return request.decodedBody(sent, limit: ContentCoding.limit) ?? sent
    }

    /// The size of both bodies in bytes.
    var bodyBytes: Int { (requestBody?.count ?? 0) + body.count }
}

/// The reason why an exchange cannot become a stub.
struct Unrecordable: Error, Hashable {
    /// The reason, to follow "was not recorded: ".
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
