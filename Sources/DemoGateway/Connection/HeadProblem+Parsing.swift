import NIOCore
import NIOHTTP1

extension HeadProblem {
    /// What to answer where the bytes are no HTTP; nil for errors of the connection itself.
    init?(parsing error: any Error) {
        switch error {
        case is ByteWatch.LineTooLong: self = HeadProblem(414, "The request line is too long.")
        case HTTPParserError.headerOverflow: self = HeadProblem(431, "The request's headers are too large.")
        case HTTPParserError.invalidVersion:
            self = HeadProblem(505, "This HTTP version is not spoken here; use HTTP/1.1.")
        case HTTPParserError.invalidURL:
            self = .badRequest(
                "The request's target holds a character no URL has; clients write it escaped, such as %20.")
        case HTTPParserError.invalidEOFState: return nil
        case is HTTPParserError: self = .badRequest("The request is not valid HTTP/1.1.")
        default: return nil
        }
    }
}
