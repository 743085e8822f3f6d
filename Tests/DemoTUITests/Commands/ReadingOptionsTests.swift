import ArgumentParser
import DemoManager
import DocumentStubs
import Foundation
import HTTPTypes
import Testing

@testable import DemoTUI

@Suite struct ReadingOptionsTests {
    private static let pets = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}}}}
          /pets/{id}:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
            delete: {responses: {'204': {description: gone}}}
        components: {schemas: {Pet: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}
        """

    @Test("Every command that reads a document takes overlays, in order") func overlays() async throws {
        let arguments = ["--overlay", "a.yaml", "--overlay", "b.yaml"]
        let overlays = [
            try await RunCommand.asyncParse(arguments).reading.overlay,
            try ScreensCommand.parse(arguments).source.reading.overlay,
            try CheckCommand.parse(arguments).source.reading.overlay,
            try await RequestCommand.asyncParse(["getPet"] + arguments).source.reading.overlay,
            try GatewayCommand.parse(arguments).reading.overlay,
            try InitCommand.parse(["pets.yaml", "app"] + arguments).reading.overlay,
        ]
        #expect(overlays.allSatisfy { $0 == ["a.yaml", "b.yaml"] })
        let gateway = AppOptions(try GatewayCommand.parse(arguments + ["--stateless"]), environment: [:])
        #expect(gateway.overlayFiles == ["a.yaml", "b.yaml"] && !gateway.remembersWrites)
    }

    @Test("The screens and one call mend examples, the gateway leaves them as written, and --examples decides")
    func examples() async throws {
        let style = ["--examples", "written"]
        #expect(try await RunCommand.asyncParse(style).reading.examples == .written)
        let request = try await RequestCommand.asyncParse(["getPet"])
        #expect(try request.connection.options(request.source, isDemo: true).examples == .mended)
        let gateway = try GatewayCommand.parse([])
        #expect(AppOptions(gateway, environment: [:]).examples == .written)
        let mended = try GatewayCommand.parse(["--examples", "mended"])
        #expect(AppOptions(mended, environment: [:]).examples == .mended)
        await #expect(throws: (any Error).self) { try await RunCommand.asyncParse(["--examples", "fixed"]) }
    }

    @Test("An action of an overlay that selects nothing is reported with its line")
    func emptyActions() async throws {
        let overlay = "overlay: 1.0.0\nactions:\n  - target: $.paths['/cats']\n    remove: true"
        try await withFolder(["p.yaml": Self.pets, "o.yaml": overlay]) { folder in
            let options = AppOptions(
                document: "\(folder)/p.yaml", overlayFiles: ["\(folder)/o.yaml"], environment: ["HOME": "/nowhere"])
            let read = try await ReadDocument(options)
            #expect(read.overlayProblems.map { $0.position?.line } == [3])
            #expect(read.overlayProblems.first?.message.contains("selects nothing") == true)
        }
    }

    @Test("A vocabulary file changes the demo's data; a bad one is named with its line")
    func vocabulary() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vocabulary-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ text: String) throws -> String {
            let file = folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            return file.path
        }
        let pets = try file("pets.yaml", Self.pets)
        let words = try file("words.yaml", "topics:\n  dragon: {names: [name], of: [pet], values: [Fafnir]}")
        let options = AppOptions(
            try GatewayCommand.parse([pets, "--vocabulary", words]), environment: ["HOME": "/nowhere"])
        let manager = DemoManager(configuration: .init(unmatched: .error))
        try manager.use(OpenedDocument(try await ReadDocument(options), below: "").description)
        let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/pets/3")
        guard case .stub(let reply, _) = manager.decide(request, call: Call(id: 1, mode: .demo)).action else {
            Issue.record("no reply")
            return
        }
        #expect(String(decoding: reply.body, as: UTF8.self).contains("Fafnir"))
        var bad = options
        bad.vocabularyFiles = [try file("bad.yaml", "topics:\n  dragon: {size: 3}")]
        do {
            _ = try await ReadDocument(bad)
            Issue.record("a bad file was taken")
        } catch {
            #expect("\(error)".contains("bad.yaml:2"), "\(error)")
        }
    }

    @Test("Without a memory a deleted item is still there", arguments: [true, false])
    func stateless(remembersWrites: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("pets-\(UUID()).yaml")
        try Data(Self.pets.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let manager = DemoManager(configuration: .init(unmatched: .error))
        let options = AppOptions(document: file.path, environment: ["HOME": "/nowhere"])
        let opened = OpenedDocument(
            try await ReadDocument(options), below: "", remembersWrites: remembersWrites)
        try manager.use(opened.description)
        func status(_ method: HTTPRequest.Method) -> Int? {
            let request = HTTPRequest(method: method, scheme: "http", authority: "x", path: "/pets/3")
            guard case .stub(let reply, _) = manager.decide(request, call: Call(id: 1, mode: .demo)).action else {
                return nil
            }
            return reply.status.code
        }
        #expect(status(.delete) == 204)
        #expect(status(.get) == (remembersWrites ? 404 : 200))
    }
}
