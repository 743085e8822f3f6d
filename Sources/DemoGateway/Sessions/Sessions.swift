import DemoManager
import Synchronization

/// The clients that named themselves with `X-Demo-Session`: each has switches, sequences, scenarios and written data of its
/// own, over the stubs all of them share. Bounded; of too many the one that was silent longest is forgotten with what it wrote:
/// if it comes back, it begins anew.
public final class Sessions: Sendable {
    /// How many are kept.
    public static let limit = 500

    private struct Session: Sendable {
        let manager: DemoManager
        var lastUse: UInt64
    }

    private struct State: Sendable {
        var sessions: [String: Session] = [:]
        var uses: UInt64 = 0

        /// The manager of a session that is known, brought up to date.
        mutating func use(_ name: String, of base: DemoManager) -> DemoManager? {
            guard var known = sessions[name] else { return nil }
            uses += 1
            base.update(known.manager)
            known.lastUse = uses
            sessions[name] = known
            return known.manager
        }
    }

    private let base: DemoManager
    private let state = Mutex(State())

    init(_ base: DemoManager) { self.base = base }

    /// The names of those that are known, in order.
    public var names: [String] { state.withLock { Array($0.sessions.keys) }.sorted() }

    /// Who decides for a session that is known; nil for others.
    public func known(_ name: String) -> DemoManager? {
        state.withLock { $0.use(name, of: base) }
    }

    /// Forgets a session with its switches, its positions and what it wrote; says whether it was known.
    @discardableResult
    public func forget(_ name: String) -> Bool {
        let isKnown = state.withLock { $0.sessions.removeValue(forKey: name) != nil }
        // Outside of the lock, which every request takes.
        base.memory?.forget(nil, of: name)
        return isKnown
    }

    /// Who decides for a session; it is made with its first request. A switch set on it is its own from then on.
    ///
    /// - Parameter name: the session's; nil is everyone who names none.
    public func manager(_ name: String?) -> DemoManager {
        guard let name else { return base }
        let (manager, evicted) = find(name)
        if let evicted { base.memory?.forget(nil, of: evicted) }
        return manager
    }

    /// The session's manager, and the session that had to go for it.
    private func find(_ name: String) -> (DemoManager, evicted: String?) {
        state.withLock { state in
            if let known = state.use(name, of: base) { return (known, nil) }
            state.uses += 1
            var evicted: String?
            if state.sessions.count >= Self.limit,
                let oldest = state.sessions.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.sessions[oldest.key] = nil
                evicted = oldest.key
            }
            let manager = base.makeSession(named: name)
            state.sessions[name] = Session(manager: manager, lastUse: state.uses)
            return (manager, evicted)
        }
    }
}
