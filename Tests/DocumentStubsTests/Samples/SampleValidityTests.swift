import APIDocument
import DocumentStubs
import Testing
import WireFormats

/// A sample is valid against its schema, by the same check as requests and replies.
@Suite("Generated values are valid against their schemas") struct SampleValidityTests {
    private static let person = "properties: {name: {type: string}, card: {type: string}, address: {type: string}}"

    @Test(
        "Thirty rows of each schema pass a thorough check",
        arguments: [
            // Bounds of numbers, texts, arrays and objects.
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
            "{type: array, items: {type: string}, minItems: 7}", "{type: array, items: {type: string}, maxItems: 0}",
            "{type: array, items: {enum: [a, b, c]}, uniqueItems: true, minItems: 3}",
            "{type: array, items: {type: boolean}, uniqueItems: true, minItems: 2}",
            "{type: array, prefixItems: [{type: string}, {type: integer}], items: false}",
            "{type: array, minItems: 2, prefixItems: [{type: string, format: date}, {type: boolean}], items: false}",
            """
            {type: object, required: [type, coordinates], properties: {type: {const: Point}, coordinates: \
            {type: array, minItems: 2, prefixItems: [{type: number}, {type: number}], items: false}}}
            """,
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
            "{type: string, pattern: '^[a-z]+$', minLength: 40}", "{type: string, pattern: '^[a-z]*$', maxLength: 3}",
            // What must not hold.
            "{not: {type: string}}", "{not: {type: [string, integer]}}", "{type: string, not: {enum: [a, b]}}",
            "{enum: [a, b, c], not: {enum: [a, c]}}", "{type: boolean, not: {const: true}}",
            "{type: object, properties: {a: {type: string}, b: {type: string}}, not: {required: [a]}}",
            "{type: object, properties: {a: {type: string}, b: {type: string}}, not: {required: [a, b]}}",
            "{type: integer, not: {minimum: 10}}", "{type: integer, minimum: 0, not: {maximum: 99}}",
            "{type: string, not: {minLength: 4}}", "{type: string, not: {pattern: '^[a-m]'}}",
            "{type: array, items: {type: integer}, not: {maxItems: 4}}", "{not: {not: {type: boolean}}}",
            "{not: {anyOf: [{type: string}, {type: object}, {type: 'null'}]}}",
            "{type: object, properties: {kind: {enum: [a, b]}}, required: [kind], not: {properties: {kind: {const: a}}}}",
            "{allOf: [{not: {type: string}}, {not: {type: number}}]}",
            // What an array must hold.
            "{type: array, items: {type: integer, minimum: 0, maximum: 9}, contains: {minimum: 5}, minContains: 3}",
            "{type: array, contains: {type: string}, minContains: 2, maxContains: 2, minItems: 5, items: {type: [string, integer]}}",
            "{type: array, contains: {const: x}}", "{contains: {const: 7}}",
            "{type: array, minItems: 4, items: {enum: [1, 2]}, contains: {const: 1}, minContains: 1, maxContains: 1}",
            "{type: object, required: [list], properties: {list: {type: array, prefixItems: [{const: head}], contains: {type: integer}, minContains: 2}}}",
            // What members may be called.
            "{type: object, propertyNames: {maxLength: 3}, patternProperties: {'^x': {type: integer}}, additionalProperties: false, minProperties: 2}",
            "{type: object, propertyNames: {pattern: '^[a-z]{2,4}$'}, patternProperties: {'^a': {type: integer}, 'z$': {type: integer}}, minProperties: 4}",
            "{type: object, propertyNames: {minLength: 12}, additionalProperties: {type: boolean}, minProperties: 2}",
            "{type: object, propertyNames: {format: uuid}, additionalProperties: {type: integer}}",
            "{type: object, required: [x-one], properties: {x-two: {type: integer}}, patternProperties: {'^x-': {minimum: 100, type: integer}}}",
            // What holds beside a member.
            "{type: object, \(person), dependentRequired: {card: [address, billing]}}",
            "{type: object, \(person), required: [card], dependentRequired: {card: [address], address: [zip]}}",
            "{type: object, \(person), dependentSchemas: {card: {required: [limit], properties: {limit: {type: integer, minimum: 5}}}}}",
            "{type: object, \(person), dependentSchemas: {card: {properties: {address: false}}}}",
            "{type: object, properties: {card: {type: string}, address: false}, dependentRequired: {card: [address]}}",
            // What holds if something else does.
            "{type: object, required: [kind], properties: {kind: {enum: [a, b]}, n: {type: integer}}, if: {properties: {kind: {const: a}}}, then: {required: [n]}, else: {properties: {n: false}}}",
            "{type: object, required: [kind], properties: {kind: {enum: [a, b, c]}, n: {type: integer}}, allOf: [{if: {properties: {kind: {const: a}}}, then: {properties: {n: {minimum: 900}}, required: [n]}}, {if: {properties: {kind: {const: b}}}, then: {properties: {n: {maximum: -900}}, required: [n]}}]}",
            "{type: integer, if: {minimum: 100}, then: {multipleOf: 100}, else: {multipleOf: 7}}",
            "{type: string, if: {minLength: 10}, then: false}",
            "{type: object, properties: {items: {type: array, items: {type: object, required: [t], properties: {t: {enum: [p, q]}, v: {}}, if: {properties: {t: {const: p}}}, then: {required: [v], properties: {v: {type: integer}}}, else: {required: [w]}}}}}",
            // Items that differ.
            "{type: array, uniqueItems: true, minItems: 10, items: {enum: [a, b, c, d, e, f, g, h, i, j]}}",
            "{type: object, required: [l], properties: {l: {type: array, uniqueItems: true, minItems: 5, maxItems: 5, items: {type: integer, minimum: 1, maximum: 5}}}}",
            "{type: object, required: [l], properties: {l: {type: array, uniqueItems: true, minItems: 2, items: {enum: [1, 1.0, 2]}}}}",
            "{type: object, required: [l], properties: {l: {type: array, uniqueItems: true, minItems: 4, items: {type: object, required: [a, b], properties: {a: {type: boolean}, b: {type: boolean}}}}}}",
            // Steps within bounds.
            "{type: integer, minimum: 7, maximum: 13, multipleOf: 5}",
            "{type: number, minimum: 1.1, maximum: 1.3, multipleOf: 0.25}",
            "{type: number, exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.5}",
            "{type: integer, minimum: -13, maximum: -11, multipleOf: 4}",
            "{allOf: [{type: integer, multipleOf: 4}, {multipleOf: 6}], minimum: 1, maximum: 13}",
        ])
    func valid(schema: String) throws {
        let (document, schema) = (try document(), try yaml(schema))
        for row in 0..<30 {
            let sample = try SampleGenerator(document: document).sample(for: schema, seed: "/test", row: row)
            let violations = document.violations(of: sample.value, against: schema, isThorough: true)
            #expect(sample.violations.isEmpty && violations.isEmpty, "\(row): \(sample.value.text()) \(violations)")
        }
    }

    @Test("A bound has priority over a format whose texts are all outside the bound") func tightFormat() throws {
        let document = try document()
        let schema = try yaml("{type: string, format: email, maxLength: 12}")
        for row in 0..<30 {
            let sample = try SampleGenerator(document: document).sample(for: schema, seed: "/test", row: row)
            #expect(document.violations(of: sample.value, against: schema).isEmpty, "\(row): \(sample.value.text())")
        }
    }

    @Test(
        "Schemas that refer to themselves, and bounds at the limits of numbers, do not cause an endless search",
        arguments: [
            "{not: {$ref: '#/components/schemas/Filter'}}", "{type: string, not: {maxLength: 9223372036854775807}}",
            "{type: array, not: {minItems: -9223372036854775808}}",
            "{type: array, prefixItems: [{}], contains: {const: 1}, minContains: 9223372036854775807}",
        ])
    func extremes(schema: String) throws {
        let generator = try generator(
            schemas: "Filter: {anyOf: [{type: string}, {$ref: '#/components/schemas/Filter'}]}")
        let schema = try yaml(schema)
        let sample = try? generator.sample(for: schema, seed: "/test")
        #expect(sample?.value.stringValue == nil || sample?.violations.isEmpty == false || schema.type == .string)
    }

    @Test(
        "A text is found for its pattern, with lookarounds, backreferences and word boundaries",
        arguments: [
            "^[A-Z]{2}[0-9]{4}$", "^(foo|ba[rz])+$", #"^\d{3}-\w+?$"#, "[a-f]{3}", "^[^a-z]$", "^a{2,4}b?c*$",
            "^(?:x|y){3}$", #"^\+[1-9]\d{1,14}$"#, "^#([0-9a-fA-F]{2}){3}$", "^[a-z0-9]+(?:-[a-z0-9]+)*$",
            #"^\S+@\S+\.\S+$"#, "^(0|[1-9][0-9]*)$", #"^[\w.-]+$"#, #"^\u0041\x42$"#, "^(?<year>[0-9]{4})$", "^.{5,}$",
            #"^[\p{L} ]{4}$"#, #"^([01]\d|2[0-3]):?([0-5]\d)$"#, "^$", "^(?=.*[A-Z])(?=.*[0-9]).{8,}$", "^(?!admin).*$",
            #"^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$"#, "^a{-3}$", #"^[a-\d]\u{41}$"#,
            #"^(?!.*--)[a-z][a-z-]{3,10}[a-z]$"#, #"^(?=[a-f])[a-z]{3}$"#, #"^(?![0-9]+$)(?!-)[a-z0-9-]{1,20}(?<!-)$"#,
            #"^(?=.{4,6}$)[a-z]+(?:\.[a-z]+)*$"#, #"^([a-z])([0-9])\1\2$"#, #"^(["'])[a-z]+\1$"#,
            #"^(?<year>\d{4})-\k<year>$"#, #"\bcat\b"#, #"^a\Bb$"#, #"^(?:(?=[A-Z])[A-Z0-9]){4}$"#,
            #"^(?!00)(?!99)\d{2}$"#, #"^(\w+)@\1\.test$"#, #"^(?=.*\d)(?=.*[a-z]).{4,8}$"#,
        ])
    func patterns(pattern: String) throws {
        let schema = Schema(["type": "string", "pattern": .string(pattern)])
        for row in 0..<20 {
            let sample = try generator().sample(for: schema, seed: "/test", row: row)
            let text = try #require(sample.value.stringValue)
            #expect(Pattern(pattern)?.isFound(in: text) == true && sample.violations.isEmpty, "\(text)")
        }
    }

    @Test(
        "Names of undeclared members match `propertyNames`",
        arguments: ["const: colors", "enum: [colors]", "pattern: ^colors$"])
    func names(rule: String) throws {
        let schema = "{type: object, propertyNames: {\(rule)}, additionalProperties: {type: integer}}"
        let value = try generator().sample(for: yaml(schema), seed: "/test").value
        #expect(value.objectValue?.keys == ["colors"])
    }

    @Test("Ids with a pattern are distinct if enough texts match it") func patternIDsDiffer() throws {
        let ids = try generator().values("id", "{type: string, pattern: '^[A-Z]{2}$'}", count: 676)
        #expect(Set(ids).count == 676)
    }

    @Test("Numbers are spelt exactly") func exactNumbers() throws {
        let prices = try generator().values("price", "{type: number, multipleOf: 0.01, maximum: 1}", count: 50)
        #expect(prices.allSatisfy { ($0.numberValue?.text.count ?? 99) <= 4 }, "\(prices)")
    }

    @Test("An unsatisfiable schema gives a sample with its fault") func unsatisfiable() throws {
        let sample = try generator().sample(for: yaml("{type: string, enum: [a], minLength: 5}"), seed: "/test")
        #expect(sample.value == "a")
        #expect(!sample.violations.isEmpty)
    }
}
