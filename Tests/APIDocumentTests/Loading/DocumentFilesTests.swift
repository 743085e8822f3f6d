import HTTPTypes
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import APIDocument

@Suite struct DocumentFilesTests {
    private let start = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"

    @Test("References are followed through files, in circles and back; each file is read once")
    func files() async throws {
        let folder = try Folder([
            "openapi.yaml": start + """
                paths:
                  /users: {$ref: 'paths/users.yaml'}
                  /me: {$ref: './paths/users.yaml#/one'}
                components:
                  schemas: {Error: {type: object, properties: {message: {type: string}}}}
                """,
            "paths/users.yaml": """
            get:
              operationId: list
              parameters: [{$ref: '../parameters.json#/limit'}]
              responses:
                '200': {$ref: '../responses/users.yml'}
                '404': {content: {application/json: {schema: {$ref: '../openapi.yaml#/components/schemas/Error'}}}}
            one:
              get: {operationId: one, responses: {'200': {$ref: '#/answer'}}}
            answer: {content: {application/json: {schema: {$ref: '../schemas/User.yaml'}}}}
            """,
            "parameters.json":
                ##"{"limit": {"name": "limit", "in": "query", "schema": {"$ref": "#/whole"}}, "whole": {"type": "integer"}}"##,
            "responses/users.yml":
                "content: {application/json: {schema: {type: array, items: {$ref: ../schemas/User.yaml}}}}",
            "schemas/User.yaml": """
            type: object
            properties:
              name: {type: string}
              team: {$ref: 'Team.yaml#/$defs/Team'}
            """,
            "schemas/Team.yaml":
                "$defs: {Team: {type: object, properties: {lead: {$ref: ./User.yaml}, x: {$ref: '#'}}}}",
        ])
        let loaded = try await DocumentLoader().load(.path(folder.path + "/openapi.yaml"))
        let document = loaded.document
        #expect(document.problems == [])
        #expect(loaded.files.count == 6)
        #expect(document.operations.map(\.id) == ["list", "one"])
        let limit = try #require(document.operations[0].parameters.first)
        #expect(document.resolve(limit.schema).type == .integer)
        let user = document.resolve(try #require(document.operation("one")?.success?.json?.schema))
        let team = document.resolve(try #require(user.properties.first { $0.name == "team" }).schema)
        let lead = document.resolve(try #require(team.properties.first { $0.name == "lead" }).schema)
        #expect(lead == user)
        let error = document.operations[0].responses[1].json?.schema
        #expect(document.resolve(try #require(error)).properties.map(\.name) == ["message"])
        let list = try #require(document.operations[0].success?.json?.schema)
        #expect(!document.violations(of: [["team": ["lead": ["name": 1]]]], against: list).isEmpty)
    }

    @Test("Problems name their file, line and pointer") func places() async throws {
        let folder = try Folder([
            "api.yaml": start + """
                paths:
                  /a: {$ref: 'a.yaml'}
                  /b: {get: {responses: {'200': {$ref: 'gone.yaml'}}, parameters: [{$ref: 'broken.json#/p'}]}}
                """,
            "a.yaml": "get:\n  parameters:\n    - {in: query}\n  responses:\n    '200': {$ref: '#/nothing'}\n",
            "broken.json": "{\n \"p\": }",
        ])
        let document = try await DocumentLoader().load(.path(folder.path + "/api.yaml")).document
        let places = document.problems.map {
            "\($0.file.split(separator: "/").last ?? ""):\($0.position?.line ?? 0) \($0.pointer ?? "")"
        }
        #expect(
            places == [
                "broken.json:2 ",
                "api.yaml:5 /paths/~1b/get/parameters/0/$ref", "api.yaml:5 /paths/~1b/get/responses/200/$ref",
                "a.yaml:3 /get/parameters/0", "a.yaml:5 /get/responses/200/$ref",
            ])
        #expect(document.problems.contains { $0.message.contains("no such file") })
    }

    @Test(
        "A file outside the document's folder is refused by name",
        arguments: [
            "../secret.yaml", "/etc/passwd", "x/../../secret.yaml", "%2e%2e/secret.yaml", "link.yaml",
            "folder/secret.yaml", "file:///etc/passwd", "inside", "../api-secret/x.yaml",
        ])
    func outside(reference: String) async throws {
        let folder = try Folder([
            "secret.yaml": "hidden: {description: leaked}", "inside.yaml": "",
            "api-secret/x.yaml": "hidden: {description: leaked}",
            "api/openapi.yaml": start + "paths: {/a: {get: {responses: {'200': {$ref: '\(reference)#/hidden'}}}}}",
            "api/inside/x": "",
        ])
        try folder.link("api/link.yaml", to: "../secret.yaml")
        try folder.link("api/folder", to: "..")
        let document = try await DocumentLoader().load(.path(folder.path + "/api/openapi.yaml")).document
        #expect(document.operations[0].responses.isEmpty)
        #expect(document.problems.count == 1)
        #expect(document.problems.first?.message.contains(reference) == true)
        #expect(document.problems.first?.position?.line == 3)
    }

    @Test("A file with two names, and circular links, are read once") func links() async throws {
        let folder = try Folder([
            "openapi.yaml": start + "paths: {/a: {$ref: 'sub/a.yaml'}, /b: {$ref: 'b.yaml'}}",
            "a.yaml": "get: {operationId: x, responses: {'200': {$ref: 'sub/a.yaml#/r'}}}\nr: {description: d}",
        ])
        try folder.link("sub", to: ".")
        try folder.link("b.yaml", to: "a.yaml")
        let loaded = try await DocumentLoader().load(.path(folder.path + "/openapi.yaml"))
        #expect(loaded.files.count == 2)
        #expect(loaded.document.operations.map(\.success?.description) == ["d", "d"])
    }

    @Test(
        "The number of files, and the bytes of one and of all, have their own limits, which errors name",
        arguments: [
            (LoadingLimits(fileBytes: 1_000), ["big.yaml"], "has more than 0 MB and is not read"),
            (LoadingLimits(totalBytes: 2_000), ["1.yaml", "big.yaml"], "all files together have more than 0 MB"),
            (LoadingLimits(files: 3), ["2.yaml"], "the document has more than 3 files"),
        ])
    func limits(_ limits: LoadingLimits, _ names: [String], _ message: String) async throws {
        let folder = try Folder([
            "openapi.yaml": start + "paths: {/a: {get: {responses: {'200': {$ref: 1.yaml}, '201': {$ref: big.yaml}}}}}",
            "big.yaml": "description: " + String(repeating: "x", count: 5_000),
            "1.yaml": "{$ref: 2.yaml}", "2.yaml": "{$ref: 3.yaml}", "3.yaml": "{description: far}",
        ])
        var loader = DocumentLoader()
        #expect(try await loader.load(.path(folder.path)).document.problems == [])
        loader.limits = limits
        let problems = try await loader.load(.path(folder.path)).document.problems
        #expect(problems.map(\.message).sorted() == names.map { "\"\($0)\" cannot be followed: \(message)" })
    }

    @Test("A document that is too large is refused, also one without an end") func tooLarge() async throws {
        let folder = try Folder(["openapi.yaml": start + "paths: {/a: {get: {}}}"])
        var loader = DocumentLoader()
        loader.limits.fileBytes = 10
        await #expect(throws: Problem.self) { try await loader.load(.path(folder.path)) }
        await #expect(throws: Problem.self) { try await loader.load(.path("/dev/zero")) }
    }

    @Test("An app folder has a document with stubs and fixtures; another folder lists its files")
    func appFolder() async throws {
        let folder = try Folder([
            "openapi.yml": start + "paths: {/a: {get: {}}}", "stubs/a.yaml": "", "fixtures": "a file",
            "other/readme.md": "", "other/b.yaml": "",
        ])
        let loaded = try await DocumentLoader().load(.path(folder.path))
        #expect(loaded.stubsFolder == folder.path + "/stubs")
        #expect(loaded.fixturesFolder == nil)
        #expect(loaded.files == [folder.path + "/openapi.yml"])
        #expect(try await DocumentLoader().load(.path(folder.path + "/openapi.yml")).stubsFolder == nil)
        let problem = await #expect(throws: Problem.self) {
            try await DocumentLoader().load(.path(folder.path + "/other"))
        }
        #expect(problem?.message.contains("found: b.yaml, readme.md") == true)
    }

    @Test("A web page is not a document") func webPage() async throws {
        let folder = try Folder(["openapi.json": "\n<!doctype html><html></html>", "other": ""])
        let problem = await #expect(throws: Problem.self) { try await DocumentLoader().load(.path(folder.path)) }
        #expect(problem?.message.contains("HTML") == true)
    }

    @Test("UTF-16 is read with and without a mark; compressed files are refused") func encodings() throws {
        for (name, text) in [
            ("a.yaml", start + "paths: {/a: {get: {summary: 'Zürich €𝄞'}, put: 7}}\r\n"),
            ("a.json", #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"summary": "Zürich €𝄞"}, "put": 7}}}"#),
            ("b", "{}"),
        ] {
            let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let small = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            for bytes in [
                big, [0xFE, 0xFF] + big, small, [0xFF, 0xFE] + small, [0xEF, 0xBB, 0xBF] + Array(text.utf8),
            ] {
                let source = SourceText(name: name, bytes: bytes)
                #expect(source.bytes == Array(text.utf8))
                guard name != "b" else { continue }
                let document = try APIDocument(source)
                #expect(document.operations.map(\.summary) == ["Zürich €𝄞"])
                #expect(document.problems.contains { $0.pointer == "/paths/~1a/put" && $0.position != nil })
            }
        }
        for bytes in [[0x1F, 0x8B, 8, 0, 0], Array("PK\u{3}\u{4}".utf8)] as [[UInt8]] {
            let problem = #expect(throws: Problem.self) { try APIDocument(SourceText(name: "a.yaml", bytes: bytes)) }
            #expect(problem?.message == "is compressed; unpack it first")
        }
    }

    @Test("A byte order mark, and JSON under a YAML name, are read") func disguises() async throws {
        let json =
            "\u{FEFF}{\n\t\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\"},\n\t\"paths\": {\"/a\": {\"get\": 1, \"put\": {}}}}"
        let folder = try Folder(["a.yaml": json, "a.json": json])
        for name in ["a.yaml", "a.json"] {
            let document = try await DocumentLoader().load(.path(folder.path + "/" + name)).document
            #expect(document.operations.map(\.method.rawValue) == ["PUT"])
            #expect(document.problems.first?.position?.line == 3)
        }
    }
}
