import AppCore
import Testing
import WireFormats

@Suite("Forms with variants") struct FormVariantTests {
    private let pets = """
        components: {schemas: {
          Cat: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}},
          Dog: {type: object, required: [kind, bark], properties: {kind: {type: string}, bark: {type: boolean}}},
          Pet: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}],
                discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', dog: Dog}}}}}
        """

    @Test("Choosing a variant sets its discriminator and shows its fields; the other's text is kept")
    func discriminator() throws {
        var tree = try form("{$ref: '#/components/schemas/Pet'}", rest: pets).tree(of: nil)
        let choice = try #require(tree.body)
        #expect(tree.faults[choice] == "Choose one.")
        tree.choose(0, of: choice)
        #expect(tree.value == ["kind": "cat"] && tree.picture.last == "  Lives")
        tree.setText("9", of: try tree.at("/lives"))
        tree.choose(1, of: choice)
        #expect(tree.value == ["kind": "dog"] && tree.picture.last == "  Bark *")
        tree.choose(0, of: choice)
        #expect(tree.value == ["kind": "cat", "lives": 9])
    }

    @Test("A value determines its variant: by the discriminator, else by the schema it matches")
    func existing() throws {
        let dog: JSONValue = ["kind": "dog", "bark": true]
        let tree = FormTree(try form("{$ref: '#/components/schemas/Pet'}", rest: pets).body, value: dog)
        #expect(tree.value == dog && tree.picture.contains { $0.contains("<dog>") })
        let plain = try form(
            "{anyOf: [{title: Card, type: object, properties: {object: {const: card}, no: {type: string}}}, {title: Bank, type: object, properties: {object: {const: bank}}}]}"
        )
        let bank = FormTree(plain.body, value: ["object": "bank"])
        #expect(bank.picture.first?.contains("<Bank>") == true)
    }

    @Test("Common members are part of each variant; allOf is merged") func common() throws {
        var tree = try form(
            """
            {type: object, required: [id], properties: {id: {type: string}}, oneOf: [
              {title: A, properties: {a: {type: string}}}, {title: B, allOf: [{type: object, properties: {b: {type: string}}}]}]}
            """
        ).tree(of: nil)
        let choice = try #require(tree.body)
        tree.choose(1, of: choice)
        #expect(tree.picture.suffix(2) == ["  Id *", "  B"])
    }

    @Test("A nullable type, values alone, and constraints alone are not variants") func noChoice() throws {
        let tree = try form(
            """
            {type: object, properties: {a: {oneOf: [{type: string}, {type: 'null'}]}, b: {oneOf: [{const: 1, title: One}, {const: 2, title: Two}]},
             c: {anyOf: [{type: string, format: date}, {type: string}]}}, anyOf: [{required: [a]}, {required: [b]}]}
            """
        ).tree(of: nil)
        #expect(tree.picture == ["A", "B", "C"])
        #expect(try tree[tree.at("/b")].field.optionTitle(1) == "Two (2)")
    }

    @Test("A schema that contains itself opens one level at a time, and at last is JSON") func recursion() throws {
        let rest = """
            components: {schemas: {N: {type: object, required: [n], properties: {n: {$ref: '#/components/schemas/N'}, v: {type: string},
              list: {type: array, items: {$ref: '#/components/schemas/N'}}}}}}
            """
        let tree = try form("{$ref: '#/components/schemas/N'}", rest: rest).tree(of: nil)
        #expect(tree.nodes.count < 100 && tree.lines.count < 100)
        #expect(tree.nodes.contains { $0.field.kind == .json })
    }

    @Test("A choice whose variants include the choice itself is finite") func recursiveChoice() throws {
        let rest = """
            components: {schemas: {
              P: {type: object, properties: {k: {type: string}}, oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}],
                  discriminator: {propertyName: k}},
              A: {allOf: [{$ref: '#/components/schemas/P'}, {type: object, properties: {a: {type: string}}}]},
              B: {allOf: [{$ref: '#/components/schemas/P'}, {type: object, properties: {b: {type: string}}}]}}}
            """
        var tree = try form("{$ref: '#/components/schemas/P'}", rest: rest).tree(of: nil)
        let choice = try #require(tree.body)
        tree.choose(1, of: choice)
        #expect(tree.picture.contains("  B") && tree.value == ["k": "B"], "\(tree.picture)")
    }
}
