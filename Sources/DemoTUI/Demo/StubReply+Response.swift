import AppCore
import DemoManager
import HTTPTypes

extension StubReply {
    /// Acts the reply out as a server would: its delay, then the body or the failure.
    ///
    /// - Parameter limit: how long a stubbed time-out waits, instead of the client's real deadline.
    func response(waitingAtMost limit: Duration, since start: ContinuousClock.Instant) async throws -> APIResponse {
        if delay > .zero { try await Task.sleep(for: delay) }
        if let fault { throw try await failure(of: fault, waitingAtMost: limit) }
        if let error { throw APIError(.connection(.other), message: "\(error)") }
        if let dribble, dribble.duration > .zero { try await Task.sleep(for: dribble.duration) }
        return APIResponse(
            head: HTTPResponse(status: status, headerFields: headers), body: body,
            duration: start.duration(to: .now))
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
