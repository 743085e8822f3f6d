import HTTPTypes

/// One answer of a stub, as written: status, headers, body, delay - or a fault, or a server to forward to.
public struct Reply: Sendable {
    /// The status, 200...999.
    public var status: Int
    /// The reason phrase; nil leaves the usual one.
    public var statusMessage: String?
    /// The headers, in order, repeats kept.
    public var headers: HTTPFields
    /// The whole body.
    public var body: [UInt8]
    /// The file the body was read from, if it was.
    public var bodyFile: String?
    /// How long to wait before the head.
    public var delay: Delay
    /// How the body is paced.
    public var dribble: Dribble?
    /// A network failure instead of the reply.
    public var fault: Fault?
    /// The error a client should throw as it is, where it can.
    public var error: (any Error)?
    /// Whether the request goes to the real server instead. The policy `error` refuses it then.
    public var passesThrough: Bool
    /// The server the request is forwarded to instead; it waits the delay before. The policy `error` refuses it.
    public var proxyBase: ProxyBase?

    /// Makes the reply from the request; what stands here is what it begins with.
    public var maker: ReplyMaker?

    /// A reply.
    public init(
        status: Int = 200, statusMessage: String? = nil, headers: HTTPFields = [:], body: [UInt8] = [],
        bodyFile: String? = nil, delay: Delay = .none, dribble: Dribble? = nil, fault: Fault? = nil,
        error: (any Error)? = nil, passesThrough: Bool = false, proxyBase: ProxyBase? = nil,
        maker: ReplyMaker? = nil
    ) {
        self.status = status
        self.statusMessage = statusMessage
        self.headers = headers
        self.body = body
        self.bodyFile = bodyFile
        self.delay = delay
        self.dribble = dribble
        self.fault = fault
        self.error = error
        self.passesThrough = passesThrough
        self.proxyBase = proxyBase
        self.maker = maker
    }

    /// Whether a server answers instead.
    package var leaves: Bool { passesThrough || proxyBase != nil }

    /// What a client is handed, but for the random part of its delay.
    func resolved() -> StubReply {
        var status = HTTPResponse.Status(code: min(max(self.status, 200), 999))
        if let statusMessage { status = HTTPResponse.Status(code: status.code, reasonPhrase: statusMessage) }
        return StubReply(
            status: status, headers: headers, body: body, dribble: dribble, delay: delay.fixed, fault: fault,
            error: error)
    }
}
