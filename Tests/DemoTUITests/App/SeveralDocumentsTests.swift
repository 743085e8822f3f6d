import AppCore
import ArgumentParser
import DemoManager
import Foundation
import HTTPTypes
import Terminal
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

/// The screens of several documents, alone and beside a gateway.
@MainActor @Suite("Several documents in the app", .timeLimit(.minutes(4))) struct SeveralDocumentsTests {
    /// A document whose ids others have, too.
    nonisolated private static func document(
        _ title: String, server: String, _ members: String = "id: {type: integer}, name: {type: string}"
    ) -> String {
        openAPI(
            title, server: server,
            """
            GET /pets listPets -> [Pet]
            POST /pets addPet Pet -> 201 Pet
            GET /pets/{petId:integer} getPet -> Pet
            """,
            root: """
                security: [{token: []}]
                components:
                  schemas: {Pet: {type: object, required: [id, name], properties: {\(members)}}}
                  securitySchemes: {token: {type: http, scheme: bearer}}
                """)
    }

    nonisolated private static let files = [
        "a.yaml": document("Shop", server: "/a"), "b.yaml": document("Zoo", server: "/b"),
    ]

    /// Fills the form in front and sends it.
    private func sendRex(_ app: Harness, id: String) async {
        await app.focus("id")
        await app.type(id)
        await app.focus("name")
        await app.type("Rex")
        await app.press("^S")
    }

    /// Runs the app over `a.yaml` and `b.yaml`.
    private func run(
        _ files: [String: String] = files, _ options: AppOptions = AppOptions(isDemo: true),
        watchesStubs: Bool = false, _ body: @MainActor (Harness, _ folder: String) async throws -> Void
    ) async throws {
        let folder = try Folder(files)
        var options = options
        options.mounts = ["a.yaml", "b.yaml"].map { DocumentSource(document: "\(folder.path)/\($0)") }
        options.document = options.mounts.first?.document
        try await Harness.run(options, size: Size(columns: 100, rows: 30), watchesStubs: watchesStubs) { app in
            try await body(app, folder.path)
        }
    }

    @Test("Each document has its screens below its title, with its own operations") func screens()
        async throws
    {
        try await run { app, _ in
            #expect(app.row(2).contains("▾ Shop") && app.row(4).contains("▾ Zoo"), "\(app.screen)")
            await app.press("2")
            #expect(
                app.exchanges.last?.request.path == "/b/pets" && app.exchanges.last?.call.operation == "listPets@/b")
            #expect(app.state.currentScreen == "pets@/b" && app.title.contains("Zoo > Pets"), "\(app.screen)")
            await app.press("Enter")
            #expect(app.exchanges.last?.request.path?.hasPrefix("/b/pets/") == true)
            #expect(app.exchanges.last?.call.operation == "getPet@/b")
            await app.press("Esc", "a")
            await sendRex(app, id: "77")
            let sent = try #require(app.exchanges.first { $0.request.method == .post })
            #expect(sent.request.path == "/b/pets" && sent.call.operation == "addPet@/b" && sent.verdict == .kept)
            await app.press("Esc", "r", "G")
            #expect(app.names?.contains("Rex") == true)
            await app.press("1", "r")
            #expect(app.names?.isEmpty == false && app.names?.contains("Rex") == false)
        }
    }

    @Test("A switch and a condition apply to one document") func switches() async throws {
        try await run { app, _ in
            await app.press("2")
            await app.choose("404 not found")
            #expect(app.exchanges.last?.outcome?.end == .status(404), "\(app.screen)")
            await app.press("d")
            #expect(app.manager.isEnabled(for: "pets") && !app.manager.isEnabled(for: "pets@/b"))
            await app.press("1", "r")
            #expect(app.exchanges.last?.outcome?.end == .status(200))
        }
    }

    @Test("A write does not outdate lists of another document") func writes() async throws {
        try await run { app, _ in
            await app.press("2", "1", "a")
            await sendRex(app, id: "7")
            #expect(app.names?.contains("Rex") == true)
            await app.press("2")
            #expect(app.names?.isEmpty == false && app.readings(of: "/b/pets") == 1)
        }
    }

    @Test("Each document calls its server; a token at launch is for the first, a typed one for its own")
    func servers() async throws {
        try await VaultServer.run { first in
            try await VaultServer.run { second in
                let files = [
                    "a.yaml": Self.document("Shop", server: "http://127.0.0.1:\(first)/a"),
                    "b.yaml": Self.document("Zoo", server: "http://127.0.0.1:\(second)/b"),
                ]
                let options = AppOptions(environment: ["DEMO_TUI_TOKEN": "s3same"])
                try await run(files, options) { app, _ in
                    #expect(app.names == ["Ruby"] && app.banner.contains("2 servers"), "\(app.screen)")
                    await app.press("2")
                    let exchange = try #require(app.exchanges.last)
                    #expect(exchange.request.authority == "127.0.0.1:\(second)")
                    #expect(exchange.request.headerFields[.authorization] == nil)
                    #expect(app.screen.contains("401"), "\(app.screen)")
                    await app.press("I")
                    #expect(app.screen.contains("Sign in to Zoo: Token"), "\(app.screen)")
                    await app.type("s3same")
                    await app.press("Enter")
                    #expect(app.names == ["Ruby"], "\(app.screen)")
                    await app.press("1", "r")
                    #expect(app.exchanges.last?.request.authority == "127.0.0.1:\(first)")
                }
            }
        }
    }

    @Test("With a base URL, each document is below its path there") func baseURL() async throws {
        try await VaultServer.run { port in
            let options = AppOptions(baseURL: "http://127.0.0.1:\(port)/x/", environment: ["DEMO_TUI_TOKEN": "s3same"])
            try await run(Self.files, options) { app, _ in
                await app.press("2")
                #expect(app.paths == ["/x/a/pets", "/x/b/pets"] && app.banner.contains("http://127.0.0.1:\(port)  "))
                // It is the first one's server, too.
                #expect(app.names == ["Ruby"], "\(app.screen)")
            }
        }
    }

    @Test("A save replaces one document; the other keeps its writes, and a refused save is shown until repaired")
    func saves() async throws {
        try await run(watchesStubs: true) { app, folder in
            func save(_ name: String, _ text: String) throws {
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            }
            await app.press("2", "a")
            await sendRex(app, id: "77")
            let before = app.state.demo.problems.count
            try save("b.yaml", "paths: {")
            await app.wait { app.state.demo.problems.count == before + 1 }
            try save(
                "a.yaml",
                Self.document("Shop", server: "/a", "id: {type: integer}, name: {type: string}, color: {type: string}"))
            await app.press("1")
            await app.wait { app.columns.contains("color") }
            #expect(app.state.demo.problems.count == before + 1)
            await app.press("2", "r", "G")
            #expect(app.names?.contains("Rex") == true && !app.columns.contains("color"))
            try save(
                "b.yaml",
                Self.document("Zoo", server: "/b", "id: {type: integer}, name: {type: string}, size: {type: string}"))
            await app.wait { app.columns.contains("size") }
            #expect(app.columns.contains("size") && app.state.demo.problems.count == before)
            #expect(app.names?.contains("Rex") == true)
        }
    }

    @Test("An operation's stub is written into its document's folder") func stubs() async throws {
        try await run { app, _ in
            let services = try #require(await Self.services(of: app))
            let folders = ["listPets", "listPets@/b"].map { services.stubEditor.own($0).folder }
            #expect(folders[0].contains("/apis/shop-") && folders[1].contains("/apis/zoo-"), "\(folders)")
            let own = services.stubEditor.own("listPets")
            #expect(folders.allSatisfy { own.editable.contains($0) })
        }
    }

    /// The services of another start.
    private static func services(of app: Harness) async -> OpenedApp.Services? {
        if case .open(let services) = await app.source.open({ _ in }) { services } else { nil }
    }

    @Test(
        "Documents that cannot be opened together are refused in one line",
        arguments: [
            (
                ["a.yaml", "a2.yaml"],
                "a2.yaml: has the base path /a of a.yaml; open it in a run of its own, or let demo-tui gateway"
            ),
            (["a.yaml", "./a.yaml"], "a.yaml: is named twice; name it once"),
            (["a.yaml", "missing.yaml"], "missing.yaml: there is no such file"),
        ])
    func refused(_ names: [String], _ reason: String) async throws {
        let files = Self.files.merging(["a2.yaml": Self.document("Other", server: "/a")]) { $1 }
        let folder = try Folder(files)
        var options = AppOptions(isDemo: true)
        options.mounts = names.map { DocumentSource(document: "\(folder.path)/\($0)") }
        try await Harness.run(options) { app in
            let text = (app.end?.message ?? "").replacing("\(folder.path)/", with: "")
            #expect(text.contains(reason) && !text.contains("\n"), "\(text)")
        }
    }

    @Test("An unknown screen is refused with all screens; an overlay of several is, too") func options() async throws {
        let folder = try Folder(Self.files)
        var options = AppOptions(isDemo: true, startScreen: "cats")
        options.mounts = ["a.yaml", "b.yaml"].map { DocumentSource(document: "\(folder.path)/\($0)") }
        try await Harness.run(options) { app in
            #expect(app.end?.message?.contains(#"no screen "cats". The screens are: pets, pets@/b."#) == true)
        }
        await #expect(throws: (any Error).self) {
            try await RunCommand.asyncParse(["a.yaml", "b.yaml", "--overlay", "c.yaml"])
        }
        #expect(try await RunCommand.asyncParse(["a.yaml", "b.yaml"]).document.count == 2)
    }

    @Test("Beside a gateway a client's request gets its document's screen, and is checked") func gateway()
        async throws
    {
        let broken = "request: {urlPath: /b/pets}\nresponse: {jsonBody: [{id: one}]}"
        let folder = try Folder(Self.files.merging(["stubs/broken.yaml": broken]) { $1 })
        let command = try GatewayStage.gateway(
            [folder.path + "/a.yaml", "--mount", "/b=\(folder.path)/b.yaml", "--stubs", folder.path + "/stubs"])
        try await GatewayStage.run(command, size: Size(columns: 160, rows: 30)) { app in
            let stage = GatewayStage(app: app, transport: AsyncHTTPTransport())
            #expect(await stage.show("/b/pets") == "200 stubbed")
            #expect(await stage.show("/a/pets") == "200 stubbed")
            let exchanges = app.exchanges
            #expect(exchanges.map(\.screen) == ["pets@/b", "pets"])
            await app.wait { exchanges.allSatisfy { app.manager.exchange($0.id)?.verdict != nil } }
            let verdicts = exchanges.map { app.manager.exchange($0.id)?.verdict }
            #expect(verdicts[1] == .kept && verdicts[0] != .kept, "\(verdicts)")
            await app.press("S-Tab")
            #expect(app.screen.contains("▾ Shop") && app.screen.contains("▾ Zoo"), "\(app.screen)")
            await app.press("j")
            #expect(app.state.currentScreen == "pets@/b" && app.state.hasSidebarFocus, "\(app.screen)")
            await app.choose("404 not found")
            #expect(await stage.send(.get, "/b/pets") == "404 stubbed")
            #expect(await stage.send(.get, "/a/pets") == "200 stubbed")
            await stage.transport.shutdown()
        }
    }
}
