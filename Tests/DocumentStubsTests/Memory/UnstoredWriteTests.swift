import DemoManager
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
        paths:
          /tickets: {get: {\(ok("[Ticket]"))}}
          /tickets/{id}: {get: {\(ok("Ticket"))}, delete: {responses: {'204': {description: gone}}}}
          /tickets/{id}/close: {post: {\(ok("Ticket"))}}
          /tickets/{id}/reopen: {post: {\(ok("{type: object, properties: {ticket: {$ref: '#/components/schemas/Ticket'}}}"))}}
          /tickets/{id}/hold: {post: {responses: {'204': {description: ok}}}}
          /tickets/{id}/notify: {post: {responses: {'200': {description: ok, content: {application/json: {schema: {type: object, properties: {sent: {type: boolean}}}, example: {sent: true}}}}}}}
          /tickets/{id}/copy: {post: {\(ok("Ticket", 201))}}
          /tickets/{id}/assign:
            put:
              \(sent("{type: object, properties: {assignee: {type: string}, why: {type: string}}}"))
              responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Ticket'}, example: {id: 77, title: Another, status: open, assignee: Bo}}}}}
          /cart: {get: {\(ok("Cart"))}}
          /cart/pay: {post: {\(ok("Cart"))}}
        components:
          schemas:
            Ticket:
              type: object
              required: [id, title]
              properties:
                id: {type: integer}
                title: {type: string}
                status: {type: string, enum: [open, on_hold, closed]}
                assignee: {type: string}
            Cart: {type: object, properties: {number: {type: string}, state: {type: string, enum: [unpaid, paid]}}}
        """

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func set(_ name: String, _ value: JSONValue, of thing: JSONValue) -> JSONValue {
        thing.setting(value, at: JSONPointer(tokens: [name]))
    }

    @Test("An action answers with the item it acts on, and 404 for a deleted one", arguments: [3, 12_345])
    func thing(id: Int) throws {
        let before = try api.send(.get, "/tickets/\(id)")
        #expect(try api.send(.post, "/tickets/\(id)/close") == before)
        #expect(api.status(.post, "/tickets/\(id)/hold") == 204)
        try api.send(.put, "/tickets/\(id)/assign", ["assignee": "Ada"])
        #expect(try api.send(.post, "/tickets/\(id)/reopen")["ticket"] == set("assignee", "Ada", of: before))
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
        #expect(try api.send(.post, "/cart/pay") == before)
    }

    @Test("A POST that creates another item, or whose reply is about another subject, is not an action")
    func others() throws {
        #expect(try api.send(.post, "/tickets/5/notify") == ["sent": true])
        #expect(try api.send(.post, "/tickets/5/copy")["id"] != 5)
        #expect(api.manager.memory?.remembered.isEmpty == true)
    }
}
