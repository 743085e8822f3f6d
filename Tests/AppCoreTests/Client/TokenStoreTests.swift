import Testing

@testable import AppCore

@Suite struct TokenStoreTests {
    private let store = TokenStore()
    private let live = TokenKey(session: Session("live"), scheme: "bearer")
    private let demo = TokenKey(session: Session("demo"), scheme: "bearer")

    /// Fetches a token, during which what `live` has is forgotten.
    private func fetched(for key: TokenKey) async throws -> Tokens? {
        let store = store
        let (reached, reach) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let fetch = Task {
            try await store.renewed(nil, for: key) {
                reach.finish()
                for await _ in gate {}
                return Tokens(access: "one", refresh: nil)
            }
        }
        for await _ in reached {}
        await store.forget(live.session)
        open.finish()
        return try await fetch.value
    }

    @Test("What is forgotten of one session does not stop another's renewal") func sessions() async throws {
        let one = try await fetched(for: demo)
        #expect(one?.access == "one")
        #expect(await store.current(demo)?.access == "one")
        let two = try await store.renewed(one, for: demo) { Tokens(access: "two", refresh: nil) }
        #expect(two?.access == "two")
    }
}
