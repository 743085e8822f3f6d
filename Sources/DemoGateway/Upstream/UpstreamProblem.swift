import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import ReplyHeads

/// The reason for a missing reply of a server, with the gateway's status for it (RFC 9110 sections 15.6.3 and 15.6.5).
struct UpstreamProblem: Hashable, Sendable {
    let status: Int
    /// A few words.
    let reason: String
    /// True if the request met a kept connection that the server had closed, or none at all: it may be sent again.
    var isStaleConnection = false

    init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError: self.init(client: error)
        case let error as NIOConnectionError: self.init(connection: error)
        case let error as IOError: self.init(Self.words(error.errnoCode))
        case let error as UpstreamSocket.Failure: self.init(error.reason)
        case is StaleConnection:
            self.init(client: .remoteConnectionClosed)
            isStaleConnection = true
        case ChannelError.connectTimeout: self.init(status: 504, "it does not answer at all")
        case ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.outputClosed, ChannelError.eof:
            self.init(client: .remoteConnectionClosed)
            // The client found it closed before it wrote.
            if case ChannelError.ioOnClosedChannel = error { isStaleConnection = true }
        case HTTPParserError.headerOverflow: self.init("the head of its reply is too large")
        case HTTPParserError.invalidEOFState: self.init("it broke off in the middle of its reply")
        case is InvalidStatus: self.init("its reply is not valid HTTP")
        default:
            let type = String(reflecting: type(of: error))
            if type.hasPrefix("NIOSSL") {
                self.init(Self.words(ofTLS: String(describing: error)))
            } else if type.contains("SocketAddressError") {
                self.init("its name is not known")
            } else if type.hasPrefix("NIOHTTP2.") {
                // The server ended a stream, or its connection.
                self.init(Self.words(ECONNRESET))
            } else if type.hasPrefix("NIOHTTP1.") {
                self.init("its reply is not valid HTTP")
            } else {
                self.init("the connection failed")
            }
        }
    }

    private static func words(ofTLS error: String) -> String {
        if error.contains("CERTIFICATE_VERIFY_FAILED") {
            return "its certificate is not trusted; name its authority with --cacert"
        }
        return error.contains("CERTIFICATE_REQUIRED")
            ? "it asks for a certificate; name yours with --client-certificate" : "TLS failed"
    }

    private init(status: Int = 502, _ reason: String) { (self.status, self.reason) = (status, reason) }

    private init(client error: HTTPClientError) {
        switch error {
        case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout:
            self.init(status: 504, "it does not answer at all")
        case .readTimeout, .writeTimeout, .deadlineExceeded:
            self.init(status: 504, "it did not reply in time")
        case .remoteConnectionClosed: self.init("it closed the connection without a reply")
        case .proxyAuthenticationRequired:
            self.init("the proxy asks for a user and a password; write them into its URL")
        case .invalidProxyResponse: self.init("the proxy lets no connection to it through")
        default: self.init(error.shortDescription)
        }
    }

    private init(connection error: NIOConnectionError) {
        let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
        if let code = codes.first {
            self.init(status: code == ETIMEDOUT ? 504 : 502, Self.words(code))
        } else if error.dnsAError != nil || error.dnsAAAAError != nil {
            self.init("its name is not known")
        } else {
            self.init(status: 504, "it does not answer at all")
        }
    }

    private static func words(_ code: CInt) -> String {
        switch code {
        // A socket of Unix that nobody made.
        case ECONNREFUSED, ENOENT: "nothing listens there"
        case ECONNRESET, EPIPE, ECONNABORTED: "it reset the connection"
        case ENETUNREACH, EHOSTUNREACH: "it is unreachable"
        case ETIMEDOUT: "it does not answer at all"
        default: "the connection failed"
        }
    }
}
