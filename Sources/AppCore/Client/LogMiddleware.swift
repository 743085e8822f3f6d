import HTTPTypes
import Logging

/// Writes two log lines for each exchange that passes, at debug level: method and URL, then status, size and time.
///
/// No headers and no bodies; secrets in the URL are replaced (`Redaction`).
public struct LogMiddleware: Middleware {
    private let logger: Logger

    /// Creates the middleware; put it last to see exactly what the transport gets.
    public init(_ logger: Logger) {
        self.logger = logger
    }

    /// Passes the request on and logs how it ended.
    public func respond(to request: HTTPRequest, body: [UInt8]?, context: CallContext, next: @escaping Next)
        async throws -> APIResponse
    {
        guard logger.logLevel <= .debug else { return try await next(request, body, context) }
        let call = "call \(context.id).\(context.attempt)"
        logger.debug("\(call) > \(Redaction.line(for: request)) \(body?.count ?? 0) bytes")
        do {
            let response = try await next(request, body, context)
            let size = "\(response.body.count)\(response.isTruncated ? "+" : "") bytes"
            logger.debug("\(call) < \(response.status) \(size) in \(response.duration)")
            return response
        } catch {
            logger.debug("\(call) < \(Redaction.line(String(describing: error)))")
            throw error
        }
    }
}
