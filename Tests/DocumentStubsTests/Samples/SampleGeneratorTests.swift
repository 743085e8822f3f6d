import APIDocument
import DocumentStubs
import Foundation
import Testing
import WireFormats

@Suite("Sample generator") struct SampleGeneratorTests {
    let person = """
        {type: object, properties: {id: {type: integer}, firstName: {type: string}, lastName: {type: string}, \
        name: {type: string}, email: {type: string, format: email}}}
        """

    @Test("The same seed and row give the same value; another row gives another") func deterministic() throws {
        let first = try generator().value(person, entity: "user", row: 3)
        #expect(try generator().value(person, entity: "user", row: 3) == first)
        #expect(try generator().value(person, entity: "user", row: 4) != first)
    }

    @Test("The names and the address of a person agree") func personsAgree() throws {
        for row in [0, 1, 5000] {
            let value = try generator().value(person, entity: "user", row: row)
            let first = try #require(value["firstName"]?.stringValue)
            let last = try #require(value["lastName"]?.stringValue)
            let name = try #require(value["name"]?.stringValue)
            let email = try #require(value["email"]?.stringValue)
            #expect(name.hasPrefix(first) && name.hasSuffix(last))
            #expect(email.hasPrefix(first.lowercased()) && email.contains(".\(last.lowercased())@example."))
        }
    }

    @Test("Thousands of rows differ in id, name and e-mail") func thousandsDiffer() throws {
        let rows = try generator().rows(0..<6000, of: yaml(person), seed: "/users", entity: "user").map(\.value)
        for member in ["id", "name", "email"] { #expect(Set(rows.map { $0[member] }).count == 6000) }
    }

    @Test("A row of a page equals the row that is generated alone") func pagesAgree() throws {
        let generator = try generator()
        let list = try yaml("{type: object, properties: {users: {type: array, items: \(person)}}}")
        let listing = SampleListing(at: JSONPointer(tokens: ["users"]), rows: 25..<50, total: 60)
        let page = try generator.sample(for: list, seed: "/users", listing: listing).value
        let item = try generator.sample(for: yaml(person), seed: "/users", entity: "users", row: 30).value
        #expect(page["users"]?.arrayValue?.count == 25)
        #expect(page["users"]?[5] == item)
    }

    @Test("Pinned values are used") func pinned() throws {
        let value = try generator().sample(for: yaml(person), seed: "/users", pinning: ["id": 42]).value
        #expect(value["id"] == 42)
    }
}

@Suite("Samples of recursive and hostile schemas") struct SampleRecursionTests {
    private func sample(_ schemas: String) throws -> Sample {
        try generator(schemas: schemas).sample(for: yaml("{$ref: '#/components/schemas/Node'}"), seed: "/test")
    }

    @Test("Optional members, lists and null end a recursion") func recursionEnds() throws {
        let nodes = [
            "Node: {type: object, properties: {name: {type: string}, parent: {$ref: '#/components/schemas/Node'}}}",
            "Node: {type: object, required: [all], properties: {all: {type: array, items: {$ref: '#/components/schemas/Node'}}}}",
            "Node: {type: object, required: [up], properties: {up: {oneOf: [{type: 'null'}, {$ref: '#/components/schemas/Node'}]}}}",
            "Node: {type: object, required: [up], properties: {up: {nullable: true, allOf: [{$ref: '#/components/schemas/Node'}]}}}",
            "Node: {type: object, additionalProperties: {$ref: '#/components/schemas/Node'}}",
            """
            Node: {oneOf: [{$ref: '#/components/schemas/Pair'}, {type: string}]}
            Pair: {type: object, required: [a, b], properties: {a: {$ref: '#/components/schemas/Node'}, b: {$ref: '#/components/schemas/Node'}}}
            """,
        ]
        for node in nodes { #expect(try sample(node).violations.isEmpty, "\(node)") }
    }

    @Test(
        "A schema that is endless, unsatisfiable or too large is an error that names the place",
        arguments: [
            (
                "{type: object, required: [up], properties: {up: {$ref: '#/components/schemas/Node'}}}",
                SampleError.Kind.endlessRecursion, "up"
            ), ("{type: object, required: [a], properties: {a: false}}", .nothingFits, "a"),
            ("{type: array, minItems: 1000000, items: {type: string}}", .tooLarge, nil),
            (
                "{type: array, minItems: 200, items: {type: array, minItems: 200, items: {type: array, minItems: 200}}}",
                .tooLarge, nil
            ),
        ] as [(String, SampleError.Kind, String?)])
    func refused(node: String, kind: SampleError.Kind, place: String?) throws {
        let error = #expect(throws: SampleError.self) { try sample("Node: \(node)") }
        #expect(error?.kind == kind && (place == nil || error?.pointer.tokens.last == place))
    }

    @Test("A recursion that multiplies stays small") func wideRecursion() throws {
        let members = (0..<40).map {
            "m\($0): {type: array, minItems: 2, items: {$ref: '#/components/schemas/Leaf\($0 % 5)'}}"
        }
        let leaves = (0..<5).map { leaf in
            "Leaf\(leaf): {type: object, properties: {"
                + (0..<5).map { "l\($0): {$ref: '#/components/schemas/Leaf\($0)'}" }.joined(separator: ", ") + "}}"
        }
        let value = try sample(
            (["Node: {type: object, properties: {\(members.joined(separator: ", "))}}"] + leaves).joined(
                separator: "\n"))
        #expect(value.violations.isEmpty)
        #expect(value.value.bytes().count < 100_000)
    }

    @Test("A reference to nothing, or to itself, allows every value") func brokenReferences() throws {
        #expect(try sample("Node: {$ref: '#/components/schemas/Nothing'}").violations.isEmpty)
        #expect(throws: Never.self) { try? sample("Node: {$ref: '#/components/schemas/Node'}") }
    }
}

@Suite("Samples survive hostile schemas") struct SampleHostileTests {
    /// Numbers as a test can repeat them.
    private struct Dice {
        var state: UInt64

        mutating func roll(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
    }

    private static let numbers: [JSONValue] = [
        0, 1, -1, 3, 0.1, -2.5, 1e300, 9_223_372_036_854_775_807, -5, 12, 1e-24, 20, "x", true,
        .number(JSONNumber(text: "1.00000000000000000000001") ?? JSONNumber(1)),
    ]
    private static let texts: [JSONValue] = [
        "^a+$", "(", "((a{1000}){1000}){1000}", "", "date", "email", "uuid", "[z-a]", "^(?=x)y$", "int32", "\u{202E}",
        "a^b", 7, "(){10000}", "(((){9999}){9999}){9999}",
    ]
    private static let keywords = [
        "type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
        "pattern", "format", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "enum", "const",
        "items", "properties", "required", "oneOf", "anyOf", "allOf", "not", "additionalProperties", "prefixItems",
        "if", "then", "else", "nullable", "example", "patternProperties", "discriminator", "contains", "propertyNames",
        "readOnly", "default", "$ref",
    ]

    private func schema(_ dice: inout Dice, depth: Int) -> JSONValue {
        if dice.roll(12) == 0 { return .bool(dice.roll(2) == 0) }
        var object = JSONObject()
        for _ in 0...dice.roll(5) {
            let keyword = Self.keywords[dice.roll(Self.keywords.count)]
            object[keyword] = value(of: keyword, &dice, depth: depth)
        }
        return .object(object)
    }

    private func value(of keyword: String, _ dice: inout Dice, depth: Int) -> JSONValue {
        let types: [JSONValue] = ["string", "integer", "number", "boolean", "array", "object", "null", "nonsense"]
        switch keyword {
        case "type":
            return dice.roll(3) == 0 ? .array([types[dice.roll(8)], types[dice.roll(8)]]) : types[dice.roll(8)]
        case "pattern", "format": return Self.texts[dice.roll(Self.texts.count)]
        case "uniqueItems", "nullable", "readOnly": return .bool(dice.roll(2) == 0)
        case "enum": return .array((0..<dice.roll(3)).map { _ in Self.numbers[dice.roll(Self.numbers.count)] })
        case "const", "example", "default":
            return dice.roll(2) == 0
                ? Self.numbers[dice.roll(Self.numbers.count)] : Self.texts[dice.roll(Self.texts.count)]
        case "required": return .array([["a", "b", "id"][dice.roll(3)]])
        case "$ref": return "#/components/schemas/Any"
        case "discriminator": return ["propertyName": "a", "mapping": ["x": "Any", "y": 3]]
        case "oneOf", "anyOf", "allOf", "prefixItems":
            return depth > 3 ? [] : .array((0...dice.roll(2)).map { _ in schema(&dice, depth: depth + 1) })
        case "properties", "patternProperties":
            guard depth < 4 else { return .object(JSONObject()) }
            var members = JSONObject()
            for name in ["id", "a", "^x", "price"] where dice.roll(2) == 0 {
                members[name] = schema(&dice, depth: depth + 1)
            }
            return .object(members)
        case "items", "not", "additionalProperties", "if", "then", "else", "contains", "propertyNames":
            return depth > 3 ? true : schema(&dice, depth: depth + 1)
        default: return Self.numbers[dice.roll(Self.numbers.count)]
        }
    }

    @Test("Any schema gives a sample or an error, and the same result twice", arguments: 0..<3)
    func nonsense(round: Int) throws {
        var dice = Dice(state: UInt64(round))
        for _ in 0..<30 {
            let part = schema(&dice, depth: 0)
            let generator = try generator(schemas: "Any: \(part.text())")
            for direction in [SchemaDirection.request, .response] {
                func make() -> Result<Sample, any Error> {
                    Result {
                        try generator.sample(for: Schema(part), seed: "/test", row: round * 7, direction: direction)
                    }
                }
                switch (make(), make()) {
                case (.success(let first), .success(let second)): #expect(first == second)
                case (.failure(let first), .failure(let second)): #expect("\(first)" == "\(second)")
                default: Issue.record("not the same twice: \(part.text())")
                }
            }
        }
    }

    @Test("Rows with numbers at the integer limits are generated") func farRows() throws {
        let schema = try yaml(
            "{type: object, properties: {id: {type: integer}, code: {type: string}, phone: {type: string}, tags: {type: array, items: {type: object, properties: {id: {type: string}}}}}}"
        )
        for row in [Int.max, Int.min, -1, 1 << 40] {
            #expect(try generator().sample(for: schema, seed: "/t", row: row).violations.isEmpty)
        }
        let listing = SampleListing(rows: (Int.max - 2)..<Int.max, total: .max)
        #expect(
            try generator().sample(for: yaml("{type: array, items: {type: integer}}"), seed: "/t", listing: listing)
                .violations.isEmpty)
    }

    @Test("The deepest nesting of a text is refused, on a small stack too") func deepNesting() async throws {
        let generator = try generator()
        for (open, close) in [
            ("{required: [a], properties: {a: ", "}}"), ("{oneOf: [", "]}"), ("{minItems: 1, items: ", "}"),
            ("{allOf: [", "]}"),
        ] {
            let deep = try yaml(
                String(repeating: open, count: 90) + "{type: string}" + String(repeating: close, count: 90))
            let isSettled = await withCheckedContinuation { continuation in
                let thread = Thread {
                    let result = Result { try generator.sample(for: deep, seed: "/t") }
                    if case .failure(let error) = result {
                        continuation.resume(returning: (error as? SampleError)?.kind == .tooLarge)
                    } else {
                        continuation.resume(returning: true)
                    }
                }
                thread.stackSize = 512 << 10
                thread.start()
            }
            #expect(isSettled, "\(open)")
        }
    }
}
