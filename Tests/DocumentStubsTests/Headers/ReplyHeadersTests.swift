import DemoManager
import Testing

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
