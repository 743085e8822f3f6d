/// What all sessions wrote and saw, by their names; of too many the one that was silent longest is forgotten, of too many rows
/// that were only read first those that it saw.
struct RememberedSessions: Sendable {
    private let limits: MemoryLimits
    private var sessions: [String: RememberedSession] = [:]
    private var uses = 0
    /// How many rows are known from reading them, all sessions together.
    private(set) var seenRows = 0

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
            seenRows -= oldest.value.seenRows
        }
        let result = visit(name) { session in
            session.lastUse = now
            return body(&session)
        }
        if seenRows > limits.seenRows {
            // A tenth of them more than need be, so that the next ones need no search.
            let kept = limits.seenRows - limits.seenRows / 10
            for name in sessions.filter({ $0.value.seenRows > 0 }).sorted(by: { $0.value.lastUse < $1.value.lastUse })
                .map(\.key)
            where seenRows > kept {
                let more = seenRows - kept
                visit(name) { $0.forgetSeen(more) }
            }
        }
        return result
    }

    /// Changes what a session knows, in place, and counts what it saw.
    private mutating func visit<Result>(_ name: String, _ body: (inout RememberedSession) -> Result) -> Result {
        func change(_ session: inout RememberedSession) -> (result: Result, seen: Int) {
            let had = session.seenRows
            let result = body(&session)
            return (result, session.seenRows - had)
        }
        let change = change(&sessions[name, default: RememberedSession(limits)])
        seenRows += change.seen
        return change.result
    }

    /// Forgets the paths for which `isMeant` holds.
    ///
    /// - Parameter name: whose; nil is everyone's.
    mutating func forget(of name: String?, where isMeant: (String) -> Bool) {
        for session in name.map({ [$0] }) ?? Array(sessions.keys) {
            guard sessions[session] != nil else { continue }
            visit(session) { $0.forget(where: isMeant) }
            if sessions[session]?.isEmpty == true { sessions[session] = nil }
        }
    }
}
