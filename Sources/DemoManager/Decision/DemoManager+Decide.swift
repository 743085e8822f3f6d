import Foundation
import HTTPTypes

extension DemoManager {
    /// Decides what happens to one attempt of a call: stubbed, passed through or refused. Call it once per attempt; it
    /// advances the answering stub's sequence and scenario and records the exchange.
    ///
    /// Matching runs on a snapshot, outside the lock. The lock is then taken to check that the snapshot still holds, to
    /// advance and to record; if something changed, the request is matched again.
    ///
    /// - Parameters:
    ///   - request: the request with its absolute URL; `scheme` and `authority` may be missing.
    ///   - body: its body, where `needsBody(_:call:)` says so. nil and empty count as none.
    ///   - call: the call, with the mode it began in.
    ///   - attempt: which attempt of the call it is, from 1.
    package func decide(_ request: HTTPRequest, body: [UInt8]? = nil, call: Call, attempt: Int = 1) -> Decision {
        let attempt = Attempt(request, body: body, call: call, number: attempt)
        while true {
            if let commit = commit(attempt, by: currentSnapshot()) { return completed(commit, attempt) }
        }
    }

    /// Decides as `decide(_:body:call:attempt:)` does, and leaves to the caller where the reply is made. For servers, whose
    /// threads serve many clients.
    package func begin(_ request: HTTPRequest, body: [UInt8]?, call: Call) -> PendingDecision {
        let attempt = Attempt(request, body: body, call: call)
        while true {
            let snapshot = currentSnapshot()
            guard call.description.map({ $0 == snapshot.catalog.number }) ?? true else { return .outdated }
            guard let commit = commit(attempt, by: snapshot) else { continue }
            // Remembered writes only change a reply; a write may need the reply of a read.
            let makesReply = commit.completion.map { $0.maker != nil || $0.memory != nil && !request.method.isSafe }
            guard makesReply == true else { return .made(completed(commit, attempt)) }
            return .open { [self] in completed(commit, Attempt(request, body: body, call: call)) }
        }
    }

    /// Matches an attempt and makes the plan happen; nil if something changed meanwhile.
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

    /// Makes a plan happen, if the snapshot it was made from still holds; nil if something changed meanwhile.
    func commit(_ plan: Plan, of snapshot: Snapshot, _ attempt: Attempt) -> Commit? {
        lock.withLock { state in
            guard state.generation == snapshot.generation else { return nil }
            return state.commit(plan, attempt)
        }
    }

    /// Says how an exchange ended. Unknown and forgotten exchanges are ignored.
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

    /// Gets each exchange as it ends, on the thread that ends it: for counts of more exchanges than the journal keeps.
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

/// A decision, or what is left to do for it.
package enum PendingDecision: Sendable {
    case made(Decision)
    /// Makes the reply, which may take long.
    case open(@Sendable () -> Decision)
    /// Nothing was decided or recorded: the API was described anew since the call was routed (`Call.description`).
    case outdated
}

/// The result of a locked commit. An object, because a decision is large to copy.
final class Commit: Sendable {
    let decision: Decision
    /// The work left for the answer, if any.
    let completion: Completion?
    let change: Change
    let observers: [Change.Continuation]

    init(decision: Decision, completion: Completion?, change: Change, observers: [Change.Continuation]) {
        self.decision = decision
        self.completion = completion
        self.change = change
        self.observers = observers
    }
}
