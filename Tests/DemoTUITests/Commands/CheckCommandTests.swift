import APIDocument
import ArgumentParser
import Foundation
import JSONText
import Testing

@testable import DemoTUI

@Suite("A document held against its own examples, stubs and fixtures")
struct CheckCommandTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            get:
              operationId: getPet
              responses:
                '200':
                  description: ok
                  content:
                    application/json:
                      schema: {type: object, required: [name], properties: {name: {type: string}}}
                      example: {name: Rex}
        """
    private static let stub = "request: {method: GET, urlPath: /pets}\nresponse: {bodyFileName: rex.json}\n"

    /// A folder with a document and more files, gone afterwards.
    private func withFolder(
        _ files: [String: String] = [:], document: String = document, _ body: (String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString)")
        for (name, text) in files.merging(["openapi.yaml": document], uniquingKeysWith: { own, _ in own }) {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path)
    }

    private func found(_ folder: String) async throws -> [CheckProblem] {
        try await CheckCommand.found(
            AppOptions(document: folder, watchesStubs: false, environment: ["HOME": "/nowhere"]))
    }

    /// The exit code of the command; 0 where it went well.
    private func code(_ folder: String) async throws -> Int32 {
        do {
            try await CheckCommand.parse([folder]).run()
            return 0
        } catch let exit as ExitCode {
            return exit.rawValue
        }
    }

    @Test("An example that breaks its schema is told at its own place; the exit code is 1")
    func example() async throws {
        try await withFolder(document: Self.document.replacing("{name: Rex}", with: "{name: 7}")) { folder in
            let problems = try await found(folder)
            #expect(problems.map(\.kind) == [.example] && problems.map(\.severity) == [.error], "\(problems)")
            let problem = try #require(problems.first)
            #expect(problem.operation == "getPet" && problem.pointer?.tokens == ["name"])
            #expect(problem.position?.line == 13 && problem.file.hasSuffix("openapi.yaml"), "\(problem)")
            #expect(problem.message.contains("the example of getPet, 200, breaks its schema: "), "\(problem)")
            #expect(try await code(folder) == 1)
        }
    }

    @Test("A fixture that breaks the schema is told in its own file, by line; the exit code is 1")
    func fixture() async throws {
        let files = ["stubs/pets.yaml": Self.stub, "fixtures/rex.json": "{\n  \"name\": 7\n}\n"]
        try await withFolder(files) { folder in
            let problems = try await found(folder)
            #expect(problems.map(\.kind) == [.fixture] && problems.map(\.severity) == [.error], "\(problems)")
            #expect(problems.first?.file.hasSuffix("fixtures/rex.json") == true, "\(problems)")
            #expect(problems.first?.position?.line == 2, "\(problems)")
            #expect(try await code(folder) == 1)
        }
    }

    @Test("A fixture that is no JSON is told once, in its own file, by line")
    func malformed() async throws {
        let files = ["stubs/pets.yaml": Self.stub, "fixtures/rex.json": "{\n  {{{\n"]
        try await withFolder(files) { folder in
            let problems = try await found(folder)
            #expect(problems.map(\.kind) == [.fixture] && problems.map(\.severity) == [.error], "\(problems)")
            let line = try #require(problems.first).description
            #expect(line.contains("fixtures/rex.json:2:3: not valid JSON"), "\(line)")
            #expect(try await code(folder) == 1)
        }
    }

    @Test("A fixture that no stub names is a note, and notes alone are no reason to fail")
    func unused() async throws {
        let files = [
            "stubs/pets.yaml": Self.stub, "fixtures/rex.json": #"{"name": "Rex"}"#, "fixtures/old/rex.json": "{}",
            "fixtures/README.md": "what these are", "fixtures/.keep": "",
        ]
        try await withFolder(files) { folder in
            let problems = try await found(folder)
            #expect(problems.map(\.kind) == [.fixture] && problems.map(\.severity) == [.note], "\(problems)")
            let line = try #require(problems.first).description
            #expect(
                line.hasSuffix(
                    "fixtures/old/rex.json: note: no stub names this file; name it as bodyFileName, or delete it"))
            #expect(try await code(folder) == 0)
        }
    }

    @Test("Where nothing is wrong the exit code is 0; where there is nothing to check it is not")
    func codes() async throws {
        try await withFolder(["stubs/pets.yaml": Self.stub, "fixtures/rex.json": #"{"name": "Rex"}"#]) { folder in
            let problems = try await found(folder)
            let codes = [try await code(folder), try await code(folder + "/none")]
            #expect(problems == [] && codes == [0, 2])
        }
    }

    @Test("A stub may have the server's path or leave it away; one for what the document does not have is told")
    func paths() async throws {
        let document = Self.document.replacing(
            "paths:", with: "servers: [{url: 'http://api.test/v1'}, {url: /v2}]\npaths:")
        let stub = "request: {method: GET, urlPath: %}\nresponse: {jsonBody: {name: 7}}\n"
        for path in ["/pets", "/v1/pets", "/v2/pets"] {
            try await withFolder(["stubs/a.yaml": stub.replacing("%", with: path)], document: document) { folder in
                let problems = try await found(folder)
                #expect(problems.map(\.operation) == ["getPet"], "\(problems)")
            }
        }
        try await withFolder(["stubs/a.yaml": stub.replacing("%", with: "/cats")], document: document) { folder in
            let problems = try await found(folder)
            #expect(problems.first?.message.hasPrefix("the document has no operation for GET /cats") == true)
        }
    }

    @Test("A stub for where tokens are had is no stub for nothing; one whose path is a part of that is")
    func signIn() async throws {
        let flows = [
            "password: {tokenUrl: /auth/token, scopes: {}}", "clientCredentials: {tokenUrl: /o/token/, scopes: {}}",
            "implicit: {authorizationUrl: 'https://id.test', scopes: {}}",
            "authorizationCode: {tokenUrl: 'https://id.test/own/token', authorizationUrl: 'https://id.test/ask', scopes: {}}",
        ].joined(separator: ", ")
        let schemes =
            "{a: {type: oauth2, flows: {\(flows)}}, b: {type: openIdConnect, openIdConnectUrl: 'https://id.test/oidc'}}"
        let document = Self.document.replacing(
            "paths:", with: "servers: [{url: 'http://api.test/v1'}]\ncomponents: {securitySchemes: \(schemes)}\npaths:")
        let paths = [
            "/auth/token", "/v1/auth/token", "/own/token", "/oidc", "/token", "/auth", "/o/token/", "/v1/o/token",
            "/v1",
        ]
        let stubs = paths.enumerated().map { place, path in
            ("stubs/\(place).yaml", "request: {method: POST, urlPath: \(path)}\nresponse: {status: 200}\n")
        }
        try await withFolder(Dictionary(uniqueKeysWithValues: stubs), document: document) { folder in
            let told = try await found(folder).filter { $0.kind == .stub }.map(\.message)
            #expect(
                told.compactMap { $0.firstMatch(of: /POST ([^;]*);/)?.1 }.sorted() == ["/auth", "/token", "/v1"],
                "\(told)")
        }
    }
}
