/// The owner of tokens: one session and one way to sign in.
struct TokenKey: Sendable, Hashable {
    let session: Session
    let scheme: String
}

/// Tokens per session and scheme, fetched by at most one exchange at a time.
actor TokenStore {
    private var tokens: [TokenKey: Tokens] = [:]
    private var flights: [TokenKey: Task<Tokens?, any Error>] = [:]
    /// How often each session's tokens were forgotten, so that an exchange begun before does not bring them back.
    private var rounds: [Session: Int] = [:]

    /// The tokens at hand.
    func current(_ key: TokenKey) -> Tokens? {
        tokens[key]
    }

    /// Puts tokens in place, or removes them.
    func set(_ new: Tokens?, for key: TokenKey) {
        tokens[key] = new
    }

    /// Removes every token of a session; what is being fetched for it is not kept.
    func forget(_ session: Session) {
        rounds[session, default: 0] += 1
        tokens = tokens.filter { $0.key.session != session }
        flights = flights.filter { $0.key.session != session }
    }

    /// Tokens other than `stale`: those at hand if they are newer, else what the fetch at hand brings, else what
    /// `fetch` brings.
    ///
    /// The fetch belongs to nobody: cancelling one waiter cancels it for none.
    func renewed(
        _ stale: Tokens?, for key: TokenKey, fetch: @escaping @Sendable () async throws -> Tokens?
    ) async throws -> Tokens? {
        if let current = tokens[key], current.access != stale?.access { return current }
        if let flight = flights[key] { return try await flight.value }
        let begun = rounds[key.session]
        let flight = Task {
            defer { if begun == rounds[key.session] { flights[key] = nil } }
            let fetched = try await fetch()
            if begun == rounds[key.session] { tokens[key] = fetched }
            return fetched
        }
        flights[key] = flight
        return try await flight.value
    }
}
