import DemoManager
import DemoManagerFiles
import HTTPTypes
import NIOCore
import NIOPosix
import Recordings
import WireFormats

/// Receives requests up to the decision.
extension ConnectionHandler {
    /// Begins a request, or refuses it.
    ///
    /// - Parameter isWhole: true for a head without a body.
    func begin(_ result: Result<RequestHead, HeadProblem>, isWhole: Bool = false) {
        expectNothing()
        let head: RequestHead
        do throws(HeadProblem) { head = try result.get() } catch { return refuse(error) }
        let turn = Turn(head)
        self.turn = turn
        // A stream may have a body that no header announces.
        if head.framing != .none || isStream && !isWhole { expectBody(turn) }
        if let reply = ownReply(head) { return answer(turn, reply) }
        if transport == .stray { return take(service.decider.stray(head), turn, nil) }
        if let reply = service.cors.preflight(head.request) { return answer(turn, reply) }
        if service.cors.isOn { turn.extraHeaders = service.cors.headers(for: head.request) }
        let routed = service.decider.routed(head)
        turn.routed = routed
        takeBody(turn, head.framing, routed)
    }

    /// Replies that do not depend on stubs.
    private func ownReply(_ head: RequestHead) -> GatewayReply? {
        if let authority = head.authority, !service.hosts.allows(authority) {
            return .problem(
                421, "This gateway does not answer for \(authority.host). Start it with --allow-host \(authority.host)."
            )
        }
        let pseudonym = service.pseudonym
        if head.request.headerFields[values: .via].contains(where: { $0.contains(pseudonym) }) {
            return .problem(
                508, "The upstream of this gateway leads back to it. Start it with --upstream and the server's own URL."
            )
        }
        if head.request.path == "*" {
            return GatewayReply(status: .noContent, headers: [.allow: GatewayReply.methods], outcome: .stubbed)
        }
        if let authority = service.configuration.certificate?.authority,
            head.request.path == GatewayConfiguration.authorityPath
        {
            return GatewayReply(
                status: .ok, headers: [.contentType: "application/x-x509-ca-cert"], body: Array(authority.utf8))
        }
        return nil
    }

    /// Bodies up to this size are always collected, so that the journal has them.
    private static let smallBody = 64 << 10

    /// Decides at once if the decision does not need the body.
    private func takeBody(_ turn: Turn, _ framing: RequestHead.Framing, _ routed: RoutedRequest) {
        switch framing {
        case .none where isStream && turn.owesContinue: takeBody(turn, .chunked, routed)
        case .none:
            turn.intake = .collecting(ByteBuffer())
            turn.awaitsBody = isStream
        case .length(let count) where count <= min(Self.smallBody, service.limits.body): collect(turn)
        case .length(let count):
            let isFit = count <= service.limits.body
            let isWanted = service.decider.breakpoint(for: routed) != nil || service.decider.hasCallbacks(routed)
            guard service.decider.needsBody(routed) || isFit && isWanted else { return decide(turn, body: nil) }
            guard isFit else { return refuseBody(turn) }
            collect(turn)
        case .chunked:
            guard service.decider.needsBody(routed) || service.decider.hasCallbacks(routed) else {
                return decide(turn, body: nil)
            }
            collect(turn)
        }
    }

    /// The first bytes of a body that no header announced.
    func bodyBegan(_ turn: Turn) {
        turn.awaitsBody = false
        if let routed = turn.routed, turn.isUnanswered, !isEnding { takeBody(turn, .chunked, routed) }
    }

    private func collect(_ turn: Turn) {
        turn.intake = .collecting(ByteBuffer())
        turn.bodyDeadline = .now() + TimeAmount(service.limits.bodyTime)
        expectBody(turn)
        sendContinue(turn)
    }

    /// Sends `100 Continue` to a client that waits for it.
    func sendContinue(_ turn: Turn) {
        guard turn.owesContinue else { return }
        turn.owesContinue = false
        writeContinue()
    }

    private func refuseBody(_ turn: Turn) {
        turn.keepsAlive = false
        let limit = service.limits.body
        answer(
            turn,
            .problem(413, "The body is larger than the \(limit) bytes a stub is matched by. Start with --max-body."))
    }

    func receive(_ bytes: ByteBuffer, _ turn: Turn) {
        switch turn.intake {
        case .collecting(var collected):
            turn.intake = .discarding(0)
            guard collected.readableBytes + bytes.readableBytes <= service.limits.body else { return refuseBody(turn) }
            collected.writeImmutableBuffer(bytes)
            turn.intake = .collecting(collected)
            expectBody(turn)
        case .uploading(let forwarded):
            turn.recording?.send(bytes.readableBytesView)
            forwarded.upload(bytes)
            if forwarded.takesMore { expectBody(turn) } else { expectNothing() }
        case .discarding(let count):
            let count = count + bytes.readableBytes
            turn.intake = .discarding(count)
            expectBody(turn)
            guard count > service.limits.unwantedBody else { return }
            turn.keepsAlive = false
            if turn.isDone { turnEnded(turn) }
        }
    }

    /// The request was read completely.
    func requestEnded(_ turn: Turn) {
        expectNothing()
        switch turn.intake {
        case .collecting(let collected):
            turn.intake = .discarding(0)
            decide(turn, body: collected.readableBytes == 0 ? nil : Array(collected.readableBytesView))
        case .uploading(let forwarded): forwarded.endUpload()
        case .discarding: if turn.isDone { turnEnded(turn) }
        }
    }

    private func decide(_ turn: Turn, body: [UInt8]?) {
        guard let routed = turn.routed, !isHeld(turn, routed, body) else { return }
        switch service.decider.decide(routed, body: body) {
        case .now(let act): take(act, turn, body)
        case .outdated: decideAnew(turn, body)
        case .later(let work):
            hold(turn)
            // Nobody waits for a read of a client that left; a write counts.
            let isRead = routed.request.method.isSafe
            service.workers.runIfActive(eventLoop: loop) { [isAbandoned = turn.isAbandoned] in
                work(!isRead || !isAbandoned.withLock { $0 })
            }
            .assumeIsolated().whenSuccess { [self] act in
                guard self.turn === turn, turn.isUnanswered else {
                    // The client left meanwhile.
                    act?.record?.finish(.cancelled(duration: turn.began.duration(to: .now)))
                    return
                }
                if let act { take(act, turn, body) } else { decideAnew(turn, body) }
            }
        }
    }

    /// Routes and decides the request by the document that replaced the one of its routed.
    func decideAnew(_ turn: Turn, _ body: [UInt8]?) {
        guard let head = turn.head else { return }
        var routed = service.decider.routed(head)
        if let held = turn.routed?.call, held.heldBy != nil { routed = routed.held(as: held) }
        turn.routed = routed
        if turn.hasWholeRequest { return decide(turn, body: body) }
        let wasHeld = turn.isUndecided
        turn.isUndecided = false
        defer { if wasHeld { takeWaiting() } }
        // The new document may need the body.
        takeBody(turn, head.framing, routed)
    }

    func take(_ act: Act, _ turn: Turn, _ body: [UInt8]?) {
        turn.act = act
        if hasCallbacks(turn) { turn.sentBody = body }
        guard act.delay > .zero else { return carryOut(act, turn, body) }
        hold(turn)
        turn.timer = loop.assumeIsolated().scheduleTask(in: TimeAmount(act.delay)) { [self] in
            carryOut(act, turn, body)
        }
    }

    /// Stops reading a request until it is known how the rest is used.
    func hold(_ turn: Turn) {
        guard !turn.hasWholeRequest else { return }
        turn.isUndecided = true
        expectNothing()
    }

    private func carryOut(_ act: Act, _ turn: Turn, _ body: [UInt8]?) {
        guard self.turn === turn else { return }
        let wasHeld = turn.isUndecided
        turn.isUndecided = false
        defer { if wasHeld { takeWaiting() } }
        switch act.kind {
        case .reply(let reply):
            if let script = reply.webSocket as? SocketScript {
                play(script, reply, turn)
            } else if !isHeld(turn, reply) {
                answer(turn, reply)
            }
        case .fault(let fault): actOut(fault, turn)
        case .pass(let request):
            let offer = turn.head?.socket
            let refusal = turn.head.flatMap { service.cors.refusal(of: $0.request, mayWrite: offer != nil) }
            guard let refusal else {
                if let offer { pass(request, offer, turn) } else { pass(request, body, turn) }
                return
            }
            turn.failure = refusal
            answer(turn, .problem(403, refusal))
        }
    }
}
