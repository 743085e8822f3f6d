import ArgumentParser
import DemoManager
import Foundation
import Testing

@testable import DemoTUI

@Suite("A call from the command line") struct RequestCommandTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            post:
              operationId: addPet
              requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
              responses: {'201': {description: ok, content: {application/json: {example: {id: 1}}}}}
        """

    /// The exit code of a call; nil where it went well.
    private func code(_ arguments: [String]) async throws -> Int32? {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("request-\(UUID().uuidString).yaml")
        try Data(Self.document.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let command = try RequestCommand.parse(["addPet", file.path, "--demo"] + arguments)
        do {
            // Beside the program's own engine, which other tests look at.
            try await DemoManager.withIsolated { _ in try await command.run() }
            return nil
        } catch let exit as ExitCode {
            return exit.rawValue
        }
    }

    @Test("The body goes into the file of --output, in place of what was there; failing that ends with 1")
    func output() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("reply-\(UUID().uuidString)")
        try Data("something longer that was there before".utf8).write(to: file)
        defer { unlink(file.path) }
        #expect(try await code(["--body", "{}", "--output", file.path]) == nil)
        let written = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(written.contains("\"id\"") && !written.contains("before"))
        #expect(try await code(["--body", "{}", "--output", file.path + "/none"]) == 1)
    }

    @Test("A body that is no JSON where JSON is asked for ends with 2")
    func brokenBody() async throws {
        #expect(try await code(["--body", "{bad"]) == 2)
        #expect(try await code(["--body", "[1]"]) == nil)
    }

    @Test("A body that must be sent is asked for before anything is; an empty one is sent as it is")
    func body() async throws {
        #expect(try await code([]) == 2)
        #expect(try await code(["--body", "{}"]) == nil)
        #expect(try await code(["--body", ""]) == nil)
    }
}
