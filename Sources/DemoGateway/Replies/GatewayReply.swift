import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import NIOHPACK
import NIOHTTP1
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
    /// The sentence of a problem.
    private(set) var detail: String?
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
        var object = JSONObject([
            "type": "about:blank", "title": .string(status.phrase), "status": .number(status.code),
            "detail": .string(detail),
        ])
        for (name, value) in members { object[name] = value }
        var reply = GatewayReply(
            status: status, headers: headers, body: JSONValue.object(object).bytes(), outcome: outcome)
        reply.detail = detail
        return reply
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

/// Writes the head of a response. The gateway determines framing and connection headers; all others are copied.
struct ResponseHead {
    /// The way in which the end of the body is determined.
    enum Framing: Hashable {
        /// There is no body.
        case none
        /// This many bytes.
        case length(Int)
        case chunked
        /// By closing the connection.
        case close
        /// The connection continues as a WebSocket.
        case upgrade
    }

    let status: HTTPResponse.Status
    let headers: HTTPFields
    let outcome: GatewayReply.Outcome
    let framing: Framing
    let keepsAlive: Bool
    /// False for a client of HTTP/1.0, which must be told if the connection stays open.
    let isHTTP11: Bool

    /// The head's bytes.
    ///
    /// - Parameter date: the value of `Date`, unless the headers have one.
    func bytes(date: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        bytes += "HTTP/1.1 ".utf8
        bytes.append(decimal: status.code)
        bytes.append(UInt8(ascii: " "))
        bytes += status.phrase.utf8
        var hasDate = false
        for field in headers {
            let name = field.name.canonicalName
            if isOwn(name) { continue }
            if name.utf8.count == 4, name == "date" { hasDate = true }
            bytes += "\r\n".utf8
            bytes += field.name.rawName.utf8
            bytes += ": ".utf8
            field.withUnsafeBytesOfValue { bytes.append(contentsOf: $0) }
        }
        if !hasDate {
            bytes += "\r\nDate: ".utf8
            bytes += date.utf8
        }
        switch framing {
        case .none, .close, .upgrade: break
        case .length(let count):
            bytes += "\r\nContent-Length: ".utf8
            bytes.append(decimal: count)
        case .chunked: bytes += "\r\nTransfer-Encoding: chunked".utf8
        }
        if framing == .upgrade {
            bytes += "\r\nUpgrade: websocket\r\nConnection: Upgrade".utf8
        } else if !keepsAlive {
            bytes += "\r\nConnection: close".utf8
        } else if !isHTTP11 {
            bytes += "\r\nConnection: keep-alive".utf8
        }
        bytes += "\r\nX-Demo-Decision: ".utf8
        bytes += outcome.rawValue.utf8
        bytes += "\r\n\r\n".utf8
        return bytes
    }

    /// The head for HTTP/2, whose frames determine the end of the body.
    func fields(date: String) -> HPACKHeaders {
        var fields = HPACKHeaders()
        fields.reserveCapacity(headers.count + 4)
        fields.add(name: ":status", value: String(status.code))
        // RFC 9113 section 8.2.2: no `Upgrade`, not even with a 426; NIO would fail the stream.
        for field in headers where !isOwn(field.name.canonicalName) && field.name.canonicalName != "upgrade" {
            fields.add(name: field.name.canonicalName, value: field.value)
        }
        if headers[.date] == nil { fields.add(name: "date", value: date) }
        if case .length(let count) = framing { fields.add(name: "content-length", value: String(count)) }
        fields.add(name: "x-demo-decision", value: outcome.rawValue)
        return fields
    }

    /// True for fields that the gateway writes itself, and for those of a connection.
    private func isOwn(_ name: String) -> Bool {
        // By length first, because few fields are among these.
        switch name.utf8.count {
        // RFC 9110 section 15.5.22: a 426 names the protocol.
        case 7: return name == "trailer" || name == "upgrade" && status.code != 426
        case 10: return name == "connection" || name == "keep-alive"
        case 14: return name == "content-length" && framing != .none
        case 15: return name == "x-demo-decision"
        case 16: return name == "proxy-connection"
        case 17: return name == "transfer-encoding"
        default: return false
        }
    }
}

extension [UInt8] {
    /// Appends a nonnegative number in decimal.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

extension HTTPResponse.Status {
    /// The status's own reason phrase, else the default of its code.
    var phrase: String {
        let own = reasonPhrase
        return own.isEmpty ? HTTPResponseStatus(statusCode: code).reasonPhrase : own
    }

    /// True if responses of this status never have a body (RFC 9110 section 6.4.1).
    var isBodiless: Bool { code < 200 || code == 204 || code == 304 }
}

/// The value of `Date`, formatted once per second. Confined to one connection's thread.
final class DateText {
    private var second = -1
    private var text = ""

    func now() -> String {
        let now = time(nil)
        guard now != second else { return text }
        second = now
        text = HTTPDate.text(now)
        return text
    }
}
