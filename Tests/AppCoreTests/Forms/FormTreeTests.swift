import AppCore
import Testing
import WireFormats

@Suite("A form as a tree") struct FormTreeTests {
    @Test("Nested objects are groups; an optional one is absent, and is not sent unless it is added")
    func groups() throws {
        let form = try form(
            """
            {type: object, required: [name, home], properties: {name: {type: string},
             home: {type: object, required: [city], properties: {city: {type: string}}},
             work: {type: object, properties: {city: {type: string, default: Delft}}}, id: {type: integer, readOnly: true}}}
            """)
        var tree = form.tree(of: nil)
        #expect(tree.picture == ["Name *", "Home *", "  City *", "Work ()"])
        #expect(tree.value == ["home": [:]])
        tree.setText("Rotterdam", of: try tree.at("/home/city"))
        #expect(tree.value == ["home": ["city": "Rotterdam"]])
        tree.add(to: try tree.at("/work"))
        #expect(tree.picture.suffix(2) == ["Work", "  City = Delft"])
        #expect(tree.value == ["home": ["city": "Rotterdam"], "work": ["city": "Delft"]])
        let city = try tree.at("/work/city")
        let removable = try #require(tree.removable(at: city))
        _ = tree.remove(removable)
        #expect(tree.value == ["home": ["city": "Rotterdam"]])
        #expect(try tree.removable(at: tree.at("/home/city")) == nil)
    }

    @Test("Inputs are copied to another version of the form if that has the field") func inputs() throws {
        let members = "name: {type: string}, kind: {enum: [cat, dog]}, tags: {type: array, items: {type: string}}"
        var tree = try form("{type: object, properties: {\(members), gone: {type: string}}}").tree(of: nil)
        tree.setText("Rex", of: try tree.at("/name"))
        tree.pick(1, of: try tree.at("/kind"))
        tree.setText("it", of: try tree.at("/gone"))
        let other = "{type: object, properties: {new: {type: integer}, name: {type: string}, kind: {enum: [dog]}}}"
        var next = try form(other).tree(of: nil)
        next.takeInputs(of: tree)
        #expect(next.value == ["name": "Rex", "kind": "dog"])
        // A list that was changed comes as a whole.
        let tag = try tree.added(to: tree.at("/tags"))
        tree.setText("a", of: tag)
        next = try form("{type: object, properties: {\(members), new: {type: integer}}}").tree(of: nil)
        next.takeInputs(of: tree)
        #expect(next.value?["tags"] == ["a"] && next.value?["kind"] == "dog")
    }

    @Test("Entries of a list are added, moved and removed; an empty optional list is left out") func lists() throws {
        let form = try form(
            "{type: object, required: [a], properties: {a: {type: array, items: {type: string}}, b: {type: array, items: {type: object, properties: {n: {type: integer}}}}}}"
        )
        var tree = form.tree(of: nil)
        #expect(tree.value == ["a": []])
        let list = try tree.at("/a")
        for text in ["x", "y", "z"] {
            let item = try tree.added(to: list)
            tree.setText(text, of: item)
        }
        #expect(tree.value == ["a": ["x", "y", "z"]])
        let hasMoved = tree.move(try tree.at("/a/2"), by: -1)
        #expect(hasMoved && tree.value == ["a": ["x", "z", "y"]])
        let isBeyond = tree.move(try tree.at("/a/0"), by: -1)
        #expect(!isBeyond)
        let next = tree.remove(try tree.at("/a/1"))
        #expect(try tree.value == ["a": ["x", "y"]] && next == tree.at("/a/1"))
        let row = try tree.added(to: try tree.at("/b"))
        tree.setText("7", of: try tree.at("/b/0/n"))
        #expect(tree.value == ["a": ["x", "y"], "b": [["n": 7]]])
        #expect(try tree.growth(at: tree.at("/b/0/n"))?.list == tree.at("/b"))
        _ = tree.remove(row)
        #expect(tree.value == ["a": ["x", "y"]])
        let between = try tree.added(to: list, after: try tree.at("/a/0"))
        #expect(tree.pointer(of: between).description == "/a/1")
    }

    @Test("A list of fixed values is a multiple choice; one with a value twice is a list") func picks() throws {
        let form = try form("{type: object, properties: {a: {type: array, items: {enum: [x, y, z]}}}}")
        var tree = form.tree(of: nil)
        tree.pick([2, 0], of: try tree.at("/a"))
        #expect(tree.value == ["a": ["z", "x"]])
        let twice = form.tree(of: ["a": ["x", "x"]])
        #expect(twice.value == ["a": ["x", "x"]])
    }

    @Test("A map has entries with a name and a value; a duplicate name is a fault") func maps() throws {
        let form = try form(
            "{type: object, properties: {labels: {type: object, additionalProperties: {type: integer}}}}")
        var tree = form.tree(of: nil)
        let map = try tree.at("/labels")
        for (name, value) in [("a", "1"), ("a", "2")] {
            let key = try tree.added(to: map)
            tree.setText(name, of: key)
            guard case .entries(let entries, _) = tree[map].content, let entry = entries.last else { return }
            tree.setText(value, of: entry.value)
        }
        #expect(tree.faults.values.contains("Another entry has this name."))
        let second = try #require(tree.everything(below: map).last { tree[$0].role == .key })
        tree.setText("b/c", of: second)
        #expect(tree.faults.isEmpty && tree.value == ["labels": ["a": 1, "b/c": 2]])
        #expect(tree.node(at: JSONPointer(tokens: ["labels", "b/c"])).map { tree[$0].role } == .value)
    }

    @Test("Unchanged values keep their spelling, known or not; emptied ones are null if the schema allows null")
    func untouched() throws {
        let form = try form(
            "{type: object, properties: {n: {type: number}, s: {type: [string, 'null']}, e: {enum: [a, b]}}}")
        let base = try JSONValue(parsing: #"{"x": 1.10, "n": 1.10, "s": "", "e": "other", "y": [null]}"#)
        var tree = FormTree(form.body, value: base)
        #expect(tree.value == base)
        tree.setText("1.1", of: try tree.at("/n"))
        tree.setText("1.10", of: try tree.at("/n"))
        #expect(tree.value == base)
        tree.setText("a", of: try tree.at("/s"))
        tree.setText("", of: try tree.at("/s"))
        tree.pick(nil, of: try tree.at("/e"))
        #expect(tree.value?["s"] == "" && tree.value?["e"] == nil)
        let filled = FormTree(form.body, value: ["s": "x"])
        var emptied = filled
        emptied.setText("", of: try emptied.at("/s"))
        #expect(emptied.value == ["s": .null])
    }

    @Test(
        "Digits stay as they are typed, however many", arguments: ["123456789012345678901234567890", "0.10", "1e400"])
    func digits(text: String) throws {
        var tree = try form("{type: object, properties: {n: {type: number}}}").tree(of: nil)
        tree.setText(text, of: try tree.at("/n"))
        #expect(tree.value?.text() == "{\"n\":\(text)}")
    }

    @Test("A value that does not match its schema is JSON, and not changed") func misfit() throws {
        let form = try form(
            "{type: object, properties: {a: {type: array, items: {type: string}}, o: {type: object, properties: {x: {}}}}}"
        )
        let base = try JSONValue(parsing: #"{"a": {"k": 1}, "o": [1]}"#)
        var tree = FormTree(form.body, value: base)
        #expect(try tree.value == base && tree[tree.at("/a")].field.kind == .json)
        tree.setText("[\"x\"]", of: try tree.at("/a"))
        #expect(tree.value?["a"] == ["x"])
    }

    @Test(
        "Bodies need not be objects",
        arguments: [
            ("{type: string}", #""x""#), ("{type: array, items: {type: integer}}", "[1, 2]"), ("{type: integer}", "7"),
            ("{type: object, additionalProperties: {type: boolean}}", #"{"a": true}"#), ("{}", "[{}]"),
        ])
    func anyBody(schema: String, value: String) throws {
        let value = try JSONValue(parsing: value)
        let form = try form(schema)
        #expect(FormTree(form.body, value: value).value == value)
        #expect(!form.tree(of: nil).lines.isEmpty)
    }

    @Test("A body's wrapper is not a group") func wrapper() throws {
        let tree = try form(
            "{type: object, required: [data], properties: {data: {type: object, properties: {a: {type: string}}}}}"
        ).tree(of: nil)
        #expect(tree.picture == ["A"])
    }

    @Test("Defaults are used for a new item only; constants are always sent") func defaults() throws {
        let form = try form(
            "{type: object, required: [kind], properties: {kind: {const: card}, n: {type: integer, default: 3}, b: {type: boolean, default: false}}}"
        )
        let tree = form.tree(of: nil)
        #expect(tree.value == ["kind": "card", "n": 3, "b": false])
        #expect(try tree[tree.at("/n")].showsDefault)
        #expect(FormTree(form.body, value: ["kind": "card"]).value == ["kind": "card"])
    }
}

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

/// The form of a body with this schema, in YAML.
func form(_ schema: String, rest: String = "", type: String = "application/json") throws -> Form {
    let body = "requestBody: {required: true, content: {\(type): {schema: \(schema)}}}"
    return try #require(try catalog("  /a: {post: {\(body)}}", rest: rest).screens.first?.create)
}

extension FormTree {
    /// The node at a pointer of the body.
    func at(_ pointer: String) throws -> FormNode.ID {
        let pointer = try JSONPointer(pointer)
        let id = try #require(node(at: pointer))
        #expect(self.pointer(of: id) == pointer)
        return id
    }

    /// Adds an entry, or the object that is not there.
    mutating func added(to id: FormNode.ID, after place: FormNode.ID? = nil) throws -> FormNode.ID {
        let added = add(to: id, after: place)
        return try #require(added)
    }

    /// The lines as text: indented labels, what stands on them, stops marked.
    var picture: [String] {
        lines.map { line in
            let text: String
            switch self[line.node].content {
            case .entries(let entries, _): text = " #\(entries.count)"
            case .variants(let variants, let selected, _): text = " <\(selected.map { variants[$0].name } ?? "")>"
            case .group: text = line.kind == .absent ? " ()" : ""
            default: text = self.text(of: line.node).isEmpty ? "" : " = \(self.text(of: line.node))"
            }
            return String(repeating: "  ", count: line.depth) + line.label + text
        }
    }
}
