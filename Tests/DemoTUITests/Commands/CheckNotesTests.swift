import APIDocument
import Foundation
import JSONText
import Testing

@testable import DemoTUI

@Suite("What check says of what it could not check, and of what demo mode cannot make")
struct CheckNotesTests {
    private func notes(_ schema: String, example: String? = nil) async throws -> [CheckProblem] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("notes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /things:
                get:
                  operationId: getThings
                  responses:
                    '200':
                      description: ok
                      content:
                        application/json:
                          schema:
                            $ref: '#/components/schemas/Thing'
                          \(example.map { "example: \($0)" } ?? "")
            components:
              schemas:
                Thing:
                  type: object
                  required: [a]
                  properties:
                    a: \(schema)
            """
        try Data(text.utf8).write(to: folder.appendingPathComponent("openapi.yaml"))
        let options = AppOptions(document: folder.path, watchesStubs: false, environment: ["HOME": "/nowhere"])
        return try await CheckCommand.found(options)
    }

    @Test("Where nothing can be made that keeps to a schema, the schema's place and the part are told")
    func unmade() async throws {
        for schema in ["{type: string, enum: [x], minLength: 5}", "{not: {}}", "{$ref: '#/components/schemas/Thing'}"] {
            let found = try await notes(schema)
            let problem = try #require(found.first, "\(schema)")
            #expect(found.count == 1 && problem.severity == .note && problem.operation == "getThings", "\(found)")
            #expect(problem.message.contains("no reply of getThings, 200, can be made that keeps to #/"), "\(problem)")
            #expect(problem.pointer?.tokens.first == "a" && problem.position != nil, "\(problem)")
            #expect(try await notes(schema, example: "{a: x}").allSatisfy { !$0.message.contains("no reply") })
        }
    }

    @Test(
        "A pattern that took too long or cannot be read, and a reference that nobody follows, are told as not checked")
    func unchecked() async throws {
        let patterns = [
            ("{type: string, pattern: '^(a+)+$'}", String(repeating: "a", count: 60) + "!", "took too long"),
            ("{type: string, pattern: '[z-a'}", "x", "is no regular expression"),
            ("{$recursiveRef: '#'}", "x", "$recursiveRef is not followed"),
        ]
        for (schema, example, words) in patterns {
            let found = try await notes(schema, example: "{a: \(example)}")
            #expect(found.count == 1 && found.first?.severity == .note, "\(schema): \(found)")
            let message = found.first?.message ?? ""
            #expect(message.contains(words), "\(message)")
            #expect(found.first?.position?.line == 21, "\(found)")
        }
    }
}
