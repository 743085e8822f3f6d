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

    @Test("With a closed or a different schema, only the members it names are carried")
    func otherSchema() throws {
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
        var update = Update(
            endpoint: Endpoint(path: "/orders/1"), style: .merge, base: loaded,
            changes: [Update.Change(JSONPointer(tokens: ["address", "city"]), "Pisa")])
        update.carried = form.carried(of: loaded)
        update.owners = form.body?.owners ?? []
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

    @Test("The body begins with the carried members; the resource afterwards keeps all members")
    func update() throws {
        var update = Update(
            endpoint: Endpoint(path: "/orders/1"), style: .replace, base: loaded,
            changes: [Update.Change(JSONPointer(tokens: ["customer"]), "B")])
        update.carried = try form(item: "Order", body: "NewOrder").carried(of: ["customer": "A", "id": 1])
        #expect(update.document == ["customer": "B"])
        #expect(update.result["id"] == 1 && update.result["customer"] == "B")
    }

    @Test("A body that the user wrote is sent as it is") func others() throws {
        var tree = try form(item: "Closed", body: "Closed").tree(of: loaded)
        tree.replaceBody(with: loaded)
        #expect(tree.value == loaded)
    }
}
