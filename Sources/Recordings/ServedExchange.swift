import DemoManager
import DemoManagerFiles
import HTTPTypes

/// A request with a server's reply, to be recorded.
package struct ServedExchange: Sendable {
    /// The request as decided; its path and query make the stub.
    package var request: HTTPRequest
    /// Nil and empty mean no body.
    package var requestBody: [UInt8]?
    /// The reply's head as sent to the client. Remove its `Content-Encoding` if `body` is decoded.
    package var response: HTTPResponse
    /// The whole body as sent to the client.
    package var body: [UInt8]
    /// The times of a streamed body; nil for another one, and if they are not known.
    package var stream: RecordedStream?
    /// True if a stream went on behind `body`.
    package var isCut = false
    /// True if the stub is for this server alone, because replies of several servers are recorded together.
    package var namesHost = false

    package init(request: HTTPRequest, requestBody: [UInt8]? = nil, response: HTTPResponse, body: [UInt8] = []) {
        self.request = request
        self.requestBody = requestBody
        self.response = response
        self.body = body
    }

    /// `GET /users/42`, without secrets and without the query: for messages.
    var title: String {
        let path = request.path ?? "/"
        let bare = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first ?? "/"
        return "\(request.method.rawValue) \(Redactor().url(String(bare)))"
    }

    /// The request's body without its `Content-Encoding`.
    var decodedRequestBody: [UInt8] {
        let sent = requestBody ?? []
        return request.decodedBody(sent, limit: ContentCoding.limit) ?? sent
    }

    /// Bytes of both bodies.
    var bodyBytes: Int { (requestBody?.count ?? 0) + body.count }
}

/// The reason an exchange does not become a stub.
struct Unrecordable: Error, Hashable {
    /// Follows "was not recorded: ".
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
