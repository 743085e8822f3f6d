import DemoManager
import HTTPTypes
import NIOCore
import NIOHTTP1
import Recordings
import ReplyHeads

/// Requests that are passed to a server.
extension ConnectionHandler {
    /// Forwards a request.
    ///
    /// - Parameter body: the collected body; nil if it is streamed.
    func pass(_ request: HTTPRequest, _ body: [UInt8]?, _ turn: Turn) {
        guard let head = turn.head else { return }
        turn.outcome = .passed
        turn.policy = turn.routed?.manager.unmatched
        var request = request
        // A forwarding stub may have been found for GET when HEAD was requested.
        request.method = head.request.method
        if let recording = service.recording, var recorded = turn.routed?.request {
            recorded.method = head.request.method
            let captures = turn.act?.isCaptured ?? false
            turn.recording = recording.begin(recorded, body, captures: captures)
            if turn.recording != nil { request = request.forRecording }
        }
        if turn.holdsReply { request = request.forRecording }
        let outgoing = OutgoingRequest(request, from: head, address: wire?.address, pseudonym: service.pseudonym)
        turn.canRepeat = request.method.isSafe && (body ?? []).isEmpty
        turn.outgoing = outgoing
        send(outgoing, body, turn)
    }

    /// - Parameter isRepeated: true for a request that failed on a stale connection.
    private func send(_ outgoing: OutgoingRequest, _ body: [UInt8]?, _ turn: Turn, isRepeated: Bool = false) {
        let upstreams = service.upstreams(on: loop)
        var framing = RequestHead.Framing.none
        if !turn.hasWholeRequest {
            turn.canRepeat = false
            framing = if case .length(let count) = turn.head?.framing { .length(count) } else { .chunked }
        } else if let body, !body.isEmpty {
            framing = .length(body.count)
        }
        let forwarded = UpstreamRequest(
            outgoing.head(framing), self, on: loop, patience: TimeAmount(service.limits.firstByte))
        turn.output = .forwarded(forwarded)
        turn.way = upstreams.route(to: outgoing.server)?.way
        if turn.hasWholeRequest {
            forwarded.upload(whole: body ?? [])
        } else {
            turn.intake = .uploading(forwarded)
            expectBody(turn)
        }
        upstreams.carry(forwarded, to: outgoing.server, isRepeated: isRepeated)
        if turn.isUnanswered { sendContinue(turn) }
    }

    func upstreamRequestDidBegin(_ forwarded: UpstreamRequest, _ head: HTTPResponseHead) {
        guard let turn, case .forwarded(let current) = turn.output, current === forwarded else { return }
        let reply = PassedReply(head, from: service.configuration.upstream)
        turn.status = reply.status.code
        turn.passed = .reply(status: reply.status.code, headers: reply.headers, body: [], duration: .zero)
        turn.recording?.receive(HTTPResponse(status: reply.status, headerFields: reply.headers))
        if collects(reply, turn) { return }
        begin(reply, turn)
    }

    /// Sends the head of a server's reply.
    func begin(_ reply: PassedReply, _ turn: Turn) {
        let framing: ResponseHead.Framing =
            reply.status.isBodiless || turn.isHead
            ? .none : reply.length.map { .length($0) } ?? (turn.isHTTP11 ? .chunked : .close)
        if !turn.hasWholeRequest { turn.keepsAlive = false }
        var headers = reply.headers
        if reply.status.code == 204 { headers[.contentLength] = nil }
        turn.hasAnswerBegun = true
        gatherWhileServerIsRead()
        write(head(of: turn, reply.status, headers, .passed, framing))
        // An announced length would be missed.
        if reply.length == nil { followSwitches(turn, headers) }
    }

    /// Returns true if more may be sent at once.
    func upstreamRequest(_ forwarded: UpstreamRequest, didReceive bytes: ByteBuffer) -> Bool {
        guard let turn, case .forwarded(let current) = turn.output, current === forwarded else { return true }
        guard bytes.readableBytes > 0 else { return true }
        turn.recording?.receive(bytes.readableBytesView)
        if collects(bytes, turn) { return true }
        gatherWhileServerIsRead()
        write(bytes, turn)
        let isWritable = wire?.isWritable ?? true
        if !isWritable {
            expect(.reader, after: service.limits.silence)
        } else if isInputClosed {
            expectHalfClosed()
        } else if turn.hasWholeRequest {
            expectNothing()
        }
        return isWritable
    }

    func upstreamRequestDidTakeUpload(_ forwarded: UpstreamRequest) {
        guard let turn, case .uploading(let current) = turn.intake, current === forwarded, forwarded.takesMore else {
            return
        }
        if !turn.hasWholeRequest { expectBody(turn) }
        readOn()
    }

    func upstreamRequestDidEnd(_ forwarded: UpstreamRequest) {
        guard let turn, case .forwarded(let current) = turn.output, current === forwarded else { return }
        if case .uploading = turn.intake, !turn.hasWholeRequest {
            turn.recording?.abandon("the server answered before the request had come whole")
        }
        turn.recording?.end()
        endUpload(turn)
        turn.passed?.body = forwarded.kept
        turn.passed?.isCut = forwarded.isCut
        if let reply = turn.collected { return holdReply(turn, GatewayReply(collected: reply)) }
        gatherWhileServerIsRead()
        outputEnded(turn)
    }

    func upstreamRequestDidFail(_ forwarded: UpstreamRequest, _ error: any Error) {
        guard let turn, case .forwarded(let current) = turn.output, current === forwarded else { return }
        let problem = UpstreamProblem(error)
        endUpload(turn)
        if problem.isStaleConnection, turn.canRepeat, !turn.hasAnswerBegun, let outgoing = turn.outgoing {
            turn.canRepeat = false
            return send(outgoing, nil, turn, isRepeated: true)
        }
        turn.failure = "the server: \(problem.reason)"
        turn.recording?.abandon("it broke off")
        turn.passed?.body = forwarded.kept
        guard turn.hasAnswerBegun else { return passFailed(turn, problem) }
        // The client must see that the body is incomplete.
        turn.keepsAlive = false
        closeNow()
    }

    /// Responds in place of a server that did not.
    func passFailed(_ turn: Turn, _ problem: UpstreamProblem) {
        let path = service.decider.journal.redactor.url(turn.routed?.request.path ?? "/")
        let title = "\(turn.head?.request.method.rawValue ?? "") \(path)"
        holdReply(
            turn,
            .problem(
                problem.status, "\(title) was not answered by \(server(turn)): \(problem.reason).", outcome: .passed))
    }

    /// Discards the rest of the request.
    private func endUpload(_ turn: Turn) {
        if case .uploading = turn.intake { turn.intake = .discarding(0) }
        readOn()
    }

    private func server(_ turn: Turn) -> String {
        guard case .pass(let request) = turn.act?.kind else { return "the server" }
        let way = turn.way.map { " through \($0)" } ?? ""
        return "\(request.scheme ?? "http")://\(request.authority ?? "")\(way)"
    }
}

extension HTTPRequest {
    /// The request for recording: with a coding that can be decoded, and unconditional, because a 304 cannot answer
    /// others.
    var forRecording: HTTPRequest {
        var request = self
        if headerFields[.acceptEncoding] != nil {
            request.headerFields[.acceptEncoding] = acceptsGzip ? "gzip" : "identity"
        }
        if method == .get || method == .head {
            request.headerFields[.ifNoneMatch] = nil
            request.headerFields[.ifModifiedSince] = nil
        }
        return request
    }

    /// True if `Accept-Encoding` names gzip, or else `*`, with a weight other than zero (RFC 9110 section 12.5.3).
    private var acceptsGzip: Bool {
        let header = headerFields[values: .acceptEncoding].joined(separator: ",").lowercased()
        let codings = header.filter { !$0.isWhitespace }.split(separator: ",").map { $0.split(separator: ";") }
        let coding = codings.first { $0.first == "gzip" } ?? codings.first { $0.first == "*" }
        return coding.map { !$0.contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 } } ?? false
    }
}
