import APIDocument
import DemoManager
import Testing

/// Writes that are about a list: a DELETE of it as a whole, and a PUT that says what stands on it.
@Suite struct ListWritesTests {
    private static let document = """
        paths:
          /notes:
            get: {parameters: [{name: page, in: query, schema: {type: integer}}], \(ok("[Note]"))}
            post: {\(sent("Note")), \(ok("Note", 201))}
            delete: {parameters: [{name: kind, in: query, schema: {type: string}}, {name: before, in: query, schema: {type: string}}], responses: {'204': {description: gone}}}
          /notes/{id}:
            get: {responses: {'200': {description: ok, \(json("Note"))}, '404': {description: none}}}
            put: {\(sent("Note")), responses: {'200': {description: ok, \(json("Note"))}, '201': {description: made, \(json("Note"))}}}
            delete: {responses: {'204': {description: gone}}}
          /clubs/{club}/members: {get: {\(ok("[Member]"))}}
          /clubs/{club}/members/{login}:
            get: {responses: {'204': {description: yes}, '404': {description: no}}}
            put: {responses: {'204': {description: joined}}}
            delete: {responses: {'204': {description: left}}}
          /parts/{name}:
            get: {\(ok("{type: object, properties: {metadata: {type: object, properties: {name: {type: string}}}, subsets: {type: array, items: {type: object, properties: {a: {type: string}}}}}}"))}
            delete: {responses: {'200': {description: gone}}}
        components:
          schemas:
            Member: {type: object, required: [login], properties: {login: {type: string}, since: {type: string, format: date}}}
            Note: {type: object, required: [id, made], properties: {id: {type: integer}, text: {type: string}, kind: {type: string, enum: [red, blue]}, made: {type: string, format: date-time, readOnly: true}}}
        """

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func rows(_ path: String, as session: String = "demo") throws -> [JSONValue] {
        try api.send(.get, path, as: session).arrayValue ?? []
    }

    @Test("A DELETE of a list empties it for its own session; rows that are added afterwards are listed")
    func clears() throws {
        try api.send(.post, "/notes", ["text": "first"])
        #expect(api.status(.delete, "/notes") == 204)
        #expect(try rows("/notes").isEmpty && rows("/notes?page=2").isEmpty)
        #expect(api.status(.get, "/notes/3") == 404)
        #expect(try rows("/notes", as: "two").count == 20)
        try api.send(.post, "/notes", ["text": "new"])
        #expect(try rows("/notes").map { $0["text"] } == ["new"])
        api.manager.memory?.forget(nil, of: "demo")
        #expect(try rows("/notes") == rows("/notes", as: "two"))
    }

    @Test("A DELETE with a query removes the matching rows or the named ids; an unknown query removes none")
    func clearsSome() throws {
        let blue = try rows("/notes?kind=blue").count
        for query in ["before=2020", "kind=red&before=2020", "kind=red&dryRun=true"] {
            try api.send(.delete, "/notes?\(query)")
            #expect(try rows("/notes?kind=red").count > 0, "\(query)")
        }
        _ = api.reply(.delete, "/notes", Array("ids=3".utf8))
        #expect(try rows("/notes").count == 20)
        try api.send(.delete, "/notes?kind=red")
        #expect(try rows("/notes?kind=red").isEmpty && rows("/notes?kind=blue").count == blue)
        let ids = try rows("/notes").compactMap { $0["id"] }
        try api.send(.delete, "/notes", ["ids": .array(Array(ids[...1]))])
        #expect(try rows("/notes").first?["id"] == ids[2])
        try api.send(.delete, "/notes", ["reason": "none"])
        #expect(try rows("/notes").first?["id"] == ids[2])
    }

    @Test("A PUT creates an item that does not exist, also after a DELETE")
    func puts() throws {
        #expect(try api.send(.put, "/notes/900", ["id": 900, "text": "new"])["text"] == "new")
        let first = try #require(try rows("/notes").first)
        #expect(first["id"] == 900 && first["text"] == "new")
        let schema = Schema(["$ref": "#/components/schemas/Note"])
        #expect(api.document.violations(of: first, against: schema).isEmpty)
        try api.send(.delete, "/notes/900")
        #expect(api.status(.delete, "/notes/900") == 404)
        #expect(try !rows("/notes").contains { $0["id"] == 900 })
        try api.send(.put, "/notes/900", ["text": "again"])
        #expect(try rows("/notes").count { $0["id"] == 900 } == 1)
        #expect(try api.send(.get, "/notes/900")["text"] == "again")
        // One that the list has, which nobody read yet, stays where it is.
        try api.send(.put, "/notes/2", ["text": "mine"], as: "two")
        let theirs = try rows("/notes", as: "two")
        #expect(theirs.count { $0["id"] == 2 } == 1 && theirs[1]["text"] == "mine")
    }

    @Test("A PUT without a body adds a member to a list, and GET answers 204 or 404")
    func memberships() throws {
        let before = try rows("/clubs/7/members")
        #expect(api.status(.put, "/clubs/7/members/ada") == 204)
        let now = try rows("/clubs/7/members")
        #expect(now.count == before.count + 1 && now.contains { $0["login"] == "ada" })
        #expect(try rows("/clubs/8/members").count == before.count)
        let login = try #require(before[0]["login"]?.stringValue).replacing(" ", with: "%20")
        for name in ["ada", login] {
            #expect(api.status(.get, "/clubs/7/members/\(name)") == 204)
            try api.send(.delete, "/clubs/7/members/\(name)")
            #expect(api.status(.get, "/clubs/7/members/\(name)") == 404)
        }
        #expect(try rows("/clubs/7/members") == Array(before.dropFirst()))
        try api.send(.put, "/clubs/7/members/\(login)")
        #expect(try rows("/clubs/7/members").count == before.count)
    }

    @Test("An item with its own name and a list is not a page of that list") func named() throws {
        #expect(try api.send(.get, "/parts/a")["subsets"] != nil)
        try api.send(.delete, "/parts/a")
        #expect(api.status(.get, "/parts/a") == 404)
    }
}
