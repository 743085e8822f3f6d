import Foundation
import HTTPTypes
import WireFormats

/// The part of a decision that runs outside the lock: the closures of the stub's author, and the memory.
struct Completion: Sendable {
    /// Makes the message of a refusal from the attempt's title. Made outside the lock, because redaction is slow.
    var message: (@Sendable (String) -> String)?
    /// Checks of the request.
    var checks: [RequestCheck] = []
    var maker: ReplyMaker?
    /// Changes the reply by earlier writes.
    var memory: (any ReplyMemory)?
}

extension DemoManager {
    /// The decision with its final reply, including remembered writes. If a closure throws, the request is refused.
    func completed(_ commit: Commit, _ attempt: Attempt) -> Decision {
        defer { commit.change.tell(commit.observers) }
        guard let completion = commit.completion else { return commit.decision }
        func title() -> String { attempt.title(redactor, of: servers) }
        let received = ReceivedRequest(attempt.request, body: attempt.body, asked: attempt.call.asked)
        for check in completion.checks {
            do {
                try check.run(received)
            } catch {
                let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
                let message = "verification failed for \(title()) (\(check.place)): \(reason)"
                var refusal = attempt.refusal(.verification, message)
                refusal.origin = check.origin
                return amended(commit.decision, .refuse(refusal))
            }
        }
        if let message = completion.message, case .refuse(var refusal) = commit.decision.action {
            refusal.message = message(title())
            return amended(commit.decision, .refuse(refusal))
        }
        guard case .stub(let given, let stub) = commit.decision.action else { return commit.decision }
        var reply = given
        do {
            try completion.maker?.make(received, &reply)
            if completion.maker != nil,
                let problem = Reply.problem(ofStatus: reply.status.code) ?? Delay(fixed: reply.delay).problem
            {
                throw InvalidText(problem)
            }
            if let memory = completion.memory, case .stub(let source) = stub.kind {
                reply = memory.reply(reply, to: received, of: attempt.call, from: source)
            }
            try reply.finish()
        } catch let missing as NotOffered {
            let refusal = attempt.refusal(.notOffered(status: missing.status), redactor.text(missing.description))
            return amended(commit.decision, .refuse(refusal))
        } catch {
            let message = "\(redactor.text(stub.reason)) could not make a reply to \(title()): \(error)"
            return amended(commit.decision, .refuse(attempt.refusal(.replyFailed, message)))
        }
        let action = Decision.Action.stub(reply, stub)
        guard reply.status != given.status || reply.note != nil else {
            return Decision(exchange: commit.decision.exchange, action: action, chaos: commit.decision.chaos)
        }
        return amended(commit.decision, action)
    }

    /// The decision with another action, which the journal also gets.
    private func amended(_ decision: Decision, _ action: Decision.Action) -> Decision {
        update(decision.exchange, notifies: false) { $0.action = action.withoutBody }
        return Decision(exchange: decision.exchange, action: action, chaos: decision.chaos)
    }
}

extension Decision.Action {
    /// The action without its body, for the journal. The outcome has the body, and counts toward the journal's limit.
    var withoutBody: Decision.Action {
        guard case .stub(var reply, let stub) = self else { return self }
        reply.body = []
        reply.draft = nil
        return .stub(reply, stub)
    }
}
