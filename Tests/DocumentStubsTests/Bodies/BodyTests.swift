import DemoManager
import Foundation
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
          /talk: {get: {responses: {'200': {description: ok, content: {text/event-stream: {itemSchema: {type: object, required: [data], properties: {data: {type: string, contentMediaType: application/json, contentSchema: \(word)}}}}}}}}}
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
    private static let word = "{type: object, required: [word], properties: {word: {const: hi}}}"
    private static let invoice = "{$ref: '#/components/schemas/Invoice'}"
    private static let list = "{type: array, maxItems: 2, items: \(invoice), xml: {name: invoices}}"

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document, negotiates: true) }

    private func get(_ path: String, _ accept: String = "*/*") throws -> StubReply {
        try #require(api.reply(.get, path, headers: [.accept: accept]))
    }

    private func text(_ path: String, _ accept: String = "*/*") throws -> String { try get(path, accept).text }

    @Test("A table is one fixed file, whatever its columns are", arguments: ["/invoices", "/invoices/export"])
    func csv(path: String) throws { #expect(try text(path, "text/csv").hasPrefix("id,name,date\r\n1,")) }

    @Test("Elements are named and placed by the schema's XML objects") func xml() throws {
        let one = try text("/invoices/7", "application/xml")
        #expect(
            one == """
                <invoice xmlns="urn:x" id="7"><p:client>Ada &quot;A&quot;, &amp; Co</p:client><tag>a</tag><tag>b</tag>\
                <notes><note>c</note></notes></invoice>
                """)
        let all = try text("/invoices", "application/xml")
        #expect(all.hasPrefix("<invoices><invoice xmlns=\"urn:x\" id=\"1\">") && all.hasSuffix("</invoice></invoices>"))
    }

    @Test("A stream has several events, each ended by an empty line; an object with an event's fields sets them itself")
    func events() throws {
        let events = try text("/events").split(separator: "\n\n", omittingEmptySubsequences: true)
        #expect(events.count == 3)
        #expect(events.allSatisfy { $0.hasPrefix("id: ") && $0.contains("\ndata: {\"id\":") })
        // The text of an event holds JSON, as OpenAPI 3.2 describes it.
        #expect(try text("/talk").hasPrefix("data: {\"word\":\"hi\"}\n\n"))
        #expect(try text("/signals").hasPrefix("event: tick\ndata: one\ndata: two\n\nevent: tick\n"))
    }

    @Test("A picture has the requested media type, whatever its example is") func pictures() throws {
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
            #expect(BinarySample.bytes(type)?.isEmpty == false)
        }
        #expect(BinarySample.bytes("image/svg+xml") == nil && BinarySample.bytes("text/plain") == nil)
    }

    @Test("The cross-reference table of a PDF points to its objects") func pdf() throws {
        let file = try get("/invoices/7/print").body
        let text = String(decoding: file, as: UTF8.self)
        let parts = text.components(separatedBy: "startxref\n")
        let start = try #require(Int(parts[1].prefix { $0.isNumber }))
        #expect(file[start...].starts(with: Array("xref\n".utf8)))
        let entries = text.components(separatedBy: " 00000 n \n").dropLast().map { Int($0.suffix(10)) }
        for (number, place) in entries.enumerated() {
            #expect(file[try #require(place)...].starts(with: Array("\(number + 1) 0 obj".utf8)))
        }
    }
}

/// Bodies in XML are read by the names of their schema.
@Suite struct XMLBodyTests {
    private let api: DemoAPI

    init() throws {
        let pet =
            "{type: object, xml: {name: pet}, properties: {id: {type: integer, xml: {attribute: true}}, name: {type: string}, kind: {$ref: '#/components/schemas/Kind'}, photoUrls: {type: array, xml: {wrapped: true}, items: {type: string, xml: {name: photoUrl}}}, marks: {type: array, items: {type: integer, xml: {name: mark}}}, isTame: {type: boolean, xml: {name: tame}}}}"
        let content = "content: {application/json: {schema: \(pet)}, application/xml: {schema: \(pet)}}"
        api = try DemoAPI(
            [
                "/pets: {post: {requestBody: {\(content)}, responses: {'201': {description: ok, \(content)}}}}",
                "/pets/{id}: {get: {responses: {'200': {description: ok, \(content)}}}}",
            ], schemas: ["Kind: {type: object, properties: {label: {type: string}}}"], negotiates: true)
    }

    @Test("Elements, attributes, lists and escaped text are stored as the members they describe") func stored() throws {
        let text = """
            <?xml version="1.0"?><!-- a < b -->
            <p:pet xmlns:p="urn:p" id = '77'>
              <name>\u{301}R&amp;x &#x2603;<![CDATA[ <1>]]></name><kind><label>Dog</label></kind>
              <photoUrls><photoUrl>a</photoUrl><photoUrl>b</photoUrl></photoUrls>
              <mark>1</mark><mark>2</mark><tame>true</tame><unknown a=">"/>
            </p:pet>
            """
        let name = "\u{301}R&x \u{2603} <1>"
        let pet: JSONValue = [
            "id": 77, "name": .string(name), "kind": ["label": "Dog"], "photoUrls": ["a", "b"], "marks": [1, 2],
            "isTame": true,
        ]
        #expect(try api.form(.post, "/pets", text, type: "application/xml").isEquivalent(to: pet))
        #expect(try api.send(.get, "/pets/77").isEquivalent(to: pet))
        let shown = try #require(api.reply(.get, "/pets/77", headers: [.accept: "application/xml"]))
        #expect(XMLElement(parsing: shown.body)?.elements.first { $0.name == "name" }?.text == name)
    }

    @Test(
        "Text that is not XML, is nested too deep or declares entities has no value",
        arguments: [
            "<pet><name>x</pet>", "<pet", "name", "<pet>&file;</pet>",
            "<!DOCTYPE pet [<!ENTITY file SYSTEM 'file:///etc/passwd'>]><pet><name>&file;</name></pet>",
            String(repeating: "<pet>", count: 100_000), String(repeating: "<a/>", count: 3) + "</b>",
            "<pet>" + String(repeating: "<a/>", count: 20_000) + "</pet>", "x<pet><name>a</name></pet>",
            "<pet><name>a</name></pet>x", "<pet><name>a</name></pet><pet/>",
        ])
    func refused(text: String) throws {
        #expect(XMLElement(parsing: Array(text.utf8)) == nil)
        #expect(try api.form(.post, "/pets", text, type: "text/xml")["name"] == nil)
    }
}

/// Header fields of replies, and bodies in forms that are asked for.
@Suite struct ReplyHeadersTests {
    private func reply(_ response: String, _ more: String = "", accept: String = "*/*") throws -> StubReply {
        let text = """
            paths: {/h: {get: {\(more)responses: {'200': {description: ok, \(response)}}}}}
            components: {schemas: {Five: {type: integer, default: 5}}}
            """
        return try answer(text, accept)
    }

    private func answer(_ text: String, _ accept: String = "*/*") throws -> StubReply {
        try #require(DemoAPI(text, negotiates: true).reply(.get, "/h", headers: [.accept: accept]))
    }

    private func field(_ name: String, _ header: String) throws -> String? {
        let fields = try reply("headers: {\(name): \(header)}").headers
        return fields[try #require(HTTPField.Name(name))]
    }

    @Test(
        "A header has the value that the document describes, in the style of header fields",
        arguments: [
            ("{schema: {type: integer}, example: 0}", "0"), ("{schema: {type: integer, default: 5}}", "5"),
            ("{schema: {$ref: '#/components/schemas/Five'}}", "5"), ("{schema: {enum: [red]}}", "red"),
            ("{schema: {const: false}}", "false"), ("{examples: {one: {value: first}}}", "first"),
            ("{schema: {type: array, items: {}, example: [a, b, 3]}}", "a,b,3"),
            ("{schema: {type: object, example: {r: 1, g: 2}}}", "r,1,g,2"),
            ("{explode: true, schema: {type: object, default: {r: 1, g: 2}}}", "r=1,g=2"),
            ("{content: {application/json: {example: {a: [1]}}}}", "{\"a\":[1]}"),
            ("{content: {application/json: {schema: {const: b}}}}", "\"b\""),
        ])
    func told(header: String, value: String) throws { #expect(try field("X-Some", header) == value) }

    @Test("A header with nothing but a schema gets a generated value") func made() throws {
        #expect(try field("X-Rate-Limit", "{schema: {type: integer, minimum: 3, maximum: 3}}") == "3")
        #expect(try field("X-Text", "{schema: {type: string}}")?.isEmpty == false)
        #expect(try field("X-Request", "{required: true, schema: {type: string, format: uuid}}")?.count == 36)
    }

    @Test(
        "Framing headers are never sent as described; headers that clients act on are not generated",
        arguments: [
            ("Content-Length", "{example: 3}"), ("Transfer-Encoding", "{required: true, schema: {type: string}}"),
            ("Content-Encoding", "{schema: {enum: [gzip]}}"), ("Connection", "{example: close}"),
            ("Location", "{schema: {type: string}}"), ("Set-Cookie", "{schema: {type: string}}"),
            ("ETag", "{schema: {type: string}}"), ("Link", "{schema: {type: string}}"),
            ("X-Next-Page", "{schema: {type: integer}}"), ("Access-Control-Allow-Origin", "{schema: {type: string}}"),
            ("X-Bad", "{example: \"a\\r\\nSet-Cookie: b=c\"}"), ("X-Null", "{example: null}"),
        ])
    func silent(name: String, header: String) throws { #expect(try field(name, header) == nil) }

    @Test("Required headers and headers with examples are present") func required() throws {
        #expect(try field("ETag", "{required: true, schema: {type: string}}") == "\"demo\"")
        #expect(try field("Location", "{schema: {type: string, example: /things/5}}") == "/things/5")
        #expect(try reply("headers: {Content-Type: {example: text/evil}}").headers[.contentType] == nil)
    }

    @Test("Deprecated operations send `Deprecation`") func deprecated() throws {
        let name = try #require(HTTPField.Name("Deprecation"))
        #expect(try reply("content: {}", "deprecated: true, ").headers[name] == "true")
        #expect(try reply("content: {}").headers[name] == nil)
    }

    @Test("Swagger 2.0 describes fields without a schema") func swagger() throws {
        let text = """
            swagger: '2.0'
            info: {title: H, version: '1'}
            paths: {/h: {get: {responses: {'200': {description: ok, headers: {X-Def: {type: integer, default: 5}, X-Enum: {type: string, enum: [red]}, X-Told: {type: string, x-example: told}}}}}}}
            """
        let fields = try answer(text).headers
        let values = ["X-Def", "X-Enum", "X-Told"].map { HTTPField.Name($0).flatMap { fields[$0] } }
        #expect(values == ["5", "red", "told"])
    }

    @Test("A form's body contains its fields, encoded as a form") func forms() throws {
        let schema =
            "{type: object, properties: {a: {const: 'x y&=ü'}, b: {const: 2}, c: {const: [1, 2]}, d: {const: {k: null}}, e: {const: null}}}"
        let given = try reply("content: {application/x-www-form-urlencoded: {schema: \(schema)}}")
        #expect(given.text == "a=x+y%26%3D%C3%BC&b=2&c=1&c=2&d=%7B%22k%22%3Anull%7D&e=")
    }

    @Test("A response for all media types has the requested type") func ranges() throws {
        let content = "content: {'*/*': {schema: {type: string, example: any}}}"
        for (accept, type, body) in [
            ("text/plain", "text/plain", "any"), ("application/json", "application/json", "\"any\""),
            ("*/*", "application/json", "\"any\""),
        ] {
            let given = try reply(content, accept: accept)
            #expect(given.headers[.contentType] == type && given.text == body)
        }
    }
}
