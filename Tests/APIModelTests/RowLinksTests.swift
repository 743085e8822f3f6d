import APIDocument
import APIModel
import Testing
import WireFormats

@Suite struct RowLinksTests {
    private static let rest = """
        components:
          schemas:
            Pet: {type: object, properties: {id: {type: integer}, name: {type: string}}}
            Twin: {type: object, properties: {id: {type: integer}, name: {type: string}}}
            Other: {type: object, properties: {id: {type: integer}}}
        """

    private static func answer(_ schema: String) -> String {
        "get: {responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}}"
    }

    private static func ref(_ name: String) -> String { "{$ref: '#/components/schemas/\(name)'}" }

    private static func rows(_ name: String) -> String { answer("{type: array, items: \(ref(name))}") }

    private func target(_ list: String, _ paths: [String: String]) throws -> String? {
        let text = paths.sorted { $0.key < $1.key }.map { "  \($0.key): {\($0.value)}" }.joined(separator: "\n")
        let document = try document(text, rest: Self.rest)
        let operation = try #require(document.operations.first { $0.path.text == list })
        let link = RowLinks(document).link(from: operation)
        if link != nil { #expect(link?.key == JSONPointer(tokens: ["id"])) }
        return link?.item.path.text
    }

    @Test("Rows of a search open the only item of their schema without a collection of its own") func search() throws {
        let item = Self.answer(Self.ref("Pet"))
        #expect(
            try target("/pet/findByStatus", ["/pet/findByStatus": Self.rows("Pet"), "/pet/{petId}": item])
                == "/pet/{petId}")
        // The same by what it says, whatever it is called; wrapped, and under other paths.
        let wrapped = Self.answer(
            "{type: object, properties: {items: {type: array, items: \(Self.ref("Twin"))}, total: {type: integer}}}")
        #expect(try target("/search", ["/search": wrapped, "/pet/{petId}": item]) == "/pet/{petId}")
        // What stands one name below a collection shows rows of it.
        let all = ["/pets": Self.rows("Pet"), "/pets/{petId}": item]
        #expect(try target("/pets/lost", all.merging(["/pets/lost": Self.rows("Pet")]) { $1 }) == "/pets/{petId}")
        #expect(try target("/pets/lost", all.merging(["/pets/lost": Self.rows("Other")]) { $1 }) == nil)
        let below = ["/shops/{shop}/search": Self.rows("Pet"), "/shops/{id}/pet/{petId}": item]
        #expect(try target("/shops/{shop}/search", below) == nil)
        let inside = ["/shops/{shop}/pet/search": Self.rows("Pet"), "/shops/{id}/pet/{petId}": item]
        #expect(try target("/shops/{shop}/pet/search", inside) == "/shops/{id}/pet/{petId}")
    }

    @Test(
        "A search at another path opens the items of the collection that it names, or of the only one",
        arguments: [
            ("/search", rows("Pet"), [:], true), ("/search/pets", rows("Pet"), [:], true),
            ("/pet-search", rows("Pet"), [:], true), ("/findPets", rows("Pet"), [:], true),
            // Not a search, another collection, another schema, path parameters.
            ("/trash", rows("Pet"), [:], false), ("/search/dogs", rows("Pet"), [:], false),
            ("/search", rows("Twin"), [:], false), ("/users/{id}/search", rows("Pet"), [:], false),
            // Two collections of the schema; the search may name one.
            ("/search", rows("Pet"), ["/dogs": rows("Pet"), "/dogs/{id}": answer(ref("Pet"))], false),
            ("/search/pets", rows("Pet"), ["/dogs": rows("Pet"), "/dogs/{id}": answer(ref("Pet"))], true),
            // Writes, and a required value that rows would have.
            ("/search", rows("Pet") + ", post: {}", [:], false),
            ("/search", rows("Pet"), ["/search/{id}/close": "post: {}"], false),
            ("/search", "parameters: [{name: q, in: query, required: true}], " + rows("Pet"), [:], true),
            ("/search", "parameters: [{name: shop, in: query, required: true}], " + rows("Pet"), [:], false),
        ] as [(String, String, [String: String], Bool)])
    func elsewhere(list: String, rows: String, others: [String: String], isLinked: Bool) throws {
        let pets = ["/pets": Self.rows("Pet"), "/pets/{petId}": Self.answer(Self.ref("Pet")), list: rows]
        #expect(try target(list, pets.merging(others) { $1 }) == (isLinked ? "/pets/{petId}" : nil))
    }

    @Test("Another rule is preferred to that of a search") func preferred() throws {
        let item = Self.answer(Self.ref("Pet"))
        let boxes = ["/boxes/json": Self.rows("Pet"), "/boxes/{id}/json": item]
        let others = ["/pets": Self.rows("Pet"), "/pets/{id}": item]
        #expect(try target("/boxes/json", boxes.merging(others) { $1 }) == "/boxes/{id}/json")
    }

    @Test("Without a schema, a list named like the item's collection has its rows, unless two items have that name")
    func named() throws {
        let item = Self.answer(Self.ref("Pet"))
        let own = ["/users/me/pets": Self.rows("Other"), "/pets/{petId}": item]
        #expect(try target("/users/me/pets", own) == "/pets/{petId}")
        #expect(try target("/users/me/pets", own.merging(["/pets": Self.rows("Pet")]) { $1 }) == nil)
        let twice = ["/users/{user}/pets": Self.rows("Other"), "/pets/{id}": item, "/users/{user}/x/pets/{id}": item]
        #expect(try target("/users/{user}/pets", twice) == "/pets/{id}")
        #expect(
            try target("/a/pets", ["/a/pets": Self.rows("Other"), "/pets/{id}": item, "/v2/pets/{id}": item]) == nil)
    }

    @Test(
        "A row's members fill the parameters before the last: by name, or from the object with that name",
        arguments: [
            ("owner: {type: object, properties: {id: {type: integer}, login: {type: string}}}", "/owner/login"),
            ("owner: {type: string}", "/owner"), ("owner: {type: integer}", nil),
            ("owner: {type: object, properties: {id: {type: integer}}}", nil),
            ("owner: {type: object, properties: {id: {type: string}, name: {type: string}}}", "/owner/id"),
            ("owner_login: {type: string}", "/owner_login"), ("ownership: {type: string}", nil),
        ])
    func owned(member: String, pointer: String?) throws {
        let row = "{type: object, properties: {id: {type: integer}, name: {type: string}, \(member)}}"
        let document = try document(
            """
              /user/repos: {\(Self.answer("{type: array, items: \(row)}"))}
              /repos/{owner}/{repo}: {\(Self.answer(row))}
            """)
        let link = RowLinks(document).link(from: document.operations[0])
        #expect(link?.owners.map(\.description) == pointer.map { [$0] })
        #expect(RowLinks(document).link(to: document.operations[1])?.filled == link?.filled)
        if let link {
            #expect(link.key.description == "/name")
            #expect(link.home.text == "/repos")
        }
    }

    @Test(
        "Ids fill numbers; an item below another readable item is not linked; a value from the path is not taken from the row"
    )
    func owners() throws {
        let row =
            "{type: object, properties: {id: {type: integer}, name: {type: string}, project: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}"
        func link(_ paths: String) throws -> RowLinks.Link? {
            let document = try document(paths)
            return RowLinks(document).link(from: document.operations[0])
        }
        let typed =
            "parameters: [{name: projectId, in: path, required: true, schema: {type: integer}}, {name: task, in: path, required: true, schema: {type: integer}}]"
        let list = "  /mine: {\(Self.answer("{type: array, items: \(row)}"))}\n"
        let item = "  /tasks/{projectId}/{task}: {\(typed), \(Self.answer(row))}\n"
        #expect(try link(list + item)?.filled.map(\.description) == ["/project/id", "/id"])
        #expect(
            try link(
                list + item
                    + "  /tasks/{projectId}: {\(Self.answer("{type: object, properties: {id: {type: integer}}}"))}")
                == nil)
        let own =
            "  /of/{x}/search: {\(Self.answer("{type: array, items: \(row)}"))}\n  /of/{project}/{task}: {\(Self.answer(row))}"
        #expect(try link(own)?.filled.map(\.description) == ["/id"])
    }

    @Test("No link if the row has another schema or its own item, if two items match, or to a collection's item")
    func none() throws {
        let item = Self.answer(Self.ref("Pet"))
        #expect(try target("/search", ["/search": Self.rows("Other"), "/pet/{id}": item]) == nil)
        #expect(try target("/found", ["/found": Self.rows("Pet"), "/found/{id}": item, "/pet/{id}": item]) == nil)
        #expect(try target("/search", ["/search": Self.rows("Pet"), "/pet/{id}": item, "/dog/{id}": item]) == nil)
        let open = Self.answer("{type: object}")
        #expect(
            try target("/search", ["/search": Self.answer("{type: array, items: {type: object}}"), "/pet/{id}": open])
                == nil)
    }

    @Test("A row that its own path only writes belongs to the list with its collection's name") func written() throws {
        let document = try document(
            "  /tasks/{t}/notes: {\(Self.rows("Pet"))}\n  /notes/{noteId}: {patch: {}, delete: {}}", rest: Self.rest)
        let resources = document.operations.compactMap(document.resource)
        #expect(resources.map { $0.home?.text ?? $0.path.prefix(1).text } == ["/notes", "/notes", "/notes"])
        #expect(resources.allSatisfy { $0.key == JSONPointer(tokens: ["id"]) })
    }
}

@Suite("The row member for a path parameter") struct RowKeyTests {
    private let document: APIDocument

    init() throws {
        document = try APIModelTests.document("  /a: {get: {}}")
    }

    private func place(_ parameter: String, _ members: [String: JSONValue]) -> String? {
        let properties = JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.value) })
        let row = Schema(["type": "object", "properties": .object(properties)])
        return RowKey.pointer(for: parameter, in: row, collection: "members", document: document)?.description
    }

    @Test("A row without an id has the id of its object with the parameter's name") func held() {
        let user: JSONValue = ["type": "object", "properties": ["id": ["type": "string"], "name": ["type": "string"]]]
        #expect(place("user_id", ["user": user, "nick": ["type": "string"]]) == "/user/id")
        #expect(place("userId", ["user": user, "id": ["type": "string"]]) == "/id")
        #expect(place("user_id", ["owner": user, "user": ["type": "string"]]) == nil)
        #expect(place("user", ["user": user]) == nil)
    }
}
