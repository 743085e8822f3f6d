import APIDocument
import Testing
import WireFormats

@Suite struct ViolationTests {
    @Test(
        "Each keyword is checked and has a message",
        arguments: [
            ("{type: integer}", "1.5", "must be a whole number, not a number"), ("{type: integer}", "1.0", nil),
            ("{type: [string, 'null']}", "null", nil), ("{type: string, nullable: true, enum: [a]}", "null", nil),
            ("{enum: [a, 1]}", "1.0", nil), ("{enum: [a, 1]}", "2", "must be one of a, 1"),
            ("{exclusiveMinimum: 0}", "0", "must be more than 0"),
            ("{multipleOf: 0.01}", "0.005", "must be a multiple of 0.01"),
            ("{type: string, maxLength: 1}", "\"é\"", nil),
            ("{maxLength: 1}", "\"ab\"", "must have at most 1 character"),
            ("{multipleOf: 1e-8}", "12391239123", nil), ("{multipleOf: 1e-8}", "1.5e-8", "must be a multiple of 1e-8"),
            ("{multipleOf: 0.123456789}", "1e308", "must be a multiple of 0.123456789"),
            ("{pattern: '^\\p{Letter}+$'}", "\"Ä\"", nil), ("{pattern: '^a.b$'}", "\"a\\r\\nb\"", "must match ^a.b$"),
            ("{pattern: '^\\d$'}", "\"߀\"", "must match ^\\d$"), ("{pattern: '^[\\w-.]+$'}", "\"a-b.c\"", nil),
            ("{pattern: '^[[&-]+$'}", "\"[&-\"", nil), ("{pattern: '^{a}$'}", "\"{a}\"", nil),
            ("{pattern: '^\\s$'}", "\"\u{FEFF}\"", nil), ("{pattern: '^a$'}", "\"a\\n\"", "must match ^a$"),
            ("{pattern: '\\bé'}", "\"é\"", "must match \\bé"), ("{pattern: '^(?<a_b>x)\\k<a_b>$'}", "\"xx\"", nil),
            ("{pattern: 'a{2}[^]'}", "\"aab\"", nil),
            ("{pattern: '^[0-9]+$'}", "\"x\"", "must match ^[0-9]+$"), ("{required: [a]}", "{}", "\"a\" is required"),
            ("{properties: {a: {}}, additionalProperties: false}", "{\"b\":1}", "/b: must not be there"),
            ("{items: {type: string}}", "[\"a\",1]", "/1: must be text, not a number"),
            ("{uniqueItems: true}", "[1,1]", "must not have equal items"),
            ("{uniqueItems: true}", "[{\"a\":1,\"b\":[]},{\"b\":[],\"a\":1.0}]", "must not have equal items"),
            ("{uniqueItems: true}", "[{\"a\":1,\"b\":2},{\"a\":2,\"b\":1},[1,2],[2,1],\"1\",1,true,null]", nil),
            ("{oneOf: [{type: integer}, {type: number}]}", "1", "must fit exactly one of 2 choices, but fits 2"),
            (
                "{oneOf: [{title: A}, {$ref: '#/components/schemas/B'}], discriminator: {propertyName: k}}",
                "{\"k\": \"B\", \"n\": 1}", nil
            ),
            (
                "{oneOf: [{title: A}, {$ref: '#/components/schemas/B'}], discriminator: {propertyName: k}}",
                "{\"k\": \"B\", \"n\": \"x\"}", "/n: must be a whole number, not text"
            ),
            ("{not: {type: string}}", "\"a\"", "must not fit what is excluded"),
            ("{if: {required: [a]}, then: {required: [b]}}", "{\"a\":1}", "\"b\" is required"),
            ("{prefixItems: [{type: string}], items: {type: integer}}", "[\"a\",1]", nil),
        ])
    func keywords(text: String, value: String, expected: String?) throws {
        let document = try document(
            "  /a: {get: {}}\ncomponents: {schemas: {B: {type: object, properties: {n: {type: integer}}}}}")
        let found = document.violations(of: try JSONValue(parsing: value), against: try schema(text))
        #expect(found.map(\.description) == (expected.map { [$0] } ?? []))
    }

    @Test(
        "JSON Schema keywords beyond OpenAPI 3.0 are checked in thorough checks",
        arguments: [
            ("{contains: {const: 1}}", "[2, 1]", nil),
            ("{contains: {const: 1}}", "[2]", "must have at least 1 items of the kind it is to contain, but has 0"),
            ("{contains: {const: 1}, minContains: 0}", "[]", nil),
            (
                "{contains: {const: 1}, maxContains: 1}", "[1, 1]",
                "must have at most 1 items of the kind it is to contain, but has 2"
            ),
            ("{propertyNames: {pattern: ^x}}", "{\"x1\": 1}", nil),
            ("{propertyNames: {pattern: ^x}}", "{\"y\": 1}", "must not have a member called \"y\""),
            (
                "{unevaluatedProperties: false, allOf: [{properties: {a: {}}}], properties: {b: {}}}",
                "{\"a\":1,\"b\":1}", nil
            ),
            ("{unevaluatedProperties: false, allOf: [{properties: {a: {}}}]}", "{\"b\":1}", "/b: must not be there"),
            ("{unevaluatedProperties: {type: string}, patternProperties: {^x: {}}}", "{\"x\":1,\"b\":\"t\"}", nil),
            (
                "{unevaluatedProperties: false, anyOf: [{properties: {a: {type: string}}}, {properties: {b: {}}}]}",
                "{\"a\":1}", "/a: must not be there"
            ),
            ("{unevaluatedProperties: false, if: {required: [a]}, then: {properties: {a: {}}}}", "{\"a\":1}", nil),
            ("{unevaluatedProperties: false, allOf: [{additionalProperties: true}]}", "{\"a\":1}", nil),
            ("{unevaluatedItems: false, prefixItems: [{}]}", "[1, 2]", "/1: must not be there"),
            ("{unevaluatedItems: false, allOf: [{prefixItems: [{}, {}]}]}", "[1, 2]", nil),
            ("{unevaluatedItems: {type: string}, contains: {type: integer}}", "[\"a\", 1]", nil),
            ("{unevaluatedItems: {type: string}, contains: {const: 1}}", "[1, 2]", "/1: must be text, not a number"),
            ("{unevaluatedItems: false, anyOf: [{items: {type: integer}}, {prefixItems: [{}]}]}", "[1, 2]", nil),
            ("{unevaluatedItems: false, allOf: [{unevaluatedItems: true}]}", "[1]", nil),
            ("{unevaluatedItems: false}", "{\"a\":1}", nil),
            ("{dependentSchemas: {a: {required: [b]}}}", "{\"a\":1}", "\"b\" is required"),
            ("{dependentSchemas: {a: {required: [b]}}}", "{\"c\":1}", nil),
            (
                "{dependentSchemas: {a: {properties: {b: {}}}}, properties: {a: {}}, unevaluatedProperties: false}",
                "{\"a\":1,\"b\":1}", nil
            ),
        ] as [(String, String, String?)])
    func thorough(text: String, value: String, expected: String?) throws {
        let (schema, value) = (try schema(text), try JSONValue(parsing: value))
        let (new, old) = (try document("  /a: {get: {}}"), try document("  /a: {get: {}}", version: "3.0.3"))
        #expect(
            new.violations(of: value, against: schema, isThorough: true).map(\.description)
                == (expected.map { [$0] } ?? []))
        #expect(old.violations(of: value, against: schema, isThorough: true) == [])
    }

    @Test("Read-only members are optional in requests, write-only ones in responses") func direction() throws {
        let document = try document("  /a: {get: {}}")
        let schema = try schema(
            "{required: [id, secret], properties: {id: {readOnly: true}, secret: {writeOnly: true}}}")
        let inRequest = document.violations(of: ["secret": 1], against: schema, direction: .request)
        let inResponse = document.violations(of: ["secret": 1], against: schema, direction: .response)
        #expect(inRequest == [])
        #expect(inResponse.map(\.message) == ["\"id\" is required"])
    }
}
