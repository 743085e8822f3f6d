import Testing
import WireFormats

@testable import AppCore

@Suite("Members that a replacement carries along") struct CarriedTests {
    private let schemas = """
        components:
          schemas:
            Order: {type: object, properties: {id: {type: integer, readOnly: true}, customer: {type: string},
              address: {type: object, properties: {city: {type: string}, checked: {type: boolean, readOnly: true}}}}}
            Closed: {type: object, additionalProperties: false, properties: {id: {type: integer, readOnly: true}, customer: {type: string},
              address: {type: object, properties: {city: {type: string}}}}}
            NewOrder: {type: object, properties: {customer: {type: string}, address: {type: object, properties: {city: {type: string}},
              additionalProperties: {type: string}}}}
        """
    private let loaded: JSONValue = [
        "id": 1, "customer": "A", "status": "open", "address": ["city": "Rome", "checked": true, "floor": "2"],
    ]

    private func form(
        item: String, body sent: String, method: String = "put", lines: String = "{type: string}"
    ) throws -> Form {
        let schemas = """
            \(schemas)
                Basket: {type: object, properties: {id: {type: integer, readOnly: true}, lines: {type: array, items: \(lines)}}}
            """
        let catalog = try catalog(
            """
              /orders: {get: {\(answer("{type: array, items: {$ref: '#/components/schemas/\(item)'}}"))}}
              /orders/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get: {\(answer("{$ref: '#/components/schemas/\(item)'}"))}
                \(method): {\(body("{$ref: '#/components/schemas/\(sent)'}"))}
            """, rest: schemas)
        return try #require(catalog["orders-item"]?.update)
    }

    @Test("With the item's own schema only read-only members are left out, at any depth") func sameSchema() throws {
        let form = try form(item: "Order", body: "Order")
        let expected: JSONValue = ["customer": "A", "status": "open", "address": ["city": "Rome", "floor": "2"]]
        #expect(form.carried(of: loaded) == expected && form.tree(of: loaded).value == expected)
    }

    @Test(
        "Loaded list entries keep their ids from the server when they are moved; added entries have none",
        arguments: [
            "{type: object, properties: {id: {type: integer, readOnly: true}, sum: {type: integer, readOnly: true}, sku: {type: string}}}",
            """
            {oneOf: [{title: Goods, type: object, required: [sku], properties: {id: {type: integer, readOnly: true}, \
            sum: {type: integer, readOnly: true}, sku: {type: string}}}, \
            {title: Words, type: object, required: [words], properties: {words: {type: string}}}]}
            """,
        ])
    func entries(line: String) throws {
        let form = try form(item: "Basket", body: "Basket", lines: line)
        var tree = form.tree(of: [
            "id": 1,
            "lines": [["id": 11, "sum": 3, "sku": "A"], ["id": 12, "sum": 4, "sku": "B"], ["id": 13, "sku": "C"]],
        ])
        let list = try tree.at("/lines")
        #expect(tree.value == ["lines": [["id": 11, "sku": "A"], ["id": 12, "sku": "B"], ["id": 13, "sku": "C"]]])
        let items = tree.children(of: list)
        _ = tree.move(items[1], by: -1)
        _ = tree.remove(items[2])
        let added = try tree.added(to: list)
        if case .variants = tree[added].content { tree.choose(0, of: added) }
        tree.setText("D", of: try tree.at("/lines/2/sku"))
        #expect(tree.value == ["lines": [["id": 12, "sku": "B"], ["id": 11, "sku": "A"], ["sku": "D"]]])
    }

    @Test("With a closed or a different schema, only the members it names are carried") func otherSchema() throws {
        #expect(
            try form(item: "Closed", body: "Closed").carried(of: loaded)?.objectValue?.keys == ["customer", "address"])
        // Names of one's own that the schema of a part describes are its own.
        #expect(
            try form(item: "Order", body: "NewOrder").carried(of: loaded)
                == ["customer": "A", "address": ["city": "Rome", "checked": true, "floor": "2"]])
    }

    @Test("A member that a PATCH sends whole is without its read-only members, and with the ones no input shows")
    func wholeMembers() throws {
        let form = try form(item: "Order", body: "Order", method: "patch")
        let update = Update(
            form, base: loaded, changes: [Update.Change(JSONPointer(tokens: ["address", "city"]), "Pisa")])
        #expect(update.document == ["address": ["city": "Pisa", "floor": "2"]])
    }

    @Test(
        "Members of an envelope, a resource object or the body are sent whole; a merge patch sends only changes",
        arguments: [
            ("application/json", "name: {}", [""]), ("application/merge-patch+json", "name: {}", []),
            ("application/json", "data: {type: object, properties: {name: {}}}", ["/data"]),
            ("application/json", "data: {type: object, properties: {name: {}}}, name: {}", [""]),
            ("application/json", "order: {type: object, properties: {name: {}}}", ["/order"]),
            ("application/json", "address: {type: object, properties: {name: {}}}", [""]),
            (
                "application/vnd.api+json",
                "data: {type: object, properties: {id: {}, type: {}, attributes: {type: object}}}",
                ["", "/data", "/data/attributes", "/data/relationships"]
            ),
            ("application/x-www-form-urlencoded", "name: {}", []),
        ] as [(String, String, [String])])
    func owners(type: String, members: String, owners: [String]) throws {
        let catalog = try catalog(
            """
              /orders/{id}:
                get: {\(answer("{type: object, properties: {id: {}}}"))}
                patch: {requestBody: {content: {\(type): {schema: {type: object, properties: {\(members)}}}}}}
            """)
        let body = try #require(catalog["orders-item"]?.update?.body)
        #expect(body.owners.map(\.description) == owners)
    }

    @Test("The body begins with the carried members; the resource afterwards keeps all members") func update() throws {
        let update = Update(
            try form(item: "Order", body: "NewOrder"), base: ["customer": "A", "id": 1],
            changes: [Update.Change(JSONPointer(tokens: ["customer"]), "B")])
        #expect(update.document == ["customer": "B"])
        #expect(update.result["id"] == 1 && update.result["customer"] == "B")
    }

    @Test("A body that the user wrote is sent as it is") func others() throws {
        var tree = try form(item: "Closed", body: "Closed").tree(of: loaded)
        tree.replaceBody(with: loaded)
        #expect(tree.value == loaded)
    }
}

@Suite("Emptied form fields") struct EmptiedTests {
    private func update(_ method: String, _ properties: String) throws -> Form {
        let get = "get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object}}}}}}"
        let body = "requestBody: {content: {application/json: {schema: {type: object, properties: {\(properties)}}}}}"
        return try #require(try catalog("  /a: {\(get), \(method): {\(body)}}").screens.first?.update)
    }

    private func faults(_ form: Form, _ tree: FormTree, from old: JSONValue) -> [String: String] {
        let found = form.faults(of: tree, sending: Update.Change.changes(from: old, to: tree.value))
        return Dictionary(uniqueKeysWithValues: found.map { (tree.pointer(of: $0).description, $1) })
    }

    @Test("A field that is empty is left out of a new item, also after its text was deleted") func created() throws {
        let form = try form("{type: object, properties: {a: {type: string}, b: {type: [string, 'null']}}}")
        var tree = form.tree(of: nil)
        for name in ["/a", "/b"] {
            tree.setText("x", of: try tree.at(name))
            tree.setText("", of: try tree.at(name))
        }
        #expect(tree.value == [:])
    }

    @Test("White space alone is an emptied number, not a text") func whiteSpace() throws {
        let form = try update("put", "a: {type: integer}")
        var tree = form.tree(of: ["a": 1])
        tree.setText(" ", of: try tree.at("/a"))
        #expect(tree.value == [:])
    }

    @Test("An option, an object and a member of it cannot be removed by a change without a null") func others() throws {
        let properties = """
            a: {type: boolean}, b: {type: object, properties: {x: {type: integer}}},
            c: {type: object, properties: {x: {type: integer}, y: {type: [object, 'null'], properties: {z: {}}}}}
            """.replacing("\n", with: " ")
        let old: JSONValue = ["a": true, "b": ["x": 1], "c": ["x": 1, "y": ["z": 1]]]
        for method in ["patch", "put"] {
            let form = try update(method, properties)
            var tree = form.tree(of: old)
            tree.pick(nil, of: try tree.at("/a"))
            _ = tree.remove(try tree.at("/b"))
            tree.setText("", of: try tree.at("/c/x"))
            _ = tree.remove(try tree.at("/c/y"))
            let found = faults(form, tree, from: old)
            #expect(Set(found.keys) == (method == "patch" ? ["/a", "/b", "/c/x"] : []))
            #expect(tree.value == ["c": ["y": .null]])
        }
    }

    @Test("Members of the previous variant, and undeclared members, can be removed") func undescribed() throws {
        let form = try update("patch", "m: {type: object, additionalProperties: {type: string}}")
        let old: JSONValue = ["m": ["k": "v", "l": "w"]]
        var tree = form.tree(of: old)
        guard case .entries(let entries, _) = tree[try tree.at("/m")].content else { throw Unexpected(tree.picture) }
        _ = tree.remove(entries[0].value)
        #expect(faults(form, tree, from: old) == [:])
    }
}
