import DemoManager
import HTTPTypes
import NIOCore
import Recordings
import WireFormats

/// Requests and replies that are held at a breakpoint. The loop serves other connections meanwhile.
extension ConnectionHandler {
    /// Holds a request if a breakpoint matches; false if it continues at once.
    func isHeld(_ turn: Turn, _ routed: RoutedRequest, _ body: [UInt8]?) -> Bool {
        guard turn.heldAs == nil, let head = turn.head, let breakpoint = service.decider.breakpoint(for: routed) else {
            return false
        }
        hold(turn)
        var call = routed.call
        // For the client: its own address and path.
        call.asked = nil
        return isHeld(turn, head.request, body, call, nil, at: breakpoint) { handler, end in
            handler.goOn(turn, routed, body, from: breakpoint, end)
        }
    }

    private func isHeld(
        _ turn: Turn, _ request: HTTPRequest, _ body: [UInt8]?, _ call: Call, _ reply: StubReply?,
        at breakpoint: String, then goOn: @escaping (ConnectionHandler, HoldEnd) -> Void
    ) -> Bool {
        let journal = service.decider.journal
        let id = journal.makeHoldID()
        turn.heldAs = id
        let waiting = NIOLoopBound((handler: self, turn: turn, goOn: goOn), eventLoop: loop)
        return journal.hold(
            id, request, body: body, call: call, reply: reply, hasBody: turn.hasWholeRequest, at: breakpoint
        ) { [loop] end in
            loop.execute {
                let (handler, turn, goOn) = waiting.value
                guard handler.turn === turn, !turn.isDone else { return }
                goOn(handler, end)
                handler.flushIfNeeded()
            }
        }
    }

    private func goOn(
        _ turn: Turn, _ routed: RoutedRequest, _ body: [UInt8]?, from breakpoint: String, _ end: HoldEnd
    ) {
        var call = routed.call
        call.heldBy = breakpoint
        switch end {
        case .proceed(let edit, let holdsReply):
            turn.holdsReply = holdsReply
            var body = body
            if let edit, let head = turn.head {
                let request: HTTPRequest
                (request, body) = edit.applied(to: head.request, body)
                turn.head = RequestHead(head, editedTo: request)
                call.isRequestEdited = true
            }
            turn.routed = routed.held(as: call)
            decideAnew(turn, body)
        case .answer(let reply):
            take(service.decider.answer(routed.held(as: call), body: body, with: reply), turn, body)
        case .cancelled: break
        }
    }

    // MARK: Replies

    /// Holds a reply if the user requested it; false if it is sent at once.
    func isHeld(_ turn: Turn, _ reply: GatewayReply) -> Bool {
        guard turn.holdsReply, let routed = turn.routed, let head = turn.head, let breakpoint = routed.call.heldBy
        else { return false }
        turn.holdsReply = false
        let held = StubReply(status: reply.status, headers: reply.headers, body: reply.body)
        return isHeld(turn, head.request, nil, routed.call, held, at: breakpoint) { handler, end in
            switch end {
            case .proceed: handler.answer(turn, reply)
            case .answer(let edited): handler.answer(turn, reply, editedTo: edited)
            case .cancelled: break
            }
        }
    }

    func holdReply(_ turn: Turn, _ reply: GatewayReply) {
        turn.output = .waiting
        if !isHeld(turn, reply) { answer(turn, reply) }
    }

    private func answer(_ turn: Turn, _ reply: GatewayReply, editedTo edited: StubReply) {
        if let record = turn.act?.record { record.manager.noteEditedReply(record.exchange) }
        if let fault = edited.fault {
            turn.act?.kind = .fault(fault)
            turn.act?.why += ": \(fault.title)"
            return actOut(fault, turn)
        }
        let sent = GatewayReply(
            status: edited.status, headers: edited.headers, body: edited.body, outcome: reply.outcome)
        if turn.passed == nil {
            turn.act?.kind = .reply(sent)
        } else {
            turn.passed = ExchangeOutcome(sent)
        }
        answer(turn, sent)
    }

    /// Collects a server's reply that is to be held, from its head on. Excludes streams, which may never end.
    func collects(_ reply: PassedReply, _ turn: Turn) -> Bool {
        guard turn.holdsReply, (reply.length ?? 0) <= service.limits.body,
            reply.length != nil || !MediaTypeName(reply.headers[.contentType]).isStream
        else { return false }
        turn.collected = reply
        return true
    }

    /// Collects bytes of such a reply. A reply that becomes too long is passed on.
    func collects(_ bytes: ByteBuffer, _ turn: Turn) -> Bool {
        guard var reply = turn.collected else { return false }
        turn.collected = nil
        reply.body += bytes.readableBytesView
        turn.collected = reply
        guard reply.body.count > service.limits.body else { return true }
        turn.collected = nil
        begin(reply, turn)
        write(ByteBuffer(bytes: reply.body), turn)
        flushIfNeeded()
        return true
    }
}

extension GatewayReply {
    /// A server's reply in editable form: decoded, if its encoding is known.
    init(collected reply: PassedReply) {
        self.init(status: reply.status, headers: reply.headers, body: reply.body, outcome: .passed)
        headers[.contentLength] = nil
        guard let decoded = ExchangeOutcome(self).decodedBody else { return }
        (body, headers[.contentEncoding]) = (decoded, nil)
    }
}
