import HTTPTypes
import Testing
import WireFormats

/// Items of several forms, which a member of them tells apart.
@Suite struct ItemVariantsTests {
    private static let forms = [
        "Cat: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, required: [lives], properties: {lives: {type: integer}}}]}",
        """
        Dog: {allOf: [{$ref: '#/components/schemas/Animal'}, {type: object, required: [barks],
                    properties: {barks: {type: boolean}, password: {type: string, writeOnly: true}}}]}
        """,
    ]
    private static func api(_ animal: String) throws -> DemoAPI {
        try DemoAPI(
            [
                "/animals: {get: {\(ok("[Animal]"))}, post: {\(sent("Animal")), \(ok("Animal", 201))}}",
                "/animals/{id}: {get: {\(ok("Animal"))}, put: {\(sent("Animal")), \(ok("Animal"))}, patch: {\(sent("Animal")), \(ok("Animal"))}}",
            ], schemas: forms + [animal])
    }

    private static let mapped = """
        Animal: {type: object, required: [id, kind], discriminator: {propertyName: kind, mapping: {cat: Cat, dog: '#/components/schemas/Dog'}},
              properties: {id: {type: integer, readOnly: true}, kind: {type: string}, name: {type: string}}}
        """
    private static let unmapped = mapped.replacing(", mapping: {cat: Cat, dog: '#/components/schemas/Dog'}", with: "")

    @Test(
        "Write-only members of a variant are in no response, and no item has a member of another variant",
        arguments: [(mapped, "dog", "cat"), (unmapped, "Dog", "Cat")])
    func forms(animal: String, dog: String, cat: String) throws {
        let api = try Self.api(animal)
        for _ in 0..<3 {
            let sent: JSONValue = ["kind": .string(dog), "name": "Rex", "barks": true, "password": "hunter2"]
            let made = try api.send(.post, "/animals", sent)
            let id = try #require(made["id"]?.scalarText)
            for shown in [made, try api.send(.get, "/animals/\(id)"), try api.send(.get, "/animals")[0] ?? .null] {
                #expect(Set(shown.objectValue?.keys ?? []) == ["id", "kind", "name", "barks"], "\(shown)")
            }
            let patched = try api.send(.patch, "/animals/\(id)", ["password": "x", "name": "Bo"])
            #expect(patched["password"] == nil && patched["name"] == "Bo" && patched["barks"] == true)
            #expect(try api.send(.get, "/animals/\(id)")["password"] == nil)
            let changed = try api.send(.put, "/animals/\(id)", ["kind": .string(cat), "name": "Tom", "lives": 9])
            for shown in [changed, try api.send(.get, "/animals/\(id)"), try api.send(.get, "/animals")[0] ?? .null] {
                #expect(Set(shown.objectValue?.keys ?? []) == ["id", "kind", "name", "lives"], "\(shown)")
            }
        }
    }

    @Test("A member that a PUT omits is removed from the item and its list")
    func leftOut() throws {
        let api = try Self.api(Self.mapped)
        let id = try #require(
            try api.send(.post, "/animals", ["kind": "cat", "name": "Tom", "lives": 9])["id"]?.scalarText)
        _ = try api.send(.put, "/animals/\(id)", ["kind": "cat", "lives": 8])
        for shown in [try api.send(.get, "/animals/\(id)"), try api.send(.get, "/animals")[0] ?? .null] {
            #expect(shown["name"] == nil && shown["lives"] == 8)
        }
    }
}

/// Values that are shown in another form than they are sent, and omitted ones that must be shown.
@Suite struct RespeltTests {
    private static func api(asked: String, shown: String, changed: String = "{type: number}") throws -> DemoAPI {
        try DemoAPI(
            [
                "/items: {get: {\(ok("[Item]"))}, post: {\(sent("New")), \(ok("Item", 201))}}",
                "/items/{id}: {get: {\(ok("Item"))}, patch: {\(sent("{type: object, properties: {price: \(changed)}}")), \(ok("Item"))}}",
            ],
            schemas: [
                "New: {type: object, required: [title], properties: {title: {type: string}, price: \(asked)}}",
                "Item: {type: object, required: [id, title, price], properties: {id: {type: integer}, title: {type: string}, price: \(shown)}}",
            ])
    }

    @Test("A number that is shown as text is returned as text") func decimals() throws {
        let text = #"{type: string, pattern: '^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$'}"#
        let api = try Self.api(asked: "{anyOf: [{type: number}, \(text)]}", shown: text)
        let made = try api.send(.post, "/items", ["title": "Tea", "price": 12.5])
        #expect(made["price"] == "12.5")
        let id = try #require(made["id"]?.scalarText)
        #expect(try api.send(.get, "/items/\(id)")["price"] == "12.5")
        #expect(try api.send(.patch, "/items/\(id)", ["price": 3])["price"] == "3")
        #expect(try api.send(.get, "/items/\(id)")["price"] == "3")
        #expect(try api.send(.get, "/items")[0]?["price"] == "3")
    }

    @Test("Text that is shown as a number is returned as a number; an item's number is not its name")
    func others() throws {
        let numbers = try Self.api(asked: "{type: string}", shown: "{type: number}")
        #expect(try numbers.send(.post, "/items", ["title": "Tea", "price": "12.5"])["price"] == 12.5)
        let names = try Self.api(asked: "{type: integer}", shown: "{type: string}")
        let made = try names.send(.post, "/items", ["title": "Tea", "price": 5])
        #expect(made["price"]?.stringValue != nil && made["price"] != "5")
    }

    @Test("Omitted members that are required and nullable are null; omitted read-only members are generated")
    func nulls() throws {
        let api = try DemoAPI(
            [
                "/tasks: {get: {responses: {'200': {content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Task'}}}}}}}, post: {requestBody: {content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}, due: {type: [string, 'null'], format: date}, note: {type: [string, 'null']}, ownerId: {type: integer}}}}}}, responses: {'201': {content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}}}}",
                "/tasks/{id}: {get: {responses: {'200': {content: {application/json: {schema: {$ref: '#/components/schemas/Task'}}}}}}}",
            ],
            schemas: [
                "Task: {type: object, required: [id, title, due, assignee, owner, createdAt, link], properties: {id: {type: integer}, title: {type: string}, due: {type: [string, 'null'], format: date}, note: {type: [string, 'null']}, assignee: {anyOf: [{$ref: '#/components/schemas/User'}, {type: 'null'}]}, owner: {anyOf: [{$ref: '#/components/schemas/User'}, {type: 'null'}]}, createdAt: {type: string, format: date-time}, link: {type: [string, 'null'], readOnly: true}}}",
                "User: {type: object, required: [id], properties: {id: {type: integer}}}",
            ])
        let made = try api.send(.post, "/tasks", ["title": "T", "ownerId": 3])
        let id = try #require(made["id"]?.scalarText)
        for task in [made, try api.send(.get, "/tasks/\(id)"), try api.send(.get, "/tasks")[0] ?? .null] {
            #expect(task["due"] == .null && task["assignee"] == .null && task["note"] == nil, "\(task)")
            #expect(task["owner"]?.objectValue != nil && task["createdAt"]?.stringValue != nil)
            #expect(task["link"] != nil && task["link"] != .null)
        }
    }
}

/// A POST whose body is an array makes each of its items.
@Suite struct SeveralAtOnceTests {
    private func api(reply: String) throws -> DemoAPI {
        let items = "{type: array, items: {$ref: '#/components/schemas/Item'}}"
        return try DemoAPI(
            """
            paths:
              /items:
                get: {responses: {'200': {description: ok, content: {application/json: {schema: \(items)}}}}}
                post:
                  requestBody: {content: {application/json: {schema: \(items)}}}
                  responses: {'201': {description: made, content: {application/json: {schema: \(reply)}}}}
              /items/{id}: {get: {\(ok("Item"))}}
            components: {schemas: {Item: {type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}}}
            """)
    }

    @Test(
        "The reply and the list have the new items, and each opens by an id that no other item has",
        arguments: [
            ("{type: array, items: {$ref: '#/components/schemas/Item'}}", [String]()),
            (
                "{type: object, properties: {items: {type: array, items: {$ref: '#/components/schemas/Item'}}}}",
                ["items"]
            ),
        ])
    func made(reply: String, place: [String]) throws {
        let api = try api(reply: reply)
        let before = try #require(try api.send(.get, "/items").arrayValue)
        let answer = try api.send(.post, "/items", [["name": "A"], ["name": "B"]])
        let made = try #require(answer[JSONPointer(tokens: place)]?.arrayValue)
        #expect(made.map { $0["name"] } == ["A", "B"])
        let ids = try made.map { try #require($0["id"]?.intValue) }
        #expect(Set(ids).count == 2 && !before.contains { ids.contains($0["id"]?.intValue ?? 0) })
        #expect(try api.send(.get, "/items").isEquivalent(to: .array(made.reversed() + before)))
        #expect(try api.send(.get, "/items/\(ids[1])").isEquivalent(to: made[1]))
    }

    @Test("The response's other members stay, and an empty array creates nothing") func others() throws {
        let api = try api(reply: "{type: object, properties: {created: {type: integer, const: 2}}}")
        let before = try api.send(.get, "/items").arrayValue ?? []
        #expect(try api.send(.post, "/items", [["name": "A"], ["name": "B"]]) == ["created": 2])
        try api.send(.post, "/items", [])
        try api.send(.post, "/items", ["no", "thing"])
        #expect(try api.send(.get, "/items").arrayValue?.count == before.count + 2)
    }
}
