import Synchronization
import Testing

@testable import SampleBackend

@Suite struct TokenStoreTests {
    /// A clock that moves when it is told to.
    private final class HandClock: Sendable {
        private let instant = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { instant.withLock { $0 } }
        func advance(by duration: Duration) { instant.withLock { $0 = $0.advanced(by: duration) } }
    }

    @Test("A token is valid until its lifetime ends") func lifetime() async {
        let clock = HandClock()
        let store = TokenStore(lifetime: .seconds(300), now: { clock.now })
        let grant = await store.grant(to: "maya")
        clock.advance(by: .milliseconds(299_999))
        #expect(await store.standing(of: grant.access) == .user("maya"))
        clock.advance(by: .milliseconds(1))
        #expect(await store.standing(of: grant.access) == .expired)
        #expect(await store.exchange(refreshToken: grant.refresh) != nil)
    }

    @Test("Sign-ins do not pile up: the oldest refresh token gives way") func bounded() async {
        let store = TokenStore(lifetime: .zero)
        let first = await store.grant(to: "maya")
        let second = await store.grant(to: "maya")
        for _ in 0..<999 { _ = await store.grant(to: "maya") }
        #expect(await store.exchange(refreshToken: first.refresh) == nil)
        #expect(await store.exchange(refreshToken: second.refresh) != nil)
    }
}
