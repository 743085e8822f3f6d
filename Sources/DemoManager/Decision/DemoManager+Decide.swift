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
    public func decide(_ request: HTTPRequest, body: [UInt8]? = nil, call: Call, attempt: Int = 1) -> Decision {
        let facts = RequestFacts(request, body: body)
        while true {
            let snapshot = currentSnapshot()
            let plan = snapshot.plan(facts, call)
            let page = snapshot.unmatched == .guard ? ListKey.page(facts, of: call, in: snapshot.catalog) : nil
            let attempt = Attempt(
                request: request, body: body, call: call, number: attempt, path: facts.targetText, page: page,
                warnings: facts.warnings)
            let commit = lock.withLock { state -> Commit? in
                guard state.generation == snapshot.generation else { return nil }
                return state.commit(plan, attempt)
            }
            guard let commit else {
                facts.warnings = []
                continue
            }
            commit.change.tell(commit.observers)
            return completed(commit, attempt)
        }
    }

    /// Says how an exchange ended. Unknown and forgotten exchanges are ignored.
    public func finish(_ exchange: ExchangeID, with outcome: ExchangeOutcome) {
        let observers = lock.withLock { state -> [Change.Continuation] in
            let isKept = state.journal.update(exchange) { $0.outcome = outcome }
            return isKept ? Array(state.observers.values) : []
        }
        Change.journal.tell(observers)
    }
}

/// One attempt on its way through a decision.
struct Attempt: Sendable {
    let request: HTTPRequest
    let body: [UInt8]?
    let call: Call
    let number: Int
    /// Path and query.
    let path: String
    let page: (list: ListKey, isNext: Bool)?
    let warnings: [String]

    /// `GET /me`.
    var title: String { "\(request.method.rawValue) \(path)" }

    func refusal(_ kind: Refusal.Kind, _ message: String) -> Refusal {
        Refusal(kind: kind, method: request.method.rawValue, path: path, message: message)
    }
}

/// What came out of the lock.
struct Commit: Sendable {
    let decision: Decision
    /// What is left to do for the answer, where anything is.
    let completion: Completion?
    let change: Change
    let observers: [Change.Continuation]
}
