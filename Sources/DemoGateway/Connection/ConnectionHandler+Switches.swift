import DemoManager
import HTTPTypes
import NIOCore
import Recordings
import WireFormats

/// Streams of events, which clients may read for hours: a changed switch ends them, and the client reconnects.
extension ConnectionHandler {
    /// Ends a streamed response when a switch would change it.
    func followSwitches(_ turn: Turn, _ headers: HTTPFields) {
        guard headers[.contentType].map({ MediaTypeName($0).isStream }) == true, let manager = turn.routed?.manager,
            let channel = wire?.channel
        else { return }
        turn.streamChannel = channel
        service.openAnswers.insert(channel, of: [service.decider.journal, manager])
        // The switches may have changed before the server responded.
        switchesChanged()
    }

    func switchesChanged() {
        guard let turn, turn.streamChannel != nil, let routed = turn.routed,
            !service.decider.keepsOpen(routed, passedUnder: turn.policy)
        else { return }
        switch turn.output {
        case .forwarded(let forwarded):
            turn.recording?.abandon("a switch between demo and live ended it")
            turn.recording = nil
            forwarded.cancel()
            turn.passed?.body = forwarded.kept
        case .pieces:
            turn.timer?.cancel()
            guard case .reply(let reply)? = turn.act?.kind else { break }
            turn.passed = .reply(
                status: turn.status, headers: reply.headers, body: Array(reply.body.prefix(turn.sentCount)),
                duration: .zero)
        case .waiting, .body, .opening, .done: return
        }
        turn.passed?.isCut = true
        turn.ending = "switched between demo and live"
        outputEnded(turn)
    }

    /// Called when the response ended or the client disconnected.
    func leaveSwitches(_ turn: Turn) {
        turn.streamChannel.map(service.openAnswers.release)
        turn.streamChannel = nil
    }
}
