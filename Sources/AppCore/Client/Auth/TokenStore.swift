/// Tokens per session, fetched by at most one exchange at a time.
actor TokenStore {
    private var tokens: [Session: Tokens] = [:]
    private var flights: [Session: Task<Tokens?, any Error>] = [:]

    /// The tokens at hand.
    func current(_ session: Session) -> Tokens? {
        tokens[session]
    }

    /// Puts tokens in place, or removes them.
    func set(_ new: Tokens?, for session: Session) {
        tokens[session] = new
    }

    /// Tokens other than `stale`: those at hand if they are newer, else what the fetch at hand brings, else what
    /// `fetch` brings.
    ///
    /// The fetch belongs to nobody: cancelling one waiter cancels it for none.
    func renewed(
        _ stale: Tokens?, for session: Session, fetch: @escaping @Sendable () async throws -> Tokens?
    ) async throws -> Tokens? {
        if let current = tokens[session], current.access != stale?.access { return current }
        if let flight = flights[session] { return try await flight.value }
        let flight = Task {
            defer { flights[session] = nil }
            let fetched = try await fetch()
            tokens[session] = fetched
            return fetched
        }
        flights[session] = flight
        return try await flight.value
    }
}
