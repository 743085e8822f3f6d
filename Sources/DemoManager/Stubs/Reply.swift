import Foundation
import HTTPTypes

/// One answer of a stub, as written: status, headers, body, delay - or a fault, or a server to forward to.
public struct Reply: Sendable {
    /// The status, 200...999.
    public var status: Int
    /// The reason phrase; nil leaves the usual one.
    package var statusMessage: String?
    /// The headers, in order, repeats kept.
    public var headers: HTTPFields
    /// The whole body.
    public var body: [UInt8]
    /// The file the body was read from, if it was.
    package var bodyFile: String?
    /// How long to wait before the head.
    public var delay: Delay
    /// The pace of the body.
    public var pacing: Pacing?
    /// A network failure instead of the reply.
    public var fault: Fault?
    /// The error a client should throw as it is, where it can.
    package var error: (any Error)?
    /// True if the request goes to the real server instead. The policy `error` refuses it then.
    public var passesThrough: Bool
    /// The server the request is forwarded to instead; it waits the delay before. The policy `error` refuses it.
    package var proxyBase: ProxyBase?

    /// Makes the reply from the request; what stands here is what it begins with.
    package var maker: ReplyMaker?
    /// The script of a WebSocket; a request for none gets the status.
    package var webSocket: (any WebSocketScript)?

    /// A reply.
    public init(
        status: Int = 200, statusMessage: String? = nil, headers: HTTPFields = [:], body: [UInt8] = [],
        delay: Delay = .none, pacing: Pacing? = nil, fault: Fault? = nil, error: (any Error)? = nil,
        passesThrough: Bool = false
    ) {
        self.init(
            status: status, statusMessage: statusMessage, headers: headers, body: body, bodyFile: nil, delay: delay,
            pacing: pacing, fault: fault, error: error, passesThrough: passesThrough)
    }

    /// A reply with what only files and documents say.
    package init(
        status: Int = 200, statusMessage: String? = nil, headers: HTTPFields = [:], body: [UInt8] = [],
        bodyFile: String? = nil, delay: Delay = .none, pacing: Pacing? = nil, fault: Fault? = nil,
        error: (any Error)? = nil, passesThrough: Bool = false, proxyBase: ProxyBase? = nil,
        maker: ReplyMaker? = nil
    ) {
        self.status = status
        self.statusMessage = statusMessage
        self.headers = headers
        self.body = body
        self.bodyFile = bodyFile
        self.delay = delay
        self.pacing = pacing
        self.fault = fault
        self.error = error
        self.passesThrough = passesThrough
        self.proxyBase = proxyBase
        self.maker = maker
    }

    /// True if a server answers instead.
    package var leaves: Bool { passesThrough || proxyBase != nil }

    /// The client's reply, without the random part of its delay.
    func resolved() -> StubReply {
        var status = HTTPResponse.Status(code: min(max(self.status, 200), 999))
        if let statusMessage { status = HTTPResponse.Status(code: status.code, reasonPhrase: statusMessage) }
        var reply = StubReply(
            status: status, headers: headers, body: body, pacing: pacing, delay: delay.fixed, fault: fault,
            error: error)
        reply.webSocket = webSocket
        return reply
    }
}

/// Makes a reply from the request it answers: an id of the path in the body, another page of a list.
///
/// It runs once per answer, outside of the manager's lock. An error refuses the request, with the error's message; a
/// ``NotOffered`` also says with which status.
package struct ReplyMaker: Sendable {
    /// True if it looks at the request's body; without it a client need not collect one.
    package let needsBody: Bool
    /// Makes the reply. Throws to refuse the request.
    package let make: @Sendable (ReceivedRequest, inout StubReply) throws -> Void
    /// The text it makes replies of - templates, events - for those who write mappings; nil for a closure.
    package var script: (any Sendable)?

    /// A maker.
    ///
    /// - Parameters:
    ///   - needsBody: true if `make` looks at the request's body.
    ///   - make: changes the reply, which begins as the stub has it. An error refuses the request.
    package init(needsBody: Bool = true, _ make: @escaping @Sendable (ReceivedRequest, inout StubReply) throws -> Void)
    {
        self.needsBody = needsBody
        self.make = make
    }
}

extension Reply {
    /// A reply made from the request it answers. It comes at once, unless it has a delay of its own.
    ///
    /// ```swift
    /// try manager.stub(matching: .get("/users/{id}"), .made { try .json(["url": $0.url]) })
    /// ```
    ///
    /// - Parameter make: makes the reply. A thrown error refuses the request. A made reply cannot pass the request to a
    ///   server, or be made in turn.
    public static func made(_ make: @escaping @Sendable (ReceivedRequest) throws -> Reply) -> Reply {
        Reply(
            maker: ReplyMaker { request, reply in
                let made = try make(request)
                let delay = reply.delay
                reply = made.resolved()
                reply.delay += delay
            })
    }
}

/// A body that is written as late as possible: makers and memories change the value, and the bytes are made once.
package protocol ReplyDraft: Sendable {
    /// Writes the body, with the header fields that depend on it. Throws to refuse the request.
    func write(to reply: inout StubReply) throws
}

extension StubReply {
    /// Writes the draft, if there is one. Throws what the draft throws.
    package mutating func finish() throws {
        guard let draft else { return }
        self.draft = nil
        try draft.write(to: &self)
    }
}

/// A request asks for an answer of a kind there is none of: a media type, a status, an example. Thrown by a ``ReplyMaker``: the
/// request is refused, and a client that speaks HTTP is told so with the status.
package struct NotOffered: Error, Equatable, Sendable, CustomStringConvertible {
    /// The status that says so, from 400.
    package let status: Int
    /// One sentence: what was asked for, and what there is.
    package let description: String

    /// The missing variant.
    ///
    /// - Parameters:
    ///   - status: the status that says so, from 400.
    ///   - description: one sentence.
    package init(_ status: Int, _ description: String) {
        self.status = status
        self.description = description
    }
}

/// How long a reply waits before its head: a fixed time, and a random one on top.
public struct Delay: Sendable, Hashable {
    /// A random time. WireMock's `delayDistribution`.
    package enum Distribution: Sendable, Hashable {
        /// Evenly distributed.
        case uniform(ClosedRange<Duration>)
        /// Log-normal with this median; sigma is the spread of the logarithm, and nothing exceeds `maximum`.
        case lognormal(median: Duration, sigma: Double, maximum: Duration?)
    }

    /// The wait of every answer.
    package var fixed: Duration
    /// A random wait, drawn for every answer and added.
    package var random: Distribution?

    /// A delay.
    package init(fixed: Duration = .zero, random: Distribution? = nil) {
        self.fixed = fixed
        self.random = random
    }

    /// No delay.
    public static let none = Delay()
    /// Another delay for every answer, evenly distributed.
    public static func random(_ range: ClosedRange<Duration>) -> Delay { Delay(random: .uniform(range)) }
    /// Always the same delay.
    public static func fixed(_ duration: Duration) -> Delay { Delay(fixed: duration) }

    /// One delay of this kind, from `generator`.
    func drawn(using generator: inout some RandomNumberGenerator) -> Duration {
        fixed + (random?.drawn(using: &generator) ?? .zero)
    }
}

extension Delay.Distribution {
    fileprivate func drawn(using generator: inout some RandomNumberGenerator) -> Duration {
        switch self {
        case .uniform(let range):
            let share = Double.random(in: 0...1, using: &generator)
            return range.lowerBound + (range.upperBound - range.lowerBound) * share
        case .lognormal(let median, let sigma, let maximum):
            // Box-Muller; `1 - x` keeps the logarithm away from zero.
            let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &generator))).squareRoot()
            let normal = radius * cos(2 * Double.pi * Double.random(in: 0..<1, using: &generator))
            // An hour is past every deadline and keeps the product finite.
            let longest = min(maximum ?? .seconds(3_600), .seconds(3_600))
            let factor = exp(sigma * normal)
            guard factor.isFinite, factor < 1e9 else { return longest }
            return min(median * factor, longest)
        }
    }
}

/// A network failure given instead of a reply.
public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The connection is reset. WireMock's `CONNECTION_RESET_BY_PEER`.
    case connectionReset = "CONNECTION_RESET_BY_PEER"
    /// The connection closes before a byte of the answer. WireMock's `EMPTY_RESPONSE`.
    case emptyResponse = "EMPTY_RESPONSE"
    /// A good head, then garbage where a chunk should be. WireMock's `MALFORMED_RESPONSE_CHUNK`.
    case malformedChunk = "MALFORMED_RESPONSE_CHUNK"
    /// Garbage instead of a head. WireMock's `RANDOM_DATA_THEN_CLOSE`.
    case randomDataThenClose = "RANDOM_DATA_THEN_CLOSE"
    /// No answer at all until the client's own time-out.
    case timeout = "TIMEOUT"
    /// No connection can be made.
    case noNetwork = "NO_NETWORK"

    /// A few words for a person.
    package var title: String {
        switch self {
        case .connectionReset: "connection reset"
        case .emptyResponse: "empty response"
        case .malformedChunk: "malformed chunk"
        case .randomDataThenClose: "random data, then close"
        case .timeout: "time-out"
        case .noNetwork: "no network"
        }
    }
}

/// One answer, ready to be given: what a decision hands to the client.
package struct StubReply: Sendable {
    /// The status; meaningless where there is a `fault`.
    package var status: HTTPResponse.Status
    /// The headers, in order, repeats kept.
    package var headers: HTTPFields
    /// The whole body.
    package var body: [UInt8]
    /// The pace of the body; nil gives it at once.
    package var pacing: Pacing?
    /// How long to wait before the head.
    package var delay: Duration
    /// A network failure to act out instead of the reply.
    package var fault: Fault?
    /// True if it refuses the request, for the reason that the note has.
    package private(set) var isRefusal = false
    /// The error a stub in code asked for; clients that can throw it as it is do so, others act out `fault`.
    package var error: (any Error)?
    /// The body before it is written, for those who change it: a maker leaves it, a memory reads it. Nil where `body` is all.
    package var draft: (any ReplyDraft)?
    /// A sentence for the journal: how the reply differs from what its stub or the request says, or why it refuses.
    package var note: String?
    /// The script of a WebSocket, for clients that ask for one.
    package var webSocket: (any WebSocketScript)?

    /// A reply.
    package init(
        status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: [UInt8] = [], pacing: Pacing? = nil,
        delay: Duration = .zero, fault: Fault? = nil, error: (any Error)? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.pacing = pacing
        self.delay = delay
        self.fault = fault
        self.error = error
    }

    /// The reply as a refusal of the request, with a reason for the journal.
    package func refusing(_ reason: String) -> StubReply {
        var reply = self
        (reply.note, reply.isRefusal) = (reason, true)
        return reply
    }

    /// The body in the pieces it is sent in, each with the pause before it. One piece without `pacing`.
    package var chunks: [(pause: Duration, bytes: ArraySlice<UInt8>)] {
        switch pacing {
        case .even(let chunks, let duration) where chunks > 1 && body.count > 1:
            let count = min(chunks, body.count)
            return (0..<count).map { index in
                (duration / count, body[(body.count * index / count)..<(body.count * (index + 1) / count)])
            }
        case .pieces(let pieces) where !pieces.isEmpty:
            var rest = body[...]
            return pieces.enumerated().map { index, piece in
                let isLast = index == pieces.count - 1
                defer { rest = rest.dropFirst(max(0, piece.count)) }
                return (piece.pause, isLast ? rest : rest.prefix(max(0, piece.count)))
            }
        default: return [(.zero, body[...])]
        }
    }
}

/// The script of a WebSocket, which those play who know it. An object, so that replies without one are no larger to copy.
package protocol WebSocketScript: AnyObject, Sendable {
    /// The script as a condition that derives from the usual answer changes it.
    func derived(by condition: Condition) -> any WebSocketScript
}

/// How a body is spread over time.
public enum Pacing: Sendable, Hashable {
    /// A part of a body.
    public struct Piece: Sendable, Hashable {
        /// The pause before it.
        package var pause: Duration
        /// Its bytes.
        package var count: Int

        /// `count` bytes after a pause.
        public init(pause: Duration, count: Int) {
            self.pause = pause
            self.count = count
        }
    }

    /// Pieces of one size that take `duration` together. WireMock's `chunkedDribbleDelay`.
    case even(chunks: Int, duration: Duration)
    /// Pieces one after the other; the last one has the rest of the body.
    case pieces([Piece])

    /// The time of all pieces together.
    package var duration: Duration {
        switch self {
        case .even(_, let duration): duration
        case .pieces(let pieces): pieces.reduce(.zero) { $0 + $1.pause }
        }
    }

    /// Pieces that end behind a sequence of bytes, such as the empty line behind an event.
    ///
    /// - Parameter pause: the pause before every piece but the first.
    package static func apart(_ body: [UInt8], endingWith end: [UInt8], pause: Duration) -> Pacing {
        var pieces: [Piece] = []
        var start = 0
        while start < body.count {
            let found = body[start...].firstRange(of: end)?.upperBound ?? body.count
            pieces.append(Piece(pause: pieces.isEmpty ? .zero : pause, count: found - start))
            start = found
        }
        return .pieces(pieces)
    }
}
