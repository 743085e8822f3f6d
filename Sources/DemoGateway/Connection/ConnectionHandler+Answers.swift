import DemoManager
import HTTPTypes
import NIOCore
import Recordings

/// Sends replies.
extension ConnectionHandler {
    /// Bodies up to this size are sent together with their head.
    private static let piece = 64 << 10

    func answer(_ turn: Turn, _ reply: GatewayReply) {
        if turn.owesContinue || tooMuchComes(turn) { turn.keepsAlive = false }
        if reply.headers[.connection]?.lowercased() == "close" { turn.keepsAlive = false }
        turn.status = reply.status.code
        turn.outcome = reply.outcome
        if reply.outcome != .stubbed {
            turn.notice = .init(status: reply.status.code, headers: reply.headers, body: reply.body)
            turn.refusal = reply.detail
        }
        let isBodiless = reply.status.isBodiless
        let hasBody = !isBodiless && !turn.isHead
        let pieces = hasBody ? reply.pieces : []
        let isPaced = pieces.count > 1 || pieces.contains { $0.pause > .zero }
        let framing: ResponseHead.Framing =
            isBodiless || turn.isHead && reply.body.isEmpty
            ? .none : isPaced ? (turn.isHTTP11 ? .chunked : .close) : .length(reply.body.count)
        var headers = reply.headers
        if isBodiless { headers[.contentLength] = nil }
        let head = head(of: turn, reply.status, headers, reply.outcome, framing)
        if isPaced {
            turn.output = .pieces
            write(head)
            flushIfNeeded()
            send(pieces[...], turn)
            followSwitches(turn, headers)
        } else if !hasBody || reply.body.count <= Self.piece {
            together {
                write(head, hasBody ? reply.body : [])
                outputEnded(turn)
            }
        } else {
            write(head)
            turn.output = .body(reply.body, sent: 0)
            writeOn(turn)
        }
    }

    /// The head of a response. Determines how its body is framed, and if the connection stays open.
    func head(
        of turn: Turn, _ status: HTTPResponse.Status, _ headers: HTTPFields, _ outcome: GatewayReply.Outcome,
        _ framing: ResponseHead.Framing
    ) -> ResponseHead {
        if framing == .close { turn.keepsAlive = false }
        turn.isChunked = framing == .chunked
        return ResponseHead(
            status: status, headers: headers.overlaid(with: turn.extraHeaders), outcome: outcome, framing: framing,
            keepsAlive: turn.keepsAlive, isHTTP11: turn.isHTTP11)
    }

    /// True if the rest of the request is too large to be read and discarded.
    private func tooMuchComes(_ turn: Turn) -> Bool {
        guard !turn.hasWholeRequest, case .length(let count) = turn.head?.framing else { return false }
        return count > service.limits.unwantedBody
    }

    /// Sends further parts of a large body, as far as the client accepts them.
    func writeOn(_ turn: Turn) {
        switch turn.output {
        case .forwarded(let forwarded):
            forwarded.readOn()
            return
        case .body(let body, var sent):
            // The turn releases the body meanwhile to avoid a copy.
            turn.output = .waiting
            while sent < body.count, wire?.isWritable == true {
                let end = min(sent + Self.piece, body.count)
                write(ByteBuffer(bytes: body[sent..<end]), turn)
                flushIfNeeded()
                sent = end
            }
            guard sent < body.count else { return outputEnded(turn) }
            turn.output = .body(body, sent: sent)
            expect(.reader, after: service.limits.silence)
        case .waiting, .pieces, .opening, .done: return
        }
    }

    /// Sends a body in pieces, each after its pause.
    private func send(_ pieces: ArraySlice<GatewayReply.Piece>, _ turn: Turn) {
        guard self.turn === turn, let next = pieces.first else { return outputEnded(turn) }
        turn.timer = loop.assumeIsolated().scheduleTask(in: TimeAmount(next.pause)) { [self] in
            guard self.turn === turn else { return }
            write(ByteBuffer(bytes: next.bytes), turn)
            turn.sentCount += next.bytes.count
            flushIfNeeded()
            expectHalfClosed()
            send(pieces.dropFirst(), turn)
        }
    }

    /// Called after the whole body was written. The journal records the exchange before its end is sent.
    func outputEnded(_ turn: Turn) {
        guard self.turn === turn, !turn.isDone else { return }
        turn.output = .done
        expectNothing()
        leaveSwitches(turn)
        note(turn)
        writeEnd(turn)
        guard !isStream else { return }
        if turn.head == nil || turn.hasWholeRequest || !turn.keepsAlive { turnEnded(turn) } else { expectBody(turn) }
    }

    /// Ends a request that cannot be read completely, with a response if none has begun.
    func breakOff(_ turn: Turn, _ problem: HeadProblem) {
        turn.failure = problem.message
        guard turn.isUnanswered else { return closeNow() }
        turn.timer?.cancel()
        turn.cancelPassing()
        turn.recording?.abandon("the request broke off")
        turn.keepsAlive = false
        answer(turn, GatewayReply(problem))
        flushIfNeeded()
    }

    /// Simulates a network failure. A stream is always reset, because invalid bytes would end all other streams.
    func actOut(_ fault: Fault, _ turn: Turn) {
        turn.failure = fault.title
        turn.outcome = .stubbed
        switch fault {
        case .timeout:
            turn.timer = loop.assumeIsolated().scheduleTask(in: TimeAmount(service.limits.simulatedTimeout)) { [self] in
                if self.turn === turn { closeNow() }
            }
        case .connectionReset, .noNetwork: reset()
        case .emptyResponse: closeNow()
        case .malformedChunk:
            write(
                ResponseHead(
                    status: .ok, headers: [:], outcome: .stubbed, framing: .chunked, keepsAlive: true, isHTTP11: true))
            writeInvalid(Array("no chunk: lskdu018973t09sylgasjkfg1][]'./.sdlv".utf8))
            closeNow()
        case .randomDataThenClose:
            writeInvalid((0..<64).map { _ in UInt8.random(in: 0x80...0xFF) })
            closeNow()
        }
    }
}

/// Reports to the journal and to the log.
extension ConnectionHandler {
    /// Called when an exchange ended with a response.
    func note(_ turn: Turn) {
        let duration = turn.began.duration(to: .now)
        if let record = turn.act?.record { record.finish(outcome(turn, duration)) }
        log(turn, duration)
        callBack(turn)
    }

    /// Called when the client disconnected, or was disconnected, before its response was complete.
    func abandon(_ turn: Turn) {
        turn.timer?.cancel()
        leaveSwitches(turn)
        guard !turn.isDone else { return }
        if let held = turn.heldAs { service.decider.journal.end(held, with: .cancelled) }
        let duration = turn.began.duration(to: .now)
        turn.cancelPassing()
        let reason = service.isEnding ? "the gateway ended" : "the client left"
        turn.recording?.abandon("\(reason) before it had ended")
        turn.output = .done
        turn.isAbandoned.withLock { $0 = true }
        if let record = turn.act?.record {
            record.finish(turn.failure.map { failure($0, turn, duration) } ?? .cancelled(duration: duration))
        }
        if turn.failure == nil { turn.failure = reason }
        log(turn, duration)
    }

    private func outcome(_ turn: Turn, _ duration: Duration) -> ExchangeOutcome {
        if let failure = turn.failure { return self.failure(failure, turn, duration) }
        if var seen = turn.passed {
            seen.duration = duration
            return seen
        }
        switch turn.act?.kind {
        case .reply(let reply) where reply.outcome == .stubbed: return ExchangeOutcome(reply, after: duration)
        case .reply: return failure(why(turn), turn, duration)
        case .pass, .fault, nil: return .failure("", duration: duration)
        }
    }

    /// A failed exchange, with the gateway's own response to the client.
    private func failure(_ why: String, _ turn: Turn, _ duration: Duration) -> ExchangeOutcome {
        var outcome = ExchangeOutcome.failure(why, duration: duration)
        outcome.notice = turn.notice
        return outcome
    }

    private func log(_ turn: Turn, _ duration: Duration) {
        defer { flushLog() }
        guard let request = turn.head?.request else {
            return service.log.line("- \(turn.status) refused  \(turn.failure ?? "no request that can be answered")")
        }
        let status = turn.status == 0 ? "-" : String(turn.status)
        // The client left before a decision.
        let outcome = turn.act == nil && turn.status == 0 ? "unanswered" : turn.outcome.rawValue
        service.log.note(
            request.method.rawValue, request.path ?? "/", status: status, outcome: outcome,
            duration: duration, redactor: service.decider.journal.redactor, why: why(turn))
    }

    /// The reason for the response, and restrictions that affect the client.
    private func why(_ turn: Turn) -> String {
        guard let head = turn.head else { return turn.failure ?? "" }
        var own = turn.failure ?? turn.act?.why ?? turn.refusal ?? ""
        // The reason also names the stub, the condition or the chaos.
        if let act = turn.act, case .fault(let fault) = act.kind, turn.failure == fault.title { own = act.why }
        if let ending = turn.ending { own += "; \(ending)" }
        // Few requests need more.
        guard turn.status != 101, head.asksForUpgrade || head.request.headerFields[.origin] != nil else { return own }
        var reply = turn.passed?.headers ?? [:]
        if case .reply(let own) = turn.act?.kind { reply = own.headers }
        let obstacle =
            turn.failure == nil ? service.cors.obstacle(for: head.request, answeredWith: reply) ?? "" : ""
        // For a WebSocket the status says enough.
        let isIgnored = head.asksForUpgrade && head.socket == nil
        let upgrade = "another protocol was asked for (Upgrade); HTTP is answered, and nothing else passed"
        return [own, obstacle, isIgnored ? upgrade : ""].filter { !$0.isEmpty }.joined(separator: "; ")
    }
}

/// Writes responses.
extension ConnectionHandler {
    /// Writes the head of a response, with its body if that is short and complete.
    func write(_ head: ResponseHead, _ body: [UInt8] = []) {
        wire?.write(head, body)
        flushUnlessGathering()
    }

    /// Writes a part of a body, as a chunk if the reply is chunked.
    func write(_ bytes: ByteBuffer, _ turn: Turn) {
        wire?.write(bytes, isChunk: turn.isChunked)
        flushUnlessGathering()
    }

    func writeEnd(_ turn: Turn) {
        wire?.writeEnd(isChunked: turn.isChunked)
        flushUnlessGathering()
    }

    /// Called when the end of a stream's response was sent.
    func answerLeft() {
        guard let turn else { return }
        if turn.hasWholeRequest { expectNothing() } else { expectBody(turn) }
    }

    func writeContinue() {
        wire?.writeContinue()
        needsFlush = true
        flushIfNeeded()
    }

    /// Writes bytes of HTTP/1.1 outside a response. On a stream they would end all others.
    func writeInvalid(_ bytes: [UInt8]) {
        if !isStream { wire?.write(ByteBuffer(bytes: bytes), isChunk: false) }
        needsFlush = true
    }

    private func flushUnlessGathering() {
        needsFlush = true
        if !isGathering { flushIfNeeded() }
    }

    /// Flushes all output of `writes` together.
    func together(_ writes: () -> Void) {
        guard !isGathering else { return writes() }
        isGathering = true
        writes()
        isGathering = false
        flushIfNeeded()
        flushLog()
    }

    /// Flushes after reading the available bytes of the server, so that a short reply is sent in one piece.
    func gatherWhileServerIsRead() {
        guard !isGathering else { return }
        isGathering = true
        loop.assumeIsolated().execute { [self] in
            isGathering = false
            flushIfNeeded()
            flushLog()
        }
    }

    /// Flushes the log, unless the end of a read does so.
    func flushLog() {
        if !isGathering { service.log.flush() }
    }

    func flushIfNeeded() {
        guard needsFlush else { return }
        needsFlush = false
        wire?.flush()
    }
}
