import Testing
import WireFormats

@testable import APIDocument

@Suite struct SchemaTests {
    @Test(
        "The spellings of 3.0 and 3.1 are read alike",
        arguments: [
            ("{type: string, nullable: true}", "{type: [string, 'null']}"),
            ("{type: integer, minimum: 1, exclusiveMinimum: true}", "{type: integer, exclusiveMinimum: 1}"),
            (
                "{type: integer, maximum: 9, exclusiveMaximum: true}",
                "{type: integer, maximum: 10, exclusiveMaximum: 9}"
            ),
        ])
    func dialects(old: String, new: String) throws {
        let (old, new) = (try schema(old), try schema(new))
        #expect(old.type == new.type)
        #expect(old.isNullable == new.isNullable)
        #expect(old.minimum == new.minimum)
        #expect(old.maximum == new.maximum)
    }

    @Test("allOf is merged: members and required names are combined, the tighter limit applies, siblings name it")
    func merge() throws {
        let document = try document(
            "  /a: {get: {}}",
            rest: """
                components:
                  schemas:
                    Base: {type: object, title: Base, required: [id], properties: {id: {type: string, maxLength: 9}}}
                    Thing:
                      title: Thing
                      allOf:
                        - $ref: '#/components/schemas/Base'
                        - {required: [name], properties: {name: {}, id: {maxLength: 5, readOnly: true}}}
                        - $ref: '#/components/schemas/Thing'
                """)
        let thing = document.resolve(try #require(document.schema(named: "Thing")))
        #expect(thing.title == "Thing")
        #expect(thing.required == ["id", "name"])
        #expect(thing.properties.map(\.name) == ["id", "name"])
        let id = document.resolve(thing.properties[0].schema)
        #expect(id.maxLength == 5)
        #expect(id.isReadOnly)
        #expect(id.type == .string)
    }

    @Test("Keywords with a `$ref` apply in 3.1 and not in 3.0", arguments: [("3.1.0", "Mine"), ("3.0.3", "Theirs")])
    func siblings(version: String, expected: String) throws {
        let document = try document(
            "  /a: {get: {}}", rest: "components: {schemas: {S: {title: Theirs, type: string}}}", version: version)
        let resolved = document.resolve(try schema("{title: Mine, $ref: '#/components/schemas/S'}"))
        #expect(resolved.title == expected)
        #expect(resolved.type == .string)
    }

    @Test("A choice has the members of all its objects and the values of all its enums, without null")
    func choices() throws {
        let document = try document("  /a: {get: {}}")
        let objects = document.resolveChoices(
            try schema(
                """
                oneOf: [{type: object, required: [a, k], properties: {a: {}, k: {}}},
                        {type: object, required: [b, k], properties: {b: {}, k: {}}}, {type: 'null'}]
                """))
        #expect(objects.properties.map(\.name) == ["a", "k", "b"])
        #expect(objects.required == ["k"])
        #expect(objects.isNullable)
        let values = document.resolveChoices(try schema("anyOf: [{const: x}, {const: y}]"))
        #expect(values.enumValues == ["x", "y"])
    }
}

@Suite struct DocumentMemoTests {
    private struct Once: Equatable { let number: Int }
    private struct Many { let number: Int }

    @Test("A single value is kept; keyed values are dropped once there are too many") func kinds() {
        let memo = DocumentMemo()
        #expect(memo.value { Once(number: 1) } == Once(number: 1))
        for number in 0...DocumentMemo.limit { _ = memo.value(for: "\(number)") { Many(number: number) } }
        #expect(memo.value { Once(number: 2) } == Once(number: 1))
        #expect(memo.value(for: "1") { Many(number: -1) }.number == -1)
        #expect(memo.value(for: "\(DocumentMemo.limit)") { Many(number: -1) }.number > 0)
    }

    @Test("Keys of two types are different keys") func keys() {
        let memo = DocumentMemo()
        #expect(memo.value(for: 1) { "one" } == "one")
        #expect(memo.value(for: "1") { "text" } == "text")
    }
}

@Suite("Cost of schema checks") struct SchemaCheckLimitsTests {
    /// Forty levels that each hold the next one twice; the last is `end`.
    private func doubling(_ keyword: String, end: String, rest: String = "") throws -> APIDocument {
        let levels = (0..<40).map { level in
            let next = "{$ref: '#/components/schemas/A\(level + 1)'}"
            return "A\(level): {\(keyword): [\(next), \(next)]}"
        }
        let schemas = (levels + ["A40: \(end)"]).joined(separator: ", ") + rest
        return try document("  /a: {get: {}}", rest: "components: {schemas: {\(schemas)}}")
    }

    private func told(_ document: APIDocument, _ value: JSONValue, _ schema: String) throws -> [String] {
        document.violations(of: value, against: try APIDocumentTests.schema(schema), isThorough: true)
            .map(\.description)
    }

    @Test("Parts that double at every level are checked once and reported once") func doubled() throws {
        let document = try doubling("allOf", end: "{properties: {a: {type: string}}}")
        let schema = "{$ref: '#/components/schemas/A0', unevaluatedProperties: false}"
        #expect(try told(document, ["a": "x"], schema) == [])
        #expect(
            try told(document, ["a": 1, "b": 1], schema) == ["/a: must be text, not a number", "/b: must not be there"])
        let items = try doubling("allOf", end: "{prefixItems: [{}]}")
        #expect(
            try told(items, [1, 2], "{$ref: '#/components/schemas/A0', unevaluatedItems: false}")
                == ["/1: must not be there"])
    }

    @Test("Recursive parts end, and their other keywords are checked") func cyclic() throws {
        let own = "{$ref: '#/components/schemas/C'}"
        let document = try doubling(
            "allOf", end: "{}", rest: ", C: {allOf: [\(own), \(own)], anyOf: [\(own), \(own)], properties: {a: {}}}")
        #expect(try told(document, ["a": 1, "b": 1], "{allOf: [\(own)], unevaluatedProperties: false}").count <= 1)
        let list = try APIDocumentTests.document(
            "  /a: {get: {}}", rest: "components: {schemas: {C: {allOf: [\(own), \(own)], required: [a]}}}")
        #expect(try told(list, [:], own) == ["\"a\" is required"])
    }

    @Test("Choices that double at every level end, and unchecked ones match", arguments: ["anyOf", "oneOf"])
    func choices(keyword: String) throws {
        let document = try doubling(keyword, end: "{type: string}")
        #expect(try told(document, 1, "{$ref: '#/components/schemas/A0'}") == [])
        #expect(try told(document, ["a": 1], "{$ref: '#/components/schemas/A0', unevaluatedProperties: false}") == [])
    }

    @Test("A value deeper than the limit matches one choice of each level, not both", arguments: ["oneOf", "not"])
    func deep(keyword: String) throws {
        let leaf = "{type: object, required: [leaf]}"
        let branch = "{type: object, required: [next], properties: {next: {$ref: '#/components/schemas/Node'}}}"
        let node =
            keyword == "oneOf"
            ? "{oneOf: [\(leaf), \(branch)]}"
            : "{not: {required: [next], properties: {next: {not: {$ref: '#/components/schemas/Node'}}}}}"
        let document = try document("  /a: {get: {}}", rest: "components: {schemas: {Node: \(node)}}")
        var value: JSONValue = ["leaf": 1]
        for _ in 0..<200 { value = ["next": value] }
        #expect(try told(document, value, "{$ref: '#/components/schemas/Node'}").isEmpty)
    }

    @Test("Names are not checked against a pattern that is invalid or never ends") func patterns() throws {
        let document = try document("  /a: {get: {}}")
        #expect(try told(document, ["a": 1], "{patternProperties: {'(': {}}, additionalProperties: false}") == [])
        let long = String(repeating: "a", count: 40) + "!"
        let members = (0..<50).map { JSONObject.Member(key: "\(long)\($0)", value: 1) }
        let schema = "{patternProperties: {'^(a+)+$': {}}, unevaluatedProperties: false}"
        #expect(try told(document, .object(JSONObject(members)), schema) == [])
        #expect(try told(document, "a", "{oneOf: [{pattern: '('}, {pattern: a}]}") == [])
    }

    @Test("A pattern search takes the same steps each time") func steps() throws {
        let endless = try #require(Pattern("^(a+)+$"))
        let long = String(repeating: "a", count: 40) + "!"
        #expect(endless.isFound(in: long) == nil)
        let short = String(repeating: "a", count: 18) + "!"
        let first = endless.search(short)
        #expect(first.isFound == false && first.reports > 10)
        for _ in 0..<3 { #expect(endless.search(short).reports == first.reports) }
        // Characters that are only passed cost next to nothing.
        let plain = try #require(Pattern("x")).search(String(repeating: "ab", count: 50_000))
        #expect(plain.isFound == false && plain.reports < 50)
    }

    @Test(
        "A pattern that never ends is tried only a few times, however many names there are",
        arguments: ["additionalProperties", "unevaluatedProperties"])
    func searches(keyword: String) throws {
        let long = String(repeating: "a", count: 40) + "!"
        let members = (0..<1_000).map { JSONObject.Member(key: "\(long)\($0)", value: 1) }
        var check = SchemaCheck(document: try document("  /a: {get: {}}"), direction: .response, isThorough: true)
        let schema = try APIDocumentTests.schema("{patternProperties: {'^(a+)+$': {}}, \(keyword): false}")
        #expect(check.check(.object(JSONObject(members)), schema) == [])
        // Each takes a quarter of the 100 000 that there are to spend, a thousand would take 25 000 000.
        #expect(check.budget > -10_000_000)
    }
}
