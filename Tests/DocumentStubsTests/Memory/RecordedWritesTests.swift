import APIDocument
import DemoManager
import DocumentStubs
import Testing

/// Writes beside lists that a server gave: those may be older than the writes, or newer.
@Suite struct RecordedWritesTests {
    private static let document = """
        paths:
          /notes: {get: {\(ok("{type: array, items: *note}"))}}
          /notes/{id}:
            get: {responses: {'200': {description: ok, content: {application/json: {schema: *note}}}}}
            put:
              requestBody: {content: {application/json: {schema: *note}}}
              responses: {'201': {description: made}, '204': {description: changed}}
            delete: {responses: {'204': {description: gone}}}
        components: {schemas: {Note: {type: object, required: [id, made], properties: {id: {type: integer}, text: {type: string}, made: {type: string, readOnly: true}}}}}
        """.replacing("*note", with: "{$ref: '#/components/schemas/Note'}")
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

    @Test("A PUT shows in a recorded list and in the row, whether it was read before or not")
    func put() throws {
        try played(.put("/notes/2"), sending: ["id": 2, "text": "new"])
        let row: JSONValue = ["id": 2, "text": "new", "made": "then"]
        #expect(try played(.get("/notes"), Self.list) == [["id": 1, "text": "one", "made": "then"], row])
        #expect(try played(.get("/notes/2"), Self.list[1]) == row)
        try played(.put("/notes/2"), sending: ["id": 2, "text": "newer"])
        #expect(try played(.get("/notes"), Self.list)[1]?["text"] == "newer")
    }

    @Test("A PUT adds an item that no recorded list has, also after a DELETE")
    func added() throws {
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
        paths:
          /pets:
            get:
              parameters: [{name: page, in: query, schema: {type: integer}}, {name: per_page, in: query, schema: {type: integer}}]
              \(ok("{type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Pet'}}, meta: {type: object}}}"))
            post: {\(sent("Pet")), \(ok("Pet", 201))}
          /pets/{petId}: {delete: {responses: {'204': {description: gone}}}}
        components: {schemas: {Pet: {type: object, properties: {id: {type: integer}, name: {type: string}}}}}
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

    @Test(
        "A deleted row reduces the count only where the recorded list has it, not where a filter excludes it"
    )
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
