import ArgumentParser
import DemoManager
import DocumentStubs
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import DemoTUI

@Suite struct ReadingOptionsTests {
    private static let pets = openAPI(
        "Pets", server: nil,
        """
        GET /pets -> [Pet]
        GET /pets/{id} -> Pet
        DELETE /pets/{id} -> 204
        Pet = {id: integer, name: string}
        """)

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

    @Test("The screens and one call repair examples, the gateway sends them as written; --examples decides")
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

    @Test("An action of an overlay that selects nothing is reported with its line") func emptyActions() async throws {
        let overlay = "overlay: 1.0.0\nactions:\n  - target: $.paths['/cats']\n    remove: true"
        let folder = try Folder(["p.yaml": Self.pets, "o.yaml": overlay])
        let options = AppOptions(
            document: "\(folder.path)/p.yaml", overlayFiles: ["\(folder.path)/o.yaml"],
            environment: ["HOME": "/nowhere"])
        let read = try await ReadDocument(options)
        #expect(read.overlayProblems.map { $0.position?.line } == [3])
        #expect(read.overlayProblems.first?.message.contains("selects nothing") == true)
    }

    @Test("A vocabulary file changes the demo's data; a bad one is named with its line")
    func vocabulary() async throws {
        let folder = try Folder([
            "pets.yaml": Self.pets, "bad.yaml": "topics:\n  dragon: {size: 3}",
            "words.yaml": "topics:\n  dragon: {names: [name], of: [pet], values: [Fafnir]}",
        ])
        let arguments = [folder.path("pets.yaml"), "--vocabulary", folder.path("words.yaml")]
        let options = AppOptions(try GatewayCommand.parse(arguments), environment: ["HOME": "/nowhere"])
        let manager = DemoManager(configuration: .init(unmatched: .error))
        try manager.use(OpenedDocument(try await ReadDocument(options), below: "").description)
        let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/pets/3")
        guard case .stub(let reply, _) = manager.decide(request, call: Call(id: 1, mode: .demo)).action else {
            Issue.record("no reply")
            return
        }
        #expect(String(decoding: reply.body, as: UTF8.self).contains("Fafnir"))
        var bad = options
        bad.vocabularyFiles = [folder.path("bad.yaml")]
        do {
            _ = try await ReadDocument(bad)
            Issue.record("a bad file was taken")
        } catch {
            #expect("\(error)".contains("bad.yaml:2"), "\(error)")
        }
    }

    @Test("Without a memory a deleted item is still there", arguments: [true, false])
    func stateless(remembersWrites: Bool) async throws {
        let folder = try Folder(["pets.yaml": Self.pets])
        let manager = DemoManager(configuration: .init(unmatched: .error))
        let options = AppOptions(document: folder.path("pets.yaml"), environment: ["HOME": "/nowhere"])
        let opened = OpenedDocument(try await ReadDocument(options), below: "", remembersWrites: remembersWrites)
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
