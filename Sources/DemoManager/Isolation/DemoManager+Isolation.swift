extension DemoManager {
    /// The manager of the isolation this code runs in, else the process's. Adapters and apps that want isolated tests ask
    /// this one.
    public static var current: DemoManager { isolated ?? shared }

    /// Runs `body` with a manager of its own, in demo, whose stubs nobody else sees. Code it calls, and tasks it starts,
    /// find it as `DemoManager.current`; `Task.detached`, dispatch queues and threads do not inherit it: hand it to them.
    ///
    /// ```swift
    /// try await DemoManager.withIsolated { manager in
    ///     try manager.stub(.get("https://api.example.com/me"), statusCode: 404)
    ///     #expect(await client.me() == nil)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - configuration: of that manager; unmatched requests are refused unless told otherwise.
    ///   - isolation: the actor `body` runs on; the caller's.
    ///   - body: what to run, with the manager.
    /// - Throws: what `body` throws.
    public static func withIsolated<Result>(
        _ configuration: Configuration = Configuration(unmatched: .error),
        isolation: isolated (any Actor)? = #isolation, _ body: (DemoManager) async throws -> Result
    ) async rethrows -> Result {
        let manager = DemoManager(configuration: configuration)
        manager.isEnabled = true
        return try await $isolated.withValue(manager, operation: { try await body(manager) }, isolation: isolation)
    }
}
