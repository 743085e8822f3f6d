import AppCore
import DemoManager
import HTTPTypes
import Recordings

/// Connects the app's calls to the stubs: asks the manager for a decision and performs it.
///
/// A call that demo mode lets through starts again in the live session before anything is sent, so that no demo token
/// reaches the server. A call that a stub forwards to another server does not: that server must not see the live
/// session, so its credentials are removed.
struct DemoMiddleware: Middleware {
    /// Keeps the journal, and decides unless a session is selected.
    let manager: DemoManager
    var session: SessionAtHand?
    /// The switches of the selected client.
    var switches: DemoManager { session?.manager ?? manager }
    /// The deadline that a stubbed time-out pretends to have waited for.
    var longestSimulatedWait: Duration = .seconds(2)
    var contract: ContractWatch?
    var recording: Recording?
    private let passed = PassedCalls()

    func respond(to asked: HTTPRequest, body given: [UInt8]?, context: CallContext, next: @escaping Next) async throws
        -> APIResponse
    {
        let start = ContinuousClock.now
        let key = context.session.key
        var call = Call(
            id: context.id, screen: context.screen, operation: context.operation,
            session: session.map { $0.key(of: key) } ?? key, mode: context.session == .demo ? .demo : .live)
        let passedEarlier = context.session == .live ? passed.take(context) : nil
        let release = passedEarlier == nil ? try await release(asked, given, call) : passedEarlier?.release
        var context = context
        // A reply to be held is shown only after its release.
        if release?.holdsReply == true { context.onPart = nil }
        (call.heldBy, call.isRequestEdited) = (release?.breakpoint, release?.edit != nil)
        let (request, body) = release?.edit?.applied(to: asked, given) ?? (asked, given)
        // The edited request may be another operation's.
        if request.method != asked.method || request.path != asked.path { call.operation = nil }
        func checked(_ exchange: ExchangeID, _ response: APIResponse) -> APIResponse {
            guard let contract, call.operation == context.operation else { return response }
            var response = response
            // The check reports an error, as does the client when it parses the reply.
            try? response.parse()
            contract.replied(exchange, to: request, of: call, with: response)
            return response
        }
        func send(_ passed: PassedCalls.Passed) async throws -> APIResponse {
            let (exchange, reason) = (passed.exchange, passed.reason)
            let response = try await recorded(exchange, since: start) {
                if passed.delay > .zero { try await Task.sleep(for: passed.delay) }
                let response = try await next(reason.outgoing(request), body, context)
                recording?.take(request, body, response, reason)
                return try await released(response, of: exchange, to: request, call, by: release, since: start)
            }
            return checked(exchange, response)
        }
        if let passedEarlier { return try await send(passedEarlier) }
        let (decision, exchange) = decide(request, body, call, context.attempt, release?.answer)
        switch decision.action {
        case .stub(let reply, _):
            let response = try await recorded(exchange, since: start) {
                let response = try await reply.response(
                    waitingAtMost: longestSimulatedWait, since: start, by: context.onPart)
                return try await released(response, of: exchange, to: request, call, by: release, since: start)
            }
            return decision.action.isUnlikeTheDocument ? response : checked(exchange, response)
        case .passThrough(let reason):
            let passing = PassedCalls.Passed(
                exchange: exchange, reason: reason, delay: decision.delay, release: release)
            if let base = reason.foreignServer(for: request) {
                if request.holdsSecrets(body, manager.redactor) { throw refused(request, base, exchange) }
            } else if context.session == .demo, reason.isLeavingDemo {
                passed.insert(context, passing)
                throw SessionChange(to: .live)
            }
            return try await send(passing)
        case .refuse(let refusal):
            manager.finish(exchange, with: .failure(refusal.message, duration: .zero))
            throw APIError(.notSent(reason: refusal.message), code: "\(refusal.kind)", message: refusal.message)
        }
    }

    private func decide(
        _ request: HTTPRequest, _ body: [UInt8]?, _ call: Call, _ attempt: Int, _ answer: StubReply?
    ) -> (Decision, ExchangeID) {
        if let answer {
            let decision = manager.answer(request, body: body, call: call, attempt: attempt, with: answer)
            return (decision, decision.exchange)
        }
        let engine = session?.manager(of: call.session) ?? manager
        let decision = engine.decide(request, body: body, call: call, attempt: attempt)
        guard engine !== manager else { return (decision, decision.exchange) }
        let exchange = manager.record(
            decision.action, request: request, body: body, call: call, attempt: attempt, chaos: decision.chaos)
        return (decision, exchange)
    }

    /// Refuses a call that would send a secret to another server, such as a sign-in: headers can be removed, a body
    /// cannot.
    private func refused(_ request: HTTPRequest, _ base: ProxyBase, _ exchange: ExchangeID) -> APIError {
        let path = manager.redactor.url(request.path ?? "/")
        let message =
            "A stub forwards \(request.method) \(path) to \(base), but its query or body holds a secret. It was not sent."
        manager.finish(exchange, with: .failure(message, duration: .zero))
        return APIError(.notSent(reason: message), code: "secret", message: message)
    }

    private func recorded(
        _ exchange: ExchangeID, since start: ContinuousClock.Instant, _ body: () async throws -> APIResponse
    ) async throws -> APIResponse {
        do {
            let response = try await body()
            manager.finish(
                exchange,
                with: .reply(
                    status: response.status, headers: response.head.headerFields, body: response.body,
                    duration: start.duration(to: .now)))
            return response
        } catch {
            let duration = start.duration(to: .now)
            if error is CancellationError || (error as? APIError)?.kind == .cancelled {
                manager.finish(exchange, with: .cancelled(duration: duration))
            } else {
                let text = (error as? APIError)?.userMessage ?? "\(error)"
                manager.finish(exchange, with: .failure(text, duration: duration))
            }
            throw error
        }
    }
}

extension PassThroughReason {
    /// The destination, if it is not the server of the live session.
    fileprivate func foreignServer(for request: HTTPRequest) -> ProxyBase? {
        guard case .proxy(let base, _, _) = self, !base.isOrigin(of: request) else { return nil }
        return base
    }
}

extension HTTPRequest {
    fileprivate func holdsSecrets(_ body: [UInt8]?, _ redactor: Redactor) -> Bool {
        let (path, body) = (path ?? "/", body ?? [])
        return redactor.url(path) != path || redactor.body(body, contentType: headerFields[.contentType]) != body
    }
}

extension StubReply {
    /// The reply as a server would send it: its delay, then the body or the failure.
    ///
    /// - Parameters:
    ///   - limit: the wait of a stubbed time-out, instead of the client's real deadline.
    ///   - onPart: Receives the parts of a stream.
    func response(
        waitingAtMost limit: Duration, since start: ContinuousClock.Instant, by onPart: CallContext.PartHandler?
    ) async throws -> APIResponse {
        if delay > .zero { try await Task.sleep(for: delay) }
        if let fault { throw try await failure(of: fault, waitingAtMost: limit) }
        if let error { throw APIError(.connection(.other), message: "\(error)") }
        var response = APIResponse(head: HTTPResponse(status: status, headerFields: headers))
        response.isReceived = false
        if let onPart, response.isStream {
            for chunk in chunks {
                if chunk.pause > .zero { try await Task.sleep(for: chunk.pause) }
                onPart(headers, chunk.bytes)
            }
        } else if let pacing, pacing.duration > .zero {
            try await Task.sleep(for: pacing.duration)
        }
        response.body = body
        response.duration = start.duration(to: .now)
        return response
    }

    private func failure(of fault: Fault, waitingAtMost limit: Duration) async throws -> APIError {
        switch fault {
        case .connectionReset: return APIError(.connection(.reset), message: "Simulated: the connection was reset.")
        case .emptyResponse: return APIError(.connection(.closedEarly), message: "Simulated: an empty reply.")
        case .malformedChunk: return APIError(.connection(.closedEarly), message: "Simulated: a malformed chunk.")
        case .randomDataThenClose:
            return APIError(.connection(.invalidReply), message: "Simulated: garbage instead of HTTP.")
        case .noNetwork: return APIError(.connection(.unreachable), message: "Simulated: no network.")
        case .timeout:
            try await Task.sleep(for: limit)
            return APIError(.timeout(.firstByte, simulated: true), message: "Simulated: no answer.")
        }
    }
}

/// A decision about a call at a breakpoint.
struct Release: Sendable {
    let breakpoint: String
    var edit: RequestEdit?
    var answer: StubReply?
    var holdsReply = false
}

extension DemoMiddleware {
    /// Waits at a breakpoint, if one holds the call; otherwise returns nil.
    ///
    /// - Throws: `CancellationError`, and `APIError` for a live call whose screen is demo by now: nothing leaves demo.
    func release(_ request: HTTPRequest, _ body: [UInt8]?, _ call: Call) async throws -> Release? {
        guard let breakpoint = manager.breakpoint(for: request, call: call) else { return nil }
        var release = Release(breakpoint: breakpoint)
        switch await manager.hold(request, body: body, call: call, at: breakpoint) {
        case .cancelled: throw CancellationError()
        case .answer(let reply): release.answer = reply
        case .proceed(let edit, let holdsReply):
            (release.edit, release.holdsReply) = (edit, holdsReply)
            if call.mode == .live, switches.isEnabled(for: call.screen) {
                throw APIError(
                    .notSent(reason: "Demo mode came on while the call was held. It was not sent; try again."))
            }
        }
        return release
    }

    /// The reply, after a wait if it is held.
    func released(
        _ response: APIResponse, of exchange: ExchangeID, to request: HTTPRequest, _ call: Call, by release: Release?,
        since start: ContinuousClock.Instant
    ) async throws -> APIResponse {
        guard let release, release.holdsReply else { return response }
        let reply = StubReply(status: response.head.status, headers: response.head.headerFields, body: response.body)
        switch await manager.hold(request, body: nil, call: call, reply: reply, at: release.breakpoint) {
        case .cancelled: throw CancellationError()
        case .proceed: return response
        case .answer(let edited):
            manager.noteEditedReply(exchange)
            return try await edited.response(waitingAtMost: longestSimulatedWait, since: start, by: nil)
        }
    }
}

extension Recording {
    /// Records a server's reply to a call of this program.
    func take(_ request: HTTPRequest, _ body: [UInt8]?, _ response: APIResponse, _ reason: PassThroughReason) {
        let captures = reason == .unmatched && manager.unmatched == .capture
        guard captures || isOn else { return }
        guard !response.isTruncated else {
            return skip(
                "\(request.method) \(manager.redactor.url(request.path ?? "/")) was not recorded: its body was cut.")
        }
        var head = response.head
        // The transport has removed the coding.
        head.headerFields[.contentEncoding] = nil
        take(
            ServedExchange(request: request, requestBody: body, response: head, body: response.body),
            captures: captures)
    }
}
