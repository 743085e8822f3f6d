/// The access token, refreshed by one request however many calls find it expired.
actor Session {
    private(set) var token: String?
    private let refreshToken: String
    private var refreshing: Task<String, any Error>?

    init(token: String?, refreshToken: String) {
        self.token = token
        self.refreshToken = refreshToken
    }

    /// A token newer than `expired`.
    ///
    /// - Throws: what `fetch` throws.
    func refresh(
        replacing expired: String?, fetch: @escaping @Sendable (String) async throws -> String
    ) async throws -> String {
        if let token, token != expired { return token }
        let task = refreshing ?? Task { try await renew(fetch) }
        refreshing = task
        return try await task.value
    }

    private func renew(_ fetch: (String) async throws -> String) async throws -> String {
        defer { refreshing = nil }
        let fresh = try await fetch(refreshToken)
        token = fresh
        return fresh
    }
}
