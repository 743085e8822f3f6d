import APIDocument
import DocumentStubs
import Testing
import WireFormats

@Suite("Samples of recursive and hostile schemas")
struct SampleRecursionTests {
    private func sample(_ schemas: String) throws -> Sample {
        try generator(schemas: schemas).sample(for: yaml("{$ref: '#/components/schemas/Node'}"), seed: "/test")
    }

    @Test("Optional members, lists and null end a recursion")
    func recursionEnds() throws {
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
        for node in nodes {
            #expect(try sample(node).violations.isEmpty, "\(node)")
        }
    }

    @Test("A required recursion without an end is an error that names the place")
    func endlessRecursion() throws {
        let error = #expect(throws: SampleError.self) {
            try sample("Node: {type: object, required: [up], properties: {up: {$ref: '#/components/schemas/Node'}}}")
        }
        #expect(error?.kind == .endlessRecursion)
        #expect(error?.pointer.tokens.last == "up")
    }

    @Test("A recursion that multiplies stays small")
    func wideRecursion() throws {
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

    @Test("A schema that asks for a million items is refused")
    func tooLarge() throws {
        let error = #expect(throws: SampleError.self) {
            try sample("Node: {type: array, minItems: 1000000, items: {type: string}}")
        }
        #expect(error?.kind == .tooLarge)
        #expect(throws: SampleError.self) {
            try sample(
                "Node: {type: array, minItems: 200, items: {type: array, minItems: 200, items: {type: array, minItems: 200}}}"
            )
        }
    }

    @Test("A schema that allows nothing is refused")
    func nothingFits() throws {
        let error = #expect(throws: SampleError.self) {
            try sample("Node: {type: object, required: [a], properties: {a: false}}")
        }
        #expect(error?.kind == .nothingFits && error?.pointer.tokens == ["a"])
    }

    @Test("A reference that leads nowhere, or to itself, allows everything")
    func brokenReferences() throws {
        #expect(try sample("Node: {$ref: '#/components/schemas/Nothing'}").violations.isEmpty)
        #expect(throws: Never.self) { try? sample("Node: {$ref: '#/components/schemas/Node'}") }
    }
}
