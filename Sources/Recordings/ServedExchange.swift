import DemoManager
import DemoManagerFiles
import HTTPTypes

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
