import DemoManager
import Testing
import WireFormats

/// One state, one answer: what a write answers, its item and its list agree, however each of them wraps and spells the row.
@Suite struct RowShapesTests {
    private static func ref(_ name: String) -> String { "{$ref: '#/components/schemas/\(name)'}" }

    @Test("A wrapped row is stored from the reply variant that shows one item, as with droplets")
    func variants() throws {
        let api = try DemoAPI(
            [
                "/droplets: {get: {\(ok("{allOf: [{type: object, properties: {droplets: {type: array, items: \(Self.ref("Droplet"))}}}, {type: object, properties: {links: {type: object}}}, {type: object, required: [meta], properties: {meta: {type: object, properties: {total: {type: integer}}}}}]}"))}, post: {requestBody: {\(json("{oneOf: [\(Self.ref("Single")), \(Self.ref("Multi"))]}"))}, responses: {'202': {content: {application/json: {schema: {oneOf: [{type: object, required: [droplet, links], properties: {droplet: \(Self.ref("Droplet")), links: {type: object, properties: {actions: {type: array, items: {type: object, properties: {id: {type: integer}}}}}}}}, {type: object, required: [droplets, links], properties: {droplets: {type: array, items: \(Self.ref("Droplet"))}, links: {type: object}}}]}, examples: {one: {value: {droplet: {id: 3164494, name: example.com, memory: 1024, region: {slug: nyc3}, tags: [web]}, links: {actions: [{id: 7}]}}}, many: {value: {droplets: [{id: 1, name: a, memory: 1, tags: []}], links: {}}}}}}}}}}",
                "/droplets/{droplet_id}: {get: {parameters: [{name: droplet_id, in: path, required: true, schema: {type: integer}}], \(ok("{type: object, properties: {droplet: \(Self.ref("Droplet"))}}"))}, delete: {parameters: [{name: droplet_id, in: path, required: true, schema: {type: integer}}], responses: {'204': {description: gone}}}}",
            ],
            schemas: [
                "Droplet: {type: object, required: [id, name, memory, tags], properties: {id: {type: integer}, name: {type: string}, memory: {type: integer}, region: {type: object, properties: {slug: {type: string}}}, tags: {type: array, items: {type: string}}}}",
                "Create: {type: object, required: [size], properties: {region: {type: string}, size: {type: string}, tags: {type: array, nullable: true, items: {type: string}}}}",
                "Single: {allOf: [{type: object, required: [name], properties: {name: {type: string}}}, \(Self.ref("Create"))]}",
                "Multi: {allOf: [{type: object, required: [names], properties: {names: {type: array, items: {type: string}}}}, \(Self.ref("Create"))]}",
            ])
        let made = try api.send(.post, "/droplets", ["name": "mine", "size": "s-1", "region": "ams3", "tags": ["a"]])
        let droplet = try #require(made["droplet"])
        #expect(droplet["name"] == "mine" && droplet["tags"] == ["a"], "\(made)")
        let id = try #require(droplet["id"]?.scalarText)
        #expect(try api.send(.get, "/droplets/\(id)")["droplet"]?.isEquivalent(to: droplet) == true)
        let list = try api.send(.get, "/droplets")
        #expect(list["droplets"]?[0]?.isEquivalent(to: droplet) == true, "\(list["droplets"]?[0] ?? .null)")
        _ = try api.send(.delete, "/droplets/\(id)")
        #expect(try api.send(.get, "/droplets")["droplets"]?[0]?["name"] != "mine")
    }

    @Test(
        "New ids continue the numbers behind a word, at the same length",
        arguments: [("cat-7", ["cat-1005", "cat-1006"]), ("INV-00042", ["INV-01005", "INV-01006"])]
            as [(String, [JSONValue])])
    func wordedIDs(id: String, new: [JSONValue]) throws {
        let example = "example: [{id: \(id), name: Ann}, {id: cat-1004, name: Bo}]"
        let api = try DemoAPI(
            [
                "/pets: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: \(Self.ref("Pet"))}, \(example)}}}}}, post: {\(sent("Pet")), responses: {'201': {description: ok, content: {application/json: {schema: \(Self.ref("Pet")), example: {id: \(id), name: Ann}}}}}}}"
            ], schemas: ["Pet: {type: object, properties: {id: {type: string}, name: {type: string}}}"])
        let ids = try (0..<2).map { try api.send(.post, "/pets", ["name": .number(JSONNumber($0))])["id"] }
        #expect(ids == new)
    }

    @Test("A query parameter of a write sets the row's member of that name, so the row is in the filtered list")
    func queried() throws {
        let site = "parameters: [{name: site_id, in: query, required: true, schema: {type: string}}]"
        let api = try DemoAPI(
            [
                "/hooks: {get: {\(site), \(ok("[Hook]"))}, post: {\(site), \(sent("Hook")), \(ok("Hook", 201))}}",
                "/hooks/{hook_id}: {get: {\(ok("Hook"))}, put: {\(sent("Hook")), \(ok("Hook"))}}",
            ],
            schemas: [
                "Hook: {type: object, properties: {id: {type: string}, site_id: {type: string}, type: {type: string}, event: {type: string}, data: {type: object}, disabled: {type: boolean}}}"
            ])
        let made = try api.send(.post, "/hooks?site_id=s1", ["type": "url", "event": "deploy", "data": ["url": "u"]])
        #expect(made["site_id"] == "s1" && made["event"] == "deploy" && made["data"] == ["url": "u"], "\(made)")
        let id = try #require(made["id"]?.stringValue)
        #expect(try api.send(.get, "/hooks/\(id)").isEquivalent(to: made))
        #expect(try api.send(.get, "/hooks?site_id=s1")[0]?.isEquivalent(to: made) == true)
        let put = try api.send(.put, "/hooks/\(id)", ["type": "url", "event": "other"])
        #expect(put["id"]?.stringValue == id && put["event"] == "other")
        #expect(try api.send(.get, "/hooks/\(id)").isEquivalent(to: put))
    }

    @Test("Members in another spelling are the row's, also with a format suffix in the path; as with messages")
    func spelling() throws {
        let form =
            "requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, required: [To], properties: {To: {type: string}, Body: {type: string}, FriendlyName: {type: string}, NumSegments: {type: integer}}}}}}"
        let api = try DemoAPI(
            [
                "/Accounts/{AccountSid}/Messages.json: {get: {\(ok("{type: object, properties: {messages: {type: array, items: \(Self.ref("Message"))}, page: {type: integer}, next_page_uri: {type: string, nullable: true}}}"))}, post: {\(form), \(ok("Message", 201))}}",
                "/Accounts/{AccountSid}/Messages/{Sid}.json: {get: {\(ok("Message"))}, post: {\(form), \(ok("Message"))}}",
            ],
            schemas: [
                "Message: {type: object, properties: {sid: {type: string, pattern: '^SM[0-9a-f]{32}$', minLength: 34, maxLength: 34, nullable: true}, account_sid: {type: string}, to: {type: string}, body: {type: string}, friendly_name: {type: string}, num_segments: {type: integer}}}"
            ])
        let form1 = "To=%2B4912345&Body=Hi+there&FriendlyName=Ada&NumSegments=2"
        let made = try api.form(.post, "/Accounts/AC1/Messages.json", form1)
        #expect(made["to"] == "+4912345" && made["body"] == "Hi there" && made["friendly_name"] == "Ada", "\(made)")
        #expect(made["num_segments"] == 2 && made["To"] == nil && made["account_sid"] == "AC1")
        let sid = try #require(made["sid"]?.stringValue)
        #expect(try api.send(.get, "/Accounts/AC1/Messages/\(sid).json").isEquivalent(to: made))
        #expect(try api.send(.get, "/Accounts/AC1/Messages.json")["messages"]?[0]?.isEquivalent(to: made) == true)
        let changed = try api.form(.post, "/Accounts/AC1/Messages/\(sid).json", "Body=Other")
        #expect(changed["body"] == "Other" && changed["to"] == "+4912345")
        #expect(try api.send(.get, "/Accounts/AC1/Messages/\(sid).json").isEquivalent(to: changed))
    }

    @Test("A PUT creates the row if no other operation can, also if it returns the row; as with aliases")
    func put() throws {
        let api = try DemoAPI(
            [
                "/aliases: {get: {\(ok("{type: object, required: [aliases], properties: {aliases: {type: array, items: \(Self.ref("Alias"))}}}"))}}",
                "/aliases/{aliasName}: {get: {\(ok("Alias"))}, put: {requestBody: {\(json("{type: object, required: [collection_name], properties: {collection_name: {type: string}}}"))}, \(ok("Alias"))}, delete: {\(ok("Alias"))}}",
            ],
            schemas: [
                "Alias: {type: object, required: [name, collection_name], properties: {name: {type: string, readOnly: true}, collection_name: {type: string}}}"
            ])
        let before = try #require(try api.send(.get, "/aliases")["aliases"]?.arrayValue)
        let put = try api.send(.put, "/aliases/companies", ["collection_name": "june"])
        #expect(put.isEquivalent(to: ["name": "companies", "collection_name": "june"]))
        #expect(try api.send(.get, "/aliases/companies").isEquivalent(to: put))
        let after = try #require(try api.send(.get, "/aliases")["aliases"]?.arrayValue)
        #expect(after.count == before.count + 1 && after[0].isEquivalent(to: put), "\(after)")
        _ = try api.send(.put, "/aliases/companies", ["collection_name": "july"])
        let last = try #require(try api.send(.get, "/aliases")["aliases"]?.arrayValue)
        #expect(last.count == after.count && last[0]["collection_name"] == "july")
        // A row that the list has changes where it stands.
        let name = try #require(before[1]["name"]?.stringValue)
        _ = try api.send(.put, "/aliases/\(name)", ["collection_name": "may"])
        let rows = try #require(try api.send(.get, "/aliases")["aliases"]?.arrayValue)
        #expect(rows.count == last.count && rows[2]["collection_name"] == "may" && rows[2]["name"]?.stringValue == name)
    }

    @Test("A row from a list's stub opens as that row, and changes to it show in both") func editedList() throws {
        let invoice = Self.ref("Invoice")
        let api = try DemoAPI(
            [
                "/invoices: {get: {\(ok("{type: array, items: \(invoice)}"))}}",
                "/invoices/{number}: {get: {\(ok(invoice))}}",
                "/invoices/{number}/pay: {post: {\(ok(invoice))}}",
            ],
            schemas: [
                "Invoice: {type: object, required: [number, customer], properties: {number: {type: string, example: INV-42}, customer: {type: string, example: Tara Hill}, state: {type: string, enum: [open, paid]}, note: {type: string}}}"
            ])
        let body: JSONValue = [["number": "INV-9", "customer": "Ada", "state": "open"]]
        try api.manager.add(
            Stub(
                source: .file, request: RequestPattern(method: .one(.get), url: .path("/invoices")),
                sequence: [
                    SequenceEntry(Reply(status: 200, headers: [.contentType: "application/json"], body: body.bytes()))
                ],
                origin: .made(by: "test")))
        #expect(try api.send(.get, "/invoices")[0]?["customer"] == "Ada")
        let item = try api.send(.get, "/invoices/INV-9")
        #expect(item["number"] == "INV-9" && item["customer"] == "Ada" && item["state"] == "open", "\(item)")
        let paid = try api.send(.post, "/invoices/INV-9/pay")
        #expect(paid["number"] == "INV-9" && paid["customer"] == "Ada" && paid["state"] == "paid", "\(paid)")
    }

    @Test("A created row does not replace a row that a list at another path shows") func listElsewhere() throws {
        let pet = Self.ref("Pet")
        let api = try DemoAPI(
            [
                "/pet: {post: {requestBody: {content: {application/json: {schema: \(pet)}}}, \(ok(pet))}}",
                "/pet/findByStatus: {get: {\(ok("{type: array, items: \(pet)}"))}}",
                "/pet/{petId}: {get: {\(ok(pet))}}",
            ],
            schemas: ["Pet: {type: object, properties: {id: {type: integer}, name: {type: string}}}"])
        let before = try #require(try api.send(.get, "/pet/findByStatus").arrayValue)
        for name in ["Rex", "Max"] {
            let id = try #require(try api.send(.post, "/pet", ["name": .string(name)])["id"])
            #expect(!before.contains { $0["id"] == id })
        }
        let after = try #require(try api.send(.get, "/pet/findByStatus").arrayValue)
        #expect(after.count == before.count + 2 && Array(after.suffix(before.count)) == before)
    }

    @Test("The links of an added row refer to that row in the reply, in the list and in the item") func links() throws {
        let booking = Self.ref("Booking")
        let created =
            "{responses: {'201': {description: made, content: {application/json: {schema: \(booking), example: {id: B1, links: {self: 'https://x.test/bookings/B1'}}}}}}"
            + ", requestBody: {content: {application/json: {schema: \(booking)}}}}"
        let api = try DemoAPI(
            [
                "/bookings: {get: {\(ok("{type: array, items: \(booking)}"))}, post: \(created)}",
                "/bookings/{id}: {get: {\(ok(booking))}}",
            ],
            schemas: [
                "Booking: {type: object, properties: {id: {type: string, readOnly: true}, name: {type: string}, links: {type: object, readOnly: true, properties: {self: {type: string, format: uri}}}}}"
            ])
        for name in ["Ada", "Bob"] {
            let reply = try api.send(.post, "/bookings", ["name": .string(name)])
            let id = try #require(reply["id"]?.stringValue)
            #expect(reply["links"] == ["self": .string("https://x.test/bookings/\(id)")], "\(reply)")
            #expect(try api.send(.get, "/bookings")[0]?.isEquivalent(to: reply) == true)
            #expect(try api.send(.get, "/bookings/\(id)").isEquivalent(to: reply))
        }
    }

    @Test("A row of a list's example opens as that row: its missing members are not generated")
    func sparseExample() throws {
        let customer = Self.ref("Customer")
        let list = "{type: object, properties: {customers: {type: array, items: \(customer)}}}"
        let api = try DemoAPI(
            [
                "/customers: {get: {responses: {'200': {content: {application/json: {schema: \(list), example: {customers: [{id: C1, given_name: Amelia}]}}}}}}}",
                "/customers/{id}: {get: {\(ok("{type: object, properties: {customer: \(customer)}}"))}}",
            ],
            schemas: [
                "Customer: {type: object, properties: {id: {type: string}, given_name: {type: string}, nickname: {type: string}, company_name: {type: string}}}"
            ])
        let row = try #require(try api.send(.get, "/customers")["customers"]?[0])
        #expect(try api.send(.get, "/customers/C1")["customer"]?.isEquivalent(to: row) == true)
    }
}

/// Lists that have their rows in a member of each entry, or by their keys.
@Suite struct RowFormTests {
    private static let document = """
        GET /pets -> {total: integer, edges: [{cursor: string, node: Pet}]} \
        example={total: 2, edges: [{cursor: '1', node: {id: 1, name: Rex}}, {cursor: '2', node: {id: 2, name: Tom}}]}
        POST /pets Pet -> 201 Pet
        GET /pets/{id:} -> Pet
        PATCH /pets/{id:} Pet -> Pet
        DELETE /pets/{id:} -> 204
        GET /labels -> {labels: {type: object, additionalProperties: {$ref: '#/components/schemas/Label'}}} \
        example={labels: {new: {color: red}, old: {color: grey}}}
        GET /labels/{key:} -> Label
        PUT /labels/{key:} Label -> Label
        PATCH /labels/{key:} Label -> Label
        DELETE /labels/{key:} -> 204
        Pet = {id: integer, name: string}
        Label = {color: string, note: string}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    @Test("A row within a list entry is changed, deleted and added there, together with the entry's other members")
    func wrapped() throws {
        #expect(try api.send(.get, "/pets")["edges"]?.arrayValue?.count == 2)
        try api.send(.patch, "/pets/2", ["name": "Felix"])
        try api.send(.delete, "/pets/1")
        let made = try #require(try api.send(.post, "/pets", ["name": "Ada"])["id"]?.intValue)
        let entries: JSONValue = [
            ["cursor": .string("\(made)"), "node": ["id": .number(JSONNumber(made)), "name": "Ada"]],
            ["cursor": "2", "node": ["id": 2, "name": "Felix"]],
        ]
        #expect(try api.send(.get, "/pets") == ["total": 2, "edges": entries])
    }

    @Test("A member of a map is changed, removed and added by its key") func map() throws {
        #expect(try api.send(.get, "/labels")["labels"]?.objectValue?.keys == ["new", "old"])
        try api.send(.patch, "/labels/old", ["note": "x"])
        try api.send(.delete, "/labels/new")
        try api.send(.put, "/labels/hot", ["color": "orange"])
        let labels: JSONValue = ["hot": ["color": "orange"], "old": ["color": "grey", "note": "x"]]
        #expect(try api.send(.get, "/labels") == ["labels": labels])
        #expect(try api.send(.get, "/labels/hot")["color"] == "orange")
        #expect(api.status(.get, "/labels/new") == 404)
    }
}
