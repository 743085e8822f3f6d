import DemoManager
import DemoManagerFiles
import HTTPTypes
import WireFormats

/// A reply of the gateway or of a stub, complete in memory.
struct GatewayReply: Sendable {
    /// The value of `X-Demo-Decision`. An error that was requested, or that a stub has, is stubbed. A request that the
    /// gateway rejects is refused, even with a response of the document.
    enum Outcome: String, Sendable {
        case stubbed, passed, refused
    }

    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: [UInt8]
    var outcome: Outcome
    /// The pacing of the body; nil sends it at once.
    var pacing: Pacing?
    /// The script for a client that requests a WebSocket.
    var webSocket: (any WebSocketScript)?

    /// - Parameter outcome: nil for the gateway's own replies: errors are refused, others stubbed.
    init(
        status: HTTPResponse.Status, headers: HTTPFields = HTTPFields(), body: [UInt8] = [], outcome: Outcome? = nil,
        pacing: Pacing? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.outcome = outcome ?? (status.code < 400 ? .stubbed : .refused)
        self.pacing = pacing
    }

    /// A part of a body with the pause before it.
    typealias Piece = (pause: Duration, bytes: ArraySlice<UInt8>)

    /// The parts of a paced body; empty for one that is sent at once.
    var pieces: [Piece] {
        guard let pacing else { return [] }
        return StubReply(body: body, pacing: pacing).chunks
    }

    init(_ reply: StubReply) {
        self.init(
            status: reply.status, headers: reply.headers, body: reply.body, outcome: .stubbed, pacing: reply.pacing)
        webSocket = reply.webSocket
    }

    /// An error as problem details (RFC 9457).
    ///
    /// - Parameters:
    ///   - detail: one sentence, including the remedy.
    ///   - members: extension members.
    static func problem(
        _ status: Int, _ detail: String, _ members: [(String, JSONValue)] = [], headers: HTTPFields = HTTPFields(),
        outcome: Outcome = .refused
    ) -> GatewayReply {
        let status = HTTPResponse.Status(code: status)
        var headers = headers
        headers.append(problemType)
        // Built as text, because clients without stubs get many of these.
        var body: [UInt8] = []
        body.reserveCapacity(512)
        body += #"{"type":"about:blank","title":"#.utf8
        JSONValue.quote(status.phrase, to: &body)
        body += #","status":"#.utf8
        body.append(decimal: status.code)
        body += #","detail":"#.utf8
        JSONValue.quote(detail, to: &body)
        for (name, value) in members {
            body.append(UInt8(ascii: ","))
            JSONValue.quote(name, to: &body)
            body.append(UInt8(ascii: ":"))
            value.write(to: &body)
        }
        body.append(UInt8(ascii: "}"))
        return GatewayReply(status: status, headers: headers, body: body, outcome: outcome)
    }

    private static let problemType = HTTPField(name: .contentType, value: "application/problem+json")

    /// The response to an invalid head.
    init(_ problem: HeadProblem) {
        self = .problem(problem.status, problem.message)
        if problem.status == 405 { headers[.allow] = Self.methods }
    }

    /// The default of `Allow`, without a document.
    static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
}

extension ExchangeOutcome {
    /// The reply in the journal's form.
    init(_ reply: GatewayReply, after duration: Duration = .zero) {
        self = .reply(status: reply.status.code, headers: reply.headers, body: reply.body, duration: duration)
    }
}
