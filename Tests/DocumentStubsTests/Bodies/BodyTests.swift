import APIDocument
import DemoManager
import Foundation
import HTTPTypes
import Testing
import WireFormats

@testable import DocumentStubs

/// Bodies that are no JSON: each is what its media type says.
@Suite struct BodyTests {
    private static let document = """
        paths:
          /invoices: {get: {responses: {'200': {description: ok, content: {application/json: {schema: \(list)}, text/csv: {schema: \(list)}, application/xml: {schema: \(list)}}}}}}
          /invoices/{id}: {get: {responses: {'200': {description: ok, content: {application/json: {schema: \(invoice)}, application/xml: {schema: \(invoice)}}}}}}
          /invoices/{id}/print: {get: {responses: {'200': {description: ok, content: {application/pdf: {schema: {type: string, format: binary}}}}}}}
          /invoices/export: {get: {responses: {'200': {description: ok, content: {text/csv: {schema: {type: string}}}}}}}
          /events: {get: {responses: {'200': {description: ok, content: {text/event-stream: {schema: {type: object, properties: {id: {type: integer}, text: {type: string}}}}}}}}}
          /signals: {get: {responses: {'200': {description: ok, content: {text/event-stream: {itemSchema: {type: object, required: [event, data], properties: {event: {const: tick}, data: {const: "one\\ntwo"}}}}}}}}}
          /photo: {get: {responses: {'200': {description: ok, content: {image/*: {schema: {type: string}}}}}}}
          /told: {get: {responses: {'200': {description: ok, content: {image/gif: {example: not a picture}}}}}}
          /given: {get: {responses: {'200': {description: ok, content: {application/octet-stream: {example: aGVsbG8=}}}}}}
        components:
          schemas:
            Invoice:
              type: object
              required: [id, customer, tags, notes]
              xml: {name: invoice, namespace: 'urn:x'}
              properties:
                id: {type: integer, xml: {attribute: true}}
                customer: {const: 'Ada "A", & Co', xml: {name: client, prefix: p}}
                tags: {const: [a, b], items: {type: string, xml: {name: tag}}}
                notes: {const: [c], xml: {wrapped: true}, items: {type: string, xml: {name: note}}}
        """
    private static let invoice = "{$ref: '#/components/schemas/Invoice'}"
    private static let list = "{type: array, maxItems: 2, items: \(invoice), xml: {name: invoices}}"

    private let api: DemoAPI

    init() throws { api = try DemoAPI(Self.document, negotiates: true) }

    private func get(_ path: String, _ accept: String = "*/*") throws -> StubReply {
        try #require(api.reply(.get, path, headers: [.accept: accept]))
    }

    private func text(_ path: String, _ accept: String = "*/*") throws -> String {
        try get(path, accept).text
    }

    @Test("A table has a line of names and one for each row; what separates cells is quoted within them")
    func csv() throws {
        let lines = "id,customer,tags,notes\r\n1,\"Ada \"\"A\"\", & Co\",a;b,c\r\n2,\"Ada \"\"A\"\", & Co\",a;b,c\r\n"
        #expect(try text("/invoices", "text/csv") == lines)
        // A text without a schema has the columns of the list it stands below.
        #expect(try text("/invoices/export").hasPrefix("id,customer,tags,notes\r\n1,"))
    }

    @Test("Elements are called and placed as the schema's XML objects say")
    func xml() throws {
        let one = try text("/invoices/7", "application/xml")
        #expect(
            one == """
                <invoice xmlns="urn:x" id="7"><p:client>Ada &quot;A&quot;, &amp; Co</p:client><tag>a</tag><tag>b</tag>\
                <notes><note>c</note></notes></invoice>
                """)
        let all = try text("/invoices", "application/xml")
        #expect(all.hasPrefix("<invoices><invoice xmlns=\"urn:x\" id=\"1\">") && all.hasSuffix("</invoice></invoices>"))
    }

    @Test("A stream has some events, each ended by an empty line; an object of an event's fields says them itself")
    func events() throws {
        let events = try text("/events").split(separator: "\n\n", omittingEmptySubsequences: true)
        #expect(events.count == 3)
        #expect(events.allSatisfy { $0.hasPrefix("id: ") && $0.contains("\ndata: {\"id\":") })
        #expect(try text("/signals").hasPrefix("event: tick\ndata: one\ndata: two\n\nevent: tick\n"))
    }

    @Test("A picture is a picture of the form that is asked for, whatever somebody wrote as its example")
    func pictures() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let photo = try get("/photo")
        #expect(photo.headers[.contentType] == "image/png" && photo.body.starts(with: png))
        let jpeg = try get("/photo", "image/jpeg")
        #expect(
            jpeg.headers[.contentType] == "image/jpeg" && jpeg.body.starts(with: [0xFF, 0xD8, 0xFF])
                && jpeg.body.suffix(2) == [0xFF, 0xD9])
        #expect(try text("/told").hasPrefix("GIF8"))
        #expect(try text("/given") == "hello")
        for type in ["image/webp", "application/zip", "application/gzip", "application/octet-stream", "video/mp4"] {
            #expect(BinarySample.bytes(type, title: "")?.isEmpty == false)
        }
        #expect(
            BinarySample.bytes("image/svg+xml", title: "") == nil && BinarySample.bytes("text/plain", title: "") == nil)
    }

    @Test("A PDF's table leads to its objects, whatever stands in its line")
    func pdf() throws {
        #expect(try text("/invoices/7/print").contains("(Invoices 7 Print) Tj"))
        let file = PDFText.bytes("a (b) \\ ünd")
        let text = String(decoding: file, as: UTF8.self)
        #expect(text.contains("(a \\(b\\) \\\\ nd) Tj"))
        let parts = text.components(separatedBy: "startxref\n")
        let start = try #require(Int(parts[1].prefix { $0.isNumber }))
        #expect(file[start...].starts(with: Array("xref\n".utf8)))
        let entries = text.components(separatedBy: " 00000 n \n").dropLast().map { Int($0.suffix(10)) }
        for (number, place) in entries.enumerated() {
            #expect(file[try #require(place)...].starts(with: Array("\(number + 1) 0 obj".utf8)))
        }
    }
}
