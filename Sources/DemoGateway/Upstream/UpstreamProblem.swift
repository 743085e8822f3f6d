import AsyncHTTPClient
import ReplyHeads

/// The reason for a missing reply of a server, with the gateway's status (RFC 9110 sections 15.6.3 and 15.6.5).
struct UpstreamProblem: Hashable, Sendable {
    let status: Int
    /// A few words.
    let reason: String
    /// True if the request met a kept connection that the server had closed, or none at all: it may be sent again.
    let isStaleConnection: Bool

    init(_ error: any Error) {
        let failure = TransportFailure(error)
        isStaleConnection = failure == .staleConnection
        status =
            switch failure {
            case .connectTimeout, .idleTimeout, .totalTimeout, .silence: 504
            default: 502
            }
        reason =
            switch failure {
            case .connectTimeout, .silence: "it does not answer at all"
            case .idleTimeout, .totalTimeout: "it did not reply in time"
            case .refused: "nothing listens there"
            case .reset: "it reset the connection"
            case .unreachable: "it is unreachable"
            case .unknownHost: "its name is not known"
            case .closedEarly, .staleConnection: "it closed the connection without a reply"
            case .untrusted: "its certificate is not trusted; name its authority with --cacert"
            case .certificateRequired: "it asks for a certificate; name yours with --client-certificate"
            case .tls: "TLS failed"
            case .largeHead: "the head of its reply is too large"
            case .partialReply: "it broke off in the middle of its reply"
            case .invalidReply: "its reply is not valid HTTP"
            case .proxyAuthentication: "the proxy asks for a user and a password; write them into its URL"
            case .proxyRefusal: "the proxy lets no connection to it through"
            case .cancelled, .invalidRequest, .other:
                (error as? UpstreamSocket.Failure)?.reason ?? (error as? HTTPClientError)?.shortDescription
                    ?? "the connection failed"
            }
    }
}
