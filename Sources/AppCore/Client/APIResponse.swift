import HTTPTypes
import WireFormats

/// A reply, whatever its status: its head, its body up to the limit, and its duration.
package struct APIResponse: Sendable {
    /// Status and headers.
    package var head: HTTPResponse
    /// Body bytes, decompressed; cut at the transport's limit if `isTruncated`.
    package var body: [UInt8]
    /// True if the body was longer than the limit.
    package var isTruncated: Bool
    /// From the start of the exchange to the last byte.
    package var duration: Duration
    /// True if the request carried credentials.
    package var carriedCredentials = false

    var parsed: JSONValue?

    /// Creates a reply; a middleware needs only head and body.
    package init(head: HTTPResponse, body: [UInt8] = [], isTruncated: Bool = false, duration: Duration = .zero) {
        self.head = head
        self.body = body
        self.isTruncated = isTruncated
        self.duration = duration
    }

    /// Status code, 100 to 999.
    package var status: Int { head.status.code }

    /// The body as JSON, or JSON lines as an array; nil for another type and for a truncated body. Replies of
    /// `APIClient` are parsed already.
    package var json: JSONValue? {
        guard parsed == nil, !body.isEmpty, !isTruncated else { return parsed }
        return try? read()
    }

    /// Parses a JSON body once, for all later readers.
    ///
    /// - Throws: the syntax error of a body that is declared as JSON.
    package mutating func parse() throws(JSONError) {
        guard parsed == nil, looksLikeJSON, !isTruncated else { return }
        parsed = try read()
    }

    private func read() throws(JSONError) -> JSONValue {
        try mediaType.isJSONLines ? JSONValue(lines: body) : JSONValue(parsing: body)
    }

    /// True for server-sent events and lines of JSON.
    package var isStream: Bool { mediaType.isStream }

    /// The entity tag of the reply, as sent (RFC 9110 section 8.8.3).
    package var etag: String? { head.headerFields[.eTag] }
}
