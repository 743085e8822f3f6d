import Foundation
import HTTPTypes

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
            return .open { [self] in completed(commit, Attempt(request, body: body, call: call)) }
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
    /// Makes the reply, which may take long.
    case open(@Sendable () -> Decision)
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
        self.decision = decision
        self.completion = completion
        self.change = change
        self.observers = observers
    }
}
