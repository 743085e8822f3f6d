import APIDocument
import AppCore
import ArgumentParser
import DemoManager
import Foundation
import SourceTexts
import TestSupport
import Testing
import WireFormats

@testable import DemoTUI

@Suite("A call from the command line") struct RequestCommandTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        paths:
          /pets:
            post:
              operationId: addPet
              parameters:
                - {name: page, in: query, schema: {type: integer, minimum: 1}}
                - {name: sort, in: query, schema: {enum: [name, age]}}
                - {name: tags, in: query, schema: {type: array, items: {type: integer}}}
              requestBody: {required: true, content: {application/json: {schema: {type: object}}}}
              responses: {'201': {description: ok, content: {application/json: {example: {id: 1}}}}}
        """

    @Test("every command takes its document, and whether references to other servers are followed, in the same way")
    func documents() async throws {
        let request = try await RequestCommand.asyncParse(["addPet", "pets.yaml", "--allow-remote-refs"])
        let others = [
            try ScreensCommand.parse(["pets.yaml", "--allow-remote-refs"]).source,
            try CheckCommand.parse(["pets.yaml", "--allow-remote-refs"]).source,
        ]
        #expect(request.operation == "addPet")
        for source in others + [request.source] {
            #expect(source.document == "pets.yaml" && source.reading.allowRemoteRefs)
        }
        let run = try await RunCommand.asyncParse(["--allow-remote-refs", "pets.yaml"])
        #expect(run.document == ["pets.yaml"] && run.reading.allowRemoteRefs)
        let gateway = try GatewayCommand.parse(["pets.yaml", "--allow-remote-refs"])
        #expect(gateway.documents.first == "pets.yaml" && gateway.reading.allowRemoteRefs)
        let folder = try InitCommand.parse(["pets.yaml", "app", "--allow-remote-refs"])
        #expect(folder.document == "pets.yaml" && folder.dir == "app" && folder.reading.allowRemoteRefs)
    }

    @Test("A path with values is answered with the document's path and the values as parameters")
    func filledPath() throws {
        let text = """
            {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {
            "/orders/{orderId}/lines/{n}": {"get": {"responses": {}}}, "/orders/mine": {"get": {"responses": {}}}}}
            """
        let document = try APIDocument(SourceText(name: "t.json", bytes: Array(text.utf8)))
        let advice = RequestCommand.advice(on: "get /orders/7/lines/2?x=1", in: document)
        #expect(advice?.contains("'GET /orders/{orderId}/lines/{n}' --param orderId=7 --param n=2") == true)
        #expect(RequestCommand.advice(on: "GET /orders/7", in: document) == nil)
        #expect(RequestCommand.advice(on: "listOrders", in: document) == nil)
    }

    @Test("A JSON body that does not fit its schema is named, and one that fits is not") func flaws() throws {
        let text = openAPI(server: nil, "POST /pets addPet {name!: string, age: integer} -> 201")
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
        func flaws(_ body: String, as type: String = "application/json") -> String? {
            RequestCommand.flaws(in: Array(body.utf8), as: type, of: document.operations[0], document)
        }
        #expect(flaws(#"{"name": "Rex", "age": 3}"#) == nil && flaws("x", as: "text/plain") == nil)
        let found = flaws(#"{"age": "old"}"#) ?? ""
        #expect(found.contains("\"name\" is required") && found.contains("/age: "), "\(found)")
    }

    @Test("The document can precede the operation, as in all other commands") func eitherOrder() async throws {
        let folder = try Folder(["pets.yaml": Self.document])
        let path = folder.path + "/pets.yaml"
        for order in [["addPet", path], [path, "addPet"]] {
            let request = try await RequestCommand.asyncParse(order)
            #expect(request.operation == "addPet" && request.source.document == path)
        }
    }

    @Test("A misspelled command suggests the intended one") func misspeltCommand() {
        var options = AppOptions()
        options.document = "chekc"
        #expect { try options.checkFiles() } throws: { "\($0)".hasSuffix("Did you mean \"check\"?") }
    }

    /// The exit code of a call; nil where it went well.
    private func code(_ arguments: [String]) async throws -> Int32? {
        let folder = try Folder(["pets.yaml": Self.document])
        let command = try await RequestCommand.asyncParse(["addPet", "\(folder.path)/pets.yaml", "--demo"] + arguments)
        do {
            // Beside the program's own engine, which other tests look at.
            try await DemoManager.withIsolated { _ in try await command.run() }
            return nil
        } catch let exit as ExitCode {
            return exit.rawValue
        }
    }

    @Test("--output replaces the file's content, or ends with exit code 1") func output() async throws {
        let folder = try Folder(["reply": "something longer that was there before"])
        let file = folder.path("reply")
        #expect(try await code(["--body", "{}", "--output", file]) == nil)
        let written = try folder.read("reply")
        #expect(written.contains("\"id\"") && !written.contains("before"))
        #expect(try await code(["--body", "{}", "--output", file + "/none"]) == 1)
    }

    @Test(
        "An invalid, repeated or unknown parameter, and a missing or invalid body, end with 2 before sending",
        arguments: [
            ("{}", ["page=2", "sort=age", "tags=1,2"], nil), ("{}", ["page=abc"], 2), ("{}", ["page=0"], 2),
            ("{}", ["page=1.5"], 2), ("{}", ["sort=size"], 2), ("{}", ["pages=1"], 2), ("{}", ["page"], 2),
            ("{}", ["tags=1", "tags=2"], nil), ("{}", ["page=1", "page=2"], 2), ("{bad", [], 2), ("[1]", [], nil),
            (nil, [], 2), ("{}", [], nil), ("", [], nil),
        ] as [(String?, [String], Int32?)])
    func sent(body: String?, parameters: [String], expected: Int32?) async throws {
        let arguments = (body.map { ["--body", $0] } ?? []) + parameters.flatMap { ["--param", $0] }
        #expect(try await code(arguments) == expected)
    }

    @Test("An error in a parameter names the right form; only a list accepts several values") func parameters() throws {
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(Self.document.utf8)))
        let request = Request(direct: try #require(document.operation("addPet")), in: document)
        #expect(request.fault(in: "abc", for: "page") == "Write a whole number, such as 12.")
        #expect(request.fault(in: "size", for: "sort") == "Choose one of name, age.")
        #expect(request.fault(in: "x", for: "tags") == nil && request.fault(in: "3", for: "page") == nil)
        #expect(try request.values(of: [("tags", "1"), ("tags", "2,3")])["tags"]?.arrayValue?.count == 3)
    }

    @Test(
        "The exit code depends on the reply",
        arguments: [
            ("status: 302", 3), ("status: 404", 4), ("status: 501", 5), ("status: 999", 5),
            ("fault: EMPTY_RESPONSE", 6),
            ("fault: CONNECTION_RESET_BY_PEER", 6), ("proxyBaseUrl: 'http://127.0.0.1:9'", 7),
        ])
    func codes(response: String, expected: Int32) async throws {
        let stub = "request: {method: POST, urlPath: /pets}\nresponse: {\(response)}\n"
        let folder = try Folder(["pets.yaml": stub])
        #expect(try await code(["--body", "{}", "--stubs", folder.path]) == expected)
    }
}
