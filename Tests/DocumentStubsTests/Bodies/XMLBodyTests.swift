import DemoManager
import HTTPTypes
import Testing
import WireFormats

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

    @Test("Elements, attributes, lists and escaped text are stored as the members they stand for")
    func stored() throws {
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
        "A text that is not XML, nests without end or declares entities says nothing",
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
