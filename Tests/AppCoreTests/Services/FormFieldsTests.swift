import APIDocument
import AppCore
import Foundation
import HTTPTypes
import SourceTexts
import Testing
import WireFormats

@Suite("Fields of forms in the document's styles") struct FormFieldsTests {
    private static let schema = """
        {type: object, properties: {
          n: {type: array, items: {type: integer}}, o: {type: object, additionalProperties: true}, s: {type: string}}}
        """

    /// The body that is sent to a form with these encodings.
    private func sent(_ type: String, _ encoding: String, _ value: JSONValue) async throws -> (
        type: String, text: String
    ) {
        let paths = """
              /a:
                post:
                  operationId: a
                  requestBody: {content: {\(type): {schema: \(Self.schema), encoding: \(encoding)}}}
                  responses: {'204': {description: taken}}
            """
        return try await sent(LoaderStage(paths, ["POST /a": "204"]), value)
    }

    private func sent(_ stage: LoaderStage, _ value: JSONValue) async throws -> (type: String, text: String) {
        let screen = try #require(stage.catalog.screens.first)
        let form = try #require(screen.create)
        let change = Update(form, changes: [.init(.root, value)])
        _ = try await stage.loader.send(change, of: screen, at: Place(), in: .test)
        let request = try #require(stage.transport.sent.first)
        return (try #require(request.request.headerFields[.contentType]), try #require(request.text))
    }

    @Test(
        "A field is written in its style, or as JSON by its content type; else in the default style",
        arguments: [
            ("{}", ["n": [1, 2], "o": ["k": "v"], "s": "a b"], "n=1&n=2&o=%7B%22k%22%3A%22v%22%7D&s=a%20b"),
            ("{n: {explode: false}}", ["n": [1, 2]], "n=1,2"),
            ("{n: {style: pipeDelimited}}", ["n": [1, 2]], "n=1%7C2"),
            ("{n: {style: spaceDelimited, explode: true}}", ["n": [1, 2]], "n=1&n=2"),
            ("{n: {contentType: application/json}}", ["n": [1, 2]], "n=%5B1%2C2%5D"),
            ("{n: {contentType: application/json, explode: false}}", ["n": [1, 2]], "n=1,2"),
            ("{n: {explode: false}}", ["n": [], "s": "x"], "s=x"),
            ("{n: {explode: false}}", ["n": .null, "s": "x"], "s=x"),
            ("{o: {style: form, explode: true}}", ["o": ["k": "v", "l": 1]], "k=v&l=1"),
            (
                "{o: {style: deepObject}}", ["o": ["k": ["m": 1], "t": ["x", "y"], "l": [["p": 2]]]],
                "o%5Bk%5D%5Bm%5D=1&o%5Bt%5D=x&o%5Bt%5D=y&o%5Bl%5D%5B0%5D%5Bp%5D=2"
            ),
            ("{o: {style: deepObject}}", ["o": ["k": .null, "l": 1]], "o%5Bl%5D=1"),
            ("{n: {style: deepObject, explode: true}}", ["n": [1, 2]], "n=1&n=2"),
            (
                "{n: {style: deepObject, explode: true}}", ["n": [["p": 1], ["p": 2]]],
                "n%5B0%5D%5Bp%5D=1&n%5B1%5D%5Bp%5D=2"
            ),
        ] as [(String, JSONValue, String)])
    func urlEncoded(encoding: String, value: JSONValue, expected: String) async throws {
        let body = try await sent("application/x-www-form-urlencoded", encoding, value)
        #expect(body.type == "application/x-www-form-urlencoded")
        #expect(body.text == expected)
    }

    @Test(
        "A part has the documented media type; a list with a style is one part, or a part for each item",
        arguments: [
            ("{s: {contentType: text/csv}}", ["s": "a"], ["name=\"s\"", "Content-Type: text/csv", "a"]),
            ("{s: {contentType: 'text/*, a/b'}}", ["s": "a"], ["name=\"s\"", "a"]),
            (
                "{o: {contentType: application/vnd.x+json}}", ["o": ["k": 1]],
                ["name=\"o\"", "Content-Type: application/vnd.x+json", #"{"k":1}"#]
            ),
            ("{n: {explode: false}}", ["n": [1, 2]], ["name=\"n\"", "1,2"]),
            ("{o: {style: deepObject}}", ["o": ["k": 1, "l": 2]], ["name=\"o[k]\"", "1", "name=\"o[l]\"", "2"]),
            // Nothing a document says may begin a line of its own.
            (#"{s: {contentType: "a/b\r\nX: y"}}"#, ["s": "a"], ["name=\"s\"", "Content-Type: a/bX: y", "a"]),
        ] as [(String, JSONValue, [String])])
    func parts(encoding: String, value: JSONValue, expected: [String]) async throws {
        let text = try await sent("multipart/form-data", encoding, value).text
        let lines = text.components(separatedBy: "\r\n").filter { !$0.isEmpty && !$0.hasPrefix("--") }
        #expect(lines.map { $0.replacing("Content-Disposition: form-data; ", with: "") } == expected)
    }

    @Test(
        "Swagger 2's lists in forms are written in their collectionFormat, by default csv",
        arguments: [("", "1,2"), ("multi", "1&n=2"), ("pipes", "1%7C2"), ("ssv", "1%202"), ("tsv", "1%092")])
    func swagger(format: String, expected: String) async throws {
        let said = format.isEmpty ? "" : ", collectionFormat: \(format)"
        let text = """
            swagger: '2.0'
            info: {title: T, version: '1'}
            paths:
              /a:
                post:
                  parameters: [{name: n, in: formData, type: array, items: {type: integer}\(said)}]
                  responses: {'204': {description: taken}}
            """
        let body = try await sent(LoaderStage(document(text), ["POST /a": "204"]), ["n": [1, 2]])
        #expect(body.text == "n=" + expected)
    }
}
