import DemoManager
import HTTPTypes
import WireFormats

/// A reply the gateway makes itself or has from a stub, whole in memory.
struct GatewayReply: Sendable {
    /// What became of the request, as `X-Demo-Decision` says it. One that is answered with the error it asked for, or that a
    /// stub has for it, is stubbed; one that is turned down is refused, also where the document has the words for that.
    enum Outcome: String, Sendable {
        case stubbed, passed, refused
    }

    var status: HTTPResponse.Status
    var headers: HTTPFields
    var body: [UInt8]
    var outcome: Outcome
    /// How the body is paced; nil gives it at once.
    var dribble: Dribble?

    /// - Parameter outcome: nil for what the gateway says itself: its errors refuse, all else answers as a stub does.
    init(
        status: HTTPResponse.Status, headers: HTTPFields = HTTPFields(), body: [UInt8] = [], outcome: Outcome? = nil,
        dribble: Dribble? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.outcome = outcome ?? (status.code < 400 ? .stubbed : .refused)
        self.dribble = dribble
    }

    /// A part of a body with the pause before it.
    typealias Piece = (pause: Duration, bytes: ArraySlice<UInt8>)

    /// The parts of a body that is paced; empty for one that is given at once.
    var pieces: [Piece] {
        guard let dribble else { return [] }
        return StubReply(body: body, dribble: dribble).chunks
    }

    /// A stub's reply.
    init(_ reply: StubReply) {
        self.init(
            status: reply.status, headers: reply.headers, body: reply.body, outcome: .stubbed, dribble: reply.dribble)
    }

    /// An error as problem details (RFC 9457).
    ///
    /// - Parameters:
    ///   - detail: one sentence that says what to do.
    ///   - members: more to know, behind the usual members.
    static func problem(
        _ status: Int, _ detail: String, _ members: [(String, JSONValue)] = [], headers: HTTPFields = HTTPFields(),
        outcome: Outcome = .refused
    ) -> GatewayReply {
        let status = HTTPResponse.Status(code: status)
        var headers = headers
        headers.append(problemType)
        // As text at once: whoever asks for what is not there gets many of these.
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

    /// The reply to a head that cannot be answered otherwise.
    init(_ problem: HeadProblem) {
        self = .problem(problem.status, problem.message)
        if problem.status == 405 { headers[.allow] = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" }
    }
}
