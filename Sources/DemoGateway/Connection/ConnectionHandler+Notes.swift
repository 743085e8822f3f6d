import DemoManager
import HTTPTypes
import NIOCore
import Recordings

/// Reports to the journal and the log.
extension ConnectionHandler {
    /// An exchange ended with an answer.
    func note(_ turn: Turn) {
        let duration = turn.began.duration(to: .now)
        if let record = turn.act?.record { record.finish(outcome(turn, duration)) }
        log(turn, duration)
    }

    /// The client left, or was disconnected, before its answer was complete.
    func abandon(_ turn: Turn) {
        turn.timer?.cancel()
        guard !turn.isDone else { return }
        let duration = turn.began.duration(to: .now)
        if case .passage(let passage) = turn.output { passage.cancel() }
        let reason = isLast ? "the gateway ended" : "the client left"
        turn.recording?.abandon("\(reason) before it had ended")
        turn.output = .done
        if let record = turn.act?.record {
            record.finish(turn.failure.map { failure($0, turn, duration) } ?? .cancelled(duration: duration))
        }
        if turn.failure == nil { turn.failure = reason }
        log(turn, duration)
    }

    private func outcome(_ turn: Turn, _ duration: Duration) -> ExchangeOutcome {
        if let failure = turn.failure { return self.failure(failure, turn, duration) }
        switch turn.act?.kind {
        case .reply(let reply) where reply.outcome == .stubbed:
            return .reply(status: reply.status.code, headers: reply.headers, body: reply.body, duration: duration)
        case .reply: return failure(why(turn), turn, duration)
        case .pass, .fault, nil: break
        }
        guard let seen = turn.passed else { return .failure("", duration: duration) }
        var outcome = ExchangeOutcome.reply(
            status: seen.status, headers: seen.headers, body: seen.body, duration: duration)
        outcome.isCut = seen.isCut
        return outcome
    }

    /// A failed exchange, with the answer that the client got instead.
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
        service.log.note(
            request.method.rawValue, request.path ?? "/", status: status, outcome: turn.outcome.rawValue,
            duration: duration, redactor: service.decider.journal.redactor, why: why(turn))
    }

    /// The reason for the answer, and the restrictions that the client will notice.
    private func why(_ turn: Turn) -> String {
        guard let head = turn.head else { return turn.failure ?? "" }
        let own = turn.failure ?? turn.act?.why ?? ""
        // Hardly any request needs more.
        guard head.asksForUpgrade || head.request.headerFields[.origin] != nil else { return own }
        var reply = turn.passed?.headers ?? [:]
        if case .reply(let own) = turn.act?.kind { reply = own.headers }
        let obstacle =
            turn.failure == nil ? service.cors.obstacle(for: head.request, answeredWith: reply) ?? "" : ""
        let upgrade = "another protocol was asked for (Upgrade); HTTP is answered, and nothing else passed"
        return [own, obstacle, head.asksForUpgrade ? upgrade : ""].filter { !$0.isEmpty }.joined(separator: "; ")
    }
}
