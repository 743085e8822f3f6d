import DemoManager
import DemoManagerFiles
import HTTPTypes
import NIOCore
import ReplyHeads

/// Upgrades requests to WebSockets. All other requests continue with HTTP.
extension ConnectionHandler {
    /// Plays the script of a stub.
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
        let outgoing = OutgoingRequest(
            request, from: head, address: wire?.address, pseudonym: service.pseudonym)
        guard let connection = outgoing.connection(service.clients) else { return closeNow() }
        turn.way = connection.way
        let upstream = UpstreamSocket(offer, service.configuration) { [weak self] answer in
            guard let self, self.turn === turn, case .opening(let upstream) = turn.output else { return }
            switch answer {
            case .agreed(let reply):
                relay(SocketRelay(turn, routed, policy, service), reply.headers, upstream, turn)
            case .refused(let answer, let body):
                let reply = GatewayReply(
                    status: answer.status, headers: answer.headers, body: body, outcome: .passed)
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
