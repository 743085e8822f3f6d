import APIDocument
import JSONText
import Testing

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
        #expect(RowLinks.link(from: operation, in: document)?.item.path == link?.item.path)
        if link != nil { #expect(link?.key == JSONPointer(tokens: ["id"])) }
        return link?.item.path.text
    }

    @Test("Rows of a search lead to the one item of their schema that has no collection of its own")
    func search() throws {
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
        "Where no schema tells, a list called as the item's collection is has its rows, unless two items are called so")
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
        "No link where the row has another schema, an item of its own, or two items fit, nor to the item of a collection"
    )
    func none() throws {
        let item = Self.answer(Self.ref("Pet"))
        #expect(try target("/search", ["/search": Self.rows("Other"), "/pet/{id}": item]) == nil)
        #expect(try target("/found", ["/found": Self.rows("Pet"), "/found/{id}": item, "/pet/{id}": item]) == nil)
        #expect(try target("/search", ["/search": Self.rows("Pet"), "/pet/{id}": item, "/dog/{id}": item]) == nil)
        #expect(
            try target("/search", ["/search": Self.rows("Pet"), "/pet/{id}": item, "/pet": Self.rows("Pet")]) == nil)
        let open = Self.answer("{type: object}")
        #expect(
            try target("/search", ["/search": Self.answer("{type: array, items: {type: object}}"), "/pet/{id}": open])
                == nil)
    }
}
