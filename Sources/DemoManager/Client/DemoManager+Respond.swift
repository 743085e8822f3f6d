import HTTPTypes

/// A stub's answer, given.
public struct StubbedResponse: Sendable {
    /// Status and headers.
    public let head: HTTPResponse
    /// The whole body.
    public let body: [UInt8]
    /// Who answered.
    public let stub: StubRef
}

/// A network failure that a stub acted out.
public struct StubbedFault: Error, Sendable, CustomStringConvertible {
    /// What failed.
    public let fault: Fault
    /// Who said so.
    public let stub: StubRef

    /// `no network (stub profile)`.
    public var description: String { "\(fault.title) (\(stub.reason))" }
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
    /// - Returns: the answer, or nil for a request that goes to the server.
    /// - Throws: `Refusal` where neither may happen, `StubbedFault` or the error a stub in code asked for, and
    ///   `CancellationError`.
    public func respond(
        to request: HTTPRequest, body: [UInt8]? = nil, screen: String? = nil, operation: String? = nil,
        timeout: Duration = .seconds(2)
    ) async throws -> StubbedResponse? {
        let begin = ContinuousClock.now
        let decision = decide(request, body: body, call: beginCall(screen: screen, operation: operation))
        func finish(_ outcome: ExchangeOutcome) { self.finish(decision.exchange, with: outcome) }
        switch decision.action {
        case .passThrough: return nil
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
            return StubbedResponse(head: head, body: request.method == .head ? [] : reply.body, stub: stub)
        }
    }
}

extension StubReply {
    /// How long it takes in all, where the body is given at once.
    fileprivate var pause: Duration { delay + (dribble?.duration ?? .zero) }
}
