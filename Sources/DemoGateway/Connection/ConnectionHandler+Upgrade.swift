import Crypto
import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import NIOCore
import ReplyHeads

/// Upgrades requests to WebSockets. All other requests continue with HTTP.
extension ConnectionHandler {
    func play(_ script: SocketScript, _ reply: GatewayReply, _ turn: Turn) {
        guard let routed = turn.routed, let offer = turn.head?.socket else {
            return answer(turn, SocketOffer.refusal(turn.routed?.title ?? "This path"))
        }
        let player = ScriptPlayer(script, turn, routed, service, on: loop)
        let end = SocketEnd(.client, player, service.limits)
        let subprotocol = script.subprotocol.flatMap { offer.subprotocols.contains($0) ? $0 : nil }
        if upgrade(turn, reply.headers.accepting(offer, subprotocol: subprotocol), .stubbed, to: end) {
            player.begin(end)
            player.switchesChanged()
        }
    }

    /// Opens a WebSocket to the server, and gives the server's response to the client.
    func pass(_ request: HTTPRequest, _ offer: SocketOffer, _ turn: Turn) {
        guard let head = turn.head, let routed = turn.routed else { return }
        turn.outcome = .passed
        let policy = routed.manager.unmatched
        let outgoing = OutgoingRequest(request, from: head, address: wire?.address, pseudonym: service.pseudonym)
        let server = outgoing.server
        guard let connection = service.clients.connection(scheme: server.scheme, authority: server.authority) else {
            return closeNow()
        }
        turn.way = connection.way
        let upstream = UpstreamSocket(offer, service.configuration) { [weak self] answer in
            guard let self, self.turn === turn, case .opening(let upstream) = turn.output else { return }
            switch answer {
            case .agreed(let reply):
                relay(SocketRelay(turn, routed, policy, service), reply.headers, upstream, turn)
            case .refused(let answer, let body):
                let reply = GatewayReply(status: answer.status, headers: answer.headers, body: body, outcome: .passed)
                turn.passed = ExchangeOutcome(reply)
                holdReply(turn, reply)
            case .failed(let error):
                let problem = UpstreamProblem(error)
                turn.failure = "the server: \(problem.reason)"
                passFailed(turn, problem)
            }
        }
        turn.output = .opening(upstream)
        upstream.open(connection, outgoing.socketHead, on: loop)
    }

    private func relay(_ relay: SocketRelay, _ headers: HTTPFields, _ upstream: UpstreamSocket, _ turn: Turn) {
        let server = SocketEnd(.server, relay, service.limits)
        let client = SocketEnd(.client, relay, service.limits)
        relay.begin(client: client, server: server)
        do {
            try upstream.become(server)
        } catch {
            upstream.cancel()
            return passFailed(turn, UpstreamProblem(error))
        }
        // Both sides may have sent messages already; the client's are forwarded once the server's end can send.
        guard upgrade(turn, headers, .passed, to: client, then: upstream.receive) else { return upstream.cancel() }
        // The switches may have changed before the server responded.
        relay.switchesChanged()
    }

    /// Responds with 101, and replaces HTTP by an end; false if the connection is over.
    ///
    /// - Parameter prepare: runs once the end can send, and before it receives.
    private func upgrade(
        _ turn: Turn, _ headers: HTTPFields, _ outcome: GatewayReply.Outcome, to end: SocketEnd,
        then prepare: () -> Void = {}
    ) -> Bool {
        guard !isEnding, let connection = wire as? HTTP1Connection, let channel = connection.channel else {
            return false
        }
        (turn.status, turn.outcome) = (101, outcome)
        turn.passed = .reply(status: 101, headers: headers, body: [], duration: .zero)
        write(
            ResponseHead(
                status: .switchingProtocols, headers: headers, outcome: outcome, framing: .upgrade, keepsAlive: true,
                isHTTP11: true))
        flushIfNeeded()
        turn.output = .done
        expectNothing()
        note(turn)
        service.log.flush()
        do {
            try end.install(on: channel)
            prepare()
            self.turn = nil
            try connection.leave()
        } catch {
            channel.close(promise: nil)
            return false
        }
        service.openAnswers.insert(channel, of: [service.decider.journal, turn.routed?.manager].compactMap(\.self))
        channel.read()
        return true
    }
}

/// A client's valid request for a WebSocket (RFC 6455 section 4.2.1).
struct SocketOffer: Hashable, Sendable {
    private let key: String
    /// The subprotocols that the client speaks, preferred first.
    let subprotocols: [String]

    /// The offer of a HTTP/1.1 request without a body; nil for other requests.
    init?(_ request: HTTPRequest) {
        let fields = request.headerFields
        guard request.method == .get, fields.has("websocket", in: .upgrade), fields.has("upgrade", in: .connection),
            fields[.secWebSocketVersion] == Self.version, let key = fields[.secWebSocketKey],
            Data(base64Encoded: key)?.count == 16
        else { return nil }
        self.key = key
        subprotocols = fields.tokens(of: .secWebSocketProtocol)
    }

    /// The only version.
    static let version = "13"
    private static let seed = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The proof that the request was understood.
    var accept: String { Data(Insecure.SHA1.hash(data: Data((key + Self.seed).utf8))).base64EncodedString() }

    /// The response to an ordinary request that a script would answer on a WebSocket.
    static func refusal(_ title: String) -> GatewayReply {
        .problem(
            426, "\(title) is answered as a WebSocket. Connect with ws:// or wss:// in its URL, by HTTP/1.1.",
            headers: [.upgrade: "websocket", .secWebSocketVersion: version], outcome: .stubbed)
    }
}

extension HTTPFields {
    /// The items of a list.
    fileprivate func tokens(of name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { value in
            value.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
        }
    }

    fileprivate func has(_ token: String, in name: HTTPField.Name) -> Bool {
        tokens(of: name).contains { $0.lowercased() == token }
    }

    /// The headers that accept an offer, in addition to those of a reply.
    func accepting(_ offer: SocketOffer, subprotocol: String?) -> HTTPFields {
        var headers = self
        headers[.secWebSocketAccept] = offer.accept
        headers[.secWebSocketProtocol] = subprotocol
        return headers
    }
}
