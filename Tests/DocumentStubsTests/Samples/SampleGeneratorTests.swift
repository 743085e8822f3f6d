import DocumentStubs
import Testing
import WireFormats

@Suite("Sample generator")
struct SampleGeneratorTests {
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

@Suite("Samples of recursive and hostile schemas")
struct SampleRecursionTests {
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
