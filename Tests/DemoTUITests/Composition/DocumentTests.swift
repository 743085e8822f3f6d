import APIDocument
import AppCore
import DemoManager
import Foundation
import HTTPTypes
import LoopbackPorts
import Testing
import WireFormats

@testable import DemoTUI

@Suite("Documents of others") struct DocumentTests {
    private static let pets = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        servers: [{url: /api}]
        paths:
          /pets/{id}:
            get:
              operationId: getPet
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses:
                '200':
                  description: ok
                  content: {application/json: {schema: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}}}
        """

    private func options(_ document: String) -> AppOptions {
        AppOptions(document: document, isDemo: true, watchesStubs: false, environment: ["HOME": "/nowhere"])
    }

    @Test("An app folder brings its stubs; where they say nothing, the document's schemas answer")
    func folder() async throws {
        let stub = "request: {urlPath: /api/pets/1}\nresponse: {jsonBody: {id: 1, name: Rex}}"
        try await withFolder(["openapi.yaml": Self.pets, "stubs/rex.yaml": stub]) { folder in
            let composition = AppComposition(options(folder), manager: DemoManager())
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
    }

    @Test("A document that its server compresses is read")
    @MainActor func compressed() async throws {
        let packed =
            Data(
                base64Encoded:
                    "H4sIAAAAAAACA8svSM1LLMi0UjDWM9Qz4MrMS8u3UqguySzJSbVSiMosqOUqSCzJKAaK6ScCifTUEiCZX5BalFiSmZ/nmWKlUJVZUJCaUltbywUAHYnE00wAAAA="
            ) ?? Data()
        let head =
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\nConnection: close\r\n\r\n"
        try await VaultServer.run(reply: { _ in Array(head.utf8) + packed }) { port in
            let url = try #require(URL(string: "http://127.0.0.1:\(port)/openapi.yaml"))
            // Who is in a hurry gives up on a busy machine.
            let patience = Duration.seconds(600)
            let fetch = DocumentFetch(
                document: url,
                limits: TransportLimits(connect: patience, firstByte: patience, idle: patience, total: patience))
            let loaded = try await DocumentLoader(fetch: fetch.bytes).load(.remote(url))
            #expect(loaded.document.operations.map(\.id) == ["zipped"])
        }
    }

    @Test("Without a server live calls say what to do, and nothing is sent")
    func noServer() async throws {
        try await withFolder(["openapi.yaml": Self.pets]) { folder in
            var live = options(folder + "/openapi.yaml")
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
    }

    @Test("check names a stub that breaks the document, by its place")
    func contract() async throws {
        let stub = "request: {method: GET, urlPath: /api/pets/1}\nresponse: {jsonBody: {id: one}}"
        try await withFolder(["openapi.yaml": Self.pets, "stubs/rex.yaml": stub]) { folder in
            let problems = try await CheckCommand.problems(options(folder))
            #expect(problems.count == 2)
            #expect(problems.allSatisfy { $0.contains("stubs/rex.yaml:") })
            #expect(problems.contains { $0.contains("must be") && $0.hasSuffix("at /id") })
        }
    }

    @Test("A document without a title is called by its file")
    func untitled() async throws {
        let text = Self.pets.replacing("title: Pets, ", with: "")
        try await withFolder(["pets.yaml": text]) { folder in
            let composition = AppComposition(options(folder + "/pets.yaml"), manager: DemoManager())
            let app = try await composition.prepare()
            #expect(app.document.title.isEmpty)
            #expect(composition.name(of: app.document) == "pets.yaml")
            await composition.stop()
        }
    }

    @Test("A document that is not there, and a folder without one, are told", arguments: ["/nowhere.yaml", "/tmp"])
    func missing(path: String) async {
        await #expect(throws: (any Error).self) { try await AppComposition(options(path)).prepare() }
    }

    @Test("An operation is found by its id, or by method and path")
    func operations() throws {
        let document = try APIDocument(SourceText(name: "p.yaml", bytes: Array(Self.pets.utf8)))
        #expect(RequestCommand.find("getPet", in: document)?.id == "getPet")
        #expect(RequestCommand.find("get /pets/{id}", in: document)?.id == "getPet")
        #expect(RequestCommand.find("nope", in: document) == nil)
    }
}

@Suite("What is fetched of other servers")
struct DocumentFetchTests {
    @Test("a public name that leads to a private address is not read", arguments: ["127.0.0.1", "10.0.0.7", "::1"])
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

    @Test("a name nobody knows is not asked for again, when it may be told to lead elsewhere")
    func unknownName() async throws {
        let fetch = DocumentFetch(document: URL(string: "https://api.example.com/openapi.yaml")) { _ in [] }
        let url = try #require(URL(string: "http://localhost/a.yaml"))
        await #expect {
            try await fetch.bytes(url)
        } throws: { error in
            "\(error)".contains("no server of the name localhost was found")
        }
    }

    @Test("names are looked up")
    func lookedUp() {
        #expect(RemoteHost.addresses(of: "127.0.0.1") == ["127.0.0.1"])
        #expect(RemoteHost.addresses(of: "[").isEmpty)
    }
}

@MainActor
@Suite("The server to talk to")
struct ServerTests {
    @Test("a server that is not there is said with a way out, and D gives a working app")
    func closedPort() async throws {
        let port = try ClosedPort()
        try await Harness.run(AppOptions(baseURL: "http://127.0.0.1:\(port.number)", startScreen: "cards")) { app in
            #expect(app.banner.contains("LIVE") && app.banner.contains("127.0.0.1:\(port.number)"))
            #expect(
                app.words.contains("Press d to open this screen with demo data, D for all of them."), "\(app.screen)")
            #expect(!app.screen.contains("NIO") && !app.screen.contains("Error("), "\(app.screen)")
            await app.press("D")
            #expect(app.banner.contains("DEMO") && app.screen.contains("Mastercard"), "\(app.screen)")
            for (key, words) in [("1", "Theo Marchetti"), ("2", "Bakkerij Van Loo"), ("3", "front desk")] {
                await app.press(key)
                #expect(app.screen.contains(words), "\(app.screen)")
            }
        }
        withExtendedLifetime(port) {}
    }

    @Test("--demo-screen starts one screen with stubs, the others live")
    func demoScreen() async throws {
        try await Harness.run(AppOptions(demoScreens: ["cards"], startScreen: "cards")) { app in
            #expect(app.banner.contains("MIXED 1/6"))
            #expect(app.title.contains("[demo]") && app.screen.contains("Mastercard"), "\(app.screen)")
            #expect(app.isAllStubs)
            await app.press("1")
            #expect(app.title.contains("[live]") && app.screen.contains("Maya"))
        }
    }

    @Test("a screen that is not in the document ends the start with its name and those there are")
    func unknownScreen() async throws {
        for options in [AppOptions(demoScreens: ["crads"]), AppOptions(startScreen: "crads")] {
            try await Harness.run(options) { app in
                #expect(app.end?.code == 2)
                #expect(app.end?.message?.contains("\"crads\"") == true && app.end?.message?.contains("cards") == true)
            }
        }
    }
}

@MainActor
@Suite("A folder of own stubs")
struct StubsFolderTests {
    private let good = """
        {"request": {"method": "GET", "urlPath": "/cards"},
         "response": {"status": 200, "jsonBody": {"data": [{"id": "1", "label": "My own card"}]}}}
        """

    @Test("a broken file stands on Problems with file and line; the other files and the sample's stubs answer")
    func broken() async throws {
        try await withFolder(["good.json": good, "broken.yaml": "mappings:\n  - request: [\n"]) { folder in
            try await Harness.run(AppOptions(isDemo: true, stubsFolder: folder)) { app in
                await app.press("4")
                #expect(app.screen.contains("My own card"), "\(app.screen)")
                await app.press("2")
                #expect(app.screen.contains("Bakkerij Van Loo"))
                await app.press("P")
                #expect(app.title.contains("Problems 1") && app.words.contains("valid YAML"), "\(app.screen)")
                #expect(app.state.demo.problems.count == 1)
                #expect(app.state.demo.problems.first?.description.contains("/broken.yaml:") == true)
            }
        }
    }

    @Test("a misspelt member is a problem, and its stub does not answer in secret")
    func misspelt() async throws {
        let text = good.replacingOccurrences(of: "urlPath", with: "urlPaht")
        try await withFolder(["typo.json": text]) { folder in
            try await Harness.run(AppOptions(isDemo: true, stubsFolder: folder)) { app in
                await app.press("4")
                #expect(app.screen.contains("Mastercard") && !app.screen.contains("My own card"), "\(app.screen)")
                await app.press("P")
                #expect(app.words.contains("urlPaht"), "\(app.screen)")
            }
        }
    }
}

@MainActor
@Suite("UI tests start the program with seeds")
struct SeedTests {
    private func options(_ seeds: String, screen: String = "cards") -> AppOptions {
        AppOptions(startScreen: screen, isUITesting: true, environment: ["DEMO_TUI_SEEDS": seeds])
    }

    @Test("seeds answer by status and body and win over every stub")
    func reply() async throws {
        try await Harness.run(
            options(#"{"GET /cards": {"status": 200, "body": {"data": [{"id": "1", "label": "Seeded"}]}}}"#)
        ) { app in
            #expect(app.screen.contains("Seeded") && app.banner.contains("DEMO"), "\(app.screen)")
            await app.press("D", "D", "r")
            #expect(app.screen.contains("Seeded"))
            #expect(!FileManager.default.fileExists(atPath: app.dataFolder))
        }
    }

    @Test("an array is a sequence whose last reply stays")
    func sequence() async throws {
        let seeds =
            #"{"GET /cards": [{"status": 403}, {"status": 200, "body": {"data": [{"id": "1", "label": "Second"}]}}]}"#
        try await Harness.run(options(seeds)) { app in
            #expect(app.screen.contains("403"), "\(app.screen)")
            await app.press("r")
            #expect(app.screen.contains("Second"))
            await app.press("r")
            #expect(app.screen.contains("Second"))
        }
    }

    @Test("a request without a seed is a clear message on its screen, not a crash")
    func missing() async throws {
        try await Harness.run(options("{}")) { app in
            #expect(app.screen.contains("GET /cards") && app.screen.contains("seed"), "\(app.screen)")
            await app.press("d")
            #expect(app.screen.contains("seed"), "nothing reaches the network in live mode either\n\(app.screen)")
        }
    }

    @Test(
        "seeds that cannot be read end the start with a sentence",
        arguments: ["{", "[]", #"{"what is this": {}}"#, #"{"GET /cards": {"statsu": 1}}"#, "@/no/such/file"])
    func broken(_ seeds: String) async throws {
        try await Harness.run(options(seeds)) { app in
            #expect(app.end?.code == 2, "\(app.screen)")
            #expect(app.end?.message?.isEmpty == false)
        }
    }

    @Test("@ names a file")
    func file() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("seeds-\(UUID()).json").path
        try #"{"/cards": {"body": {"data": [{"id": "1", "label": "From a file"}]}}}"#.write(
            toFile: path, atomically: true, encoding: .utf8)
        defer { unlink(path) }
        try await Harness.run(options("@" + path)) { app in #expect(app.screen.contains("From a file"), "\(app.screen)")
        }
    }
}
