import Synchronization
import Testing
import WireFormats

@testable import SampleBackend

@Suite struct SignInTests {
    @Test("Signing in answers OAuth 2's members") func grant() async throws {
        try await withBackend { client in
            let answer = try await client.signedIn().1
            #expect(answer.status == 200)
            #expect(answer.json.objectValue?.keys == ["access_token", "token_type", "expires_in", "refresh_token"])
            #expect(answer.json["token_type"] == "Bearer" && answer.json["expires_in"]?.intValue == 300)
            #expect(try await client.get("/me").json["data"]?["userId"] == "usr-1001")
        }
    }

    @Test("A wrong password is 401, a missing field 400") func refused() async throws {
        try await withBackend { client in
            #expect(try await client.signedIn(as: ("maya", "guess")).1.status == 401)
            let unfinished = try await client.send("POST", "/auth/login", body: "grant_type=password&username=maya")
            #expect(unfinished.status == 400 && unfinished.error["fields"]?.objectValue?.keys == ["password"])
        }
    }

    @Test("A refresh token works once and brings its successor") func rotation() async throws {
        try await withBackend { client in
            let grant = try await client.signedIn().1
            let form = "grant_type=refresh_token&refresh_token=\(grant.json["refresh_token"]?.stringValue ?? "")"
            let renewed = try await client.send("POST", "/auth/refresh", body: form)
            #expect(renewed.status == 200)
            let token = try #require(renewed.json["access_token"]?.stringValue)
            #expect(try await Client(baseURL: client.baseURL, token: token).get("/me").status == 200)
            #expect(try await client.send("POST", "/auth/refresh", body: form).status == 401)
        }
    }

    @Test(
        "Every operation but sign-in is 401 without a token",
        arguments: [
            ("GET", "/me"), ("GET", "/user/usr-1001"), ("PUT", "/user/usr-1001"), ("GET", "/transactions"),
            ("PATCH", "/transactions/tx-00001/category"), ("GET", "/chats"), ("GET", "/chats/chat-1/messages"),
            ("POST", "/chats/chat-1/messages"), ("DELETE", "/chats/chat-1/messages/msg-00001"), ("GET", "/cards"),
            ("GET", "/insights"), ("POST", "/transfers"),
        ])
    func withoutToken(method: String, path: String) async throws {
        try await withBackend { client in
            var nobody = client
            nobody.token = nil
            let answer = try await nobody.send(method, path)
            #expect(answer.status == 401)
            #expect(answer.error["code"] == 401)
            #expect(answer.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
            nobody.token = "0000"
            #expect(try await nobody.send(method, path).status == 401)
        }
    }

    @Test("An access token that has expired is 401") func expiry() async throws {
        try await withBackend(.init(tokenLifetime: .zero)) { client in
            let answer = try await client.get("/me")
            #expect(answer.status == 401)
            #expect(answer.error["message"]?.stringValue?.contains("expired") == true)
        }
    }
}

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
