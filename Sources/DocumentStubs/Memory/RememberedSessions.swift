/// What all sessions wrote and saw, by their names; of too many the one that was silent longest is forgotten.
struct RememberedSessions: Sendable {
    private let limits: MemoryLimits
    private var sessions: [String: RememberedSession] = [:]
    private var uses = 0

    init(_ limits: MemoryLimits) { self.limits = limits }

    /// What a session that is known wrote and saw.
    subscript(name: String) -> RememberedSession? { sessions[name] }

    /// What each wrote and saw.
    var all: [RememberedSession] { Array(sessions.values) }

    /// Reads or changes what a session wrote and saw, in place; a new one is made.
    mutating func use<Result>(_ name: String, _ body: (inout RememberedSession) -> Result) -> Result {
        uses += 1
        let now = uses
        if sessions.count >= limits.sessions, sessions[name] == nil,
            let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            sessions[oldest.key] = nil
        }
        func change(_ session: inout RememberedSession) -> Result {
            session.lastUse = now
            return body(&session)
        }
        return change(&sessions[name, default: RememberedSession(limits)])
    }

    /// Forgets the paths for which `isMeant` holds.
    ///
    /// - Parameter name: whose; nil is everyone's.
    mutating func forget(of name: String?, where isMeant: (String) -> Bool) {
        for session in name.map({ [$0] }) ?? Array(sessions.keys) {
            sessions[session]?.forget(where: isMeant)
            if sessions[session]?.isEmpty == true { sessions[session] = nil }
        }
    }
}
