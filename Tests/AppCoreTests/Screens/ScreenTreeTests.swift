import APIDocument
import HTTPTypes
import Testing
import WireFormats

@testable import AppCore

@Suite struct ScreenTreeTests {
    private static let things = "{type: array, items: {$ref: '#/components/schemas/Thing'}}"
    private static let thing = "{$ref: '#/components/schemas/Thing'}"
    private static let rest =
        "components: {schemas: {Thing: {type: object, properties: {id: {type: string}, number: {type: integer}, "
        + "address: {type: object, properties: {city: {type: string}}}}}}}"

    private func build(_ paths: String) throws -> ScreenCatalog { try catalog(paths, rest: Self.rest) }

    @Test("An item of a collection belongs to its rows, and its parts open from the item") func rows() throws {
        let catalog = try build(
            """
              /things: {get: {\(answer(Self.things))}, post: {\(body(Self.thing))}}
              /things/{thingId}: {get: {\(answer(Self.thing))}, put: {\(body(Self.thing))}, delete: {}}
              /things/{id}/parts: {get: {\(answer(Self.things))}}
              /things/{id}/parts/{part}: {delete: {}}
            """)
        #expect(catalog.sidebar.map(\.id) == ["things"])
        let list = try #require(catalog["things"])
        let item = try #require(catalog["things-item"])
        let parts = try #require(catalog["things-parts"])
        #expect(list.rowScreen == "things-item")
        #expect(list.create?.title == "New thing" && list.create?.style == .create)
        #expect(item.title == "Thing")
        #expect(item.load?.parameters.map(\.source) == [.row(JSONPointer(tokens: ["id"]))])
        #expect(item.update?.style == .replace && item.delete != nil)
        #expect(item.children == ["things-parts"])
        #expect(catalog.trail(of: "things-parts").map(\.title) == ["Things", "Thing", "Parts"])
        #expect(catalog.root(of: "things-parts") == "things")
        #expect(parts.load?.parameters.map(\.source) == [.inherited("thingId")])
        #expect(parts.delete?.parameters.map(\.source) == [.inherited("id"), .row(JSONPointer(tokens: ["id"]))])
        #expect(list.delete?.parameters.map(\.source) == [.row(JSONPointer(tokens: ["id"]))])
    }

    @Test("Rows of searches open the item of their schema, which is edited by a PUT without an id in its path")
    func searches() throws {
        let catalog = try build(
            """
              /thing: {put: {\(body(Self.thing))}}
              /thing/byNumber: {get: {\(answer(Self.things))}}
              /thing/byCity: {get: {\(answer(Self.things))}}
              /thing/{thingId}: {get: {\(answer(Self.thing))}, delete: {}}
            """)
        #expect(catalog.sidebar.map(\.id) == ["thing-bynumber", "thing-bycity"])
        let item = try #require(catalog["item"] ?? catalog.screens.first { $0.kind == .item })
        #expect(catalog.sidebar.map(\.rowScreen) == [item.id, item.id])
        #expect(catalog.sidebar.allSatisfy { $0.rowID == JSONPointer(tokens: ["id"]) })
        #expect(item.parent == "thing-bynumber" && item.title == "Thing")
        #expect(item.load?.parameters.map(\.source) == [.row(JSONPointer(tokens: ["id"]))])
        #expect(item.update?.style == .replace && item.update?.title == "Edit thing" && item.delete != nil)
    }

    @Test("A list and its item may have a word after their paths; their actions open from the item")
    func words() throws {
        let catalog = try build(
            """
              /boxes/json: {get: {\(answer(Self.things))}}
              /boxes/{box}/json: {get: {\(answer("{type: object, properties: {id: {type: string}, on: {type: boolean}}}"))}}
              /boxes/{box}: {delete: {}}
              /boxes/{box}/start: {post: {}}
              /boxes/{box}/parts: {get: {\(answer(Self.things))}}
            """)
        let item = try #require(catalog.screens.first { $0.kind == .item })
        #expect(catalog.sidebar.first?.rowScreen == item.id)
        #expect(item.load?.parameters.map(\.source) == [.row(JSONPointer(tokens: ["id"]))])
        #expect(item.delete?.parameters.map(\.source) == [.inherited("box")])
        let others = catalog.screens.filter { $0.parent == item.id }
        #expect(others.count == 2 && catalog.sidebar.count == 1)
    }

    @Test(
        "A row is named by its list's word in the singular, else by its schema",
        arguments: [
            ("things", "Thing", "Thing"), ("findByStatus", "PetResponse", "Pet"),
            ("boxes", "", "Box"), ("search", "shop.v1.SpecialOffer", "Special offer"),
        ])
    func rowTitles(path: String, schema: String, title: String) throws {
        let items = schema.isEmpty ? "{type: object}" : "{$ref: '#/components/schemas/\(schema)'}"
        let catalog = try catalog(
            "  /\(path): {get: {\(answer("{type: object, properties: {data: {type: array, items: \(items)}}}"))}}",
            rest:
                "components: {schemas: {\(schema.isEmpty ? "X" : schema): {type: object, properties: {id: {type: string}}}}}"
        )
        #expect(catalog.screens.first?.oneTitle == title)
    }

    @Test("A form is titled by a short summary or the start of a long one, else by its operation's id")
    func formTitles() throws {
        let catalog = try build(
            """
              /a: {post: {operationId: addPet, summary: Add a new pet to the store., \(body(Self.thing))}}
              /b: {post: {operationId: placeOrder, summary: Order a pet, \(body(Self.thing))}}
              /c: {post: {operationId: createUsers, summary: Creates lists of users out of an input, \(body(Self.thing))}}
              /d: {post: {operationId: updatePet, summary: Updates a pet in the store with a form, \(body(Self.thing))}}
            """)
        #expect(
            catalog.sidebar.map(\.title) == ["Add pet", "Order a pet", "Create users", "Updates a pet in the store"])
    }

    @Test("Without an item of its own a row is edited, deleted and opened from the list")
    func rowsWithoutItem() throws {
        let catalog = try build(
            """
              /things: {get: {\(answer(Self.things))}}
              /things/{thingNumber}: {patch: {\(body("{properties: {number: {type: integer}}}"))}, delete: {}}
              /things/{thingNumber}/parts: {get: {\(answer(Self.things))}}
              /things/{thingNumber}/archive: {post: {}}
            """)
        let list = try #require(catalog["things"])
        #expect(list.update?.style == .merge)
        #expect(list.update?.request.parameters.map(\.source) == [.row(JSONPointer(tokens: ["number"]))])
        #expect(list.rowID == JSONPointer(tokens: ["number"]))
        #expect(list.children == ["things-parts", "things-archive"])
        #expect(catalog["things-archive"]?.create?.body == nil)
        #expect(catalog["things-archive"]?.create?.fields == [])
    }

    @Test("Actions on a whole list are next to it, at the item or row that opens the list") func wholeLists() throws {
        let catalog = try build(
            """
              /things: {get: {\(answer(Self.things))}}
              /things/{id}: {get: {\(answer(Self.thing))}}
              /things/{thing}/parts: {get: {\(answer(Self.things))}, patch: {\(body(Self.things))}}
              /things/{thing}/parts/search: {get: {\(answer(Self.things))}}
              /things/{thing}/parts/{part}/notes: {get: {\(answer(Self.things))}}
              /boxes: {get: {\(answer(Self.things))}}
              /boxes/{box}/lids: {get: {\(answer(Self.things))}}
              /boxes/{box}/lids/search: {get: {\(answer(Self.things))}}
              /shops/{shop}/parts: {get: {parameters: [{name: shop, in: path, required: true}], \(answer(Self.things))}}
              /shops/{shop}/parts/search: {get: {parameters: [{name: shop, in: path, required: true}], \(answer(Self.things))}}
            """)
        #expect(catalog["things-item"]?.children == ["things-parts", "things-parts-search", "things-parts-patch"])
        #expect(catalog["things-parts"]?.children == ["things-parts-notes"])
        #expect(catalog["things-parts-search"]?.load?.parameters.map(\.source) == [.inherited("id")])
        #expect(catalog["boxes"]?.children == ["boxes-lids", "boxes-lids-search"])
        #expect(catalog["boxes-lids-search"]?.load?.parameters.map(\.source) == [.row(JSONPointer(tokens: ["id"]))])
        #expect(catalog["shops-parts"]?.children == ["shops-parts-search"])
    }

    @Test("A part of rows without a path of their own, such as a download, opens from the rows") func download() throws
    {
        let catalog = try build(
            """
              /boxes/{box}/things: {get: {\(answer(Self.things))}}
              /things/{id}/qr: {get: {summary: Get the QR code, responses: {"200": {description: "", content: {image/png: {}}}}}}
            """)
        let list = try #require(catalog.screens.first { $0.showsRows })
        let part = try #require(catalog["things-qr"])
        #expect(part.title == "Get the QR code")
        #expect(part.parent == list.id && list.children == [part.id] && list.rowScreen == nil)
    }

    @Test("A PUT or PATCH below a row is the row's form; a second one opens from it") func partForms() throws {
        let catalog = try build(
            """
              /things: {get: {\(answer(Self.things))}}
              /things/{id}/number: {patch: {\(body("{properties: {number: {type: integer}}}"))}}
              /things/{id}/address: {put: {\(body("{properties: {city: {type: string}}}"))}}
            """)
        let list = try #require(catalog["things"])
        #expect(list.update?.title == "Edit number")
        let address = try #require(catalog["things-address"])
        #expect(address.parent == "things")
        #expect(address.create?.base == JSONPointer(tokens: ["address"]))
    }

    @Test(
        "A PUT or PATCH below an item that has an edit is an action of the item, not an edit in its list",
        arguments: ["put", "patch"])
    func act(_ method: String) throws {
        let catalog = try build(
            """
              /things: {get: {\(answer(Self.things))}}
              /things/{id}: {get: {\(answer(Self.thing))}, patch: {\(body(Self.thing))}}
              /things/{id}/assign: {\(method): {operationId: assignThing, \(body("{properties: {agent: {type: string}}}"))}}
            """)
        #expect(catalog["things"]?.update == nil)
        let item = try #require(catalog["things-item"])
        #expect(item.update?.request.path.text == "/things/{id}")
        let act = try #require(catalog.screens.first { $0.operations == ["assignThing"] })
        #expect(act.kind == .form && act.parent == item.id && item.children == [act.id])
    }

    @Test(
        "A screen offers the writes that the demo remembers, and no others",
        arguments: [
            ("/me: {get: {ITEM}, delete: {}}", "me", "update: - delete: delete-me"),
            ("/me: {get: {ITEM}}\n  /me/address: {put: {BODY}}", "me", "update: - delete: -"),
            (
                "/tasks/{t}/notes: {get: {ROWS}}\n  /notes/{noteId}: {patch: {BODY}, delete: {}}", "tasks-notes",
                "update: patch-notes-noteId delete: delete-notes-noteId"
            ),
            ("/lobbies: {put: {NAME}}\n  /lobbies/{id}: {get: {ITEM}}", "lobbies-item", "update: - delete: -"),
            ("/things: {get: {ROWS}, delete: {}}", "things", "update: - delete: -"),
        ])
    func remembered(paths: String, id: String, offers: String) throws {
        let texts = [
            "ITEM": answer(Self.thing), "ROWS": answer(Self.things), "BODY": body(Self.thing),
            "NAME": body("{type: object, properties: {name: {type: string}}}"),
        ]
        let catalog = try build("  " + texts.reduce(paths) { $0.replacing($1.key, with: $1.value) })
        let screen = try #require(catalog[id])
        let update = screen.update?.request.operation ?? "-"
        #expect("update: \(update) delete: \(screen.delete?.operation ?? "-")" == offers)
    }

    @Test("A PUT of a resource without a GET sends only the form's members") func putOfPart() throws {
        let catalog = try build(
            """
              /things: {get: {\(answer(Self.things))}}
              /things/{id}/number: {put: {\(body("{properties: {number: {type: integer}}}"))}}
            """)
        #expect(catalog["things"]?.update?.style == .create)
        #expect(catalog["things"]?.update?.base == .root)
    }

    @Test("An item that is sent back in its wrapper is shown with it, so that a PUT sends all of it")
    func wrapper() throws {
        let wrapped = "{type: object, properties: {data: \(Self.thing)}}"
        let catalog = try build("  /me: {get: {\(answer(wrapped))}, put: {\(body(wrapped))}}")
        let screen = try #require(catalog["me"])
        #expect(screen.item == .root)
        #expect(screen.fields.map(\.id) == ["/data/id", "/data/number", "/data/address/city"])
        #expect(screen.update?.fields.map(\.id) == screen.fields.map(\.id))
        #expect(screen.update?.request.unwrapping == .root)
    }

    @Test("PATCH is used for edits even if there is a PUT: it sends only changes") func patchBeforePut() throws {
        let catalog = try build(
            "  /me: {get: {\(answer(Self.thing))}, patch: {\(body(Self.thing))}, put: {\(body(Self.thing))}}")
        #expect(catalog["me"]?.update?.style == .merge)
        #expect(catalog["me"]?.operations == ["get-me", "patch-me", "put-me"])
    }

    @Test("Writes without a resource are form screens that ask for unknown parameters") func homeless() throws {
        let catalog = try build(
            """
              /transfers: {post: {summary: Send money., \(body(Self.thing))}}
              /locks/{id}: {delete: {parameters: [{name: why, in: query, required: true, schema: {type: string}}]}}
            """)
        #expect(catalog.sidebar.map(\.title) == ["Send money", "Delete lock"])
        let asked = catalog.sidebar[1].create?.request.questions(in: Place()) ?? []
        #expect(asked.map(\.name) == ["why", "id"] || asked.map(\.name) == ["id", "why"])
    }

    @Test("A link fills a parameter: from an operation without parameters, or from the item with the link")
    func links() throws {
        let catalog = try catalog(
            """
              /me:
                get:
                  operationId: me
                  responses:
                    '200':
                      links: {user: {operationId: user, parameters: {id: '$response.body#/user'}}}
                      content: {application/json: {schema: {properties: {user: {type: string}}}}}
              /users/{id}: {get: {operationId: user, \(answer("{type: object}"))}}
              /orders: {get: {\(answer("{type: array, items: {properties: {id: {}}}}"))}}
              /orders/{id}:
                get:
                  responses:
                    '200':
                      links: {buyer: {operationRef: '#/paths/~1buyers~1{b}/get', parameters: {path.b: '$response.body#/data/buyer'}}}
                      content: {application/json: {schema: {properties: {data: {type: object, properties: {buyer: {type: string}}}}}}}
              /buyers/{b}: {get: {operationId: buyer, \(answer("{type: object}"))}}
            """)
        let user = catalog.screens.first { $0.operations == ["user"] }
        #expect(user?.load?.parameters.map(\.source) == [.operation(id: "me", pointer: JSONPointer(tokens: ["user"]))])
        let buyer = catalog.screens.first { $0.operations == ["buyer"] }
        #expect(buyer?.parent == "orders-item")
        #expect(buyer?.load?.parameters.map(\.source) == [.row(JSONPointer(tokens: ["buyer"]))])
    }

    @Test("A cycle of links leaves every screen reachable") func circle() throws {
        func operation(_ id: String, to other: String) -> String {
            "{get: {operationId: \(id), responses: {'200': {links: {l: {operationId: \(other), parameters: {id: "
                + "'$response.body#/x'}}}, content: {application/json: {schema: {properties: {x: {type: string}}}}}}}}}"
        }
        let catalog = try catalog("  /a/{id}: \(operation("a", to: "b"))\n  /b/{id}: \(operation("b", to: "a"))")
        #expect(catalog.sidebar.count == 1)
        #expect(catalog.sidebar[0].children.count == 1)
    }

    @Test(
        "Sign-in and its refresh are found by their URLs, relative or absolute, and are not screens",
        arguments: [
            ("tokenUrl: /v1/token", "t"), ("tokenUrl: 'https://h/v1/token'", "t"), ("tokenUrl: /token", "t"),
            ("tokenUrl: token", "t"), ("tokenUrl: /token, refreshUrl: /again", "r"),
        ])
    func signIn(urls: String, refresh: String) throws {
        let again = refresh == "r" ? "  /again: {post: {operationId: r}}\n" : ""
        let catalog = try catalog(
            again + "  /token: {post: {operationId: t}}\n  /a: {get: {}}",
            rest: """
                servers: [{url: 'https://h/v1/'}]
                security: [{s: []}]
                components: {securitySchemes: {s: {type: oauth2, flows: {password: {\(urls)}}}}}
                """)
        #expect(catalog.screens.map(\.id) == ["a"])
        #expect(catalog.authentications.first?.exchange.login?.operation == "t")
        #expect(catalog.authentications.first?.exchange.refresh?.operation == refresh)
    }

    @Test("Custom methods after a colon open from the item; without a body they keep their name") func acts() throws {
        let catalog = try build(
            """
              /topics: {get: {\(answer(Self.things))}}
              /topics/{id}: {get: {\(answer(Self.thing))}}
              /topics/{id}:publish: {post: {responses: {}}}
              /topics/{id}/close: {put: {responses: {}}}
              /topics/{id}/notes: {post: {\(body(Self.thing))}}
            """)
        let item = try #require(catalog.screens.first { $0.kind == .item })
        let acts = item.children.compactMap { catalog[$0] }
        #expect(acts.map(\.title) == ["Publish", "Close", "New note"])
        #expect(acts.allSatisfy { $0.create?.request.parameters.first?.source == .inherited("id") })
    }

    @Test("A POST to an item's own path is its edit if it has no other and the body has members of the item")
    func postedChange() throws {
        func screen(_ writes: String) throws -> Screen {
            let catalog = try build(
                "  /things: {get: {\(answer(Self.things))}}\n  /things/{id}: {get: {\(answer(Self.thing))}, \(writes)}")
            return try #require(catalog["things-item"])
        }
        let post = "post: {\(body("{type: object, properties: {number: {type: integer}, note: {type: string}}}"))}"
        let update = try #require(try screen(post).update)
        #expect(update.style == .merge && update.request.method == .post && update.title == "Edit thing")
        #expect(update.request.parameters.map(\.source) == [.inherited("id")])
        #expect(try screen(post + ", patch: {\(body(Self.thing))}").update?.request.method == .patch)
        #expect(try screen("post: {\(body("{type: object, properties: {reason: {type: string}}}"))}").update == nil)
    }
}
