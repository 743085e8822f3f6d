import APIDocument
import DocumentStubs
import Testing
import WireFormats

@Suite("Samples keep to constraints")
struct SampleConstraintTests {
    @Test(
        "Thirty rows of each are valid",
        arguments: [
            "{type: integer, minimum: 5, maximum: 7}", "{type: integer, exclusiveMinimum: 5, exclusiveMaximum: 7}",
            "{type: integer, minimum: -10, maximum: -2}", "{type: integer, maximum: 0}",
            "{type: integer, multipleOf: 7}", "{type: number, minimum: 0.1, maximum: 0.3, multipleOf: 0.1}",
            "{type: number, multipleOf: 0.01}", "{type: number, exclusiveMinimum: 0, maximum: 0.001}",
            "{type: integer, multipleOf: 2.5}", "{type: integer, minimum: 9007199254740993, maximum: 9007199254740993}",
            "{type: number, minimum: 1e300}", "{type: number, exclusiveMaximum: -1e99}",
            "{type: integer, format: int32, minimum: 2147483640}", "{type: string, minLength: 300}",
            "{type: string, maxLength: 1}", "{type: string, maxLength: 0}",
            "{type: string, minLength: 4, maxLength: 4}",
            "{type: object, required: [id], properties: {id: {type: string, minLength: 8, maxLength: 8}}}",
            "{type: object, required: [id], properties: {id: {type: string, format: uri, maxLength: 30}}}",
            "{type: object, required: [email], properties: {email: {type: string, format: email, maxLength: 20}}}",
            "{type: object, required: [email], properties: {email: {type: string, format: email, maxLength: 12}}}",
            "{type: array, items: {type: string}, minItems: 7}", "{type: array, items: {type: string}, maxItems: 0}",
            "{type: array, items: {enum: [a, b, c]}, uniqueItems: true, minItems: 3}",
            "{type: array, items: {type: boolean}, uniqueItems: true, minItems: 2}",
            "{type: array, prefixItems: [{type: string}, {type: integer}], items: false}",
            "{type: array, items: {type: integer}, contains: {const: 3}}",
            "{type: array, prefixItems: [{const: a}], unevaluatedItems: false}", "{items: false}",
            "{type: object, unevaluatedProperties: false}",
            "{type: object, minProperties: 3, additionalProperties: {type: integer}}",
            "{type: object, properties: {a: {}, b: {}, c: {}}, required: [c], maxProperties: 2}",
            "{type: object, patternProperties: {'^x-[a-z]{3}$': {type: integer}}, additionalProperties: false}",
            "{type: object, propertyNames: {pattern: '^[A-Z]{2}$'}, additionalProperties: {type: string}}",
            "{type: object, required: [other]}", "{type: [string, 'null'], format: email}", "{type: [integer, string]}",
            "{not: {type: string}, type: [string, integer]}",
            "{type: object, properties: {a: {}}, not: {required: [a]}}", "{oneOf: [{type: integer}, {type: string}]}",
            "{oneOf: [{type: number, multipleOf: 5}, {type: number, multipleOf: 3}]}",
            "{anyOf: [{required: [a]}, {required: [b]}], type: object, properties: {a: {type: string}, b: {type: integer}}}",
            "{allOf: [{type: object, properties: {a: {type: string}}}, {type: object, required: [b], properties: {b: {const: 1}}}]}",
            """
            {type: object, properties: {kind: {enum: [x, y]}, size: {type: integer}}, required: [kind], \
            if: {properties: {kind: {const: x}}}, then: {required: [size], properties: {size: {minimum: 900}}}}
            """,
            "true", "{}", "{enum: [null, 2]}", "{const: {a: [1.10]}}", "{type: 'null'}", "{nullable: true}",
            "{type: string, enum: ['', only]}", "{minimum: 3}", "{maxItems: 2}", "{pattern: '^a+$'}",
        ])
    func constraintsHold(schema: String) throws {
        let generator = try generator()
        for row in 0..<30 {
            let sample = try generator.sample(for: yaml(schema), seed: "/test", row: row)
            #expect(sample.violations.isEmpty, "\(row): \(sample.value.text())")
        }
    }

    @Test(
        "Members that are not declared are called as they may be",
        arguments: ["const: colors", "enum: [colors]", "pattern: ^colors$"])
    func names(rule: String) throws {
        let schema = "{type: object, propertyNames: {\(rule)}, additionalProperties: {type: integer}}"
        let value = try generator().sample(for: yaml(schema), seed: "/test").value
        #expect(value.objectValue?.keys == ["colors"])
    }

    @Test("A text fits its pattern and its lengths at once") func patternAndLength() throws {
        for text in [
            "{type: string, pattern: '^[a-z]+$', minLength: 40}", "{type: string, pattern: '^[a-z]*$', maxLength: 3}",
        ] {
            #expect(try generator().sample(for: yaml(text), seed: "/test").violations.isEmpty)
        }
    }

    @Test("Ids of a pattern differ as long as there are as many texts as rows") func patternIDsDiffer() throws {
        let ids = try generator().values("id", "{type: string, pattern: '^[A-Z]{2}$'}", count: 676)
        #expect(Set(ids).count == 676)
    }

    @Test("Numbers are spelt exactly") func exactNumbers() throws {
        let prices = try generator().values("price", "{type: number, multipleOf: 0.01, maximum: 1}", count: 50)
        #expect(prices.allSatisfy { ($0.numberValue?.text.count ?? 99) <= 4 }, "\(prices)")
    }

    @Test("What cannot be is returned with what is wrong with it") func unsatisfiable() throws {
        let sample = try generator().sample(for: yaml("{type: string, enum: [a], minLength: 5}"), seed: "/test")
        #expect(sample.value == "a")
        #expect(!sample.violations.isEmpty)
    }
}
