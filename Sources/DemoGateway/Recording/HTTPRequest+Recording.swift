import HTTPTypes

extension HTTPRequest {
    /// The request for recording: with a coding that can be decoded, and unconditional, because a 304 cannot answer
    /// others.
    var forRecording: HTTPRequest {
        var request = self
        if headerFields[.acceptEncoding] != nil {
            request.headerFields[.acceptEncoding] = acceptsGzip ? "gzip" : "identity"
        }
        if method == .get || method == .head {
            request.headerFields[.ifNoneMatch] = nil
            request.headerFields[.ifModifiedSince] = nil
        }
        return request
    }

    /// True if `Accept-Encoding` names gzip, or else `*`, with a weight other than zero (RFC 9110 section 12.5.3).
    private var acceptsGzip: Bool {
        let header = headerFields[values: .acceptEncoding].joined(separator: ",").lowercased()
        let codings = header.filter { !$0.isWhitespace }.split(separator: ",").map { $0.split(separator: ";") }
        let coding = codings.first { $0.first == "gzip" } ?? codings.first { $0.first == "*" }
        return coding.map { !$0.contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 } } ?? false
    }
}
