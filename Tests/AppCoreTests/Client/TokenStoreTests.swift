import Testing

@testable import AppCore

@Suite struct TokenStoreTests {
    private let live = TokenKey(session: Session("live"), scheme: "bearer")
    private let demo = TokenKey(session: Session("demo"), scheme: "bearer")

    @Test("What is forgotten of one session does not stop another's renewal")
    func sessions() async throws {
        let store = TokenStore()
        let (reached, reach) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await store.renewed(nil, for: demo) {
                reach.finish()
                for await _ in gate {}
                return Tokens(access: "one", refresh: nil)
            }
        }
        for await _ in reached {}
        await store.forget(live.session)
        open.finish()
        let one = try await first.value
        #expect(one?.access == "one")
        #expect(await store.current(demo)?.access == "one")
        let two = try await store.renewed(one, for: demo) { Tokens(access: "two", refresh: nil) }
        #expect(two?.access == "two")
    }

    @Test("What was begun before its session was forgotten is not kept")
    func forgotten() async throws {
        let store = TokenStore()
        let (reached, reach) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await store.renewed(nil, for: live) {
                reach.finish()
                for await _ in gate {}
                return Tokens(access: "one", refresh: nil)
            }
        }
        for await _ in reached {}
        await store.forget(live.session)
        open.finish()
        _ = try await first.value
        #expect(await store.current(live) == nil)
    }
}
