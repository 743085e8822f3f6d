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

    @Test("A single value is kept; of keyed values the last used ones are kept") func kinds() {
        let memo = DocumentMemo()
        #expect(memo.value { Once(number: 1) } == Once(number: 1))
        for number in 0..<3 * DocumentMemo.limit {
            _ = memo.value(for: "\(number)") { Many(number: number) }
            _ = memo.value(for: "0") { Many(number: -1) }
        }
        #expect(memo.value { Once(number: 2) } == Once(number: 1))
        #expect(memo.value(for: "0") { Many(number: -1) }.number == 0)
        #expect(memo.value(for: "1") { Many(number: -1) }.number == -1)
        #expect(memo.value(for: "\(3 * DocumentMemo.limit - 1)") { Many(number: -1) }.number > 0)
    }

    @Test("Keys of two types are different keys") func keys() {
        let memo = DocumentMemo()
        #expect(memo.value(for: 1) { "one" } == "one")
        #expect(memo.value(for: "1") { "text" } == "text")
    }
}
