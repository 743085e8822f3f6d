import APIDocument
import Testing
import WireFormats

@testable import AppCore

@Suite("A body that a caller wrote")
struct DirectBodyTests {
    private func sent(_ written: String, as type: String) throws -> (text: String, type: String?) {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /a:
                post:
                  operationId: send
                  requestBody: {content: {\(type): {schema: {type: object, properties: {
                    name: {type: string}, tags: {type: array, items: {type: string}}, photo: {type: string, format: binary}}}}}}
                  responses: {}
            """
        let document = try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
        let operation = try #require(document.operation("send"))
        let body = try DirectBody(Array(written.utf8), for: operation, in: document) { path in
            FilePart(name: path, bytes: Array("bytes of \(path)".utf8), contentType: "image/png")
        }
        return (String(decoding: body.bytes, as: UTF8.self), body.contentType)
    }

    @Test("JSON for a form becomes its fields; a form that was written as one stays")
    func form() throws {
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
        #expect(throws: DirectBody.NotSendable.self) { try sent("name=Ada", as: "multipart/form-data") }
    }

    @Test("what JSON takes is sent as it is written; XML is not made of JSON")
    func others() throws {
        #expect(try sent(#"{"name": 1.0}"#, as: "application/json").text == #"{"name": 1.0}"#)
        #expect(try sent("<a/>", as: "application/xml").text == "<a/>")
        #expect(throws: DirectBody.NotSendable.self) { try sent("{}", as: "application/xml") }
    }
}
