import APIDocument
import DemoManager
import DocumentStubs
import Testing

/// Writes that are about a list: a DELETE of it as a whole, and a PUT that says what stands on it.
@Suite struct ListWritesTests {
    private static let document = """
        GET /notes?page:integer -> [Note]
        POST /notes Note -> 201 Note
        DELETE /notes?kind&before -> 204
        GET /notes/{id:} -> Note -> 404
        PUT /notes/{id:} Note -> Note -> 201 Note
        DELETE /notes/{id:} -> 204
        GET /clubs/{club:}/members -> [Member]
        GET /clubs/{club:}/members/{login:} -> 204 -> 404
        PUT /clubs/{club:}/members/{login:} -> 204
        DELETE /clubs/{club:}/members/{login:} -> 204
        GET /parts/{name:} -> {metadata: {name: string}, subsets: [{a: string}]}
        DELETE /parts/{name:} -> 200
        Member = {login!: string, since: date}
        Note = {id!: integer, text: string, kind: red|blue, made!: date-time readOnly}
        """

    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    private func rows(_ path: String, as session: String = "demo") throws -> [JSONValue] {
        try api.send(.get, path, as: session).arrayValue ?? []
    }

    @Test(
        "A slow reply has the writes, and a slow write is kept; so it is with success",
        arguments: [Condition.slow, .success])
    func conditions(_ condition: Condition) throws {
        let body = Array(#"{"text": "mine"}"#.utf8)
        let written = try #require(
            api.reply(.post, "/notes", body, headers: [.contentType: "application/json"], under: condition))
        let id = try #require(try written.json()["id"]?.intValue)
        let read = try #require(api.reply(.get, "/notes/\(id)", [], under: condition))
        #expect(try read.json()["text"] == "mine" && api.send(.get, "/notes/\(id)")["text"] == "mine")
        #expect(read.delay == (condition == .slow ? .seconds(3) : .zero))
    }

    @Test("A search by POST has the rows of its list that the body asks for, also written ones") func posted() throws {
        let api = try DemoAPI(
            """
            GET /orders?limit:integer&offset:integer -> Page
            POST /orders Order -> 201 Order
            POST /orders/search Search -> Page
            Page = {items!: [Order], total!: integer, limit!: integer, offset!: integer}
            Search = {states: [string], page: {limit: integer, offset: integer}, limit: integer, sort: [Key], \
            text: string}
            Key = {field!: string, direction: ASC|DESC}
            Order = {id!: integer, state!: open|paid|sent, total!: number, note: string}
            """)
        func found(_ search: JSONValue) throws -> [JSONValue] {
            let page = try api.send(.post, "/orders/search", search)
            return try #require(page["items"]?.arrayValue)
        }
        let all = try #require(try api.send(.get, "/orders?limit=100")["items"]?.arrayValue)
        #expect(try found(["limit": 100]) == all && found(["page": ["limit": 2, "offset": 3]]) == Array(all[3..<5]))
        let some = try found(["states": ["paid", "sent"], "limit": 100])
        #expect(some == all.filter { $0["state"] != "open" } && !some.isEmpty)
        let totals = try found(["sort": [["field": "total", "direction": "DESC"]]])
            .map { $0["total"]?.numberValue?.double }
        #expect(totals.count == 20 && totals == totals.sorted { ($0 ?? 0) > ($1 ?? 0) })
        let made = try api.send(.post, "/orders", ["note": "Quince", "state": "open", "total": 3])
        #expect(try found(["text": "quince"]) == [made])
    }

    @Test("The lists below a new item have the rows that were added to them") func newItem() throws {
        let api = try DemoAPI(
            """
            GET /articles -> [Article]
            POST /articles Article -> 201 Article
            GET /articles/{id:} -> Article
            GET /articles/{id:}/comments?page:integer -> [{id!: integer, text!: string}]
            POST /articles/{id:}/comments {text!: string} -> 201 {id!: integer, text!: string}
            Article = {id!: integer readOnly, title!: string}
            """)
        let id = try #require(try api.send(.post, "/articles", ["title": "New"])["id"]?.intValue)
        #expect(try api.send(.get, "/articles/\(id)/comments").arrayValue?.isEmpty == true)
        try api.send(.post, "/articles/\(id)/comments", ["text": "First"])
        #expect(try api.send(.get, "/articles/\(id)/comments").arrayValue?.map { $0["text"] } == ["First"])
        #expect(try api.send(.get, "/articles/2/comments").arrayValue?.count == 20)
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

    @Test("A PUT creates an item that does not exist, also after a DELETE") func puts() throws {
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

    @Test("A PUT without a body adds a member to a list, and GET answers 204 or 404") func memberships() throws {
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

/// Writes beside lists that a server gave: those may be older than the writes, or newer.
@Suite struct RecordedWritesTests {
    private static let document = """
        GET /notes -> [Note]
        GET /notes/{id:} -> Note
        PUT /notes/{id:} Note -> 201 -> 204
        DELETE /notes/{id:} -> 204
        Note = {id!: integer, text: string, made!: string readOnly}
        """
    private static let list: JSONValue = [
        ["id": 1, "text": "one", "made": "then"], ["id": 2, "text": "two", "made": "then"],
    ]

    private let memory: RememberedData
    init() throws { memory = RememberedData(try APIDocument(inline: Self.document)) }

    @discardableResult private func played(
        _ request: HTTPRequest, _ json: JSONValue? = nil, sending: JSONValue? = nil
    ) throws -> JSONValue {
        try memory.reply(to: request, json, sending: sending, from: .recording).json()
    }

    @Test("A PUT shows in a recorded list and in the row, whether it was read before or not") func put() throws {
        try played(.put("/notes/2"), sending: ["id": 2, "text": "new"])
        let row: JSONValue = ["id": 2, "text": "new", "made": "then"]
        #expect(try played(.get("/notes"), Self.list) == [["id": 1, "text": "one", "made": "then"], row])
        #expect(try played(.get("/notes/2"), Self.list[1]) == row)
        try played(.put("/notes/2"), sending: ["id": 2, "text": "newer"])
        #expect(try played(.get("/notes"), Self.list)[1]?["text"] == "newer")
    }

    @Test("A PUT adds an item that no recorded list has, also after a DELETE") func added() throws {
        try played(.put("/notes/3"), sending: ["id": 3, "text": "three"])
        try played(.delete("/notes/1"))
        #expect(
            try played(.get("/notes"), Self.list).arrayValue?.compactMap { $0["text"]?.stringValue } == [
                "three", "two",
            ])
        try played(.put("/notes/1"), sending: ["id": 1, "text": "again"])
        #expect(
            try played(.get("/notes"), Self.list).arrayValue?.compactMap { $0["text"]?.stringValue }
                == ["three", "again", "two"])
    }
}

@Suite struct RememberedCountsTests {
    private static let document = """
        GET /pets?page:integer&per_page:integer -> {data: [Pet], meta: {type: object}}
        POST /pets Pet -> 201 Pet
        DELETE /pets/{petId:} -> 204
        Pet = {id: integer, name: string}
        """

    private let memory: RememberedData

    init() throws {
        memory = RememberedData(try APIDocument(inline: Self.document))
        try memory.reply(to: .post("/pets"), sending: ["name": "Ada"])
    }

    /// The `meta` of a first page of two rows, after a row was added.
    private func meta(_ meta: JSONValue) throws -> JSONValue? {
        let rows: JSONValue = [["id": 1, "name": "Rex"], ["id": 2, "name": "Tom"]]
        return try memory.reply(to: .get("/pets"), ["data": rows, "meta": meta]).json()["meta"]
    }

    @Test("The number of rows follows writes; the number of pages stays as recorded") func totals() throws {
        #expect(
            try meta(["total": 20, "per_page": 10, "total_pages": 2])
                == ["total": 21, "per_page": 10, "total_pages": 2])
        #expect(try meta(["total_items": 4]) == ["total_items": 5])
        #expect(try meta(["pages": 2]) == ["pages": 2])
    }

    @Test("A deleted row reduces the count only where the recorded list has it, not where a filter excludes it")
    func deleted() throws {
        let name = try #require(HTTPField.Name("X-Total-Count"))
        func total(_ query: String, _ rows: JSONValue, _ said: Int) throws -> [Int?] {
            let body: JSONValue = ["data": rows, "meta": ["total": .number(JSONNumber(said))]]
            let reply = try memory.reply(to: .get("/pets\(query)"), body, headers: [name: String(said)])
            return [reply.headers[name].flatMap { Int($0) }, try reply.json()["meta"]?["total"]?.intValue]
        }
        let rows: JSONValue = [["id": 1, "name": "Rex"], ["id": 2, "name": "Tom"]]
        #expect(try total("", rows, 20) == [21, 21])
        for id in [1, 40, 1001] { try memory.reply(to: .delete("/pets/\(id)")) }
        #expect(try total("", rows, 20) == [18, 18])
        #expect(try total("?name=tom", [["id": 2, "name": "Tom"]], 9) == [9, 9])
        #expect(try total("?name=rex", [["id": 1, "name": "Rex"]], 9) == [8, 8])
        // The page has all the rows.
        #expect(try total("?name=rex", [["id": 1, "name": "Rex"], ["id": 3, "name": "Rex"]], 2) == [1, 1])
    }

    @Test("Header fields are counted by the same rule") func headers() throws {
        let names = try ["X-Total", "X-Per-Page"].map { try #require(HTTPField.Name($0)) }
        let rows: JSONValue = [["id": 1], ["id": 2]]
        let sent = HTTPFields(zip(names, ["20", "10"]).map { HTTPField(name: $0, value: $1) })
        let reply = try memory.reply(to: .get("/pets"), ["data": rows], headers: sent)
        #expect(names.map { reply.headers[$0] } == ["21", "10"])
    }
}
