import HTTPTypes
import WireFormats

/// Tells success from failure: the one place that decides whether a reply is data or an error.
struct ReplyReader {
    /// True if a 2xx reply without JSON is a failure.
    let requiresData: Bool

    /// The reply with its JSON parsed.
    ///
    /// - Throws: `.status` outside 200-299; `.rejected` for an error report with a 2xx status; `.emptyBody` and
    ///   `.malformedBody` when data was promised.
    func read(_ response: APIResponse) throws(APIError) -> APIResponse {
        var response = response
        var parseError: JSONError?
        do throws(JSONError) {
            try response.parse()
        } catch {
            parseError = error
        }
        guard 200..<300 ~= response.status else { throw failure(.status, of: response) }
        if let json = response.parsed, ErrorReport.isReport(json) { throw failure(.rejected, of: response) }
        if response.isBlank {
            if requiresData { throw failure(.emptyBody, of: response) }
            return response
        }
        if response.isTruncated, requiresData || response.looksLikeJSON {
            throw failure(.malformedBody, of: response, because: "the response is too large and was cut off")
        }
        if let parseError {
            throw failure(
                .malformedBody, of: response,
                because: "line \(parseError.position.line), column \(parseError.position.column): \(parseError.message)"
            )
        }
        if requiresData, response.parsed == nil {
            let type = response.head.headerFields[.contentType].map { "it is \($0)" } ?? "it has no content type"
            throw failure(.malformedBody, of: response, because: type)
        }
        return response
    }

    private func failure(_ kind: APIError.Kind, of response: APIResponse, because reason: String? = nil) -> APIError {
        let report = kind == .status || kind == .rejected ? ErrorReport(response) : nil
        return APIError(
            kind,
            status: response.status,
            code: report?.code,
            message: reason ?? report?.message ?? "",
            fields: report?.fields ?? [],
            response: response,
            retryAfter: RetryAfter.duration(in: response.head.headerFields)
        )
    }
}

extension APIResponse {
    /// The declared media type of the body.
    var mediaType: MediaTypeName { MediaTypeName(head.headerFields[.contentType]) }

    /// True if the reply claims to be JSON, or its body begins like JSON.
    var looksLikeJSON: Bool {
        if isBlank { return false }
        if mediaType.isJSON { return true }
        let first = body.first { !$0.isBlank }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// True for an empty body, or one of white space.
    var isBlank: Bool { body.allSatisfy(\.isBlank) }
}
