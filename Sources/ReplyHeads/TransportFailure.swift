import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

/// The kinds of errors with which AsyncHTTPClient and NIO end a request; the app and the gateway have words for each.
package enum TransportFailure: Hashable, Sendable {
    case connectTimeout, idleTimeout, totalTimeout
    /// The system gave up, or nothing is known but that nobody answered.
    case silence
    case refused, reset, unreachable, unknownHost
    case closedEarly
    /// A kept connection that the server had closed before the request was written.
    case staleConnection
    case untrusted, certificateRequired
    /// The certificate is valid, but for other names than that of the address.
    case wrongName
    /// The server does not speak TLS.
    case plainText
    case tls
    case largeHead, partialReply, invalidReply
    case proxyAuthentication, proxyRefusal
    case cancelled, invalidRequest, other

    package init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError: self.init(client: error)
        case let error as NIOConnectionError: self.init(connection: error)
        case let error as IOError: self.init(code: error.errnoCode)
        case is StaleConnection, ChannelError.ioOnClosedChannel: self = .staleConnection
        case ChannelError.connectTimeout: self = .connectTimeout
        case ChannelError.eof, ChannelError.inputClosed, ChannelError.outputClosed, ChannelError.alreadyClosed:
            self = .closedEarly
        case HTTPParserError.headerOverflow: self = .largeHead
        case HTTPParserError.invalidEOFState: self = .partialReply
        case is InvalidStatus: self = .invalidReply
        default: self.init(unnamed: error)
        }
    }

    private init(client error: HTTPClientError) {
        switch error {
        case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout: self = .connectTimeout
        case .readTimeout, .writeTimeout: self = .idleTimeout
        case .deadlineExceeded: self = .totalTimeout
        case .cancelled: self = .cancelled
        case .remoteConnectionClosed: self = .closedEarly
        case .proxyAuthenticationRequired: self = .proxyAuthentication
        case .invalidProxyResponse: self = .proxyRefusal
        case .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody: self = .invalidRequest
        default: self = .other
        }
    }

    private init(connection error: NIOConnectionError) {
        let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
        let isTimeout = error.connectionErrors.contains { failure in
            if case ChannelError.connectTimeout = failure.error { return true }
            return false
        }
        if let code = codes.first {
            self.init(code: code)
        } else if isTimeout {
            self = .connectTimeout
        } else {
            self = error.dnsAError == nil && error.dnsAAAAError == nil ? .silence : .unknownHost
        }
    }

    private init(code: CInt) {
        switch code {
        // A socket of Unix that nobody made.
        case ECONNREFUSED, ENOENT: self = .refused
        case ECONNRESET, EPIPE, ECONNABORTED: self = .reset
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL: self = .unreachable
        case ETIMEDOUT: self = .silence
        default: self = .other
        }
    }

    /// Errors whose types are not public, or of packages this module does not depend on, are told apart by name.
    private init(unnamed error: any Error) {
        let type = String(reflecting: type(of: error))
        if type.hasPrefix("NIOSSL") {
            let text = String(describing: error)
            let named: [(String, TransportFailure)] = [
                ("CERTIFICATE_REQUIRED", .certificateRequired), ("CERTIFICATE_VERIFY_FAILED", .untrusted),
                ("failedToValidateHostname", .wrongName), ("WRONG_VERSION_NUMBER", .plainText),
                ("HTTP_REQUEST", .plainText),
            ]
            self = named.first { text.contains($0.0) }?.1 ?? .tls
        } else if type.contains("SocketAddressError") {
            self = .unknownHost
        } else if type.hasPrefix("NIOHTTP2.") {
            // The server ended a stream, or its connection.
            self = .reset
        } else if type.hasPrefix("NIOHTTP1.") || type.hasPrefix("NIOHTTPCompression.") {
            self = .invalidReply
        } else {
            self = .other
        }
    }
}
