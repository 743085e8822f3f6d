import HTTPTypes
import Testing
import WireFormats

@testable import AppCore

/// Documentation/Reference/Screens.md, one test for each rule.
@Suite("From document to screens, sentence by sentence")
struct DerivationRuleTests {
    private static let object = "{type: object, properties: {id: {type: string}, name: {type: string}}}"
    private static let array = "{type: array, items: \(object)}"

    @Test("GET that answers an array is a collection")
    func array() throws {
        #expect(try catalog("  /things: {get: {\(answer(Self.array))}}").screens.map(\.kind) == [.collection])
    }

    @Test(
        "GET that answers an object with one array of objects is a collection", arguments: ["data", "items", "results"])
    func wrapped(_ name: String) throws {
        let schema = "{type: object, properties: {\(name): \(Self.array), total: {type: integer}}}"
        let screen = try #require(try catalog("  /things: {get: {\(answer(schema))}}").screens.first)
        #expect(screen.kind == .collection && screen.rows == JSONPointer(tokens: [name]))
        #expect(screen.columns.map(\.title) == ["Name", "Id"])
    }

    @Test("GET that answers an object is an item")
    func item() throws {
        let screen = try #require(try catalog("  /me: {get: {\(answer(Self.object))}}").screens.first)
        #expect(screen.kind == .item && screen.fields.map(\.name) == ["id", "name"] && screen.columns.isEmpty)
    }

    @Test("PUT and PATCH are the item's edit form", arguments: [("put", Form.Style.replace), ("patch", .merge)])
    func edit(method: String, style: Form.Style) throws {
        let screens = try catalog(
            "  /me: {get: {\(answer(Self.object))}, \(method): {\(body(Self.object))}}"
        ).screens
        #expect(screens.count == 1 && screens[0].update?.style == style)
        #expect(screens[0].update?.fields.map(\.name) == ["id", "name"])
    }

    @Test("POST is the collection's new form")
    func add() throws {
        let screens = try catalog("  /things: {get: {\(answer(Self.array))}, post: {\(body(Self.object))}}").screens
        #expect(screens.count == 1 && screens[0].create?.style == .create && screens[0].create?.title == "New thing")
    }

    @Test("DELETE is an act of the item and of its row")
    func delete() throws {
        let catalog = try catalog(
            """
              /things: {get: {\(answer(Self.array))}}
              /things/{id}: {get: {\(answer(Self.object))}, delete: {operationId: drop}}
            """)
        #expect(catalog.screens.map { $0.delete?.operation } == ["drop", "drop"])
    }

    @Test("A file that is sent below an item is an act of it, and no edit")
    func upload() throws {
        let catalog = try catalog(
            """
              /things: {get: {\(answer(Self.array))}}
              /things/{id}:
                get: {\(answer(Self.object))}
              /things/{id}/photo:
                put: {operationId: photo, requestBody: {content: {application/octet-stream: {schema: {}}}}}
            """)
        #expect(catalog.screens.allSatisfy { $0.update == nil })
        let form = try #require(catalog.screens.first { $0.operations == ["photo"] })
        #expect(form.kind == .form && form.parent == "things-item")
    }

    @Test("/things/{id} belongs to the rows of /things, and /things/{id}/parts opens from the item")
    func tree() throws {
        let catalog = try catalog(
            """
              /things: {get: {\(answer(Self.array))}}
              /things/{id}: {get: {\(answer(Self.object))}}
              /things/{id}/parts: {get: {\(answer(Self.array))}}
              /things/{id}/parts/{part}: {get: {\(answer(Self.object))}}
            """)
        #expect(catalog.sidebar.map(\.id) == ["things"] && catalog["things"]?.rowScreen == "things-item")
        #expect(catalog["things-item"]?.children == ["things-parts"])
        #expect(catalog.trail(of: "things-parts-item").map(\.title) == ["Things", "Thing", "Parts", "Part"])
        #expect(catalog.root(of: "things-parts-item") == "things")
    }

    @Test("parameters that the row cannot fill are asked for; those with a default or one value are not")
    func asked() throws {
        let catalog = try catalog(
            """
              /things: {get: {\(answer("{type: array, items: {type: object, properties: {colour: {type: string}}}}"))}}
              /things/{number}: {get: {\(answer(Self.object))}}
              /days: {get: {parameters: [
                {name: day, in: query, required: true, schema: {type: string}},
                {name: unit, in: query, required: true, schema: {enum: [hour]}},
                {name: zone, in: query, required: true, schema: {type: string, default: UTC}}], \(answer(Self.array))}}
            """)
        #expect(catalog["things-item"]?.questions.map(\.name) == ["number"])
        #expect(catalog["days"]?.questions.map(\.name) == ["day"])
    }

    @Test("a screen opened by itself asks for what its opener would have said")
    func direct() throws {
        let catalog = try catalog(
            """
              /things: {get: {\(answer(Self.array))}}
              /things/{id}: {get: {\(answer(Self.object))}}
              /things/{id}/parts: {get: {\(answer(Self.array))}, post: {\(body(Self.object))}}
            """)
        let parts = try #require(catalog["things-parts"])
        #expect(parts.questions.isEmpty && parts.openedDirectly.questions.map(\.name) == ["id"])
        #expect(parts.openedDirectly.create?.request.questions(in: ParameterContext()).isEmpty == true)
    }

    @Test("x-screen says id, title, kind, columns, order and where parameters come from")
    func wishes() throws {
        let catalog = try catalog(
            """
              /who: {get: {operationId: who, x-screen: {kind: none}, \(answer(Self.object))}}
              /of/{user}: {get: {x-screen: {id: mine, title: Mine, kind: conversation, columns: [name], order: 1,
                parameters: {user: 'who#/id', tone: warm}},
                parameters: [{name: tone, in: query, schema: {type: string}}], \(answer(Self.array))}}
            """)
        let screen = try #require(catalog["mine"])
        #expect(catalog.screens.count == 1 && screen.title == "Mine" && screen.kind == .conversation)
        #expect(screen.columns.map(\.field.name) == ["name"] && screen.order == 1 && screen.filters.isEmpty)
        #expect(
            screen.load.map { Set($0.parameters.map(\.source)) } == [
                .operation(id: "who", pointer: JSONPointer(tokens: ["id"])), .literal("warm"),
            ])
    }

    @Test("a link says the same as a source of x-screen")
    func link() throws {
        let catalog = try catalog(
            """
              /who: {get: {responses: {'200': {
                links: {own: {operationId: own, parameters: {user: '$response.body#/id'}}},
                content: {application/json: {schema: \(Self.object)}}}}}}
              /of/{user}: {get: {operationId: own, \(answer(Self.array))}}
            """)
        let own = try #require(catalog.screens.first { $0.operations == ["own"] })
        #expect(own.load?.questions(in: ParameterContext(row: ["id": "u"])) == [])
    }

    @Test("login and refresh come from the security scheme and are never screens")
    func signIn() throws {
        let catalog = try catalog(
            """
              /token: {post: {operationId: login, \(body(Self.object))}}
              /token/refresh: {post: {operationId: again, \(body(Self.object))}}
              /me: {get: {\(answer(Self.object))}}
            """,
            rest: """
                security: [{s: []}]
                components: {securitySchemes: {s: {type: oauth2, flows: {password: {
                  tokenUrl: /token, refreshUrl: /token/refresh, scopes: {}}}}}}
                """)
        #expect(catalog.screens.map(\.id) == ["me"])
        #expect(catalog.authentications.first?.tokenOperation == "login")
        #expect(catalog.authentications.first?.refreshOperation == "again")
    }

    @Test("a POST without a collection is a form screen")
    func form() throws {
        let screens = try catalog("  /transfers: {post: {summary: Send money, \(body(Self.object))}}").screens
        #expect(screens.map(\.kind) == [.form] && screens[0].title == "Send money" && screens[0].load == nil)
        #expect(screens[0].create?.request.method == .post)
    }

    @Test("a PUT or PATCH below a row's path is a form of that row", arguments: ["put", "patch"])
    func part(_ method: String) throws {
        let catalog = try catalog(
            """
              /things: {get: {\(answer(Self.array))}}
              /things/{id}/name: {\(method): {\(body("{type: object, properties: {name: {type: string}}}"))}}
            """)
        let update = try #require(catalog["things"]?.update)
        #expect(catalog.screens.count == 1 && update.title == "Edit name")
        #expect(update.request.parameters.map(\.source) == [.row(JSONPointer(tokens: ["id"]))])
    }

    @Test("an object whose only object-valued member is data is unwrapped")
    func unwrapping() throws {
        let one = "{type: object, properties: {data: \(Self.object), note: {type: string}}}"
        let two = "{type: object, properties: {data: \(Self.object), meta: \(Self.object)}}"
        let screens = try catalog("  /a: {get: {\(answer(one))}}\n  /b: {get: {\(answer(two))}}").screens
        #expect(screens.map(\.item) == [JSONPointer(tokens: ["data"]), .root])
        #expect(screens[0].fields.map(\.name) == ["id", "name"])
    }

    @Test("optional query parameters are the screen's filters; pages and required ones are not")
    func filters() throws {
        let screen = try #require(
            try catalog(
                """
                  /things: {get: {parameters: [
                    {name: colour, in: query, schema: {enum: [red, blue]}}, {name: since, in: query, schema: {type: string, format: date}},
                    {name: page, in: query, schema: {type: integer}}, {name: per_page, in: query, schema: {type: integer}},
                    {name: shop, in: query, required: true, schema: {type: string}},
                    {name: X-Trace, in: header, schema: {type: string}}], \(answer(Self.array))}}
                """
            ).screens.first)
        #expect(screen.filters.map(\.name) == ["colour", "since"])
        #expect(screen.filters.map(\.kind) == [.choice(["red", "blue"]), .date])
        #expect(screen.questions.map(\.name) == ["shop"])
    }

    @Test("a message is called by its words and not by its author; what has nothing of its own by whom it is about")
    func innerNames() throws {
        let user = "{type: object, properties: {id: {type: string}, username: {type: string}}}"
        func screen(_ members: String) throws -> Screen {
            let row = "{type: object, properties: {\(members), user: \(user)}}"
            return try #require(
                try catalog("  /a: {get: {\(answer("{type: array, items: \(row)}"))}}").screens.first)
        }
        let user7: JSONValue = ["id": "7", "username": "kenji"]
        let messages = try screen("id: {type: string}, content: {type: string}")
        #expect(messages.name(of: ["id": "1", "content": "hello", "user": user7]) == "hello")
        #expect(messages.name(of: ["id": "1", "content": "hello\nthere", "user": user7]) == "hello…")
        #expect(messages.name(of: ["id": "1", "content": "", "user": user7]) == "1")
        #expect(try screen("since: {type: string}").name(of: ["since": "x", "user": user7]) == "kenji")
        let plate = "plate: {type: object, properties: {badge: {type: object, properties: {label: {type: string}}}}}"
        let members = try screen("\(plate), nick: {type: string}")
        let worn: JSONValue = ["badge": ["label": "Outdoor"]]
        #expect(members.name(of: ["plate": worn, "nick": .null, "user": user7]) == "kenji")
        #expect(members.name(of: ["plate": worn, "nick": "ken", "user": user7]) == "ken")
    }

    @Test("a row or an item is called by its name, else by what tells rows apart, else by its day")
    func names() throws {
        let catalog = try catalog(
            """
              /things: {get: {\(answer(Self.array))}}
              /codes: {get: {\(answer("{type: array, items: {type: object, properties: {code: {type: string}}}}"))}}
              /codes/{code}: {delete: {}}
              /hours: {get: {\(answer("{type: array, items: {type: object, properties: {on: {type: string, format: date}}}}"))}}
            """)
        #expect(try #require(catalog["hours"]).name(of: ["on": "2026-01-31"]) == "31 Jan 2026")
        let (things, codes) = (try #require(catalog["things"]), try #require(catalog["codes"]))
        #expect(things.name(of: ["id": "1", "name": "Harbor hall"]) == "Harbor hall")
        #expect(things.name(of: ["id": "1", "name": ""]) == "1")
        for (more, name) in [("", "Ada"), (", port_name: {type: string}", "7")] {
            let row = "{properties: {id: {type: integer}, passenger_name: {type: string}\(more)}}"
            let screen = try #require(
                try AppCoreTests.catalog("  /a: {get: {\(answer("{type: array, items: \(row)}"))}}").screens.first)
            #expect(screen.name(of: ["id": 7, "passenger_name": "Ada", "port_name": "Hull"]) == name)
        }
        #expect(codes.name(of: ["code": "X7"]) == "X7")
        #expect(codes.name(of: ["other": [1]]) == nil)
    }
}
