import ArgumentParser
import Foundation
import Testing
import WireFormats

@testable import DemoTUI

@Suite("init writes an app folder")
struct InitCommandTests {
    private static let two = """
        openapi: 3.0.3
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            get: {operationId: listPets, responses: {'200': {description: ok, content: {application/json: {example: [{id: 1}], schema: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}}}}
          /owners:
            get: {operationId: listOwners, responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}}}}
        """

    /// A new folder with the document `pets.yaml`; the body's end removes it.
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        try await DemoTUITests.withFolder(["pets.yaml": Self.two], body)
    }

    private func write(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
    private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func run(_ folder: String, _ arguments: String...) async throws -> [String] {
        let command = try InitCommand.parse(["\(folder)/pets.yaml", "\(folder)/app"] + arguments)
        return try await command.carryOut()
    }

    @Test("The folder passes check, a second run changes nothing, and deleted stubs stay deleted")
    func again() async throws {
        try await withFolder { folder in
            #expect(try await run(folder).first?.contains("4 added") == true)
            #expect(try await CheckCommand.found(AppOptions(document: "\(folder)/app")) == [])
            #expect(try await run(folder).last?.contains("4 unchanged") == true)
            try FileManager.default.removeItem(atPath: "\(folder)/app/stubs/listPets.json")
            #expect(try await run(folder).contains { $0.hasPrefix("left out") && $0.contains("listPets") })
        }
    }

    @Test("A changed document updates untouched stubs, keeps edited ones and names removed ones")
    func changed() async throws {
        try await withFolder { folder in
            _ = try await run(folder)
            let stub = "\(folder)/app/stubs/listPets.json"
            let edited = try read(stub).replacingOccurrences(of: "\"id\": 1", with: "\"id\": 99")
            try write(edited, stub)
            let later = Self.two.replacingOccurrences(of: "listOwners", with: "listKeepers")
                .replacingOccurrences(of: "example: [{id: 1}]", with: "example: [{id: 2}]")
            try write(later, "\(folder)/pets.yaml")
            let lines = try await run(folder)
            #expect(lines.contains { $0.hasPrefix("kept") && $0.contains("listPets") && $0.contains("you changed it") })
            #expect(lines.contains { $0.hasPrefix("added") && $0.contains("listKeepers") })
            #expect(lines.contains { $0.hasPrefix("updated") && $0.contains("openapi.yaml") })
            #expect(lines.contains { $0.hasPrefix("kept") && $0.contains("no longer has listOwners") })
            #expect(try read(stub) == edited)
        }
    }

    @Test("Referenced files are copied with their folders; one outside is named") func severalFiles() async throws {
        try await withFolder { folder in
            let pet = "{type: object, properties: {id: {type: integer}, nick: {type: string}}}"
            for part in ["api", "api/parts"] {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
            }
            let two = Self.two.replacingOccurrences(of: "example: [{id: 1}], ", with: "")
            let item = "{type: object, properties: {id: {type: integer}}}"
            try write(pet, "\(folder)/api/parts/pet.yaml")
            try write(pet, "\(folder)/pet.yaml")
            for (reference, isInside) in [("parts/pet.yaml", true), ("../pet.yaml", false)] {
                try write(
                    two.replacingOccurrences(of: item, with: "{$ref: '\(reference)'}"), "\(folder)/api/openapi.yaml")
                let app = "\(folder)/app-\(isInside)"
                let lines = try await InitCommand.parse(["\(folder)/api/openapi.yaml", app]).carryOut()
                #expect(lines.contains { $0.contains("../pet.yaml") } == !isInside, "\(lines)")
                #expect(FileManager.default.fileExists(atPath: "\(app)/parts/pet.yaml") == isInside)
                guard isInside else { continue }
                #expect(try read("\(app)/stubs/listPets.json").contains("nick"))
                #expect(try await CheckCommand.found(AppOptions(document: app)) == [])
            }
        }
    }

    @Test("a dry run writes nothing") func dry() async throws {
        try await withFolder { folder in
            let said = try await run(folder, "--dry-run")
            #expect(said.contains { $0.hasPrefix("added") && $0.contains("listPets") })
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/app"))
        }
    }

    @Test("A foreign folder, and one with linked stubs, are refused unchanged") func refused() async throws {
        try await withFolder { folder in
            let app = "\(folder)/app"
            try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
            try write("mine", "\(app)/notes.txt")
            await #expect(throws: Complaint.self) { try await run(folder) }
            try write(Self.two, "\(app)/openapi.yaml")
            try FileManager.default.createSymbolicLink(atPath: "\(app)/stubs", withDestinationPath: folder)
            await #expect(throws: Complaint.self) { try await run(folder) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["app", "pets.yaml"])
            let file = "\(folder)/pets.yaml"
            let failure = #expect(throws: Complaint.self) { try AppFolder("\(file)/app").write([("a.json", [])]) }
            #expect(
                failure?.description.hasSuffix("this file cannot be written: Not a directory. Run it again.") == true)
        }
    }
}
