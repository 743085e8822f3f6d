import AppCore
import DemoManager
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

@MainActor
@Suite("Signing in")
struct SignInTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Vault, version: '1'}
        paths:
          /gems:
            get:
              operationId: listGems
              security: [{token: []}, {key: []}]
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {properties: {name: {type: string}}}}}}}}
          /offers:
            post:
              operationId: sendOffer
              security: [{token: []}]
              requestBody: {content: {application/json: {schema: {properties: {price: {type: string}}}}}}
              responses: {'204': {description: taken}}
        components:
          securitySchemes:
            token: {type: http, scheme: bearer}
            key: {type: apiKey, in: header, name: X-Vault}
        """

    /// Runs the program against a real server that opens to `Bearer s3same` and `X-Vault: s3same`.
    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await VaultServer.run { port in
            try await Harness.run(over: Self.document, AppOptions(baseURL: "http://127.0.0.1:\(port)"), body)
        }
    }

    @Test(
        "a demo call is signed as the document says, and by nothing else",
        arguments: [
            ("type: http, scheme: basic", "authorization: Basic ZGVtbzpkZW1v"),
            ("type: http, scheme: bearer", "authorization: Bearer demo"),
            ("type: apiKey, in: header, name: X-Key", "x-key: demo"),
            ("type: apiKey, in: cookie, name: sid", "cookie: sid=demo"), ("type: apiKey, in: query, name: key", ""),
            ("type: oauth2, flows: {implicit: {authorizationUrl: /a, scopes: {}}}", "authorization: Bearer demo"),
            ("type: oauth2, flows: {password: {tokenUrl: /t, scopes: {}}}", "authorization: Bearer demo"),
            ("type: mutualTLS", ""),
        ])
    func demo(scheme: String, header: String) async throws {
        let document = """
            openapi: 3.1.0
            info: {title: Vault, version: '1'}
            paths:
              /gems: {get: {operationId: gems, security: [{way: []}], responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object}}}}}}}}
            components: {securitySchemes: {way: {\(scheme)}}}
            """
        try await Harness.run(over: document) { app in
            let request = try #require(app.exchanges.last?.request)
            let sent = request.headerFields.filter { $0.name != .accept }
            #expect(sent.map { "\($0.name.canonicalName): \($0.value)" }.joined() == header)
            #expect(request.path == "/gems")
        }
    }

    @Test("a screen that is refused says so; I asks, and the screen loads with what was typed, which nothing shows")
    func signIn() async throws {
        try await run { app in
            #expect(app.words.contains("The server wants you to sign in (401)."), "\(app.screen)")
            #expect(app.words.contains("Press I to sign in"))
            await app.press("I")
            #expect(app.screen.contains("API key (X-Vault)"), "\(app.screen)")
            await app.press("Enter")
            await app.type("s3same")
            #expect(!app.screen.contains("s3same") && app.screen.contains("******"), "\(app.screen)")
            await app.press("Enter")
            #expect(app.screen.contains("Ruby"), "\(app.screen)")
        }
    }

    @Test("a key goes into its own header, is pasted without its line end, and stands in no copied command")
    func key() async throws {
        try await run { app in
            await app.press("I", "j", "Enter")
            app.terminal.feed([.paste("s3same\n")])
            await app.press("Enter")
            #expect(app.screen.contains("Ruby"), "\(app.screen)")
            let exchange = try #require(app.exchanges.last)
            #expect(exchange.request.headerFields.contains { $0.value == "s3same" })
            #expect(
                !CurlCommand(
                    exchange, url: "http://x", redactor: Redactor(declared: [DeclaredValue("X-Vault", .credential)])
                ).text.contains("s3same"))
            await app.press("v")
            #expect(!app.screen.contains("s3same"), "\(app.screen)")
        }
    }

    @Test("the ways that the screen in front takes come first, and signing in elsewhere forgets none of them")
    func fitting() async throws {
        let document = Self.document.replacing("security: [{token: []}, {key: []}]", with: "security: [{key: []}]")
        try await VaultServer.run { port in
            try await Harness.run(over: document, AppOptions(baseURL: "http://127.0.0.1:\(port)")) { app in
                await app.press("I", "Enter")
                #expect(app.screen.contains("Sign in: API key (X-Vault)"), "\(app.screen)")
                await app.type("s3same")
                await app.press("Enter", "2", "F10", "Enter")
                #expect(app.screen.contains("Sign in: Token"), "\(app.screen)")
                await app.type("wrong")
                await app.press("Enter", "Esc", "1", "r")
                #expect(app.screen.contains("Ruby"), "\(app.screen)")
            }
        }
    }

    @Test("Esc leaves without a change, and nothing typed is no sign-in")
    func leave() async throws {
        try await run { app in
            await app.press("I", "Enter", "Enter")
            #expect(app.screen.contains("Token is missing."), "\(app.screen)")
            let before = app.exchanges.count
            await app.type("wrong")
            await app.press("Esc")
            #expect(app.exchanges.count == before && app.state.popups.isEmpty)
        }
    }

    @Test("a form that is refused names a key that works while typing; what was typed stays")
    func form() async throws {
        try await run { app in
            await app.press("2")
            await app.type("12")
            await app.press("^S")
            #expect(app.words.contains("Press F10 to sign in."), "\(app.screen)")
            await app.press("F10")
            #expect(app.screen.contains("Sign in"), "\(app.screen)")
            await app.press("Enter")
            await app.type("s3same")
            await app.press("Enter", "^S")
            #expect(app.screen.contains("Sent") && app.words.contains("200 after"), "\(app.screen)")
        }
    }

    @Test("a wrong token is said to be refused, and another one can be typed")
    func wrong() async throws {
        try await run { app in
            await app.press("I", "Enter")
            await app.type("wrong")
            await app.press("Enter")
            #expect(app.words.contains("did not accept what you signed in with (401)"), "\(app.screen)")
            await app.press("I", "Enter")
            await app.type("s3same")
            await app.press("Enter")
            #expect(app.screen.contains("Ruby"), "\(app.screen)")
        }
    }
}
