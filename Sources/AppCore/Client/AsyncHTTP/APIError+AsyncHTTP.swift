import AsyncHTTPClient
import NIOHTTP1
import NIOHTTPCompression
import ReplyHeads

extension APIError {
    /// Converts an error of the HTTP client.
    init(transport error: any Error) {
        switch error {
        case is APIError, is CancellationError: self.init(wrapping: error)
        default: self = APIError(Self.kind(of: TransportFailure(error)), message: Self.message(of: error))
        }
    }

    private static func kind(of failure: TransportFailure) -> Kind {
        switch failure {
        case .connectTimeout: .timeout(.connect, simulated: false)
        case .idleTimeout: .timeout(.idle, simulated: false)
        case .totalTimeout: .timeout(.total, simulated: false)
        case .refused: .connection(.refused)
        case .reset: .connection(.reset)
        case .unreachable: .connection(.unreachable)
        case .unknownHost: .connection(.unknownHost)
        case .closedEarly, .staleConnection, .partialReply: .connection(.closedEarly)
        case .untrusted, .certificateRequired, .tls: .connection(.tls)
        case .largeHead, .invalidReply: .connection(.invalidReply)
        case .proxyAuthentication, .proxyRefusal: .connection(.proxy)
        case .cancelled: .cancelled
        case .invalidRequest: .invalidRequest
        case .silence, .other: .connection(.other)
        }
    }

    private static func message(of error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: message(of: error)
        case is StaleConnection: "the server had ended the connection"
        case HTTPParserError.invalidEOFState: "the response ended in the middle"
        case is HTTPParserError: "it is no valid HTTP"
        case let error as InvalidStatus: "it has the status \(error.code)"
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            "its compressed body is broken"
        default: String(describing: error)
        }
    }

    private static func message(of error: HTTPClientError) -> String {
        switch error {
        case .proxyAuthenticationRequired: "it asks for a user and a password; write them into its URL"
        case .invalidProxyResponse: "it lets no connection to the server through"
        default: error.shortDescription
        }
    }
}
