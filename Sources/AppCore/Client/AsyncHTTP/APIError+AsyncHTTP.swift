import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import ReplyHeads

extension APIError {
    /// Converts an error of the HTTP client.
    init(transport error: any Error) {
        switch error {
        case is APIError, is CancellationError:
            self.init(wrapping: error)
        case let error as HTTPClientError:
            self = APIError(APIError.kind(of: error), message: APIError.message(of: error))
        case let error as NIOConnectionError:
            self = APIError(APIError.kind(of: error), message: "\(error)")
        case let error as IOError:
            self = APIError(.connection(APIError.failure(error.errnoCode)), message: error.description)
        case let error as ChannelError:
            self = APIError(APIError.kind(of: error), message: "\(error)")
        case is StaleConnection:
            self = APIError(.connection(.closedEarly), message: "the server had ended the connection")
        case HTTPParserError.invalidEOFState:
            self = APIError(.connection(.closedEarly), message: "the response ended in the middle")
        case is HTTPParserError:
            self = APIError(.connection(.invalidReply), message: "it is no valid HTTP")
        case let error as InvalidStatus:
            self = APIError(.connection(.invalidReply), message: "it has the status \(error.code)")
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
            self = APIError(.connection(.invalidReply), message: "its compressed body is broken")
        default:
            self = APIError(.connection(APIError.failure(named: error)), message: String(describing: error))
        }
    }

    private static func message(of error: HTTPClientError) -> String {
        switch error {
        case .proxyAuthenticationRequired: "it asks for a user and a password; write them into its URL"
        case .invalidProxyResponse: "it lets no connection to the server through"
        default: error.shortDescription
        }
    }

    private static func kind(of error: HTTPClientError) -> Kind {
        switch error {
        case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout:
            .timeout(.connect, simulated: false)
        case .readTimeout, .writeTimeout: .timeout(.idle, simulated: false)
        case .deadlineExceeded: .timeout(.total, simulated: false)
        case .cancelled: .cancelled
        case .remoteConnectionClosed: .connection(.closedEarly)
        case .proxyAuthenticationRequired, .invalidProxyResponse: .connection(.proxy)
        case .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody: .invalidRequest
        default: .connection(.other)
        }
    }

    private static func kind(of error: NIOConnectionError) -> Kind {
        let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
        if let code = codes.first { return .connection(failure(code)) }
        let isTimeout = error.connectionErrors.contains { failure in
            if case ChannelError.connectTimeout = failure.error { return true }
            return false
        }
        if isTimeout { return .timeout(.connect, simulated: false) }
        return .connection(error.dnsAError == nil && error.dnsAAAAError == nil ? .other : .unknownHost)
    }

    private static func kind(of error: ChannelError) -> Kind {
        switch error {
        case .connectTimeout: .timeout(.connect, simulated: false)
        case .eof, .inputClosed, .outputClosed, .ioOnClosedChannel, .alreadyClosed: .connection(.closedEarly)
        default: .connection(.other)
        }
    }

    private static func failure(_ code: CInt) -> ConnectionFailure {
        switch code {
        // A missing Unix socket has no server either.
        case ECONNREFUSED, ENOENT: .refused
        case ECONNRESET, EPIPE, ECONNABORTED: .reset
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: .unreachable
        default: .other
        }
    }

    /// Distinguishes errors by type name if their types are not public or their packages are not imported.
    private static func failure(named error: any Error) -> ConnectionFailure {
        let type = String(reflecting: Swift.type(of: error))
        if type.hasPrefix("NIOSSL") { return .tls }
        if type.hasPrefix("NIOHTTP1.") { return .invalidReply }
        // The server reset a stream or the connection.
        if type.hasPrefix("NIOHTTP2.") { return .reset }
        if type.hasPrefix("NIOPosix.SocketAddressError") || type.hasPrefix("NIOCore.SocketAddressError") {
            return .unknownHost
        }
        return .other
    }
}
