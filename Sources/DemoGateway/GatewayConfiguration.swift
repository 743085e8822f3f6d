import APIDocument
import DemoManager

/// What a gateway is made with.
public struct GatewayConfiguration: Sendable {
    /// The address to listen on; loopback unless told otherwise.
    public var address = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port = 8080
    /// Names a request's `Host` may have beside addresses, loopback names and the upstream's; `*` allows every name.
    public var allowedHosts: [String] = []
    /// Origins whose pages may read replies and write to the server; `*` is every one, without credentials. Empty switches CORS
    /// off; pages of this machine may write in any case.
    public var allowedOrigins: [String] = []
    /// The server that passed requests go to; nil passes nothing.
    public var upstream: UpstreamServer?
    /// The document whose operations are served, for checks; nil knows stubs alone.
    public var document: APIDocument?
    /// Leads requests to the document's operations, as it leads the paths of stubs.
    public var router: OperationRouter?
    /// The screens calls belong to that name none, by the operation's id.
    public var screens: [String: String] = [:]
    /// Whether requests are held against the document before a stub answers them.
    public var validatesRequests = false
    /// What may be used up.
    public var limits = GatewayLimits()

    /// A gateway on loopback, without an upstream.
    public init() {}
}

/// Bounds of what one client, and all of them together, may take. Times in whole or parts of seconds.
public struct GatewayLimits: Sendable, Hashable {
    /// Connections at once; one more is answered 503.
    public var connections = 512
    /// Bytes of a request line.
    public var requestLine = 8 << 10
    /// Bytes of one header field.
    public var headerField = 16 << 10
    /// Bytes of all header fields of a request.
    public var headerList = 64 << 10
    /// Header fields of a request.
    public var headerFields = 128
    /// Bytes of a body that has to be known whole before a decision.
    public var body = 10 << 20
    /// Bytes of a body that nobody wants, and that are read to keep the connection.
    public var unwantedBody = 1 << 20
    /// How long a head may take from its first byte.
    public var headTime: Duration = .seconds(10)
    /// How long a body that is collected may take.
    public var bodyTime: Duration = .seconds(60)
    /// How long a client may be silent in the middle of a body, or take nothing of a reply.
    public var silence: Duration = .seconds(30)
    /// How long a client that has ended its side is waited for while nothing of its reply moves: it may be gone.
    public var halfClosed: Duration = .seconds(5)
    /// How long a connection is kept between requests.
    public var idle: Duration = .seconds(60)
    /// How long a connection to the upstream may take.
    public var connect: Duration = .seconds(5)
    /// How long the upstream may take to begin a reply.
    public var firstByte: Duration = .seconds(60)
    /// How long a stubbed time-out keeps a client waiting.
    public var simulatedTimeout: Duration = .seconds(120)

    /// The usual bounds.
    public init() {}
}
