import WireFormats

/// The clients that named themselves with `X-Demo-Session`. Each has its own switches, sequences, scenarios and
/// written data, over shared stubs.
///
/// The number is limited. The session unused for longest is forgotten with its data, first of those without switches of
/// their own, and begins anew when it returns.
package final class Sessions: Sendable {
    package static let limit = 500

    private struct Session: Sendable {
        let manager: DemoManager
        var lastUse: UInt64
    }

    private struct State: Sendable {
        var sessions: [String: Session] = [:]
        var uses: UInt64 = 0

        /// The manager of a known session.
        mutating func use(_ name: String) -> DemoManager? {
            uses += 1
            sessions[name]?.lastUse = uses
            return sessions[name]?.manager
        }

        /// Adds a session. Returns the name of the one that was evicted for it.
        mutating func keep(_ name: String, _ manager: DemoManager) -> String? {
            var evicted: String?
            if sessions.count >= Sessions.limit {
                // Switches were set by a person or a test; another gateway may follow them.
                let ranks = sessions.mapValues { ($0.manager.hasOverrides ? 1 : 0, $0.lastUse) }
                evicted = ranks.min { $0.value < $1.value }?.key
            }
            if let evicted { sessions[evicted] = nil }
            sessions[name] = Session(manager: manager, lastUse: uses)
            return evicted
        }
    }

    /// The manager for requests without a session, which the others follow.
    package let everyone: DemoManager
    private let state = Lock(State())

    package init(_ everyone: DemoManager) { self.everyone = everyone }

    /// The names of the known sessions, sorted.
    package var names: [String] { state.withLock { Array($0.sessions.keys) }.inOrder(<) }

    /// The managers of the known sessions, by name; to look at them is no use of them.
    package var current: [String: DemoManager] { state.withLock { $0.sessions.mapValues(\.manager) } }

    /// The manager of a known session, brought up to date; nil for others.
    package func known(_ name: String) -> DemoManager? {
        guard let manager = state.withLock({ $0.use(name) }) else { return nil }
        everyone.update(manager)
        return manager
    }

    /// Forgets a session with its switches, positions and data; false if it is unknown.
    @discardableResult
    package func forget(_ name: String) -> Bool {
        let isKnown = state.withLock { $0.sessions.removeValue(forKey: name) != nil }
        // Outside the lock, which every request takes.
        everyone.forgetSession(name)
        return isKnown
    }

    /// The manager of a session, made by its first request. A switch set on it no longer follows the others.
    ///
    /// - Parameter name: nil for requests without a session.
    package func manager(_ name: String?) -> DemoManager {
        guard let name else { return everyone }
        if let known = known(name) { return known }
        let made = everyone.makeSession(named: name)
        let (manager, evicted) = state.withLock { state in
            // Another request of the session may have been faster.
            state.use(name).map { ($0, nil) } ?? (made, state.keep(name, made))
        }
        if let evicted { everyone.forgetSession(evicted) }
        return manager
    }

    /// A manager with those that follow it, brought up to date: everyone's with all known sessions, a session alone.
    package func following(_ manager: DemoManager) -> [DemoManager] {
        manager === everyone ? [everyone] + names.compactMap { known($0) } : [manager]
    }

    /// Begins the sequences, scenarios and written data of a manager again, and of those that follow it.
    package func resetAll(_ manager: DemoManager) {
        for one in following(manager) { one.resetAll() }
    }
}
