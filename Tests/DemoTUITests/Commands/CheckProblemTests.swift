import Foundation
import JSONText
import Testing

@testable import DemoTUI

@Suite("What check tells programs")
struct CheckProblemTests {
    /// Everything wrong with an app folder of this document and this stub file.
    private func found(_ document: String, stub: String) async throws -> [JSONValue] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID())")
        let stubs = folder.appendingPathComponent("stubs")
        try FileManager.default.createDirectory(at: stubs, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try document.write(to: folder.appendingPathComponent("openapi.yaml"), atomically: true, encoding: .utf8)
        try stub.write(to: stubs.appendingPathComponent("pets.json"), atomically: true, encoding: .utf8)
        let options = AppOptions(
            document: folder.path, environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path])
        return try await CheckCommand.found(options).map(\.json)
    }

    private let pets = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            get:
              operationId: listPets
              responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {
                type: object, properties: {age: {type: integer}}}}}}}}
        """

    @Test("a body that breaks its schema is told with the place in the body, the file and the operation")
    func inBody() async throws {
        let found = try await found(
            pets,
            stub: """
                {"request": {"method": "GET", "urlPath": "/pets"},
                 "response": {"status": 200, "jsonBody": [{"age": 1}, {"age": "old"}]}}
                """)
        let flaw = try #require(found.first { $0["kind"] == "stub" })
        #expect(flaw["pointer"] == "/1/age" && flaw["operation"] == "listPets", "\(flaw)")
        #expect(flaw["file"]?.stringValue?.hasSuffix("/stubs/pets.json") == true && flaw["severity"] == "error")
    }

    @Test("what cannot be read is told with its place in the file, and no key is ever left out")
    func inFile() async throws {
        let found = try await found(pets, stub: #"{"mappings": [{"request": {"methd": "GET"}, "response": {}}]}"#)
        let flaw = try #require(found.first { $0["message"]?.stringValue?.contains("methd") == true })
        #expect(flaw["pointer"] == "/mappings/0/request/methd" && flaw["line"] == 1, "\(flaw)")
        let keys = ["kind", "severity", "file", "line", "column", "pointer", "operation", "message"]
        #expect(found.allSatisfy { $0.objectValue?.members.map(\.key) == keys })
        #expect(flaw["operation"] == .null)
    }
}
