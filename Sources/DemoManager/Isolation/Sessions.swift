import WireFormats

/// The sessions of clients that send `X-Demo-Session`. Each has its own switches, sequences, scenarios and written
/// data, and shares the stubs.
///
/// Their number is limited. The least recently used session is discarded with its data, first among those without
/// switches of their own. It starts afresh when its client returns.
package final class Sessions: Sendable {
    package static let limit = 500

    private struct Session: Sendable {
        let manager: DemoManager
        var lastUse: UInt64
    }

    private struct State: Sendable {
        var sessions: [String: Session] = [:]
        var uses: UInt64 = 0

        /// The manager of a known session, marked as used now.
        mutating func use(_ name: String) -> DemoManager? {
            uses += 1
            sessions[name]?.lastUse = uses
            return sessions[name]?.manager
        }

        /// Adds a session. Returns the name of the session that was discarded for it.
        mutating func keep(_ name: String, _ manager: DemoManager) -> String? {
            var evicted: String?
            if sessions.count >= Sessions.limit {
                // Sessions with switches are kept longest: a user or test set them, or another gateway follows them.
                let ranks = sessions.mapValues { ($0.manager.hasOverrides ? 1 : 0, $0.lastUse) }
                evicted = ranks.min { $0.value < $1.value }?.key
            }
            if let evicted { sessions[evicted] = nil }
            sessions[name] = Session(manager: manager, lastUse: uses)
            return evicted
        }
    }

    /// The manager for requests without a session, which the sessions follow.
    package let everyone: DemoManager
    private let state = Lock(State())

    package init(_ everyone: DemoManager) { self.everyone = everyone }

    /// The names of the known sessions, sorted.
    package var names: [String] { state.withLock { Array($0.sessions.keys) }.inOrder(<) }

    /// The managers of the known sessions, by name. Reading them does not count as use.
    package var current: [String: DemoManager] { state.withLock { $0.sessions.mapValues(\.manager) } }

    /// The manager of a known session, updated; nil for unknown ones.
    package func known(_ name: String) -> DemoManager? {
        guard let manager = state.withLock({ $0.use(name) }) else { return nil }
        everyone.update(manager)
        return manager
    }

    /// Forgets a session with its switches, positions and data; returns false if it is unknown.
    @discardableResult
    package func forget(_ name: String) -> Bool {
        let isKnown = state.withLock { $0.sessions.removeValue(forKey: name) != nil }
        // Outside the lock, which every request takes.
        everyone.forgetSession(name)
        return isKnown
    }

    /// The manager of a session, created by its first request. A switch that is set on it no longer follows everyone's.
    ///
    /// - Parameter name: nil for requests without a session.
    package func manager(_ name: String?) -> DemoManager {
        guard let name else { return everyone }
        if let known = known(name) { return known }
        let made = everyone.makeSession(named: name)
        let (manager, evicted) = state.withLock { state in
            // Another request may have created the session meanwhile.
            state.use(name).map { ($0, nil) } ?? (made, state.keep(name, made))
        }
        if let evicted { everyone.forgetSession(evicted) }
        return manager
    }

    /// A manager and those that follow it, updated: everyone's with all known sessions, or a session alone.
    package func following(_ manager: DemoManager) -> [DemoManager] {
        manager === everyone ? [everyone] + names.compactMap { known($0) } : [manager]
    }

    /// Resets the sequences, scenarios and written data of a manager and of those that follow it.
    package func resetAll(_ manager: DemoManager) {
        for one in following(manager) { one.resetAll() }
    }
}
