import DemoManager
import HTTPTypes
import Testing
import WireFormats

/// Replies to writes, with a memory and without one.
@Suite struct UnstoredWriteTests {
    private static let paths = [
        "/guilds/{id}: {get: {\(ok("Guild"))}}",
        "/guilds/{id}/roles: {get: {\(ok("[Role]"))}, post: {\(sent("Role")), \(ok("Role", 201))}}",
        "/guilds/{id}/roles/{role}: {get: {\(ok("Role"))}, put: {\(sent("Role")), \(ok("Role"))}, patch: {\(sent("Role")), \(ok("Role"))}, delete: {responses: {'204': {description: gone}}}}",
        "/users/{name}: {get: {\(ok("User"))}}", "/users/createWithList: {post: {\(sent("[User]")), \(ok("User"))}}",
        "/guilds/{id}/roles/@everyone: {patch: {\(sent("Role")), \(ok("Role"))}}",
        "/plans: {post: {\(sent("Role")), responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Role'}, example: [{id: 1, name: Plan}]}}}}}}",
        "/quotes: {post: {\(sent("{type: object, properties: {amount: {type: integer}, note: {type: string}}}")), \(ok("{type: object, properties: {amount: {type: integer}, note: {type: string}, fee: {type: integer, readOnly: true}}}"))}}",
    ]
    private static let schemas = [
        "Role: {type: object, required: [name], properties: {id: {type: integer}, name: {type: string}, color: {type: integer}, tags: {type: array, items: {type: string}}}}",
        "Guild: {type: object, required: [id, roles], properties: {id: {type: integer}, roles: {type: array, items: {$ref: '#/components/schemas/Role'}}}}",
        "User: {type: object, required: [name], properties: {id: {type: integer}, name: {type: string}, mail: {type: string}}}",
    ]

    private func api(remembers: Bool = true) throws -> DemoAPI {
        try DemoAPI(Self.paths, schemas: Self.schemas, remembers: remembers)
    }

    @Test(
        "A call without a memory gets the reply of the first remembered call",
        arguments: [
            (HTTPRequest.Method.post, "/guilds/7/roles", ["name": "Crew"] as JSONValue),
            (.put, "/guilds/7/roles/2", ["name": "Crew"]), (.patch, "/guilds/7/roles/2", ["color": 5]),
            (.post, "/users/createWithList", [["name": "ada"], ["name": "bob"]]), (.post, "/quotes", ["amount": 3]),
            (.patch, "/guilds/7/roles/@everyone", ["color": 5]),
        ] as [(HTTPRequest.Method, String, JSONValue)])
    func same(method: HTTPRequest.Method, path: String, body: JSONValue) throws {
        let unstored = try api(remembers: false)
        let first = try unstored.send(method, path, body)
        #expect(try first == api().send(method, path, body))
        #expect(try first == unstored.send(method, path, body), "Nothing is remembered.")
    }

    @Test("A new item has an id, even if it is optional, and no member that was not sent", arguments: [true, false])
    func optionalID(remembers: Bool) throws {
        let made = try api(remembers: remembers).send(.post, "/guilds/7/roles", ["name": "Crew"])
        #expect(Set(made.objectValue?.keys ?? []) == ["id", "name"])
    }

    @Test("A PATCH of a new row returns no member that the row's POST did not") func patched() throws {
        let api = try api()
        let id = try #require(try api.send(.post, "/guilds/7/roles", ["name": "Crew"])["id"]?.scalarText)
        let patched = try api.send(.patch, "/guilds/7/roles/\(id)", ["color": 5])
        #expect(Set(patched.objectValue?.keys ?? []) == ["id", "name", "color"])
    }

    @Test("An item shows the rows of its own list after writes to them") func embedded() throws {
        let api = try api()
        func names() throws -> [JSONValue?] {
            try api.send(.get, "/guilds/7")["roles"]?.arrayValue?.map { $0["name"] } ?? []
        }
        let before = try names()
        let id = try #require(try api.send(.post, "/guilds/7/roles", ["name": "Crew"])["id"]?.scalarText)
        #expect(try names() == ["Crew"] + before)
        #expect(try api.send(.get, "/guilds/8")["roles"]?.arrayValue?.contains { $0["name"] == "Crew" } == false)
        _ = api.reply(.delete, "/guilds/7/roles/\(id)")
        #expect(try names() == before)
    }

    @Test("A write without a GET at its own path repeats its body, and does not change an item with a path parameter")
    func echoed() throws {
        let api = try api()
        #expect(try api.send(.patch, "/guilds/7/roles/@everyone", ["color": 5])["color"] == 5)
        #expect(try api.send(.get, "/guilds/7/roles/@everyone")["color"] != 5)
    }

    @Test("A write does not change a list in its reply") func listInReply() throws {
        let sent: JSONValue = ["name": "Crew"]
        for remembers in [true, false] {
            #expect(try api(remembers: remembers).send(.post, "/plans", sent) == [["id": 1, "name": "Plan"]])
        }
    }

    @Test("A number that is sent for a text is stored as text") func numberForText() throws {
        let api = try api()
        let id = try #require(try api.send(.post, "/guilds/7/roles", ["name": 4_711])["id"]?.scalarText)
        #expect(try api.send(.get, "/guilds/7/roles/\(id)")["name"] == "4711")
    }

    @Test("Items that were posted together open by their keys") func several() throws {
        let api = try api()
        _ = try api.send(.post, "/users/createWithList", [["name": "ada", "mail": "a@example.com"], ["name": "bob"]])
        #expect(try api.send(.get, "/users/ada")["mail"] == "a@example.com")
        #expect(try api.send(.get, "/users/bob")["name"] == "bob")
    }
}

/// Actions: `POST /tickets/{id}/close` beside `GET /tickets/{id}`.
@Suite struct ActionTests {
    private static let document = """
        GET /tickets -> [Ticket]
        GET /tickets/{id:} -> Ticket
        DELETE /tickets/{id:} -> 204
        POST /tickets/{id:}/close {reason: string} -> Ticket
        POST /tickets/{id:}/reopen -> {ticket: Ticket}
        POST /tickets/{id:}/hold -> 204
        POST /tickets/{id:}/notify -> {sent: boolean} example={sent: true}
        POST /tickets/{id:}/copy -> 201 Ticket
        PUT /tickets/{id:}/assign {assignee: string, why: string} \
        -> Ticket example={id: 77, title: Another, status: open, assignee: Bo}
        GET /cart -> Cart
        POST /cart/pay -> Cart
        Ticket = {id!: integer, title!: string, status: open|on_hold|closed readOnly, assignee: string, closed_at: date-time, closed_reason: string}
        Cart = {number: string, state: unpaid|paid}
        """

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func set(_ name: String, _ value: JSONValue, of thing: JSONValue) -> JSONValue {
        thing.setting(value, at: JSONPointer(tokens: [name]))
    }

    @Test("An action answers with the item it acts on, and 404 for a deleted one", arguments: [3, 12_345])
    func thing(id: Int) throws {
        let before = try api.send(.get, "/tickets/\(id)")
        let closed = try api.send(.post, "/tickets/\(id)/close", ["reason": "Done"])
        #expect(closed["status"] == "closed" && closed["closed_reason"] == "Done" && closed["title"] == before["title"])
        #expect(closed["closed_at"] == "2026-01-15T12:00:00Z", "\(closed)")
        #expect(api.status(.post, "/tickets/\(id)/hold") == 204)
        #expect(try api.send(.get, "/tickets/\(id)")["status"] == "on_hold")
        try api.send(.put, "/tickets/\(id)/assign", ["assignee": "Ada"])
        let open = try api.send(.post, "/tickets/\(id)/reopen")["ticket"]
        #expect(open?["status"] == "open" && open?["assignee"] == "Ada" && open?["title"] == before["title"])
        try api.send(.delete, "/tickets/\(id)")
        #expect(api.status(.post, "/tickets/\(id)/close") == 404)
    }

    @Test("An action changes the members that are sent, and its reply shows the item instead of the example")
    func members() throws {
        let before = try api.send(.get, "/tickets/4")
        let reply = try api.send(.put, "/tickets/4/assign", ["assignee": "Ada", "why": "knows it"])
        #expect(reply == set("assignee", "Ada", of: before))
        #expect(try api.send(.get, "/tickets")[3]?["assignee"] == "Ada")
    }

    @Test("An action on a single item answers with it") func single() throws {
        let before = try api.send(.get, "/cart")
        #expect(try api.send(.post, "/cart/pay") == set("state", "paid", of: before))
    }

    @Test("A POST that creates another item, or whose reply is about another subject, is not an action")
    func others() throws {
        #expect(try api.send(.post, "/tickets/5/notify") == ["sent": true])
        #expect(try api.send(.post, "/tickets/5/copy")["id"] != 5)
        #expect(api.manager.memory?.remembered.isEmpty == true)
    }
}

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

    @Test("A member that a PUT omits is removed from the item and its list") func leftOut() throws {
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

    @Test("Text that is shown as a number is returned as a number") func numbers() throws {
        let api = try Self.api(asked: "{type: string}", shown: "{type: number}")
        #expect(try api.send(.post, "/items", ["title": "Tea", "price": "12.5"])["price"] == 12.5)
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
        try DemoAPI(
            """
            GET /items -> [Item]
            POST /items [Item] -> 201 \(reply)
            GET /items/{id:} -> Item
            Item = {id!: integer readOnly, name!: string}
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
