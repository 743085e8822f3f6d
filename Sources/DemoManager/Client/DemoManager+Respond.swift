import Foundation
import HTTPTypes

/// A stub's answer, given.
public struct StubbedResponse: Sendable {
    /// Status and headers.
    public let head: HTTPResponse
    /// The whole body.
    public let body: [UInt8]
    /// The answering stub.
    public let stub: StubRef
}

/// The outcome of a request.
public enum Answer: Sendable {
    /// A stub answered it.
    case stubbed(StubbedResponse)
    /// This is to be sent: the request itself, or what a stub made of it that forwards to another server.
    case send(HTTPRequest)
}

/// A network failure that a stub acted out.
public struct StubbedFault: Error, Sendable, CustomStringConvertible {
    /// The failure.
    public let fault: Fault
    /// The stub that decided it.
    package let stub: StubRef

    /// `no network (stub profile)`.
    public var description: String { "\(fault.title) (\(Redactor().text(stub.reason)))" }
}

extension StubbedFault: LocalizedError {
    /// The fault and who said so.
    public var errorDescription: String? { description }
}

extension DemoManager {
    /// Answers a request, if it is stubbed: the one call any HTTP client needs. Waits as long as the stub says.
    ///
    /// ```swift
    /// if let stubbed = try await DemoManager.shared.respond(to: request, body: body) { return stubbed }
    /// return try await client.send(request, body)
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - body: its body, if it has one.
    ///   - screen: the screen it belongs to.
    ///   - operation: the operation it performs.
    ///   - timeout: the client's own deadline; a stubbed time-out ends after it, and after 2 s at most.
    /// - Returns: the answer, or nil for a request that goes to the server as it is.
    /// - Throws: `Refusal` if neither may happen, and for a stub that forwards to another server; only `answer(to:)` can
    ///   follow that one. `StubbedFault`, or the error that a stub in code asked for. `CancellationError`.
    public func respond(
        to request: HTTPRequest, body: [UInt8]? = nil, screen: String? = nil, operation: String? = nil,
        timeout: Duration = .seconds(2)
    ) async throws -> StubbedResponse? {
        try await respond(
            to: request, body: body, call: beginCall(screen: screen, operation: operation), timeout: timeout)
    }

    /// Answers an attempt of a call, for clients that try again: all attempts of a call keep the mode it began in.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - body: its body, if it has one.
    ///   - call: the call it belongs to, from `beginCall`.
    ///   - attempt: its number in the call, from 1.
    ///   - timeout: the client's own deadline; a stubbed time-out ends after it, and after 2 s at most.
    /// - Returns: the answer, or nil for a request that goes to the server as it is.
    /// - Throws: as `respond(to:)`.
    public func respond(
        to request: HTTPRequest, body: [UInt8]? = nil, call: Call, attempt: Int = 1, timeout: Duration = .seconds(2)
    ) async throws -> StubbedResponse? {
        let answer = try await carryOut(request, body, call, attempt, timeout, forwards: false)
        return if case .stubbed(let response) = answer { response } else { nil }
    }

    /// Answers a request, or hands out what to send: as `respond(to:)`, and for stubs that forward to another server, too.
    ///
    /// ```swift
    /// switch try await DemoManager.shared.answer(to: request, body: body) {
    /// case .stubbed(let response): return response
    /// case .send(let request): return try await client.send(request, body)
    /// }
    /// ```
    ///
    /// A request for another server comes without the headers that carry credentials. Query and body are as they were.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - body: its body, if it has one.
    ///   - screen: the screen it belongs to.
    ///   - operation: the operation it performs.
    ///   - timeout: the client's own deadline; a stubbed time-out ends after it, and after 2 s at most.
    /// - Throws: as `respond(to:)`, but for stubs that forward.
    public func answer(
        to request: HTTPRequest, body: [UInt8]? = nil, screen: String? = nil, operation: String? = nil,
        timeout: Duration = .seconds(2)
    ) async throws -> Answer {
        let call = beginCall(screen: screen, operation: operation)
        return try await carryOut(request, body, call, 1, timeout, forwards: true)
    }

    /// Decides and acts out what the decision says.
    ///
    /// - Parameter forwards: false refuses a request for another server.
    private func carryOut(
        _ request: HTTPRequest, _ body: [UInt8]?, _ call: Call, _ attempt: Int, _ timeout: Duration, forwards: Bool
    ) async throws -> Answer {
        let begin = ContinuousClock.now
        let decision = decide(request, body: body, call: call, attempt: attempt)
        func finish(_ outcome: ExchangeOutcome) { self.finish(decision.exchange, with: outcome) }
        switch decision.action {
        case .passThrough(let reason):
            if !forwards, let refusal = refusal(of: reason, request) {
                finish(.failure(refusal.message, duration: begin.duration(to: .now)))
                throw refusal
            }
            do {
                if decision.delay > .zero { try await Task.sleep(for: decision.delay) }
            } catch {
                finish(.cancelled(duration: begin.duration(to: .now)))
                throw error
            }
            return .send(reason.outgoing(request))
        case .refuse(let refusal):
            finish(.failure(refusal.message, duration: begin.duration(to: .now)))
            throw refusal
        case .stub(let reply, let stub):
            do {
                try await Task.sleep(for: reply.fault == .timeout ? min(timeout, .seconds(2)) : reply.pause)
            } catch {
                finish(.cancelled(duration: begin.duration(to: .now)))
                throw error
            }
            if let fault = reply.fault {
                finish(.failure(fault.title, duration: begin.duration(to: .now)))
                throw reply.error ?? StubbedFault(fault: fault, stub: stub)
            }
            finish(
                .reply(
                    status: reply.status.code, headers: reply.headers, body: reply.body,
                    duration: begin.duration(to: .now)))
            let head = HTTPResponse(status: reply.status, headerFields: reply.headers)
            return .stubbed(
                StubbedResponse(head: head, body: request.method == .head ? [] : reply.body, stub: stub))
        }
    }

    /// The refusal of a request for another server; nil for others.
    private func refusal(of reason: PassThroughReason, _ request: HTTPRequest) -> Refusal? {
        guard case .proxy(let base, _, let stub) = reason else { return nil }
        let path = request.path ?? "/"
        let message =
            "stub \(redactor.text(stub.name)) forwards \(request.method.rawValue) \(redactor.url(path)) to \(base); "
            + "use answer(to:) and send the request it gives"
        return Refusal(kind: .forwarded, method: request.method.rawValue, path: path, message: message)
    }
}

extension StubReply {
    /// How long it takes in all, where the body is given at once.
    fileprivate var pause: Duration { delay + (pacing?.duration ?? .zero) }
}
