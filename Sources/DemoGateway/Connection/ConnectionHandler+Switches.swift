import DemoManager
import HTTPTypes
import NIOCore
import WireFormats

/// Streams of events, which a client reads for hours: a switch ends them, and the client connects again.
extension ConnectionHandler {
    /// Ends the answer when the switches change it, if it is a stream.
    ///
    /// - Parameter policy: the one under which it passed; nil for a stub.
    func followSwitches(_ turn: Turn, _ headers: HTTPFields, passedUnder policy: @autoclosure () -> UnmatchedPolicy?) {
        guard headers[.contentType].map({ MediaTypeName($0).isStream }) == true, let manager = turn.inquiry?.manager,
            let channel = wire?.channel
        else { return }
        turn.followsSwitches = true
        turn.streamPolicy = policy()
        service.openAnswers.insert(channel, of: [service.decider.journal, manager])
    }

    func switchesChanged() {
        guard let turn, turn.followsSwitches, let inquiry = turn.inquiry,
            !service.decider.keepsOpen(inquiry, passedUnder: turn.streamPolicy)
        else { return }
        switch turn.output {
        case .passage(let passage):
            passage.cancel()
            passageDidEnd(passage)
        case .pieces:
            turn.timer?.cancel()
            outputEnded(turn)
        case .waiting, .body, .opening, .done: return
        }
    }
}
