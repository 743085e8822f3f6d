import APIDocument
import ArgumentParser
import Foundation
import LoopbackPorts
import SampleBackend
import Testing
import WireFormats

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

    private func withFolder(
        _ files: [String: String] = [:], document: String = document, _ body: (String) async throws -> Void
    ) async throws {
        try await DemoTUITests.withFolder(files.merging(["openapi.yaml": document]) { own, _ in own }, body)
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

@Suite("What check tells programs")
struct CheckProblemTests {
    /// Everything wrong with an app folder of this document and this stub file.
    private func found(_ document: String, stub: String) async throws -> [JSONValue] {
        try await withFolder(["openapi.yaml": document, "stubs/pets.json": stub]) { folder in
            let options = AppOptions(document: folder, environment: ["HOME": folder, "XDG_DATA_HOME": folder])
            return try await CheckCommand.found(options).map(\.json)
        }
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
            ("{type: string, pattern: '[z-a'}", "x", "is not a readable regular expression"),
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

@MainActor
@Suite("A server held against its document")
struct ServerCheckTests {
    /// What `check --base-url` finds.
    private func found(_ document: String? = nil, at server: String, signsIn: Bool = true) async throws
        -> [CheckProblem]
    {
        let credentials = SampleBackend.credentials
        var environment = ["HOME": "/nowhere"]
        if signsIn {
            environment["DEMO_TUI_USERNAME"] = credentials.username
            environment["DEMO_TUI_PASSWORD"] = credentials.password
        }
        let options = AppOptions(
            document: document, baseURL: server, watchesStubs: false, environment: environment,
            resources: Harness.resources)
        return try await CheckCommand.found(options).filter { $0.kind == .server }
    }

    /// The sample's backend, ended afterwards.
    private func withBackend(_ body: (String) async throws -> Void) async throws {
        let backend = try await SampleBackend.start()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body("http://127.0.0.1:\(backend.port)"))
        } catch {
            result = .failure(error)
        }
        await backend.stop()
        try result.get()
    }

    /// The sample's document with other words in it, in a file that is gone afterwards.
    private func withDocument(
        _ replacements: [(String, String)], _ body: (String) async throws -> Void
    ) async throws {
        var text = try String(contentsOfFile: Harness.resources + "/openapi.yaml", encoding: .utf8)
        for (old, new) in replacements {
            let place = try #require(text.range(of: old))
            text.replaceSubrange(place, with: new)
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("check-\(UUID().uuidString).yaml")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await body(file.path)
    }

    @Test("The sample's backend answers as its document says, but for what is not ready, which stubs answer")
    func sample() async throws {
        try await withBackend { server in
            let errors = try await found(at: server).filter { $0.severity == .error }
            #expect(errors.count == 2, "\(errors)")
            for (path, problem) in zip(["/cards", "/insights"], errors.sorted { $0.message < $1.message }) {
                #expect(problem.message.contains("GET \(path) at \(server)"))
                #expect(problem.message.contains("answers 501; stubs answer it"))
                #expect(problem.position != nil)
            }
        }
    }

    @Test("A reply of another form is told with its place, and so is what the server does not have")
    func differences() async throws {
        let unknown =
            "\npaths:\n  /nowhere:\n    get: {operationId: nowhere, responses: {'200': {description: none}}}\n"
        let form = ("$ref: '#/components/schemas/UserAnswer'", "{type: object, properties: {data: {type: integer}}}")
        try await withDocument([("\npaths:\n", unknown), form]) { document in
            try await withBackend { server in
                let problems = try await found(document, at: server)
                let me = problems.first { $0.operation == "getMe" && $0.pointer?.tokens == ["data"] }
                #expect(me?.message.contains("must be a whole number") == true, "\(problems)")
                let other = problems.first { $0.operation == "nowhere" }
                #expect(other?.message.contains("does not have it, it answers 404") == true, "\(problems)")
            }
        }
    }

    @Test("Without credentials one line says that nothing was let in")
    func refused() async throws {
        // The sample itself would bring its credentials along.
        try await withDocument([]) { document in
            try await withBackend { server in
                let errors = try await found(document, at: server, signsIn: false).filter { $0.severity == .error }
                #expect(errors.count == 1, "\(errors)")
                #expect(errors.first?.message.contains("does not let the call in") == true, "\(errors)")
            }
        }
    }

    @Test("A server that is not there is told once")
    func closed() async throws {
        let port = try ClosedPort()
        let errors = try await found(at: "http://127.0.0.1:\(port.number)").filter { $0.severity == .error }
        #expect(errors.count == 1, "\(errors)")
        withExtendedLifetime(port) {}
    }
}
