import HTTPTypes
import Logging
import WireFormats

/// Writes two debug log lines per exchange: method and URL, then status, size and time.
///
/// No headers and no bodies; secrets in the URL are replaced (`Redaction`).
package struct LogMiddleware: Middleware {
    private let logger: Logger
    private let redact: @Sendable (String) -> String

    /// Creates the middleware; put it last to log what the transport gets.
    ///
    /// - Parameter redact: replaces known secrets in a URL, besides the default ones.
    package init(_ logger: Logger, redact: @escaping @Sendable (String) -> String = { $0 }) {
        (self.logger, self.redact) = (logger, redact)
    }

    package func respond(to request: HTTPRequest, body: [UInt8]?, context: CallContext, next: @escaping Next)
        async throws -> APIResponse
    {
        guard logger.logLevel <= .debug else { return try await next(request, body, context) }
        let call = "call \(context.id).\(context.attempt)"
        logger.debug("\(call) > \(redact(Redaction.line(for: request))) \(body?.count ?? 0) bytes")
        do {
            let response = try await next(request, body, context)
            let size = "\(response.body.count)\(response.isTruncated ? "+" : "") bytes"
            logger.debug("\(call) < \(response.status) \(size) in \(response.duration)")
            return response
        } catch {
            logger.debug("\(call) < \(redact(Redaction.line(String(describing: error))))")
            throw error
        }
    }
}

package enum Redaction {
    /// The replacement of a secret.
    package static let placeholder = "***"

    /// Method and URL of a request, with secret query values replaced; no headers, no body.
    package static func line(for request: HTTPRequest) -> String {
        let origin = (request.scheme.map { $0 + "://" } ?? "") + (request.authority ?? "")
        return line("\(request.method.rawValue) \(origin)\(request.path ?? "")")
    }

    /// A URL or path with its user info and secret query values replaced.
    package static func url(_ text: String) -> String {
        var findings = SecretRule.Findings()
        return SecretRule(placeholder: placeholder).text(text, &findings)
    }

    /// A text as one log line: control characters escaped, secrets replaced.
    package static func line(_ text: String) -> String {
        url(text).unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .format, .surrogate:
                "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }.joined()
    }
}
