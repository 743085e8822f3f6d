import APIDocument
import DocumentStubs
import Foundation
import Testing
import WireFormats

@Suite("Samples survive hostile schemas")
struct SampleHostileTests {
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
