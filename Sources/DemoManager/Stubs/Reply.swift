import Foundation
import HTTPTypes
import WireFormats

/// The reply of a stub as written: status, headers, body and delay, or a fault, or a server to forward to.
public struct Reply: Sendable {
    /// The status, 200...999.
    public var status: Int
    /// The reason phrase; nil for the default.
    package var statusMessage: String?
    /// The headers, in order and with repetitions.
    public var headers: HTTPFields
    /// The whole body.
    public var body: [UInt8]
    /// The file the body was read from, if it was.
    package var bodyFile: String?
    /// The delay before the head.
    public var delay: Delay
    /// The pacing of the body; nil sends it at once.
    public var pacing: Pacing?
    /// A network failure instead of the reply; nil for none.
    public var fault: Fault?
    /// The error that a client should throw unchanged, if it can.
    package var error: (any Error)?
    /// True to send the request to the real server instead. The policy `error` refuses it then, except
    /// for stubs in code.
    public var passesThrough: Bool
    /// The server to forward the request to after the delay, instead of replying. The policy `error` refuses it then.
    package var proxyBase: ProxyBase?

    /// Makes the reply from the request, starting with this one.
    package var maker: ReplyMaker?
    /// The script of a WebSocket; a request without an upgrade gets the status.
    package var webSocket: (any WebSocketScript)?

    /// Creates a reply.
    public init(
        status: Int = 200, statusMessage: String? = nil, headers: HTTPFields = [:], body: [UInt8] = [],
        delay: Delay = .none, pacing: Pacing? = nil, fault: Fault? = nil, error: (any Error)? = nil,
        passesThrough: Bool = false
    ) {
        (self.status, self.statusMessage, self.headers, self.body) = (status, statusMessage, headers, body)
        (self.delay, self.pacing, self.passesThrough) = (delay, pacing, passesThrough)
        (self.fault, self.error) = (fault, error)
    }

    /// True if a server answers instead.
    package var leaves: Bool { passesThrough || proxyBase != nil }

    /// The reply for the client, without the random part of its delay.
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

/// Makes a reply from the request it answers, such as one with an id of the path, or another page of a list.
///
/// It runs once per reply, outside the manager's lock. An error refuses the request with the error's message;
/// ``NotOffered`` also specifies the status.
package struct ReplyMaker: Sendable {
    /// True if it reads the request's body; otherwise a client need not collect it.
    package let needsBody: Bool
    /// Makes the reply. Throws to refuse the request.
    package let make: @Sendable (ReceivedRequest, inout StubReply) throws -> Void
    /// The source of a maker of templates or events, for writing mappings; nil for a closure.
    package var script: (any Sendable)?

    /// Creates a maker.
    ///
    /// - Parameters:
    ///   - needsBody: true if `make` reads the request's body.
    ///   - make: changes the reply, which starts as the stub's. An error refuses the request.
    package init(needsBody: Bool = true, _ make: @escaping @Sendable (ReceivedRequest, inout StubReply) throws -> Void)
    {
        self.needsBody = needsBody
        self.make = make
    }
}

extension Reply {
    /// A reply made from the request it answers; sent at once, unless it has a delay.
    ///
    /// ```swift
    /// try manager.stub(matching: .get("/users/{id}"), .made { try .json(["url": $0.url]) })
    /// ```
    ///
    /// - Parameter make: makes the reply. A thrown error refuses the request. The reply it returns must not pass
    ///   through to a server or be `made` itself.
    public static func made(_ make: @escaping @Sendable (ReceivedRequest) throws -> Reply) -> Reply {
        var reply = Reply()
        reply.maker = ReplyMaker { request, reply in
            let made = try make(request)
            let delay = reply.delay
            reply = made.resolved()
            reply.delay += delay
        }
        return reply
    }
}

/// A body that is encoded as late as possible: makers and memories change the value, and it is encoded once.
package protocol ReplyDraft: Sendable {
    /// Encodes the body and sets the headers that depend on it. Throws to refuse the request.
    func write(to reply: inout StubReply) throws
}

extension StubReply {
    /// Encodes the draft, if there is one, and sets the ETag. Throws the errors of the draft.
    package mutating func finish() throws {
        if let draft {
            self.draft = nil
            try draft.write(to: &self)
        }
        entityTag?.set(in: &self)
        entityTag = nil
    }
}

/// A request for a variant that does not exist: a media type, a status, an example. If a ``ReplyMaker`` throws it, the
/// request is refused, and an HTTP client gets the status.
package struct NotOffered: Error, Equatable, Sendable, CustomStringConvertible {
    /// The status for the client, from 400.
    package let status: Int
    /// One sentence: the requested variant, and the existing ones.
    package let description: String

    /// Creates the error.
    ///
    /// - Parameters:
    ///   - status: the status for the client, from 400.
    ///   - description: one sentence.
    package init(_ status: Int, _ description: String) {
        self.status = status
        self.description = description
    }
}

/// The delay of a reply before its head: a fixed time plus a random one.
public struct Delay: Sendable, Hashable {
    /// A distribution of random times. WireMock's `delayDistribution`.
    package enum Distribution: Sendable, Hashable {
        /// Evenly distributed.
        case uniform(ClosedRange<Duration>)
        /// Log-normal with this median; `sigma` is the spread of the logarithm, `maximum` the longest time.
        case lognormal(median: Duration, sigma: Double, maximum: Duration?)
    }

    /// The fixed part.
    package var fixed: Duration
    /// The random part, drawn for each reply.
    package var random: Distribution?

    package init(fixed: Duration = .zero, random: Distribution? = nil) {
        self.fixed = fixed
        self.random = random
    }

    /// No delay.
    public static let none = Delay()
    /// A random delay for each reply, uniformly distributed in `range`.
    public static func random(_ range: ClosedRange<Duration>) -> Delay { Delay(random: .uniform(range)) }
    /// The same delay for each reply.
    public static func fixed(_ duration: Duration) -> Delay { Delay(fixed: duration) }

    /// One value of the delay, drawn from `generator`.
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
            // Box-Muller; `1 - x` avoids the logarithm of zero.
            let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &generator))).squareRoot()
            let normal = radius * cos(2 * Double.pi * Double.random(in: 0..<1, using: &generator))
            // An hour exceeds every deadline and keeps the product finite.
            let longest = min(maximum ?? .seconds(3_600), .seconds(3_600))
            let factor = exp(sigma * normal)
            guard factor.isFinite, factor < 1e9 else { return longest }
            return min(median * factor, longest)
        }
    }
}

/// A network failure that replaces a reply.
public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The connection is reset. WireMock's `CONNECTION_RESET_BY_PEER`.
    case connectionReset = "CONNECTION_RESET_BY_PEER"
    /// The connection is closed before any byte of the response. WireMock's `EMPTY_RESPONSE`.
    case emptyResponse = "EMPTY_RESPONSE"
    /// A valid head, then garbage instead of a chunk. WireMock's `MALFORMED_RESPONSE_CHUNK`.
    case malformedChunk = "MALFORMED_RESPONSE_CHUNK"
    /// Garbage instead of a head. WireMock's `RANDOM_DATA_THEN_CLOSE`.
    case randomDataThenClose = "RANDOM_DATA_THEN_CLOSE"
    /// No response until the client's own time-out.
    case timeout = "TIMEOUT"
    /// No connection can be established.
    case noNetwork = "NO_NETWORK"

    /// A short title for people.
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

/// A reply that is ready for the client: the result of a decision.
package struct StubReply: Sendable {
    /// The status; meaningless if there is a `fault`.
    package var status: HTTPResponse.Status
    /// The headers, in order and with repetitions.
    package var headers: HTTPFields
    package var body: [UInt8]
    /// The pacing of the body; nil sends it at once.
    package var pacing: Pacing?
    /// The delay before the head.
    package var delay: Duration
    /// A network failure to simulate instead of the reply; nil for none.
    package var fault: Fault?
    /// True if it refuses the request, for the reason in `note`.
    package private(set) var isRefusal = false
    /// The error that a stub in code specifies. Clients that can throw it do so; others simulate `fault`.
    package var error: (any Error)?
    /// The body before it is encoded: a maker sets it, a memory changes it. Nil if `body` is complete.
    package var draft: (any ReplyDraft)?
    /// The `ETag` to set once the body is complete; nil for a reply without one, or with its own.
    package var entityTag: EntityTag?
    /// A sentence for the journal: the difference from the stub or the request, or the reason of a refusal.
    package var note: String?
    /// The script of a WebSocket, for requests with an upgrade.
    package var webSocket: (any WebSocketScript)?

    package init(
        status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: [UInt8] = [], pacing: Pacing? = nil,
        delay: Duration = .zero, fault: Fault? = nil, error: (any Error)? = nil
    ) {
        (self.status, self.headers, self.body, self.pacing) = (status, headers, body, pacing)
        (self.delay, self.fault, self.error) = (delay, fault, error)
    }

    package mutating func add(_ sentence: String?) {
        guard let sentence else { return }
        note = note.map { "\($0) \(sentence)" } ?? sentence
    }

    /// The reply as a refusal of the request, with a reason for the journal.
    package func refusing(_ reason: String) -> StubReply {
        var reply = self
        (reply.note, reply.isRefusal) = (reason, true)
        return reply
    }

    /// The parts in which the body is sent, each with the pause before it; one part without `pacing`.
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

/// The script of a WebSocket, run by the clients that support it. A class, so that replies without one stay small.
package protocol WebSocketScript: AnyObject, Sendable {
    /// The script, modified by a condition that derives from the ordinary reply.
    func derived(by condition: Condition) -> any WebSocketScript
}

/// The pacing of a body.
public enum Pacing: Sendable, Hashable {
    /// A part of a body, sent after a pause.
    public struct Piece: Sendable, Hashable {
        /// The pause before the part.
        package var pause: Duration
        /// The size of the part in bytes.
        package var count: Int

        /// Creates a part of `count` bytes after `pause`.
        public init(pause: Duration, count: Int) {
            self.pause = pause
            self.count = count
        }
    }

    /// Equal parts that are sent within `duration`. WireMock's `chunkedDribbleDelay`.
    case even(chunks: Int, duration: Duration)
    /// Parts in sequence; the last one has the rest of the body.
    case pieces([Piece])

    /// The total duration of all parts.
    package var duration: Duration {
        switch self {
        case .even(_, let duration): duration
        case .pieces(let pieces): pieces.reduce(.zero) { $0 + $1.pause }
        }
    }

    /// Parts that each end after a byte sequence, such as the empty line after an event.
    ///
    /// - Parameter pause: the pause before each part but the first.
    package static func apart(_ body: [UInt8], endingWith end: [UInt8], pause: Duration) -> Pacing {
        var pieces: [Piece] = []
        var start = 0
        while start < body.count {
            let found = body[start...].place(of: end)?.upperBound ?? body.count
            pieces.append(Piece(pause: pieces.isEmpty ? .zero : pause, count: found - start))
            start = found
        }
        return .pieces(pieces)
    }
}

/// The `ETag` of a reply: a hash of its body, so that it changes with each write (RFC 9110, section 8.8.3).
package struct EntityTag: Sendable {
    /// The request's `If-None-Match`; nil without one.
    private let known: String?

    /// - Parameter request: a request that gets 304 if it knows the tag of the reply.
    package init(of request: HTTPRequest) {
        known = request.method.isSafe ? request.headerFields[.ifNoneMatch] : nil
    }

    /// The tags in a list such as `"a", W/"b"`; weak tags count like strong ones. `*` means each tag.
    package static func tags(in list: String) -> [String] {
        list.split(separator: ",").map { item in
            let item = item.trimmingPrefix { $0 == " " }
            return String((item.hasPrefix("W/") ? item.dropFirst(2) : item[...]).prefix { $0 != " " })
        }
    }

    /// True if a list of tags has this one.
    package static func isOne(_ tag: String, of list: String) -> Bool {
        tags(in: list).contains { $0 == tag || $0 == "*" }
    }

    /// Sets the tag of a complete reply. A client that knows it gets 304 without a body.
    func set(in reply: inout StubReply) {
        guard reply.status.kind == .successful, reply.fault == nil, !reply.body.isEmpty else { return }
        let tag = "\"\(ByteHash(reply.body).text)\""
        reply.headers[.eTag] = tag
        guard let known, Self.isOne(tag, of: known) else { return }
        (reply.status, reply.body) = (.notModified, [])
        reply.headers[.contentType] = nil
    }
}
