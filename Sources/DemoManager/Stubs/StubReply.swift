import HTTPTypes

/// One answer, ready to be given: what a decision hands to the client.
public struct StubReply: Sendable {
    /// The status; meaningless where there is a `fault`.
    public var status: HTTPResponse.Status
    /// The headers, in order, repeats kept.
    public var headers: HTTPFields
    /// The whole body.
    public var body: [UInt8]
    /// How the body is paced; nil gives it at once.
    public var dribble: Dribble?
    /// How long to wait before the head.
    public var delay: Duration
    /// A network failure to act out instead of the reply.
    public var fault: Fault?
    /// The error a stub in code asked for; clients that can throw it as it is do so, others act out `fault`.
    public var error: (any Error)?
    /// What the body was made from, for a memory that knows it: a page is cut anew out of a list that changed.
    public var source: (any Sendable)?

    /// A reply.
    public init(
        status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: [UInt8] = [], dribble: Dribble? = nil,
        delay: Duration = .zero, fault: Fault? = nil, error: (any Error)? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.dribble = dribble
        self.delay = delay
        self.fault = fault
        self.error = error
    }

    /// The body in the pieces it is sent in, each with the pause before it. One piece without `dribble`.
    public var chunks: [(pause: Duration, bytes: ArraySlice<UInt8>)] {
        guard let dribble, dribble.chunks > 1, body.count > 1 else { return [(.zero, body[...])] }
        let count = min(dribble.chunks, body.count)
        let pause = dribble.duration / count
        return (0..<count).map { index in
            (pause, body[(body.count * index / count)..<(body.count * (index + 1) / count)])
        }
    }
}

/// A body sent in pieces at intervals. WireMock's `chunkedDribbleDelay`.
public struct Dribble: Sendable, Hashable {
    /// How many pieces.
    public var chunks: Int
    /// How long all of them take together.
    public var duration: Duration

    /// `chunks` pieces over `duration`.
    public init(chunks: Int, duration: Duration) {
        self.chunks = chunks
        self.duration = duration
    }
}
