import APIDocument
import HTTPTypes
import NIOConcurrencyHelpers
import SourceTexts
import Testing
import WireFormats

@testable import AppCore

@Suite("Credentials of a call") struct SecurityRuleTests {
    private static let text = """
        openapi: 3.0.3
        info: {title: T, version: '1'}
        security: [{key: []}]
        paths:
          /both: {get: {operationId: both, security: [{key: [], oauth: [read]}], responses: {'200': {description: ok}}}}
          /either: {get: {operationId: either, security: [{basic: []}, {key: []}], responses: {'200': {description: ok}}}}
          /none: {get: {operationId: none, security: [], responses: {'200': {description: ok}}}}
          /maybe: {get: {operationId: maybe, security: [{}, {key: []}], responses: {'200': {description: ok}}}}
          /usual: {get: {operationId: usual, responses: {'200': {description: ok}}}}
        components:
          securitySchemes:
            key: {type: apiKey, in: header, name: X-Thing}
            basic: {type: http, scheme: basic}
            oauth: {type: oauth2, flows: {password: {tokenUrl: /login, scopes: {read: Read}}}}
        """

    private func sent(_ operation: String, having known: [String: Credentials]) async throws -> [HTTPRequest] {
        let document = try document(Self.text)
        let rules = SecurityRules(document)
        let transport = StubTransport { request, _ in
            request.path == "/v1/login" ? reply(200, #"{"access_token": "t"}"#) : reply(200, "{}")
        }
        let middleware = AuthMiddleware(
            base: try BaseURL("http://api.test/v1"),
            schemes: [
                "key": AuthScheme(), "basic": AuthScheme(),
                "oauth": AuthScheme(login: TokenEndpoint(url: "/login"), scopes: ["read", "write"]),
            ], requirements: { rules.alternatives(of: $0) }, credentials: { _, scheme in known[scheme] })
        let client = try APIClient(transport, middleware)
        let endpoint = Endpoint(operation: operation, path: "/x", requiresAuthentication: operation != "none")
        _ = try await client.send(endpoint, in: .test)
        return transport.sent.map(\.request)
    }

    private static let header = HTTPField.Name("X-Thing") ?? .accept
    private static let key = Credentials.apiKey("k", name: "X-Thing", in: .header)
    private static let password = Credentials.password(username: "a", password: "b")

    @Test(
        "A call has the credentials that its operation requires; of alternatives, the first available one",
        arguments: [
            // Schemes that stand together go together; half of them is nothing. A token's server needs no other secret.
            ("both", ["key": key, "oauth": password], ["/v1/login - -", "/v1/x k Bearer t"]),
            ("both", ["key": key], ["/v1/x - -"]), ("either", ["key": key], ["/v1/x k -"]),
            ("none", ["key": key], ["/v1/x - -"]),
            // One that may gets what there is.
            ("maybe", ["key": key], ["/v1/x k -"]), ("maybe", [:], ["/v1/x - -"]),
            ("usual", ["key": key], ["/v1/x k -"]),
        ] as [(String, [String: Credentials], [String])])
    func rule(operation: String, known: [String: Credentials], requests: [String]) async throws {
        let sent = try await sent(operation, having: known).map { request in
            let fields = request.headerFields
            return "\(request.path ?? "") \(fields[Self.header] ?? "-") \(fields[.authorization] ?? "-")"
        }
        #expect(sent == requests)
    }

    @Test("Tokens of one scheme are not sent with an operation of another scheme") func own() async throws {
        let document = try document(Self.text)
        let rules = SecurityRules(document)
        let transport = StubTransport { _, _ in reply(200, "{}") }
        let middleware = AuthMiddleware(
            base: try BaseURL("http://api.test/v1"),
            schemes: ["basic": AuthScheme(), "oauth": AuthScheme(login: TokenEndpoint(url: "/login"))],
            requirements: { rules.alternatives(of: $0) }, credentials: { _, _ in nil })
        await middleware.preload(Tokens(access: "t", refresh: nil), for: CallContext.test.session)
        let client = try APIClient(transport, middleware)
        for operation in ["either", "both"] {
            _ = try await client.send(Endpoint(operation: operation, path: "/x"), in: .test)
        }
        #expect(transport.sent.map { $0.request.headerFields[.authorization] } == [nil, nil])
    }

    @Test("A document without security still accepts a token") func undescribed() throws {
        let document = try document(paths: "  /a: {get: {responses: {'200': {description: ok}}}}")
        #expect(
            SecurityRules(document).alternatives(of: document.operations.first?.id) == [[SecurityRules.undescribed]])
    }

    @Test("A key with any name is not sent to another server") func hidden() throws {
        var request = HTTPRequest(method: .get, scheme: "http", authority: "a.test", path: "/")
        request.headerFields[HTTPField.Name("X-Odd-Name") ?? .accept] = "k"
        let reply = HTTPResponse(status: .found, headerFields: [.location: "http://b.test/"])
        let next = try Redirect.next(after: reply, to: Redirect.Hop(request: request))
        #expect(next?.request.authority == "b.test" && next?.request.headerFields.isEmpty == true)
    }

    @Test("Forgotten tokens are not restored by an exchange that began before") func forgotten() async throws {
        let (gate, asked) = (Latch(), Latch())
        let served = NIOLockedValueBox(0)
        let transport = StubTransport { request, _ in
            guard request.path == "/v1/login" else { return reply(200, "{}") }
            let number = served.withLockedValue { count in
                count += 1
                return count
            }
            asked.open()
            if number == 1 { await gate.wait() }
            return reply(200, #"{"access_token": "t\#(number)"}"#)
        }
        let auth = AuthMiddleware(
            base: try BaseURL("http://api.test/v1"), schemes: ["": AuthScheme(login: TokenEndpoint(url: "/login"))],
            requirements: { _ in nil }, credentials: { _, _ in .password(username: "a", password: "b") })
        let client = try APIClient(transport, auth)
        let session = Session("live")
        let first = Task { try await client.send(Endpoint(path: "/x"), in: CallContext(session: session)) }
        await asked.wait()
        await auth.forget(session)
        _ = try await client.send(Endpoint(path: "/y"), in: CallContext(session: session))
        gate.open()
        _ = try await first.value
        _ = try await client.send(Endpoint(path: "/z"), in: CallContext(session: session))
        #expect(transport.sent.last?.request.headerFields[.authorization] == "Bearer t2")
    }
}

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

    @Test("Forgetting one session's tokens does not stop another's refresh") func sessions() async throws {
        let one = try await fetched(for: demo)
        #expect(one?.access == "one")
        #expect(await store.current(demo)?.access == "one")
        let two = try await store.renewed(one, for: demo) { Tokens(access: "two", refresh: nil) }
        #expect(two?.access == "two")
    }
}
