import DemoManager
import WireFormats

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

        /// The manager of a session that is known.
        mutating func use(_ name: String) -> DemoManager? {
            uses += 1
            sessions[name]?.lastUse = uses
            return sessions[name]?.manager
        }

        /// Keeps a new session; the name of the one that has to go for it.
        mutating func keep(_ name: String, _ manager: DemoManager) -> String? {
            var evicted: String?
            if sessions.count >= Sessions.limit,
                let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                sessions[oldest.key] = nil
                evicted = oldest.key
            }
            sessions[name] = Session(manager: manager, lastUse: uses)
            return evicted
        }
    }

    private let base: DemoManager
    private let state = Lock(State())

    init(_ base: DemoManager) { self.base = base }

    /// The names of those that are known, in order.
    public var names: [String] { state.withLock { Array($0.sessions.keys) }.sorted() }

    /// Who decides for a session that is known, brought up to date; nil for others.
    public func known(_ name: String) -> DemoManager? {
        guard let manager = state.withLock({ $0.use(name) }) else { return nil }
        base.update(manager)
        return manager
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
        if let known = known(name) { return known }
        let made = base.makeSession(named: name)
        let (manager, evicted) = state.withLock { state in
            // Another request of the session may have been faster.
            state.use(name).map { ($0, nil) } ?? (made, state.keep(name, made))
        }
        if let evicted { base.memory?.forget(nil, of: evicted) }
        return manager
    }
}
