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

/// The recorded part of a reply: status, headers and body, without secrets and connection headers.
struct RecordedReply {
    /// If `file` is set, `body` is empty and `bodyFile` is the file's name.
    let reply: Reply
    /// The bytes of the body's file, if it has one.
    let file: [UInt8]?

    /// - Throws: `Unrecordable` for a reply that would be wrong for other requests.
    init(
        _ exchange: ServedExchange, stem: String, redactor: Redactor, _ findings: inout SecretRule.Findings
    ) throws(Unrecordable) {
        let redactor = redactor.knowing(exchange.request, body: exchange.decodedRequestBody)
        let response = exchange.response
        var reply = Reply(status: response.status.code)
        switch reply.status {
        case ..<200: throw Unrecordable("the status \(reply.status) is not a reply's last")
        case 206: throw Unrecordable("the reply is part of a body")
        case 304: throw Unrecordable("the client has the body (304)")
        default: break
        }
        let phrase = response.status.reasonPhrase
        if !phrase.isEmpty, phrase != Self.usualPhrases[reply.status], HTTPField.isValidValue(phrase) {
            reply.statusMessage = redactor.text(phrase)
        }
        var fields = response.headerFields
        let decoded = try ContentCoding.decoded(exchange.body, by: fields[.contentEncoding])
        if decoded != nil { fields[.contentEncoding] = nil }
        let type = fields[.contentType]
        reply.headers = redactor.headers(Self.endToEnd(fields))
        let isStream = exchange.stream?.write(exchange.body, to: &reply) { event in
            redactor.body(event, contentType: type, &findings)
        }
        guard isStream != true else {
            (self.reply, file) = (reply, nil)
            return
        }
        guard !exchange.isCut else { throw Unrecordable("the stream broke off before its first event had ended") }
        let body = redactor.body(decoded ?? exchange.body, contentType: type, &findings)
        if exchange.request.method == .head, decoded == nil {
            // The length of the body of a GET, which a stub cannot compute.
            reply.headers[.contentLength] = fields[.contentLength]
        }
        reply.bodyFile = RecordingName.body(body, of: stem, contentType: type)
        if reply.bodyFile == nil { reply.body = body }
        file = reply.bodyFile == nil ? nil : body
        self.reply = reply
    }

    /// The default reason phrases of common statuses, which are not recorded.
    private static let usualPhrases = Dictionary(
        [
            HTTPResponse.Status.ok, .created, .accepted, .noContent, .movedPermanently, .found, .seeOther,
            .temporaryRedirect, .permanentRedirect, .badRequest, .unauthorized, .forbidden, .notFound,
            .methodNotAllowed, .notAcceptable, .conflict, .gone, .contentTooLarge, .unsupportedMediaType,
            .unprocessableContent, .tooManyRequests, .internalServerError, .notImplemented, .badGateway,
            .serviceUnavailable, .gatewayTimeout,
        ].map { ($0.code, $0.reasonPhrase) }, uniquingKeysWith: { first, _ in first })

    /// Headers of a connection (RFC 9110 section 7.6.1), and those that the sender generates.
    private static let connections: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "te", "trailer", "transfer-encoding",
        "upgrade", "content-length", "date", "x-demo-decision", "x-demo-problem",
    ]

    private static func endToEnd(_ fields: HTTPFields) -> HTTPFields {
        let named = fields[values: .connection].flatMap { $0.split(separator: ",") }.map { name in
            name.filter { $0 != " " && $0 != "\t" }.lowercased()
        }
        var kept = HTTPFields()
        for field in fields
        where !connections.contains(field.name.canonicalName) && !named.contains(field.name.canonicalName) {
            kept.append(field)
        }
        return kept
    }

    /// Headers that differ in each reply and do not matter.
    private static let volatile: Set<String> = [
        "age", "server-timing", "x-request-id", "request-id", "x-correlation-id", "x-trace-id", "traceparent",
        "x-runtime", "x-response-time", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit-remaining",
        "ratelimit-reset", "ratelimit", "cf-ray", "x-amzn-requestid", "x-amzn-trace-id", "x-amz-cf-id", "expires",
    ]

    /// True if two replies are equal except for volatile headers.
    static func isSame(_ one: Reply, _ other: Reply) -> Bool {
        one.status == other.status && one.body == other.body && one.bodyFile == other.bodyFile
            && one.hasEvents(of: other)
            && lasting(one.headers) == lasting(other.headers)
    }

    private static func lasting(_ fields: HTTPFields) -> [HTTPField] {
        fields.filter { !volatile.contains($0.name.canonicalName) }
    }
}
