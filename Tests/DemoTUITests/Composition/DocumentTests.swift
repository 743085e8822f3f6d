import APIDocument
import AppCore
import DemoManager
import Foundation
import HTTPTypes
import JSONText
import Testing

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

    /// A folder with files, gone afterwards.
    private func withFolder(_ files: [String: String], _ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("app-\(UUID().uuidString)")
        for (name, text) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }

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
