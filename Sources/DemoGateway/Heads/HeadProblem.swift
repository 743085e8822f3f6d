import NIOHTTP1

/// An error in a request that the gateway answers itself. It closes the connection, because the end of the request is
/// unknown.
struct HeadProblem: Error, Hashable {
    let status: Int
    /// One sentence with the error and, if not obvious, the remedy.
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static func badRequest(_ message: String) -> HeadProblem { HeadProblem(400, message) }
}

extension HeadProblem {
    static let longLine = HeadProblem(414, "The request line is too long.")
    /// The stream is reset instead of answered (RFC 9113 section 8.1.1).
    static let malformed = HeadProblem(400, "The request is not valid HTTP/2.")
    static let late = HeadProblem(408, "The request took too long to arrive.")
    /// The client began TLS on a port for plain HTTP.
    static let secure = HeadProblem(
        400, "The client began TLS, but this port speaks plain HTTP. Use http:// in its URL, or start with --tls.")
    static let largeHeaders = HeadProblem(431, "The request's headers are too large.")

    /// The response to bytes that are not HTTP; nil for errors of the connection itself.
    init?(parsing error: any Error) {
        switch error {
        case let problem as HeadProblem: self = problem
        case HTTPParserError.headerOverflow: self = .largeHeaders
        case HTTPParserError.invalidVersion:
            self = HeadProblem(505, "This HTTP version is not supported; use HTTP/1.1 or HTTP/2.")
        case HTTPParserError.invalidURL:
            self = .badRequest(
                "The request's target has a character that URLs cannot have; clients write it escaped, such as %20.")
        case HTTPParserError.invalidEOFState: return nil
        case is HTTPParserError: self = .badRequest("The request is not valid HTTP/1.1.")
        default: return nil
        }
    }
}
