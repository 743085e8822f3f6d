import Foundation
import HTTPTypes
import WireFormats

extension DemoManager {
    /// Decides if one attempt of a call is stubbed, passed through or refused. Call it once per attempt: it advances
    /// the stub's sequence and scenario and records the exchange.
    ///
    /// Matching uses a snapshot, outside the lock. The lock is then taken to check that the snapshot is still current,
    /// to advance and to record. If something changed, the request is matched again.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL; `scheme` and `authority` may be missing.
    ///   - body: its body, if `needsBody(_:call:)` requires it. An empty body counts as none.
    ///   - call: the call, with the mode it began in.
    ///   - attempt: the number of the attempt within the call, from 1.
    package func decide(_ request: HTTPRequest, body: [UInt8]? = nil, call: Call, attempt: Int = 1) -> Decision {
        let attempt = Attempt(request, body: body, call: call, number: attempt)
        while true {
            if let commit = commit(attempt, by: currentSnapshot()) { return completed(commit, attempt) }
        }
    }

    /// Decides as `decide(_:body:call:attempt:)` does, but lets the caller choose where the reply is made. For servers,
    /// whose threads serve many clients.
    package func begin(_ request: HTTPRequest, body: [UInt8]?, call: Call) -> PendingDecision {
        let attempt = Attempt(request, body: body, call: call)
        while true {
            let snapshot = currentSnapshot()
            guard call.description.map({ $0 == snapshot.catalog.number }) ?? true else { return .outdated }
            guard let commit = commit(attempt, by: snapshot) else { continue }
            // Remembered writes only modify a reply, except that a write may need the reply of a read.
            let makesReply = commit.completion.map { $0.maker != nil || $0.memory != nil && !request.method.isSafe }
            guard makesReply == true else { return .made(completed(commit, attempt)) }
            return .open { [self] isWanted in
                guard isWanted else {
                    commit.change.tell(commit.observers)
                    return commit.decision
                }
                return completed(commit, Attempt(request, body: body, call: call))
            }
        }
    }

    /// Matches an attempt and commits the plan; nil if something changed meanwhile.
    private func commit(_ attempt: Attempt, by snapshot: Snapshot) -> Commit? {
        if let chaos = snapshot.chaos, attempt.drawn == nil { attempt.drawn = draw(chaos, for: attempt) }
        let plan = snapshot.plan(attempt)
        if snapshot.unmatched == .guard {
            attempt.page = ListKey.page(attempt.facts, of: attempt.call, in: snapshot.catalog)
        }
        if let commit = commit(plan, of: snapshot, attempt) { return commit }
        attempt.forgetMatching()
        return nil
    }

    /// Commits a plan if its snapshot is still current; nil if something changed meanwhile.
    func commit(_ plan: Plan, of snapshot: Snapshot, _ attempt: Attempt) -> Commit? {
        lock.withLock { state in
            guard state.generation == snapshot.generation else { return nil }
            return state.commit(plan, attempt)
        }
    }

    /// Records how an exchange ended. Unknown and forgotten exchanges are ignored.
    package func finish(_ exchange: ExchangeID, with outcome: ExchangeOutcome) {
        let (observers, onFinish, ended) = lock.withLock { state in
            let isKept = state.journal.update(exchange) { $0.outcome = outcome }
            var ended = isKept ? nil : state.journal.takeRunning(exchange)
            ended?.outcome = outcome
            if isKept, state.onFinish != nil { ended = state.journal[exchange] }
            return (isKept ? state.listeners : [], state.onFinish, ended)
        }
        Change.journal.tell(observers)
        if let onFinish, let ended { onFinish(ended) }
    }

    /// Called with each exchange that ends, on the thread that ends it; counts more exchanges than the journal keeps.
    package var onFinish: (@Sendable (Exchange) -> Void)? {
        get { lock.withLock { $0.onFinish } }
        set {
            lock.withLock { state in
                state.onFinish = newValue
                state.journal.remembersRunning = newValue != nil
            }
        }
    }
}

/// A decision, or the work left to make it.
package enum PendingDecision: Sendable {
    case made(Decision)
    /// Makes the reply, which may take long; false makes none, because nobody waits for it.
    case open(@Sendable (_ isWanted: Bool) -> Decision)
    /// Nothing was decided or recorded: the API was described anew after the call was routed (`Call.description`).
    case outdated
}

/// The result of a commit under the lock. A class, because a decision is expensive to copy.
final class Commit: Sendable {
    let decision: Decision
    /// The work left to complete the reply, if any.
    let completion: Completion?
    let change: Change
    let observers: [Change.Continuation]

    init(decision: Decision, completion: Completion?, change: Change, observers: [Change.Continuation]) {
        (self.decision, self.completion, self.change, self.observers) = (decision, completion, change, observers)
    }
}

/// The part of a decision that runs outside the lock: the closures of the stub's author, and the memory.
struct Completion: Sendable {
    /// Makes the message of a refusal from the attempt's title. Made outside the lock, because redaction is slow.
    var message: (@Sendable (String) -> String)?
    var checks: [RequestCheck] = []
    var maker: ReplyMaker?
    /// Changes the reply of a stub of the source by earlier writes.
    typealias Memory = (writes: any ReplyMemory, source: StubSource)
    var memory: Memory?
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
                let reason = Self.reason(of: error)
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
            if let (writes, source) = completion.memory {
                reply = writes.reply(reply, to: received, of: attempt.call, from: source)
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

    private static func reason(of error: any Error) -> String {
        // The test framework reports the expectation itself, with its values.
        if String(describing: type(of: error)) == "ExpectationFailedError" { return "a #require in it failed" }
        return (error as? any LocalizedError)?.errorDescription ?? "\(error)"
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
