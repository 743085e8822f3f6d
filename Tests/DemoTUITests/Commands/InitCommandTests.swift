import ArgumentParser
import Foundation
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@Suite("init writes an app folder") struct InitCommandTests {
    private static let two = """
        openapi: 3.0.3
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            get: {operationId: listPets, responses: {'200': {description: ok, content: {application/json: {example: [{id: 1}], schema: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}}}}
          /owners:
            get: {operationId: listOwners, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}}}}
        """

    /// A new folder with the document `pets.yaml`.
    private func folder() throws -> Folder { try Folder(["pets.yaml": Self.two]) }

    private func run(_ folder: Folder, _ arguments: String...) async throws -> [String] {
        try await InitCommand.parse([folder.path("pets.yaml"), folder.path("app")] + arguments).carryOut()
    }

    @Test("The folder passes check, a second run changes nothing, and deleted stubs stay deleted")
    func again() async throws {
        let folder = try folder()
        #expect(try await run(folder).first?.contains("4 added") == true)
        #expect(try await CheckCommand.found(AppOptions(document: "\(folder.path)/app")) == [])
        let record = try JSONValue(parsing: folder.read("app/.demo-tui.json"))
        // The layout of earlier versions.
        try folder.write("app/.demo-tui.json", record.text(.pretty) + "\n")
        #expect(try await run(folder).last?.contains("4 unchanged") == true)
        try FileManager.default.removeItem(atPath: "\(folder.path)/app/stubs/listPets.json")
        #expect(try await run(folder).contains { $0.hasPrefix("left out") && $0.contains("listPets") })
    }

    @Test("A changed document updates untouched stubs, keeps edited ones and names removed ones")
    func changed() async throws {
        let folder = try folder()
        _ = try await run(folder)
        let stub = "app/stubs/listPets.json"
        let edited = try folder.read(stub).replacingOccurrences(of: "\"id\": 1", with: "\"id\": 99")
        try folder.write(stub, edited)
        let later = Self.two.replacingOccurrences(of: "listOwners", with: "listKeepers")
            .replacingOccurrences(of: "example: [{id: 1}]", with: "example: [{id: 2}]")
        try folder.write("pets.yaml", later)
        let lines = try await run(folder)
        #expect(lines.contains { $0.hasPrefix("kept") && $0.contains("listPets") && $0.contains("you changed it") })
        #expect(lines.contains { $0.hasPrefix("added") && $0.contains("listKeepers") })
        #expect(lines.contains { $0.hasPrefix("updated") && $0.contains("openapi.yaml") })
        #expect(lines.contains { $0.hasPrefix("kept") && $0.contains("no longer has listOwners") })
        #expect(try folder.read(stub) == edited)
    }

    @Test("Referenced files are copied with their folders; one outside is named") func severalFiles() async throws {
        let folder = try folder()
        let pet = "{type: object, properties: {id: {type: integer}, nick: {type: string}}}"
        let two = Self.two.replacingOccurrences(of: "example: [{id: 1}], ", with: "")
        let item = "{type: object, properties: {id: {type: integer}}}"
        try folder.write("api/parts/pet.yaml", pet)
        try folder.write("pet.yaml", pet)
        for (reference, isInside) in [("parts/pet.yaml", true), ("../pet.yaml", false)] {
            try folder.write("api/openapi.yaml", two.replacing(item, with: "{$ref: '\(reference)'}"))
            let app = folder.path("app-\(isInside)")
            let lines = try await InitCommand.parse([folder.path("api/openapi.yaml"), app]).carryOut()
            #expect(lines.contains { $0.contains("../pet.yaml") } == !isInside, "\(lines)")
            #expect(FileManager.default.fileExists(atPath: "\(app)/parts/pet.yaml") == isInside)
            guard isInside else { continue }
            #expect(try folder.read("app-true/stubs/listPets.json").contains("nick"))
            #expect(try await CheckCommand.found(AppOptions(document: app)) == [])
        }
    }

    @Test("a dry run writes nothing") func dry() async throws {
        let folder = try folder()
        let said = try await run(folder, "--dry-run")
        #expect(said.contains { $0.hasPrefix("added") && $0.contains("listPets") })
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/app"))
    }

    @Test("A foreign folder, and one with linked stubs, are refused unchanged") func refused() async throws {
        let folder = try folder()
        try folder.write("app/notes.txt", "mine")
        await #expect(throws: Complaint.self) { try await run(folder) }
        try folder.write("app/openapi.yaml", Self.two)
        try folder.link("app/stubs", to: folder.path)
        await #expect(throws: Complaint.self) { try await run(folder) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["app", "pets.yaml"])
        let app = folder.path("pets.yaml/app")
        let failure = #expect(throws: Complaint.self) { try AppFolder(app).write([("a.json", [])]) }
        let end = "/a.json: it cannot be written: Not a directory. Run it again, which writes the rest."
        #expect(failure?.description.hasSuffix(end) == true)
    }
}
