import HTTPTypes
import WireFormats

/// A reply, whatever its status: its head, its body up to the limit, and its duration.
package struct APIResponse: Sendable {
    package var head: HTTPResponse
    /// Body bytes, decompressed; cut at the transport's limit if `isTruncated`.
    package var body: [UInt8]
    /// True if the body was longer than the limit.
    package var isTruncated: Bool
    /// From the start of the exchange to the last byte.
    package var duration: Duration
    package var carriedCredentials = false
    /// True if its access token was taken for the calls that follow.
    package var signsIn = false
    /// False for a reply that a middleware gave in place of the server.
    package var isReceived = true

    /// The URL, without its query, to which the call was redirected.
    package var redirectedTo: String?

    var parsed: JSONValue?

    package init(head: HTTPResponse, body: [UInt8] = [], isTruncated: Bool = false, duration: Duration = .zero) {
        (self.head, self.body, self.isTruncated, self.duration) = (head, body, isTruncated, duration)
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

    package var isStream: Bool { mediaType.isStream }

    /// The entity tag of the reply, as sent (RFC 9110 section 8.8.3).
    package var etag: String? { head.headerFields[.eTag] }
}

extension APIResponse {
    /// The reply with its JSON parsed. Only this method decides if a reply is data or an error.
    ///
    /// - Parameter requiresData: true if a 2xx reply without JSON is a failure.
    /// - Throws: `.status` outside 200-299; `.rejected` for an error report with a 2xx status; `.emptyBody` and
    ///   `.malformedBody` if data is required.
    func checked(requiresData: Bool) throws(APIError) -> APIResponse {
        var response = self
        var parseError: JSONError?
        do throws(JSONError) {
            try response.parse()
        } catch {
            parseError = error
        }
        guard 200..<300 ~= status else { throw response.failure(.status) }
        if let json = response.parsed, ErrorReport.isReport(json) { throw response.failure(.rejected) }
        if isBlank {
            if requiresData { throw response.failure(.emptyBody) }
            return response
        }
        // A stream is shown as far as it arrived, value by value.
        if isStream, !requiresData { return response }
        if isTruncated, requiresData || looksLikeJSON {
            throw response.failure(.malformedBody, because: "the response is too large and was cut off")
        }
        if let parseError {
            let place = parseError.position
            let fault = "line \(place.line), column \(place.column): \(parseError.message)"
            let coding = unknownCoding.map { "its Content-Encoding \($0) is not supported" }
            throw response.failure(.malformedBody, because: coding ?? fault)
        }
        if requiresData, response.parsed == nil {
            let type = head.headerFields[.contentType].map { "it is \($0)" } ?? "it has no content type"
            let redirect = redirectedTo.map { ", after a redirect to \($0)" } ?? ""
            throw response.failure(.malformedBody, because: type + redirect)
        }
        return response
    }

    /// A coding of the body that was not decoded.
    private var unknownCoding: String? {
        let codings = head.headerFields[.contentEncoding]?.lowercased().split { ", ".contains($0) } ?? []
        return codings.map(String.init).first { !["gzip", "x-gzip", "deflate", "identity"].contains($0) }
    }

    private func failure(_ kind: APIError.Kind, because reason: String? = nil) -> APIError {
        let report = kind == .status || kind == .rejected ? ErrorReport(self) : nil
        return APIError(
            kind, status: status, code: report?.code, message: reason ?? report?.message ?? "",
            fields: report?.fields ?? [], response: self, retryAfter: RetryAfter.duration(in: head.headerFields))
    }

    var mediaType: MediaTypeName { MediaTypeName(head.headerFields[.contentType]) }

    /// True if the reply is declared as JSON, or its body starts like JSON.
    var looksLikeJSON: Bool {
        if isBlank { return false }
        if mediaType.isJSON { return true }
        let first = body.first { !$0.isBlank }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// True for an empty body, or one of only white space.
    var isBlank: Bool { body.allSatisfy(\.isBlank) }
}
