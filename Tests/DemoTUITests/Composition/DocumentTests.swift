import APIDocument
import DemoManager
import Foundation
import LoopbackPorts
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import AppCore
@testable import DemoTUI

@Suite("The user's documents") struct DocumentTests {
    private static let pets = openAPI(
        "Pets", server: "/api", "GET /pets/{id:integer} getPet -> {id!: integer, name!: string}")

    private func options(_ document: String) -> AppOptions {
        AppOptions(document: document, isDemo: true, watchesFiles: false, environment: ["HOME": "/nowhere"])
    }

    @Test("An app folder's stubs answer, then the document's schemas") func folder() async throws {
        let stub = "request: {urlPath: /api/pets/1}\nresponse: {jsonBody: {id: 1, name: Rex}}"
        let folder = try Folder(["openapi.yaml": Self.pets, "stubs/rex.yaml": stub])
        let composition = AppComposition(options(folder.path), manager: DemoManager())
        let app = try await composition.prepare()
        let operation = try #require(app.document.operation("getPet"))
        let request = Request(direct: operation, in: app.document)
        func pet(_ id: String) async throws -> APIResponse {
            let endpoint = try request.endpoint(try request.values(of: [(name: "id", text: id)]))
            return try await app.client.send(endpoint, in: CallContext(session: .demo))
        }
        #expect(try await pet("1").json?["name"] == "Rex")
        #expect(try await pet("42").json?["id"] == 42)
        await composition.stop()
    }

    @Test("A compressed document is read") func compressed() async throws {
        let packed =
            Data(
                base64Encoded:
                    "H4sIAAAAAAACA8svSM1LLMi0UjDWM9Qz4MrMS8u3UqguySzJSbVSiMosqOUqSCzJKAaK6ScCifTUEiCZX5BalFiSmZ/nmWKlUJVZUJCaUltbywUAHYnE00wAAAA="
            ) ?? Data()
        let reply = LoopbackServer.Reply(headers: [("Content-Encoding", "gzip")], bytes: Array(packed))
        try await LoopbackServer.run { _ in
            reply
        } _: { server in
            let url = try #require(URL(string: server.url("/openapi.yaml")))
            // Who is in a hurry gives up on a busy machine.
            var limits = TransportLimits()
            let patience = Duration.seconds(600)
            (limits.connect, limits.firstByte, limits.idle, limits.total) = (patience, patience, patience, patience)
            let fetch = DocumentFetch(document: url, limits: limits)
            let loaded = try await DocumentLoader(fetch: fetch.bytes).load(.remote(url))
            #expect(loaded.document.operations.map(\.id) == ["zipped"])
        }
    }

    @Test("Without a server live calls name --base-url") func noServer() async throws {
        let folder = try Folder(["openapi.yaml": Self.pets])
        var live = options(folder.path + "/openapi.yaml")
        live.isDemo = false
        let composition = AppComposition(live, manager: DemoManager())
        let app = try await composition.prepare()
        let endpoint = Endpoint(operation: "getPet", path: "/pets/1")
        let error = await #expect(throws: APIError.self) {
            try await app.client.send(endpoint, in: CallContext(session: .live))
        }
        #expect(error?.message.contains("--base-url") == true)
        await composition.stop()
    }

    @Test("check names a stub that breaks the document, by its place") func contract() async throws {
        let stub = "request: {method: GET, urlPath: /api/pets/1}\nresponse: {jsonBody: {id: one}}"
        let folder = try Folder(["openapi.yaml": Self.pets, "stubs/rex.yaml": stub])
        let problems = try await CheckCommand.found(options(folder.path)).map(\.description)
        #expect(problems.count == 2)
        #expect(problems.allSatisfy { $0.contains("stubs/rex.yaml:") })
        #expect(problems.contains { $0.contains("must be") && $0.hasSuffix("at /id") })
    }

    @Test("A document without a title is called by its file") func untitled() async throws {
        let text = Self.pets.replacing("title: Pets, ", with: "")
        let folder = try Folder(["pets.yaml": text])
        let composition = AppComposition(options(folder.path + "/pets.yaml"), manager: DemoManager())
        let app = try await composition.prepare()
        #expect(app.document.title.isEmpty)
        #expect(app.opened.title == "pets.yaml")
        await composition.stop()
    }

    @Test("A missing document is an error", arguments: ["/nowhere.yaml", "/tmp"]) func missing(path: String) async {
        await #expect(throws: (any Error).self) { try await AppComposition(options(path)).prepare() }
    }

    @Test("An operation is found by its id, or by method and path") func operations() throws {
        let document = try APIDocument(SourceText(name: "p.yaml", bytes: Array(Self.pets.utf8)))
        #expect(RequestCommand.find("getPet", in: document)?.id == "getPet")
        #expect(RequestCommand.find("get /pets/{id}", in: document)?.id == "getPet")
        #expect(RequestCommand.find("nope", in: document) == nil)
    }
}

@Suite("Remote documents") struct DocumentFetchTests {
    @Test("A public name that resolves to a private address is not read", arguments: ["127.0.0.1", "10.0.0.7", "::1"])
    func privateAddress(address: String) async throws {
        let fetch = DocumentFetch(document: URL(string: "https://api.example.com/openapi.yaml")) { _ in
            ["93.184.216.34", address]
        }
        let url = try #require(URL(string: "http://schemas.example.com/a.yaml"))
        await #expect {
            try await fetch.bytes(url)
        } throws: { error in
            "\(error)".contains("schemas.example.com leads to the private address \(address)")
        }
    }

    @Test("An unknown host name is not resolved again") func unknownName() async throws {
        let fetch = DocumentFetch(document: URL(string: "https://api.example.com/openapi.yaml")) { _ in [] }
        let url = try #require(URL(string: "http://localhost/a.yaml"))
        await #expect {
            try await fetch.bytes(url)
        } throws: { error in
            "\(error)".contains("no server of the name localhost was found")
        }
    }

    @Test("Names are resolved") func lookedUp() {
        #expect(RemoteHost.addresses(of: "127.0.0.1") == ["127.0.0.1"])
        #expect(RemoteHost.addresses(of: "[").isEmpty)
    }
}

@MainActor @Suite("Servers, own stubs and seeds") struct StartTests {
    nonisolated private static let card = """
        {"request": {"method": "GET", "urlPath": "/cards"},
         "response": {"status": 200, "jsonBody": {"data": [{"id": "1", "label": "My own card"}]}}}
        """

    nonisolated private static func seeds(_ seeds: String) -> Stage {
        .stage(AppOptions(startScreen: "cards", isUITesting: true, environment: ["DEMO_TUI_SEEDS": seeds]))
    }

    nonisolated static let walks: [Walk] = [
        Walk(
            "--demo-screen starts one screen with stubs, the others live",
            on: .stage(AppOptions(demoScreens: ["cards"], startScreen: "cards")), .banner("MIXED"),
            .title("◐ demo"), .sees("Mastercard"), .allStubs(), .press("1"), .title("● live"), .sees("Maya")),
        Walk(
            "--demo-screen with an unknown screen ends the start and lists the screens",
            on: .stage(AppOptions(demoScreens: ["crads"])), .ends(2),
            .holds { $0.end?.message?.contains("\"crads\"") == true && $0.end?.message?.contains("cards") == true }),
        Walk(
            "--screen with an unknown screen ends the start and lists the screens",
            on: .stage(AppOptions(startScreen: "crads")), .ends(2),
            .holds { $0.end?.message?.contains("\"crads\"") == true && $0.end?.message?.contains("cards") == true }),
        Walk(
            "seeds answer by status and body and win over every stub",
            on: seeds(#"{"GET /cards": {"status": 200, "body": {"data": [{"id": "1", "label": "Seeded"}]}}}"#),
            .sees("Seeded"), .banner("DEMO"), .press("D D r"), .sees("Seeded"),
            .holds { !FileManager.default.fileExists(atPath: $0.dataFolder) }),
        Walk(
            "an array of seeds is a sequence whose last reply stays",
            on: seeds(#"{"GET /cards": [{"status": 403}, {"body": {"data": [{"id": "1", "label": "Second"}]}}]}"#),
            .sees("403"), .press("r"), .sees("Second"), .press("r"), .sees("Second")),
        Walk(
            "a request without a seed is a message on its screen, also live", on: seeds("{}"),
            .sees("GET /cards", "seed"), .press("d"), .sees("seed")),
    ]

    @Test("Servers and stubs work", arguments: walks) func walk(_ walk: Walk) async throws { try await walk.take() }

    @Test("A missing server is reported with the remedy, and D gives a working app") func closedPort() async throws {
        let port = try ClosedPort()
        let options = AppOptions(baseURL: "http://127.0.0.1:\(port.number)", startScreen: "cards")
        try await Walk(
            "", on: .stage(options), .banner("LIVE", "127.0.0.1:\(port.number)"),
            .reads("Press d to open this screen with demo data, D for all of them."), .lacks("NIO", "Error("),
            .press("D"), .banner("DEMO"), .sees("Mastercard"), .press("1"), .sees("Theo Marchetti"), .press("2"),
            .sees("Bakkerij Van Loo"), .press("3"), .sees("front desk")
        ).take()
        withExtendedLifetime(port) {}
    }

    @Test("An invalid stub file is listed under Problems, and the other stubs answer") func brokenStub() async throws {
        let folder = try Folder(["good.json": Self.card, "broken.yaml": "mappings:\n  - request: [\n"])
        try await Walk(
            "", on: .stage(AppOptions(isDemo: true, stubsFolder: folder.path)), .press("4"), .sees("My own card"),
            .press("2"), .sees("Bakkerij Van Loo"), .press("P"), .title("Problems · 1"), .reads("valid YAML"),
            .holds { $0.state.demo.problems.count == 1 },
            .holds { $0.state.demo.problems.first?.description.contains("/broken.yaml:") == true }
        ).take()
    }

    @Test("A misspelt member is a problem, and its stub does not answer") func misspelt() async throws {
        let text = Self.card.replacingOccurrences(of: "urlPath", with: "urlPaht")
        let folder = try Folder(["typo.json": text])
        try await Walk(
            "", on: .stage(AppOptions(isDemo: true, stubsFolder: folder.path)), .press("4"), .sees("Mastercard"),
            .lacks("My own card"), .press("P"), .reads("urlPaht")
        ).take()
    }

    @Test(
        "Invalid seeds end the program at the start with a message",
        arguments: ["{", "[]", #"{"what is this": {}}"#, #"{"GET /cards": {"statsu": 1}}"#, "@/no/such/file"])
    func invalidSeeds(_ seeds: String) async throws {
        try await Self.seeds(seeds).run { app in
            #expect(app.end?.code == 2 && app.end?.message?.isEmpty == false, "\(app.screen)")
        }
    }

    @Test("Seeds can be in a file") func seedsInFile() async throws {
        let text = #"{"/cards": {"body": {"data": [{"id": "1", "label": "From a file"}]}}}"#
        let folder = try Folder(["seeds.json": text])
        try await Walk("", on: Self.seeds("@\(folder.path)/seeds.json"), .sees("From a file")).take()
    }
}
