import APIDocument
import HTTPTypes
import NIOConcurrencyHelpers
import Testing
import WireFormats

@testable import AppCore

/// A server with tokens: `/login` and `/refresh` give `token-1`, `token-2` ...; only the newest is accepted.
private final class TokenServer: Sendable {
    private struct State {
        var issued = 0
        var logins = 0
        var refreshes = 0
    }

    /// When set, `/login` and `/refresh` wait for it.
    let gate: Latch?
    let asked = Latch()
    let refusesRefresh: Bool
    private let state = NIOLockedValueBox(State())

    init(gate: Latch? = nil, refusesRefresh: Bool = false) {
        self.gate = gate
        self.refusesRefresh = refusesRefresh
    }

    var logins: Int { state.withLockedValue(\.logins) }
    var refreshes: Int { state.withLockedValue(\.refreshes) }

    /// Makes the token at hand invalid.
    func expire() { state.withLockedValue { $0.issued += 1 } }

    func answer(_ request: HTTPRequest) async -> APIResponse {
        let isRefresh = request.path == "/v1/refresh"
        guard isRefresh || request.path == "/v1/login" else {
            let newest = "Bearer token-\(state.withLockedValue(\.issued))"
            let isSigned = request.headerFields[.authorization] == newest
            return isSigned ? reply(200, "{}") : reply(401, #"{"error": {"message": "Sign in."}}"#)
        }
        asked.open()
        await gate?.wait()
        if isRefresh, refusesRefresh { return reply(400, #"{"error": "invalid_grant"}"#) }
        let number = state.withLockedValue { state in
            state.issued += 1
            if isRefresh { state.refreshes += 1 } else { state.logins += 1 }
            return state.issued
        }
        return reply(200, #"{"access_token": "token-\#(number)", "refresh_token": "again", "expires_in": 300}"#)
    }
}

@Suite("Signing calls", .timeLimit(.minutes(5))) struct AuthTests {
    private let live = Session("live")

    private func auth(
        _ credentials: Credentials? = .password(username: "theo", password: "light & house"),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws -> AuthMiddleware {
        let login = TokenEndpoint(url: "/login", operation: "login")
        let scheme = AuthScheme(login: login, refresh: TokenEndpoint(url: "/refresh", operation: "refresh"))
        return AuthMiddleware(
            base: try BaseURL("http://api.test/v1"), schemes: ["": scheme], requirements: { _ in nil },
            credentials: { _, _ in credentials }, now: now)
    }

    private func transport(_ server: TokenServer) -> StubTransport {
        StubTransport { request, _ in await server.answer(request) }
    }

    private func send(_ client: APIClient, in session: Session? = nil) async -> APIError? {
        await client.failure(Endpoint(operation: "getX", path: "/x"), in: CallContext(session: session ?? live))
    }

    @Test("A 401 without credentials differs from a 401 that refuses them, whether they are the call's own or added")
    func told() async throws {
        let transport = transport(TokenServer())
        #expect(await send(try APIClient(transport, auth(nil)))?.isRefusingCredentials == false)
        let wrong = await send(try APIClient(transport, auth(.bearer("old"))))
        #expect(wrong?.isRefusingCredentials == true)
        #expect(wrong?.userMessage.hasPrefix("401 Unauthorized: \"Sign in.\" Sign in with another") == true)
        var client = try APIClient(transport, auth(nil))
        client.commonHeaders[.authorization] = "Bearer mine"
        #expect(await send(client)?.isRefusingCredentials == true)
    }

    @Test("The token in a server's reply to a sign-in is handed on; no other reply's token is")
    func signingIn() async throws {
        let taken = NIOLockedValueBox<[String]>([])
        let auth = AuthMiddleware(
            base: try BaseURL("http://api.test"), schemes: [:], requirements: { _ in [] }, credentials: { _, _ in nil },
            receivers: { name in
                guard name == "login" else { return nil }
                return { token in taken.withLockedValue { $0.append(token) } }
            })
        let transport = StubTransport { request, _ in
            reply(request.path == "/v1/refused" ? 401 : 200, #"{"data": {"accessToken": "t\#(request.path ?? "")"}}"#)
        }
        let client = try APIClient(transport, auth)
        func signsIn(_ operation: String, _ path: String) async -> Bool? {
            let endpoint = Endpoint(operation: operation, method: .post, path: path, requiresAuthentication: false)
            return try? await client.send(endpoint, in: CallContext(session: live)).signsIn
        }
        #expect(await signsIn("login", "/ok") == true)
        #expect(await signsIn("other", "/ok") == false)
        #expect(await signsIn("login", "/refused") != true)
        #expect(taken.withLockedValue(\.self) == ["t/v1/ok"])
    }

    @Test("An operation that declares no security gets credentials after the server answered 401 to it")
    func undeclared() async throws {
        let transport = transport(TokenServer())
        let client = try APIClient(transport, auth(.bearer("token-0")))
        func isRefused(_ operation: String) async -> Bool {
            let endpoint = Endpoint(operation: operation, path: "/x", requiresAuthentication: false)
            return await client.failure(endpoint, in: CallContext(session: live)) != nil
        }
        #expect(await isRefused("getX"))
        #expect(await !isRefused("getX"))
        #expect(await isRefused("getY"))
        #expect(transport.sent.map { $0.request.headerFields[.authorization] != nil } == [false, true, false])
    }

    @Test("The first call signs in with a form; its exchange has the operation of the token endpoint")
    func login() async throws {
        let transport = transport(TokenServer())
        let client = try APIClient(transport, auth())
        #expect(await send(client) == nil)
        #expect(await send(client) == nil)
        #expect(transport.sent.map(\.context.operation) == ["login", "getX", "getX"])
        let login = transport.sent[0]
        #expect(login.text == "grant_type=password&username=theo&password=light%20%26%20house")
        #expect(login.request.headerFields[.contentType] == "application/x-www-form-urlencoded")
    }

    @Test("Client credentials are sent in the header, encoded as form values") func clientCredentials() async throws {
        let transport = transport(TokenServer())
        let client = try APIClient(transport, auth(.client(id: "my app", secret: "a:b")))
        #expect(await send(client) == nil)
        let login = transport.sent[0]
        #expect(login.text == "grant_type=client_credentials")
        #expect(login.request.headerFields[.authorization] == "Basic bXklMjBhcHA6YSUzQWI=")
        #expect(transport.sent[1].request.headerFields[.authorization] == "Bearer token-1")
    }

    @Test("A 401 causes one refresh and one repetition, within the same call") func refresh() async throws {
        let server = TokenServer()
        let transport = transport(server)
        let client = try APIClient(transport, auth())
        #expect(await send(client) == nil)
        server.expire()
        #expect(await send(client) == nil)
        #expect(server.refreshes == 1)
        #expect(transport.sent.suffix(3).map(\.context.operation) == ["getX", "refresh", "getX"])
        #expect(Set(transport.sent.suffix(3).map(\.context.id)).count == 1)
        #expect(transport.sent.suffix(3).map(\.context.attempt) == [1, 2, 3])
    }

    @Test("A server that always answers 401 is called twice, and its message is shown") func forever() async throws {
        let transport = StubTransport { request, _ in
            request.path == "/v1/x" ? reply(401, #"{"error": "no"}"#) : reply(200, #"{"access_token": "t"}"#)
        }
        let error = await send(try APIClient(transport, auth()))
        #expect(error?.status == 401)
        #expect(error?.message == "no")
        #expect(transport.sent.count { $0.request.path == "/v1/x" } == 2)
    }

    @Test("Many calls at once share one sign-in, and later one refresh") func singleFlight() async throws {
        let server = TokenServer()
        let client = try APIClient(transport(server), auth())
        for _ in 1...2 {
            await withTaskGroup { group in
                for _ in 1...50 { group.addTask { await send(client) } }
                for await error in group { #expect(error == nil) }
            }
            server.expire()
        }
        #expect(server.logins == 1 && server.refreshes == 1)
    }

    @Test("Cancelling the call that began a sign-in ends that call at once and no other")
    func cancelOneWaiter() async throws {
        let gate = Latch()
        let server = TokenServer(gate: gate)
        let client = try APIClient(transport(server), auth())
        let first = Task { await send(client) }
        await server.asked.wait()
        let second = Task { await send(client) }
        first.cancel()
        #expect(await first.value?.kind == .cancelled)
        gate.open()
        #expect(await second.value == nil)
        #expect(server.logins == 1)
    }

    @Test("Sessions share no token") func sessions() async throws {
        let server = TokenServer()
        let client = try APIClient(transport(server), auth())
        #expect(await send(client, in: Session("live")) == nil)
        #expect(await send(client, in: Session("demo")) == nil)
        #expect(server.logins == 2)
    }

    @Test("Preset tokens are used, refreshed, and need no credentials") func preload() async throws {
        let server = TokenServer()
        let auth = try auth(nil)
        await auth.preload(Tokens(access: "old", refresh: "r"), for: live)
        #expect(await send(try APIClient(transport(server), auth)) == nil)
        #expect(server.refreshes == 1)
        #expect(server.logins == 0)
    }

    @Test("An invalid refresh token causes a new sign-in") func refreshRefused() async throws {
        let server = TokenServer(refusesRefresh: true)
        let client = try APIClient(transport(server), auth())
        #expect(await send(client) == nil)
        server.expire()
        #expect(await send(client) == nil)
        #expect(server.logins == 2)
    }

    @Test("A new refresh token replaces the old one; without a new one the old one stays")
    func rotation() async throws {
        let refreshes = NIOLockedValueBox<[String]>([])
        let transport = StubTransport { request, body in
            guard request.path == "/v1/refresh" else { return reply(401) }
            let form = body.map { String(decoding: $0, as: UTF8.self) } ?? ""
            let count = refreshes.withLockedValue { list in
                list.append(form)
                return list.count
            }
            return reply(
                200, count == 1 ? #"{"access_token": "a1", "refresh_token": "r2"}"# : #"{"access_token": "a2"}"#)
        }
        let auth = try auth(nil)
        await auth.preload(Tokens(access: "old", refresh: "r1"), for: live)
        let client = try APIClient(transport, auth)
        for _ in 1...3 { _ = await send(client) }
        #expect(refreshes.withLockedValue { $0.map { $0.split(separator: "=").last } } == ["r1", "r2", "r2"])
    }

    @Test("An expired token is renewed before it is sent") func expiry() async throws {
        let server = TokenServer()
        let time = NIOLockedValueBox(ContinuousClock.now)
        let transport = transport(server)
        let client = try APIClient(transport, auth(now: { time.withLockedValue { $0 } }))
        #expect(await send(client) == nil)
        time.withLockedValue { $0 += .seconds(301) }
        #expect(await send(client) == nil)
        #expect(transport.sent.map(\.context.operation) == ["login", "getX", "refresh", "getX"])
    }

    @Test("A failed sign-in is shown as the sign-in's failure, without its reply") func loginFails() async throws {
        let transport = StubTransport(answer(401, #"{"error": {"message": "Wrong password."}}"#))
        let error = await send(try APIClient(transport, auth()))
        #expect(error?.path == "/v1/login")
        #expect(error?.message == "Wrong password.")
        #expect(error?.response == nil)
        #expect(transport.sent.count == 1)
    }

    @Test("A failed sign-in is not kept: the next call tries again") func loginRecovers() async throws {
        let transport = StubTransport(answer(500), answer(200, #"{"data": {"accessToken": "t"}}"#), answer(200, "{}"))
        let client = try APIClient(transport, auth())
        #expect(await send(client)?.status == 500)
        #expect(await send(client) == nil)
        #expect(transport.sent.last?.request.headerFields[.authorization] == "Bearer t")
    }

    @Test("A call that has its own authorization, or needs none, is not changed") func leftAlone() async throws {
        let transport = StubTransport(answer(401), answer(200, "{}"))
        let client = try APIClient(transport, auth())
        _ = await client.failure(Endpoint(path: "/x", headers: [.authorization: "Own"]))
        _ = try await client.send(Endpoint(path: "/x", requiresAuthentication: false), in: .test)
        #expect(transport.sent.map { $0.request.headerFields[.authorization] } == ["Own", nil])
    }

    @Test(
        "Keys, basic and bearer credentials are sent in their places, without an exchange",
        arguments: [
            (Credentials.basic(username: "a", password: "b"), "Authorization", "Basic YTpi"),
            (.bearer("t"), "Authorization", "Bearer t"), (.apiKey("k", name: "X-Key", in: .header), "X-Key", "k"),
            (.apiKey("k", name: "X-Key", in: .cookie), "Cookie", "X-Key=k"),
            (.apiKey("k&", name: "X-Key", in: .query), "", "/v1/x?X-Key=k%26"),
        ])
    func direct(credentials: Credentials, name: String, value: String) async throws {
        let transport = StubTransport(answer(200, "{}"))
        #expect(await send(try APIClient(transport, auth(credentials))) == nil)
        let request = transport.sent[0].request
        #expect(transport.sent.count == 1)
        #expect((HTTPField.Name(name).map { request.headerFields[$0] } ?? request.path) == value)
    }

    @Test("Secrets are in no description and no dump") func secrets() throws {
        let tokens = Tokens(access: "hush-1", refresh: "hush-2")
        let password = Credentials.password(username: "theo", password: "hush-3")
        var text = "\(tokens) \(password) \(String(reflecting: tokens)) \(String(reflecting: password))"
        dump(tokens, to: &text)
        dump(password, to: &text)
        dump(Credentials.apiKey("hush-4", name: "k", in: .header), to: &text)
        #expect(!text.contains("hush"))
    }
}
