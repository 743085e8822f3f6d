import Testing

/// A request and what a mock server is to answer.
struct MockExchange {
    let request: String
    let headers: [String]
    let body: String?
    let status: Int
    let text: String

    /// - Parameters:
    ///   - request: method and target: `GET /things?limit=1`.
    ///   - headers: header fields, as `Name: value`.
    ///   - text: what the reply must hold somewhere, head or body.
    init(_ request: String, _ headers: String..., body: String? = nil, status: Int = 200, says text: String = "") {
        (self.request, self.headers, self.body, self.status, self.text) = (request, headers, body, status, text)
    }

    fileprivate var message: String {
        let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
        let lines = ["\(request) HTTP/1.1", "Host: localhost"] + headers + length + ["Connection: close", "", ""]
        return lines.joined(separator: "\r\n") + (body ?? "")
    }
}

/// Holds a mock server of a document, its checks switched on, against a table of exchanges.
func expectReplies(
    of document: String, below prefix: String = "", sourceLocation: SourceLocation = #_sourceLocation,
    _ exchanges: MockExchange...
) async throws {
    try await withMock(document, below: prefix) { gateway in
        for exchange in exchanges {
            let reply = try await gateway.exchange(exchange.message)
            let isRight =
                reply.hasPrefix("HTTP/1.1 \(exchange.status) ")
                && (exchange.text.isEmpty || reply.contains(exchange.text))
            #expect(isRight, "\(exchange): \(reply)", sourceLocation: sourceLocation)
        }
    }
}
