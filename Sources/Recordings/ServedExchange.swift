import DemoManager
import HTTPTypes

/// A request with the reply a server gave: what a recorder takes.
package struct ServedExchange: Sendable {
    /// The request as it is decided on: of its path and query the stub is made.
    package var request: HTTPRequest
    /// Its body; nil and empty count as none.
    package var requestBody: [UInt8]?
    /// The reply's head as the client gets it. A `Content-Encoding` in it says how `body` is encoded: a client that hands over
    /// decoded bytes takes it out.
    package var response: HTTPResponse
    /// The whole body as the client gets it.
    package var body: [UInt8]
    /// True if the stub is for this server alone: where what several servers answered is recorded together.
    package var namesHost = false

    /// An exchange.
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

    /// The request's body as its media type has it.
    var decodedRequestBody: [UInt8] {
        let sent = requestBody ?? []
        return request.decodedBody(sent, limit: ContentCoding.limit) ?? sent
    }

    /// Bytes of bodies it holds.
    var bodyBytes: Int { (requestBody?.count ?? 0) + body.count }
}

/// Why an exchange does not become a stub.
struct Unrecordable: Error, Hashable {
    /// The reason, as it follows "was not recorded: ".
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
