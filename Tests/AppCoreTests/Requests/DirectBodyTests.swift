import APIDocument
import SourceTexts
import Testing
import WireFormats

@testable import AppCore

@Suite("A body that a caller wrote") struct DirectBodyTests {
    private func sent(_ written: String, as type: String) throws -> (text: String, type: String?) {
        let document = try document(
            paths: """
                  /a:
                    post:
                      operationId: send
                      requestBody: {content: {\(type): {schema: {type: object, properties: {
                        name: {type: string}, tags: {type: array, items: {type: string}}, photo: {type: string, format: binary}}}}}}
                      responses: {}
                """)
        let operation = try #require(document.operation("send"))
        let body = try DirectBody(Array(written.utf8), for: operation, in: document) { path in
            FilePart(name: path, bytes: Array("bytes of \(path)".utf8), contentType: "image/png")
        }
        return (String(decoding: body.bytes, as: UTF8.self), body.contentType)
    }

    @Test("JSON for a form becomes its fields; a body that is a form already stays") func form() throws {
        let type = "application/x-www-form-urlencoded"
        let fields = try sent(#"{"name": "A & B", "tags": ["x", "y"]}"#, as: type)
        #expect(fields.text == "name=A%20%26%20B&tags=x&tags=y" || fields.text == "name=A+%26+B&tags=x&tags=y")
        #expect(fields.type == type)
        #expect(try sent("name=A&x=1", as: type).text == "name=A&x=1")
    }

    @Test("JSON for a multipart body becomes its parts, with files named by @ and a boundary in the type")
    func multipart() throws {
        let parts = try sent(#"{"name": "Ada", "photo": "@cat.png"}"#, as: "multipart/form-data")
        let boundary = try #require(parts.type?.split(separator: "boundary=").last)
        #expect(parts.text.hasPrefix("--\(boundary)\r\n") && parts.text.contains("filename=\"cat.png\""))
        #expect(parts.text.contains("bytes of cat.png") && !parts.text.contains("@cat.png"))
        #expect(throws: Complaint.self) { try sent("name=Ada", as: "multipart/form-data") }
    }

    @Test("A JSON body is sent as it is written; XML is not made from JSON") func others() throws {
        #expect(try sent(#"{"name": 1.0}"#, as: "application/json").text == #"{"name": 1.0}"#)
        #expect(try sent("<a/>", as: "application/xml").text == "<a/>")
        #expect(throws: Complaint.self) { try sent("{}", as: "application/xml") }
    }
}

@Suite("Items of other styles") struct OtherStylesTests {
    private static let named =
        "parameters: [{name: name, in: path, required: true, schema: {type: string}}]"
    private static let thing =
        "{type: object, properties: {kind: {type: string}, metadata: {type: object, properties: {name: {type: string}}}, spec: {type: object, properties: {replicas: {type: integer}}}}}"

    @Test("Metadata with an item's name is part of it and fills its path; it is edited by the documented form")
    func metadata() throws {
        let catalog = try catalog(
            """
              /deployments:
                get: {\(answer("{type: object, properties: {items: {type: array, items: \(Self.thing)}}}"))}
              /deployments/{name}:
                \(Self.named)
                get: {operationId: read, \(answer(Self.thing))}
                put: {operationId: replace, \(body(Self.thing)), \(answer(Self.thing))}
                patch: {operationId: patch, \(body("{type: object}")), \(answer(Self.thing))}
            """)
        let item = try #require(catalog.screens.first { $0.load?.operation == "read" })
        #expect(item.item == .root && item.update?.request.operation == "replace")
        let list = try #require(catalog.screens.first { $0.kind == .collection })
        #expect(list.rowScreen == item.id && list.rowID?.description == "/metadata/name")
    }

    @Test("Paths with a final slash or a format give the same screens as other paths", arguments: ["", "/", ".json"])
    func slashes(end: String) throws {
        let thing = "{type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}}"
        let catalog = try catalog(
            """
              /persons\(end):
                get: {operationId: list, \(answer("{type: array, items: \(thing)}"))}
                post: {operationId: add, \(body(thing)), \(answer(thing))}
              /persons/{id}\(end):
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get: {operationId: read, \(answer(thing))}
                put: {operationId: change, \(body(thing)), \(answer(thing))}
                delete: {operationId: drop, responses: {'204': {description: ok}}}
              /persons/{id}/pets\(end): {get: {operationId: pets, \(answer("{type: array, items: \(thing)}"))}}
            """)
        let item = try #require(catalog.screens.first { $0.load?.operation == "read" })
        let list = try #require(catalog.screens.first { $0.load?.operation == "list" })
        let pets = try #require(catalog.screens.first { $0.load?.operation == "pets" })
        #expect(item.children == [pets.id] && list.create?.request.operation == "add")
        #expect(list.rowScreen == item.id && item.update?.request.operation == "change")
        #expect(item.title == "Person" && item.delete?.operation == "drop")
    }
}
