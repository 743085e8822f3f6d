import ArgumentParser
import Foundation
import LoopbackPorts
import SampleBackend
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@Suite("check") struct CheckCommandTests {
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

    private func folder(_ files: [String: String], document: String) throws -> Folder {
        try Folder(files.merging(["openapi.yaml": document]) { own, _ in own })
    }

    private func found(_ folder: String) async throws -> [CheckProblem] {
        try await CheckCommand.found(
            AppOptions(document: folder, watchesFiles: false, environment: ["HOME": "/nowhere"]))
    }

    /// The exit code of the command; 0 without problems.
    private func code(_ folder: String) async throws -> Int32 {
        do {
            try await CheckCommand.parse([folder]).run()
            return 0
        } catch let exit as ExitCode {
            return exit.rawValue
        }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var files: [String: String] = [:]
        var document = CheckCommandTests.document
        let kinds: [CheckProblem.Kind]
        var severity = CheckProblem.Severity.error
        var texts: [String] = []
        var pointer: String?
        let code: Int32
    }

    static let cases: [Case] = [
        Case(
            testDescription: "an example that breaks its schema has its own line",
            document: document.replacing("{name: Rex}", with: "{name: 7}"), kinds: [.example],
            texts: ["openapi.yaml:13:", "the example of getPet, 200, breaks its schema: "], pointer: "/name", code: 1),
        Case(
            testDescription: "a fixture that breaks the schema has its own file and line",
            files: ["stubs/pets.yaml": stub, "fixtures/rex.json": "{\n  \"name\": 7\n}\n"], kinds: [.fixture],
            texts: ["fixtures/rex.json:2:"], code: 1),
        Case(
            testDescription: "a fixture that is not JSON is reported once, with its line",
            files: ["stubs/pets.yaml": stub, "fixtures/rex.json": "{\n  {{{\n"], kinds: [.fixture],
            texts: ["fixtures/rex.json:2:3: not valid JSON"], code: 1),
        Case(
            testDescription: "an unused fixture is a note, and notes alone do not fail",
            files: [
                "stubs/pets.yaml": stub, "fixtures/rex.json": #"{"name": "Rex"}"#, "fixtures/old/rex.json": "{}",
                "fixtures/README.md": "what these are", "fixtures/.keep": "",
            ], kinds: [.fixture], severity: .note,
            texts: [
                "fixtures/old/rex.json: note: no stub names this file; name it as bodyFileName, or delete it"
            ], code: 0),
        Case(
            testDescription: "a WebSocket of an operation with 101 is no problem",
            files: ["stubs/live.yaml": "request: {method: GET, urlPath: /live}\nresponse: {webSocket: {send: []}}\n"],
            document: document + "\n  /live: {get: {operationId: live, responses: {'101': {description: ok}}}}\n",
            kinds: [], code: 0),
        Case(
            testDescription: "without problems the exit code is 0",
            files: ["stubs/pets.yaml": stub, "fixtures/rex.json": #"{"name": "Rex"}"#], kinds: [], code: 0),
    ]

    @Test("Each problem is reported with its place", arguments: cases) func problems(_ each: Case) async throws {
        let folder = try folder(each.files, document: each.document)
        let problems = try await found(folder.path)
        #expect(problems.map(\.kind) == each.kinds && problems.allSatisfy { $0.severity == each.severity })
        let line = problems.first?.description ?? ""
        for text in each.texts { #expect(line.contains(text), "\(line)") }
        if let pointer = each.pointer {
            #expect(problems.first?.operation == "getPet" && problems.first?.pointer?.description == pointer)
        }
        #expect(try await code(folder.path) == each.code)
    }

    @Test("A missing document ends with exit code 2") func missing() async throws {
        #expect(try await code("/nowhere/at/all") == 2)
    }

    @Test("A stub's path may omit the server's path; a stub for an unknown path is reported")
    func paths() async throws {
        let document = Self.document.replacing(
            "paths:", with: "servers: [{url: 'http://api.test/v1'}, {url: /v2}]\npaths:")
        let stub = "request: {method: GET, urlPath: %}\nresponse: {jsonBody: {name: 7}}\n"
        for path in ["/pets", "/v1/pets", "/v2/pets"] {
            let folder = try folder(["stubs/a.yaml": stub.replacing("%", with: path)], document: document)
            let problems = try await found(folder.path)
            #expect(problems.map(\.operation) == ["getPet"], "\(problems)")
        }
        let folder = try folder(["stubs/a.yaml": stub.replacing("%", with: "/cats")], document: document)
        let problems = try await found(folder.path)
        #expect(problems.first?.message.hasPrefix("the document has no operation for GET /cats") == true)
    }

    @Test("A stub for an unknown screen is reported with its file and line") func unknownScreen() async throws {
        let stub = "screens: [nowhere]\nrequest: {method: GET, urlPath: /pets}\nresponse: {jsonBody: {name: Rex}}\n"
        let folder = try folder(["stubs/a.yaml": stub], document: Self.document)
        let problems = try await found(folder.path)
        let problem = try #require(problems.first { $0.message.hasPrefix("there is no screen \"nowhere\".") })
        #expect(problem.file.hasSuffix("stubs/a.yaml") && problem.position?.line == 1 && problem.severity == .error)
    }

    @Test("A stub for a token URL is not reported; one for a part of that path is") func signIn() async throws {
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
        let folder = try folder(Dictionary(uniqueKeysWithValues: stubs), document: document)
        let told = try await found(folder.path).filter { $0.kind == .stub }.map(\.message)
        #expect(
            told.compactMap { $0.firstMatch(of: /POST ([^;]*);/)?.1 }.sorted() == ["/auth", "/token", "/v1"], "\(told)")
    }

    private static let pets = openAPI("Pets", server: nil, "GET /pets listPets -> [{age: integer}]")

    /// Everything wrong with an app folder of the pets and this stub file.
    private func found(stub: String) async throws -> [JSONValue] {
        let folder = try Folder(["openapi.yaml": Self.pets, "stubs/pets.json": stub])
        let options = AppOptions(
            document: folder.path, environment: ["HOME": folder.path, "XDG_DATA_HOME": folder.path])
        return try await CheckCommand.found(options).map(\.json)
    }

    @Test("JSON output has the position in the body, the file and the operation") func inBody() async throws {
        let found = try await found(
            stub: """
                {"request": {"method": "GET", "urlPath": "/pets"},
                 "response": {"status": 200, "jsonBody": [{"age": 1}, {"age": "old"}]}}
                """)
        let flaw = try #require(found.first { $0["kind"] == "stub" })
        #expect(flaw["pointer"] == "/1/age" && flaw["operation"] == "listPets", "\(flaw)")
        #expect(flaw["file"]?.stringValue?.hasSuffix("/stubs/pets.json") == true && flaw["severity"] == "error")
    }

    @Test("JSON output has the position in the file, and every key") func inFile() async throws {
        let found = try await found(stub: #"{"mappings": [{"request": {"methd": "GET"}, "response": {}}]}"#)
        let flaw = try #require(found.first { $0["message"]?.stringValue?.contains("methd") == true })
        #expect(flaw["pointer"] == "/mappings/0/request/methd" && flaw["line"] == 1, "\(flaw)")
        let keys = ["kind", "severity", "file", "line", "column", "pointer", "operation", "message"]
        #expect(found.allSatisfy { $0.objectValue?.members.map(\.key) == keys })
        #expect(flaw["operation"] == .null)
    }

    private func notes(_ schema: String, example: String? = nil) async throws -> [CheckProblem] {
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
        let folder = try Folder(["openapi.yaml": text])
        return try await found(folder.path)
    }

    @Test(
        "A schema that no value can meet is reported with its position",
        arguments: ["{type: string, enum: [x], minLength: 5}", "{not: {}}", "{$ref: '#/components/schemas/Thing'}"])
    func unmade(schema: String) async throws {
        let found = try await notes(schema)
        let problem = try #require(found.first)
        #expect(found.count == 1 && problem.severity == .note && problem.operation == "getThings", "\(found)")
        #expect(problem.message.contains("no reply of getThings, 200, can be made that keeps to #/"), "\(problem)")
        #expect(problem.pointer?.tokens.first == "a" && problem.position != nil, "\(problem)")
        #expect(try await notes(schema, example: "{a: x}").allSatisfy { !$0.message.contains("no reply") })
    }

    @Test(
        "Slow and invalid patterns, and unknown references, are reported as not checked",
        arguments: [
            ("{type: string, pattern: '^(a+)+$'}", String(repeating: "a", count: 60) + "!", "took too long"),
            ("{type: string, pattern: '[z-a'}", "x", "is not a readable regular expression"),
            ("{$recursiveRef: '#'}", "x", "$recursiveRef is not followed"),
        ])
    func unchecked(schema: String, example: String, words: String) async throws {
        let found = try await notes(schema, example: "{a: \(example)}")
        #expect(found.count == 1 && found.first?.severity == .note, "\(found)")
        #expect(found.first?.message.contains(words) == true, "\(found)")
        #expect(found.first?.position?.line == 21, "\(found)")
    }
}

@MainActor @Suite("check --base-url") struct ServerCheckTests {
    /// The problems of the server.
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
            document: document, baseURL: server, watchesFiles: false, environment: environment,
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
        let folder = try Folder(["check.yaml": text])
        try await body(folder.path("check.yaml"))
    }

    @Test("Harbor's backend answers as documented; missing operations have stubs") func sample() async throws {
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

    @Test("A reply with another shape, and an operation that the server lacks, are reported")
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

    @Test("Without credentials one line says that the call was refused") func refused() async throws {
        // The sample itself would bring its credentials along.
        try await withDocument([]) { document in
            try await withBackend { server in
                let errors = try await found(document, at: server, signsIn: false).filter { $0.severity == .error }
                #expect(errors.count == 1, "\(errors)")
                #expect(errors.first?.message.contains("does not let the call in") == true, "\(errors)")
            }
        }
    }

    @Test("An unreachable server is reported once") func closed() async throws {
        let port = try ClosedPort()
        let errors = try await found(at: "http://127.0.0.1:\(port.number)").filter { $0.severity == .error }
        #expect(errors.count == 1, "\(errors)")
        withExtendedLifetime(port) {}
    }
}
