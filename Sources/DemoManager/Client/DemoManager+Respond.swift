import Foundation
import HTTPTypes

/// The response of a stub.
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
    /// A stub answered the request.
    case stubbed(StubbedResponse)
    /// The request to send: the original, or the one that a forwarding stub made of it.
    case send(HTTPRequest)
}

/// A network failure that a stub simulates.
public struct StubbedFault: Error, Sendable, CustomStringConvertible {
    /// The failure.
    public let fault: Fault
    package let stub: StubRef

    /// `no network (stub profile)`.
    public var description: String { "\(fault.title) (\(Redactor().text(stub.reason)))" }
}

extension StubbedFault: LocalizedError {
    /// The failure and the stub that caused it.
    public var errorDescription: String? { description }
}

extension DemoManager {
    /// Answers a request if a stub matches; the only call an HTTP client needs. Waits for the stub's delay.
    ///
    /// ```swift
    /// if let stubbed = try await DemoManager.shared.respond(to: request, body: body) { return stubbed }
    /// return try await client.send(request, body)
    /// ```
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - body: its body, if it has one.
    ///   - screen: the id of the screen the request belongs to.
    ///   - operation: the id of the operation it performs.
    ///   - timeout: the client's own deadline; a stubbed time-out fails after it, or after 2 s if that is sooner.
    /// - Returns: the response, or nil if the client should send the request unchanged.
    /// - Throws: `Refusal` if the request is neither answered nor sent, or if a stub forwards it to another server (use
    ///   `answer(to:)`). `StubbedFault`, or the error that a stub in code specifies. `CancellationError`.
    public func respond(
        to request: HTTPRequest, body: [UInt8]? = nil, screen: String? = nil, operation: String? = nil,
        timeout: Duration = .seconds(2)
    ) async throws -> StubbedResponse? {
        try await respond(
            to: request, body: body, call: beginCall(screen: screen, operation: operation), timeout: timeout)
    }

    /// Answers one attempt of a call, for clients that retry: all attempts of a call keep the mode it began in.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - body: its body, if it has one.
    ///   - call: the call it belongs to, from `beginCall`.
    ///   - attempt: the number of the attempt within the call, from 1.
    ///   - timeout: the client's own deadline; a stubbed time-out fails after it, or after 2 s if that is sooner.
    /// - Returns: the response, or nil if the client should send the request unchanged.
    /// - Throws: as `respond(to:)`.
    public func respond(
        to request: HTTPRequest, body: [UInt8]? = nil, call: Call, attempt: Int = 1, timeout: Duration = .seconds(2)
    ) async throws -> StubbedResponse? {
        let answer = try await carryOut(request, body, call, attempt, timeout, forwards: false)
        return if case .stubbed(let response) = answer { response } else { nil }
    }

    /// Answers a request, or returns the request to send, which a forwarding stub may have addressed to another server.
    ///
    /// ```swift
    /// switch try await DemoManager.shared.answer(to: request, body: body) {
    /// case .stubbed(let response): return response
    /// case .send(let request): return try await client.send(request, body)
    /// }
    /// ```
    ///
    /// A request to another server is returned without headers that carry credentials. Query and body are unchanged.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL.
    ///   - body: its body, if it has one.
    ///   - screen: the id of the screen the request belongs to.
    ///   - operation: the id of the operation it performs.
    ///   - timeout: the client's own deadline; a stubbed time-out fails after it, or after 2 s if that is sooner.
    /// - Throws: as `respond(to:)`, except that forwarding stubs are not refused.
    public func answer(
        to request: HTTPRequest, body: [UInt8]? = nil, screen: String? = nil, operation: String? = nil,
        timeout: Duration = .seconds(2)
    ) async throws -> Answer {
        let call = beginCall(screen: screen, operation: operation)
        return try await carryOut(request, body, call, 1, timeout, forwards: true)
    }

    /// Decides, and carries out the decision.
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
                // A stub's own error is thrown at once, even if it is that of a time-out.
                let isTimeout = reply.fault == .timeout && reply.error == nil
                try await Task.sleep(for: isTimeout ? min(timeout, .seconds(2)) : reply.pause)
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
            return .stubbed(StubbedResponse(head: head, body: request.method == .head ? [] : reply.body, stub: stub))
        }
    }

    /// The refusal of a request that a stub forwards to another server; nil for others.
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
    /// The delay of the whole reply, for clients that get the body at once.
    fileprivate var pause: Duration { delay + (pacing?.duration ?? .zero) }
}
