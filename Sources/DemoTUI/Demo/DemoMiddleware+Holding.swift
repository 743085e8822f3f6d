import AppCore
import DemoManager
import HTTPTypes

/// A decision about a call at a breakpoint.
struct Release: Sendable {
    let breakpoint: String
    var edit: RequestEdit?
    var answer: StubReply?
    var holdsReply = false
}

extension DemoMiddleware {
    /// Waits at a breakpoint, if one holds the call; nil if none does.
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
        let reply = StubReply(
            status: response.head.status, headers: response.head.headerFields, body: response.body)
        switch await manager.hold(request, body: nil, call: call, reply: reply, at: release.breakpoint) {
        case .cancelled: throw CancellationError()
        case .proceed: return response
        case .answer(let edited):
            manager.noteEditedReply(exchange)
            return try await edited.response(waitingAtMost: longestSimulatedWait, since: start, by: nil)
        }
    }
}
