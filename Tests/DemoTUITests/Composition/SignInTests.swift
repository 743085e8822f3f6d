import APIDocument
import AppCore
import ArgumentParser
import DemoManager
import Foundation
import HTTPTypes
import LoopbackPorts
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@Suite("Credentials of live calls") struct SignInSecretsTests {
    private func way(_ scheme: SecurityScheme) -> Authentication { Authentication(name: "x", scheme: scheme) }

    private let folder: Folder

    init() throws { folder = try Folder() }

    private func file(_ text: String, mode: Int = 0o600) throws -> String {
        let path = folder.path("secrets-\(mode)-\(text.count)")
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: mode]
        #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: attributes))
        return path
    }

    @Test("Each way to sign in needs its variables; the first one that has them is used") func ways() throws {
        let all = [
            way(.oauth2Password(tokenURL: "/t", refreshURL: nil)), way(.apiKey(name: "X-Key", location: .header)),
            way(.bearer),
        ]
        func credentials(_ environment: [String: String], _ ways: [Authentication]) throws -> Credentials? {
            try Secrets(environment: environment).credentials(for: ways)
        }
        #expect(try credentials([:], all) == nil)
        #expect(try credentials(["DEMO_TUI_TOKEN": ""], all) == nil)
        #expect(
            try credentials(["DEMO_TUI_USERNAME": "a", "DEMO_TUI_PASSWORD": "b"], all)
                == .password(username: "a", password: "b"))
        #expect(try credentials(["DEMO_TUI_API_KEY": "k"], all) == .apiKey("k", name: "X-Key", in: .header))
        #expect(try credentials(["DEMO_TUI_TOKEN": "t"], [way(.bearer)]) == .bearer("t"))
        #expect(
            try credentials(["DEMO_TUI_USERNAME": "a", "DEMO_TUI_PASSWORD": "b"], [way(.basic)])
                == .basic(username: "a", password: "b"))
        let client = way(.oauth2ClientCredentials(tokenURL: "/t", refreshURL: nil))
        #expect(
            try credentials(["DEMO_TUI_CLIENT_ID": "i", "DEMO_TUI_CLIENT_SECRET": "s"], [client])
                == .client(id: "i", secret: "s"))
    }

    @Test("Alternatives with typed credentials come first, the latest before others") func preferred() {
        let desk = SignInService(["a": .bearer("1")])
        let all = [["a"], ["b"], ["c", "d"]]
        #expect(desk.preferred(all) == all)
        desk.set(.bearer("2"), for: "b")
        #expect(desk.preferred(all) == [["b"], ["a"], ["c", "d"]])
        desk.set(.bearer("3"), for: "d")
        #expect(desk.preferred(all) == [["c", "d"], ["b"], ["a"]])
        desk.set(.bearer("4"), for: "b")
        #expect(desk.preferred(all) == [["b"], ["c", "d"], ["a"]])
        #expect(desk.credentials(for: "a") == .bearer("1"))
    }

    @Test("A file has the same variables, with comments; the environment overrides it") func files() throws {
        let path = try file("# mine\n\nDEMO_TUI_TOKEN = a=b \n")
        #expect(try Secrets(environment: [:], file: path).credentials(for: [way(.bearer)]) == .bearer("a=b"))
        let both = try Secrets(environment: ["DEMO_TUI_TOKEN": "t"], file: path)
        #expect(both.credentials(for: [way(.bearer)]) == .bearer("t"))
    }

    @Test("The permissions of a symbolic link's target apply") func links() throws {
        let path = try file("DEMO_TUI_TOKEN=t")
        let open = try file("DEMO_TUI_TOKEN=t", mode: 0o644)
        for file in [path, open] {
            try FileManager.default.createSymbolicLink(atPath: file + "-link", withDestinationPath: file)
        }
        let secrets = try Secrets(environment: [:], file: path + "-link")
        #expect(secrets.credentials(for: [way(.bearer)]) == .bearer("t"))
        #expect(throws: Complaint.self) { try Secrets(environment: [:], file: open + "-link") }
    }

    @Test("An unsupported scheme gets neither a token nor advice") func digest() throws {
        let secrets = try Secrets(environment: ["DEMO_TUI_TOKEN": "t"])
        #expect(secrets.credentials(for: way(.http(scheme: "digest"))) == nil)
        #expect(secrets.credentials(for: way(.other("mutualTLS"))) == nil)
        #expect(Secrets.advice(for: [way(.http(scheme: "digest"))]) == nil)
        #expect(secrets.credentials(for: way(.other("oauth2"))) == .bearer("t"))
    }

    @Test("The help names every variable") func help() {
        let help = RunCommand.helpMessage(columns: 10_000)
        for variable in Secrets.Variable.allCases { #expect(help.contains(variable.rawValue)) }
    }

    @Test("A file that others may read, an invalid line and a missing file are refused, without their content")
    func refused() throws {
        for (text, mode, words) in [
            ("DEMO_TUI_TOKEN=s3cr3t", 0o644, "chmod 600"), ("s3cr3t", 0o600, ":1: write NAME=value"),
            ("TOKEN=s3cr3t", 0o600, "DEMO_TUI_TOKEN"),
        ] {
            let path = try file(text, mode: mode)
            let failure = #expect(throws: Complaint.self) { try Secrets(environment: [:], file: path) }
            #expect(failure?.description.contains(words) == true)
            #expect(failure?.description.contains("s3cr3t") == false)
        }
        #expect(throws: Complaint.self) { try Secrets(environment: [:], file: "/nowhere/at/all") }
    }

    @Test("The advice lists the variables of every scheme once") func advice() {
        #expect(Secrets.advice(for: []) == nil)
        #expect(Secrets.advice(for: [way(.bearer)]) == "Set DEMO_TUI_TOKEN.")
        let ways = [way(.basic), way(.bearer), way(.openIDConnect(url: "")), way(.apiKey(name: "k", location: .query))]
        #expect(
            Secrets.advice(for: ways)
                == "Set DEMO_TUI_USERNAME and DEMO_TUI_PASSWORD, or DEMO_TUI_TOKEN, or DEMO_TUI_API_KEY.")
    }

    @Test(
        "An invalid header option is refused without repeating it",
        arguments: ["s3cr3t", "a b: s3cr3t", ": s3cr3t", "X: a\r\nY: s3cr3t"])
    func headers(text: String) throws {
        let failure = #expect(throws: Complaint.self) { try HeaderOption.field(text) }
        #expect(failure?.description.contains("s3cr3t") == false)
        #expect(try HeaderOption.field("X-Tenant: 7: 8").value == "7: 8")
    }
}

@MainActor @Suite("Signing in") struct SignInTests {
    private static let document = openAPI(
        "Vault", server: nil,
        """
        GET /gems listGems -> [{name: string}] ; security: [{token: []}, {key: []}]
        POST /offers sendOffer {price: string} -> 204 ; security: [{token: []}]
        """,
        root: """
            components:
              securitySchemes: {token: {type: http, scheme: bearer}, key: {type: apiKey, in: header, name: X-Vault}}
            """)

    /// Runs the program against a real server that opens to `Bearer s3same` and `X-Vault: s3same`.
    private func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        try await VaultServer.run { port in
            try await Harness.run(over: Self.document, AppOptions(baseURL: "http://127.0.0.1:\(port)"), body)
        }
    }

    @Test(
        "A demo call has the credentials that the document requires, and no others",
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
        let document = openAPI(
            "Vault", server: nil, "GET /gems gems -> [{type: object}] ; security: [{way: []}]",
            root: "components: {securitySchemes: {way: {\(scheme)}}}")
        try await Harness.run(over: document) { app in
            let request = try #require(app.exchanges.last?.request)
            let sent = request.headerFields.filter { $0.name != .accept }
            #expect(sent.map { "\($0.name.canonicalName): \($0.value)" }.joined() == header)
            #expect(request.path == "/gems")
        }
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "a screen that is refused says so; I asks, and the screen loads with what was typed, which nothing shows",
            .reads("401 Unauthorized: the server wants you to sign in.", "Press I to sign in"), .press("I"),
            .sees("API key (X-Vault)"), .press("Enter"), .type("s3same"), .lacks("s3same"), .sees("******"),
            .press("Enter"), .sees("Ruby")),
        Walk(
            "Esc leaves without a change, and nothing typed is no sign-in", .press("I Enter Enter"),
            .sees("Required."), .mark, .type("wrong"), .press("Esc"), .calls(0), .noPopup()),
        Walk(
            "a form that is refused names a key that works while typing; what was typed stays", .press("2"),
            .type("12"), .press("^S"), .reads("Press F10 to sign in."), .press("F10"), .sees("Sign in"),
            .press("Enter"), .type("s3same"), .press("Enter ^S"), .sees("Sent"), .reads("200 after")),
        Walk(
            "a wrong token is said to be refused, and another one can be typed", .press("I Enter"), .type("wrong"),
            .press("Enter"), .reads("what you signed in with was not accepted"), .press("I Enter"), .type("s3same"),
            .press("Enter"), .sees("Ruby")),
    ]

    @Test("Signing in works on screen", arguments: walks) func walk(_ walk: Walk) async throws {
        try await run { try await walk.take(on: $0) }
    }

    @Test("A pasted API key is sent in its header and is not in copied commands") func key() async throws {
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

    @Test("Sign-ins for the open screen are first, and a second one keeps the first") func fitting() async throws {
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
}

/// A real server on a loopback port that gives one row to who knows the secret, and 401 to everyone else.
enum VaultServer {
    /// Runs the body with the server's port.
    static func run(_ body: @MainActor (Int) async throws -> Void) async throws {
        try await LoopbackServer.run { request in
            let isOpen = request.headers.contains { ["s3same", "Bearer s3same"].contains($0.value) }
            return LoopbackServer.Reply(
                status: isOpen ? 200 : 401, headers: [("Content-Type", "application/json")],
                body: isOpen ? #"[{"name": "Ruby"}]"# : #"{"error": "who?"}"#)
        } _: { server in
            try await body(server.port)
        }
    }
}

@MainActor @Suite("Secrets") struct SecretsTests {
    @Test("Sign-in tokens are neither in the journal's views nor in copied text") func tokens() async throws {
        try await Harness.run(AppOptions(startScreen: "profile"), size: Size(columns: 140, rows: 50)) { app in
            let login = try #require(app.exchanges.first { $0.request.path == "/auth/login" })
            let body = String(decoding: login.outcome?.body ?? [], as: UTF8.self)
            let token = try #require(body.split(separator: "\"").first { $0.count > 20 })
            await app.press("L", "G")
            for key in ["Enter", "y", "u", "y", "b", "y", "c"] {
                await app.press(key)
                #expect(!app.screen.contains(token) && !app.screen.contains("lighthouse"), "\(app.screen)")
            }
            for case .copied(let bytes) in app.terminal.acts {
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(!text.contains(token) && !text.contains("lighthouse"), "\(text)")
            }
        }
    }

    @Test("A title names the filter, but not its typed key") func titles() {
        #expect(Heading.shown("open", of: "status") == "open")
        #expect(Heading.shown("lighthouse", of: "api_key") == Redaction.placeholder)
    }

    @Test("A log that cannot be written is a problem on screen, and does not prevent the start")
    func unwritableLog() async throws {
        #expect(throws: Problem.self) { try FileLog(path: "/dev/null/log") }
        let problem = Problem("cannot be written", file: "a.log")
        let services = AppComposition(AppOptions(), problems: [problem]).servicesWithoutDocument(UserStubs(folder: "/"))
        #expect(services.demo.problems == [problem])
    }
}
