import DemoManager
import DemoManagerFiles
import HTTPTypes
import WireFormats

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
            redactor.rule.body(event, contentType: type, &findings)
        }
        guard isStream != true else {
            (self.reply, file) = (reply, nil)
            return
        }
        guard !exchange.isCut else { throw Unrecordable("the stream broke off before its first event had ended") }
        let body = redactor.rule.body(decoded ?? exchange.body, contentType: type, &findings)
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
