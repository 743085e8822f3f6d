import Testing
import WireFormats

@testable import AppCore

/// Rules of Documentation/Reference/Screens.md beside kinds, places in the tree and pages.
@Suite("Screens derived from a document") struct DerivationRuleTests {
    private static let object = "{type: object, properties: {id: {type: string}, name: {type: string}}}"
    private static let array = "{type: array, items: \(object)}"

    @Test("An upload below an item is an action of it, not an edit") func upload() throws {
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

    @Test("Parameters that the row cannot fill are asked for, except those with a default or one value")
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

    @Test("A screen that is opened directly asks for the values that its opener would fill in") func direct() throws {
        let catalog = try catalog(
            """
              /things: {get: {\(answer(Self.array))}}
              /things/{id}: {get: {\(answer(Self.object))}}
              /things/{id}/parts: {get: {\(answer(Self.array))}, post: {\(body(Self.object))}}
            """)
        let parts = try #require(catalog["things-parts"])
        #expect(parts.questions.isEmpty && parts.openedDirectly.questions.map(\.name) == ["id"])
        #expect(parts.openedDirectly.create?.request.questions(in: Place()).isEmpty == true)
    }

    @Test("Optional parameters are filters; paging, required parameters and ids of the call are not")
    func filters() throws {
        let screen = try firstScreen(
            """
              /things: {get: {parameters: [
                {name: colour, in: query, schema: {enum: [red, blue]}}, {name: since, in: query, schema: {type: string, format: date}},
                {name: page, in: query, schema: {type: integer}}, {name: per_page, in: query, schema: {type: integer}},
                {name: shop, in: query, required: true, schema: {type: string}},
                {name: X-Shop, in: header, schema: {type: string}},
                {name: X-Request-ID, in: header, schema: {type: string}}], \(answer(Self.array))}}
            """)
        #expect(screen.filters.map(\.name) == ["colour", "since", "X-Shop"])
        #expect(screen.filters.map(\.kind) == [.choice(["red", "blue"]), .date, .text])
        #expect(screen.questions.map(\.name) == ["shop"])
    }

    @Test("A message is named by its text, not by its author; a row without a name is named by its user")
    func innerNames() throws {
        let user = "{type: object, properties: {id: {type: string}, username: {type: string}}}"
        func screen(_ members: String) throws -> Screen {
            let row = "{type: object, properties: {\(members), user: \(user)}}"
            return try AppCoreTests.screen(answering: "{type: array, items: \(row)}")
        }
        let user7: JSONValue = ["id": "7", "username": "kenji"]
        let messages = try screen("id: {type: string}, content: {type: string}")
        #expect(messages.name(of: ["id": "1", "content": "hello", "user": user7]) == "hello")
        #expect(messages.name(of: ["id": "1", "content": "hello\nthere", "user": user7]) == "hello…")
        #expect(messages.name(of: ["id": "1", "content": "", "user": user7]) == "A 1")
        let uuid: JSONValue = "0aB1c2d3-0000-4000-8000-000000000000"
        #expect(messages.name(of: ["id": uuid, "content": "", "user": user7]) == "A 0aB1c2d3")
        #expect(try screen("since: {type: string}").name(of: ["since": "x", "user": user7]) == "kenji")
        let patients = try screen("patientId: {type: string}, firstName: {type: string}, last_name: {type: string}")
        let ada: JSONValue = ["patientId": uuid, "firstName": "Ada", "last_name": "Berg", "user": user7]
        #expect(patients.name(of: ada) == "Ada Berg")
        let comments = try screen("id: {type: string}, author_name: {type: string}, body: {type: string}")
        #expect(comments.name(of: ["id": "1", "author_name": "Ada", "body": "Well done"]) == "Well done")
        let parcels = try screen(
            "id: {type: string}, reference: {type: string}, carrier_id: {type: string}, carrier_name: {type: string}")
        #expect(parcels.name(of: ["reference": "WE-3", "carrier_id": "1", "carrier_name": "Haddad"]) == "WE-3")
        let plate = "plate: {type: object, properties: {badge: {type: object, properties: {label: {type: string}}}}}"
        let members = try screen("\(plate), nick: {type: string}")
        let worn: JSONValue = ["badge": ["label": "Outdoor"]]
        #expect(members.name(of: ["plate": worn, "nick": .null, "user": user7]) == "kenji")
        #expect(members.name(of: ["plate": worn, "nick": "ken", "user": user7]) == "ken")
    }

    @Test("A row or an item is named by its name, else by its key, else by its date") func names() throws {
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
        #expect(things.name(of: ["id": "1", "name": ""]) == "Thing 1")
        for (more, name) in [("", "Ada"), (", port_name: {type: string}", "A 7")] {
            let row = "{properties: {id: {type: integer}, passenger_name: {type: string}\(more)}}"
            let screen = try screen(answering: "{type: array, items: \(row)}")
            #expect(screen.name(of: ["id": 7, "passenger_name": "Ada", "port_name": "Hull"]) == name)
        }
        #expect(codes.name(of: ["code": "X7"]) == "X7")
        #expect(codes.name(of: ["other": [1]]) == nil)
    }
}

@Suite struct CalledOnRequestTests {
    @Test(
        "A GET in the sidebar without bodies in its successful replies is called only on request",
        arguments: [
            ("'200': {description: ok}", true),
            ("'204': {description: ok}, '404': {description: no, content: {application/json: {}}}", true),
            ("default: {description: ok}", true),
            ("'200': {description: ok}, default: {description: no, content: {application/json: {}}}", true),
            ("'302': {description: elsewhere}", true), ("'200': {description: ok, content: {image/png: {}}}", false),
            ("'204': {description: none}, '200': {description: ok, content: {application/json: {}}}", false),
            ("2XX: {description: ok, content: {text/plain: {}}}", false),
            ("default: {description: ok, content: {application/json: {}}}", false),
        ])
    func rule(responses: String, expected: Bool) throws {
        let screen = try firstScreen("  /logout: {get: {responses: {\(responses)}}}")
        #expect(screen.isCalledOnRequest == expected)
    }

    @Test("Items that open from rows are requests; lists keep their rows; forms are sent") func others() throws {
        let bare = "responses: {'200': {description: ok}}"
        let catalog = try catalog(
            """
              /pets: {get: {operationId: pets, \(answer("{type: array, items: {type: object, properties: {id: {type: integer}}}}"))}}
              /pets/{id}/check:
                get: {operationId: check, parameters: [{name: id, in: path, required: true, schema: {type: integer}}], \(bare)}
              /names: {get: {x-screen: {kind: collection}, \(bare)}}
              /open: {post: {\(bare)}}
            """)
        #expect(catalog.screens.count == 4 && catalog.screens.allSatisfy { !$0.isCalledOnRequest })
    }

    @Test(
        "Without documented replies only paths of items are called on opening",
        arguments: [
            ("/users: {get: {responses: {'200': {description: ''}}}}", false), ("/users: {get: {}}", false),
            ("/users: {get: {responses: {'401': {description: no}}}}", false),
            ("/audit-logs: {get: {responses: {}}}\n  /audit-logs/{id}: {get: {responses: {}}}", false),
            ("/send-reminders: {get: {responses: {'200': {description: ''}}}}", true),
            ("/users/sign_out: {get: {responses: {}}, delete: {responses: {}}}", true),
            ("/logout: {get: {responses: {}}}\n  /logout/{provider}: {get: {responses: {}}}", true),
            ("/status: {get: {responses: {'200': {description: ''}}}}", true),
            ("/users: {get: {responses: {'204': {description: ''}}}}", true),
            ("/users: {get: {responses: {'303': {description: ''}}}}", true),
            ("/users/me: {get: {responses: {'200': {description: ''}}}}", false),
            ("/profile: {get: {responses: {}}, put: {responses: {}}}", false),
            ("/profile: {get: {responses: {}}, post: {responses: {}}}", true),
            ("/staff: {get: {responses: {}}}\n  /staff/{id}/badge: {delete: {responses: {}}}", false),
            ("/users/logout: {get: {responses: {}}}\n  /users/{id}: {delete: {responses: {}}}", true),
        ])
    func silent(paths: String, expected: Bool) throws {
        let screen = try #require(try catalog("  " + paths).screens.first { $0.kind == .item })
        #expect(screen.isCalledOnRequest == expected)
    }
}

@Suite("The screens of several documents") struct MergedCatalogTests {
    private static let list = "{type: array, items: {type: object, properties: {id: {type: integer}}}}"
    private static let one = "{type: object, properties: {id: {type: integer}}}"
    private static let paths = """
          /pets: {get: {operationId: list, \(answer(list))}, post: {operationId: add, \(body(one))}}
          /pets/{id}:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            get: {operationId: get, \(answer(one))}
            patch: {operationId: change, \(body(one))}
            delete: {operationId: remove, responses: {'204': {description: ok}}}
          /search: {post: {operationId: search, requestBody: {content: {application/json: {schema: \(one)}}}, \(answer(list))}}
        """

    @Test("Ids of another document get new names in all screens and requests") func names() throws {
        let own = try catalog(Self.paths)
        let ids = own.screens.map(\.id)
        let operations = ["list", "add", "get", "change", "remove", "search"]
        let names = ScreenNames(
            screens: Dictionary(uniqueKeysWithValues: ids.map { ($0, $0 + "@") }),
            operations: Dictionary(uniqueKeysWithValues: operations.map { ($0, $0 + "@") }))
        let named = own.named(by: names, of: "Zoo")
        #expect(Set(named.screens.flatMap(\.requests).map(\.operation)) == Set(operations.map { $0 + "@" }))
        #expect(named.screens.flatMap(\.operations).allSatisfy { $0.hasSuffix("@") })
        #expect(named.sections.flatMap(\.screens) == named.sidebar.map(\.id))
        let list = try #require(named["pets@"])
        #expect(named[list.rowScreen ?? ""]?.parent == "pets@" && list.document == "Zoo")
        let answers = named.screens.compactMap(\.answer)
        #expect(answers.map(\.operations) == [["search@"]] && answers.map(\.id) == ["search@"])

        let both = ScreenCatalog([own.named(by: ScreenNames(), of: "Shop"), named])
        #expect(both.sidebar.map(\.id) == own.sidebar.map(\.id) + named.sidebar.map(\.id))
        let write = try #require(list.create?.request)
        #expect(both.outdated(by: write) == Set(["pets@", list.rowScreen].compactMap(\.self)))
        #expect(ScreenIndex(both).entries.first { $0.id == "pets@" }?.group == "Zoo")
    }
}
