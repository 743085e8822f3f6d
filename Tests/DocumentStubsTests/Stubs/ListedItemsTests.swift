import APIDocument
import APIModel
import DemoManager
import Testing

@testable import DocumentStubs

/// A row of a list and the item its id opens are the same, whatever ids are like.
@Suite struct ListedItemsTests {
    private static func api(_ id: String) throws -> DemoAPI {
        try DemoAPI(
            """
            paths:
              /accounts: {get: {\(ok("[Account]"))}}
              /accounts/{id}:
                parameters: [{name: id, in: path, required: true, schema: \(id)}]
                get: {\(ok("Account"))}
            components:
              schemas:
                Account: {type: object, required: [id, name, city], properties: {id: \(id), name: {type: string}, city: {type: string}}}
            """)
    }

    @Test(
        "An id opens its row, also if ids are digits; ids are distinct and never zero",
        arguments: [
            "{type: integer}", "{type: integer, minimum: 1000}", "{type: integer, multipleOf: 10}",
            "{type: integer, minimum: 0}", "{type: string, pattern: '^[0-9]+$'}",
            #"{type: string, pattern: '^\d{12}$'}"#, "{type: string, pattern: '^[1-9][0-9]*$'}",
            "{type: string, pattern: '^(0|[1-9][0-9]*)$'}", "{type: string, pattern: '^(0|[1-9][0-9]{3})$'}",
            "{type: string, pattern: '^[a-f]{2}$'}", "{type: string, pattern: '^(0|[1-9][0-9])$'}",
            "{type: string, format: int64}", "{type: string, format: snowflake}", "{type: string, format: date}",
            "{type: string, format: uuid}", "{type: string}",
        ])
    func rows(id: String) throws {
        let api = try Self.api(id)
        let rows = try #require(try api.send(.get, "/accounts").arrayValue)
        let ids = rows.compactMap { $0["id"]?.scalarText }
        #expect(rows.count == 25 && Set(ids).count == 25 && !ids.contains("0"), "\(ids)")
        for row in rows.prefix(10) {
            let key = try #require(row["id"]?.scalarText)
            #expect(try api.send(.get, "/accounts/\(key)") == row)
        }
    }

    @Test("An unknown numeric id is also answered") func unknown() throws {
        #expect(try Self.api("{type: integer, minimum: 1000}").send(.get, "/accounts/7000")["id"] == 7000)
        #expect(try Self.api("{type: string, pattern: '^[0-9]+$'}").send(.get, "/accounts/5")["id"] == "5")
    }

    @Test("Ids repeat if fewer are possible than there are rows") func exhausted() throws {
        let rows = try Self.api("{type: string, pattern: '^[abc]$'}").send(.get, "/accounts").arrayValue
        #expect(rows?.count == 25 && Set(rows?.compactMap { $0["id"] } ?? []) == ["a", "b", "c"])
    }

    @Test(
        "An example takes the id of the path only if its schema allows it",
        arguments: [
            ("not-a-uuid", "1725ff48-ab45-4bb5-9d02-88745177dedb"),
            ("efdbb9d1-02c2-4bc3-afb7-6788d8782b1e", "efdbb9d1-02c2-4bc3-afb7-6788d8782b1e"),
        ])
    func exampleID(asked: String, shown: String) throws {
        let text = """
            paths:
              /bookings:
                get: {\(ok("{type: array, items: {type: object, properties: {id: {type: string, format: uuid}}}}"))}
              /bookings/{id}:
                get:
                  parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]
                  responses:
                    '200':
                      description: ok
                      content:
                        application/json:
                          schema: {type: object, required: [id], properties: {id: {type: string, format: uuid}}}
                          example: {id: 1725ff48-ab45-4bb5-9d02-88745177dedb}
            """
        #expect(try DemoAPI(text, negotiates: true).send(.get, "/bookings/" + asked)["id"]?.stringValue == shown)
    }
}

/// An item is the same in every place.
@Suite struct OwnRowsTests {
    private static let document = """
        paths:
          /orders/{id}: {get: {\(ok("Order"))}}
          /orders/{id}/ship: {post: {\(ok("Order"))}}
          /orders/{id}/lines: {get: {\(ok("{type: object, properties: {data: {type: array, items: {$ref: '#/components/schemas/Line'}}}}"))}}
          /orders/{id}/lines/{line}: {get: {\(ok("Line"))}}
          /orders/{id}/notes: {get: {\(ok("[Line]"))}}
        components:
          schemas:
            Line: {type: object, required: [id, text], properties: {id: {type: integer}, text: {type: string}}}
            Order:
              type: object
              required: [id, status, lines]
              properties:
                id: {type: integer}
                status: {type: string, enum: [open, shipped, closed]}
                shippedAt: {type: string, format: date-time}
                closedAt: {type: [string, 'null'], format: date-time}
                lines: {type: array, minItems: 1, items: {$ref: '#/components/schemas/Line'}}
                notes: {type: array, items: {type: string}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    @Test("A list below an item has the rows that the item shows itself, and each of them opens") func rows() throws {
        for id in 1...4 {
            let lines = try api.send(.get, "/orders/\(id)")["lines"]
            #expect(try api.send(.get, "/orders/\(id)/lines")["data"] == lines)
            let first = try #require(lines?[0])
            #expect(try api.send(.get, "/orders/\(id)/lines/\(first["id"]?.scalarText ?? "")") == first)
        }
        // Of another kind, or of another name, it has rows of its own.
        #expect(try api.send(.get, "/orders/1/notes").arrayValue?.count == 25)
    }

    @Test("A status timestamp is present once the status is reached") func moments() throws {
        for id in 1...12 {
            let order = try api.send(.get, "/orders/\(id)")
            #expect((order["shippedAt"] != nil) == (order["status"] != "open"))
            #expect((order["closedAt"]?.isNull == false) == (order["status"] == "closed"))
        }
    }
}

/// Replies that have several forms, and items that are numbered by another name than an id.
@Suite struct FormOfReplyTests {
    private static let document = """
        paths:
          /result:
            get: {\(ok("{oneOf: [{$ref: '#/components/schemas/Failed'}, {$ref: '#/components/schemas/Done'}]}"))}
          /secrets/{name}/versions: {get: {\(ok("[Version]"))}}
          /secrets/{name}/versions/{version}: {get: {\(ok("Version"))}}
        components:
          schemas:
            Failed: {type: object, required: [status, error], properties: {status: {const: failed}, error: {type: object, properties: {code: {type: integer}}}}}
            Done: {type: object, required: [status, data], properties: {status: {const: success}, data: {type: object, required: [id], properties: {id: {type: integer}}}}}
            Version: {type: object, required: [version], properties: {version: {type: integer}, state: {type: string}}}
        """

    private func get(_ path: String) throws -> JSONValue { try DemoAPI(Self.document).send(.get, path) }

    @Test("A response has the variant with the item, and no members of other variants") func form() throws {
        let result = try get("/result")
        #expect(result["status"] == "success")
        #expect(result["data"]?["id"]?.intValue != nil && result["error"] == nil)
    }

    @Test("Rows with a number as their id have distinct numbers, and open by them") func numbered() throws {
        let rows = try #require(try get("/secrets/s/versions").arrayValue)
        let numbers = rows.compactMap { $0["version"]?.intValue }
        #expect(rows.count > 5 && Set(numbers).count == rows.count)
        #expect(try get("/secrets/s/versions/\(numbers[3])") == rows[3])
    }
}

/// Lists with their items and writes: one set of rows answers all of them.
@Suite struct ListReplyTests {
    private static let note = "{$ref: '#/components/schemas/Note'}"
    private static let schemas = [
        "Note: {type: object, required: [id], properties: {id: {type: integer}, text: {type: string}, state: {type: string, enum: [open, done]}}}"
    ]
    private static func json(_ schema: String, _ example: String? = nil) -> String {
        "content: {application/json: {schema: \(schema)\(example.map { ", example: \($0)" } ?? "")}}"
    }
    private static func path(_ list: String, _ example: String? = nil) -> [String] {
        [
            "/notes: {get: {parameters: [{name: page, in: query, schema: {type: integer}}, {name: limit, in: query, schema: {type: integer}}], responses: {'200': {\(json(list, example))}}}, post: {requestBody: {\(json(note))}, responses: {'201': {\(json(note))}}}}",
            "/notes/{id}: {get: {responses: {'200': {\(json(note))}}}, patch: {requestBody: {\(json(note))}, responses: {'200': {\(json(note, "{id: 1, text: example, state: open}"))}}}}",
        ]
    }
    private static let wrapped =
        "{type: object, properties: {data: {type: object, properties: {notes: {type: array, items: \(note)}, total: {type: integer}, page: {type: integer}}}}}"

    @Test("Paging numbers follow pages and writes, also in an object around the rows")
    func wrappedTotals() throws {
        let api = try DemoAPI(Self.path(Self.wrapped), schemas: Self.schemas)
        #expect(try api.send(.get, "/notes")["data"]?["total"] == 57)
        _ = try api.send(.post, "/notes", ["text": "new"])
        let second = try api.send(.get, "/notes?page=2&limit=10")["data"]
        #expect(second?["total"] == 58 && second?["page"] == 2 && second?["notes"]?[0]?["id"] == 10)
    }

    @Test("A page of an example counts the example's rows, whatever total is written there")
    func exampleTotals() throws {
        let example = "{data: {notes: [{id: 1}, {id: 2}, {id: 3}], total: 200, page: 1}}"
        let api = try DemoAPI(Self.path(Self.wrapped, example), schemas: Self.schemas)
        #expect(try api.send(.get, "/notes")["data"]?["total"] == 200)
        let second = try api.send(.get, "/notes?page=2&limit=2")["data"]
        #expect(second?["total"] == 3 && second?["page"] == 2 && second?["notes"] == [["id": 3]])
    }

    @Test("The reply to a PATCH is the item of the next GET, whatever its example is", arguments: [true, false])
    func patchReply(isListRead: Bool) throws {
        let api = try DemoAPI(Self.path("{type: array, items: \(Self.note)}"), schemas: Self.schemas)
        if isListRead { _ = try api.send(.get, "/notes") }
        let patched = try api.send(.patch, "/notes/4", ["state": "done"])
        #expect(patched == (try api.send(.get, "/notes/4")) && patched["id"] == 4 && patched["text"] != "example")
        #expect(try api.send(.get, "/notes")[3] == patched)
    }

    @Test("A PUT without a body does not change a listed row", arguments: [true, false])
    func membership(isListRead: Bool) throws {
        let paths = [
            "/teams/{team}/members: {get: {responses: {'200': {\(Self.json("{type: array, items: \(Self.note)}"))}}}}",
            "/teams/{team}/members/{id}: {get: {responses: {'200': {\(Self.json(Self.note))}}}, put: {responses: {'204': {}}}}",
        ]
        let (api, untouched) = (try DemoAPI(paths, schemas: Self.schemas), try DemoAPI(paths, schemas: Self.schemas))
        if isListRead { _ = try api.send(.get, "/teams/1/members") }
        #expect(api.reply(.put, "/teams/1/members/3")?.status == .noContent)
        for path in ["/teams/1/members", "/teams/1/members/3"] {
            #expect(try api.send(.get, path) == untouched.send(.get, path))
        }
    }
}

/// Lists and items that are shown by a word behind their paths: `/boxes/json` and `/boxes/{id}/json`.
@Suite struct WordedRowsTests {
    private static let document = """
        paths:
          /boxes/json: {get: {operationId: list, \(ok("{type: array, items: {type: object, properties: {Id: {type: string}, Image: {type: string}}}}"))}}
          /boxes/{id}/json: {get: {operationId: one, \(ok("{type: object, properties: {Id: {type: string}, Created: {type: string, format: date-time}, State: {type: object, properties: {Running: {type: boolean}}}}}"))}}
          /boxes/{id}: {delete: {operationId: remove, responses: {'204': {description: gone}}}}
          /cards/json: {get: {\(ok("{type: array, items: {type: object, properties: {Id: {type: string}}}}"))}}
          /cards/{id}/json: {get: {parameters: [{name: size, in: query, schema: {type: boolean}}], responses: {'200': {description: ok, content: {application/json: {example: {Id: first, Name: Ace}, schema: {type: object, properties: {Id: {type: string}, Name: {type: string}}}}}}}}}
          /users/search: {get: {operationId: find, \(ok("{type: array, items: {type: object, properties: {id: {type: integer}, login: {type: string}}}}"))}}
          /users/{id}: {get: {operationId: user, \(ok("{type: object, properties: {id: {type: integer}, bio: {type: string}}}"))}}
          /users/recent: {get: {operationId: recent, \(ok("{type: array, items: {type: object, properties: {id: {type: integer}, day: {type: string}}}}"))}}
          /teams: {get: {operationId: teams, \(ok("{type: array, items: {type: object, properties: {id: {type: integer}}}}"))}}
          /teams/all: {get: {operationId: allTeams, \(ok("{type: array, items: {type: object, properties: {id: {type: integer}, x: {type: string}}}}"))}}
          /teams/{id}/all: {get: {operationId: teamAll, \(ok("{type: object, properties: {id: {type: integer}, y: {type: string}}}"))}}
        """
    private let api: DemoAPI
    init() throws { api = try DemoAPI(Self.document) }

    @Test(
        "A row opens the item with the list's word in its path; a row of a search opens the collection's item",
        arguments: [("list", "one"), ("find", "user"), ("recent", nil), ("allTeams", nil)] as [(String, String?)])
    func links(list: String, item: String?) throws {
        let list = try #require(api.document.operation(list))
        #expect(api.document.rowLinks.link(from: list)?.item.id == item)
    }

    @Test("The item of a row has the row's id; a DELETE at its own path removes both")
    func deletes() throws {
        let rows = try #require(try api.send(.get, "/boxes/json").arrayValue)
        let id = try #require(rows[1]["Id"]?.stringValue)
        let path = "/boxes/" + id.replacing(" ", with: "%20")
        #expect(try api.send(.get, path + "/json")["Id"] == .string(id))
        #expect(api.status(.delete, path) == 204)
        #expect(api.status(.get, path + "/json") == 404)
        #expect(api.status(.delete, path) == 404)
        #expect(try api.send(.get, "/boxes/json").arrayValue == [rows[0]] + rows[2...])
    }

    @Test("An example of an item has the requested id, also if the request has a query")
    func examples() throws {
        #expect(try api.send(.get, "/cards/7/json") == ["Id": "7", "Name": "Ace"])
        #expect(try api.send(.get, "/cards/7/json?size=1")["Id"] == "7")
    }
}

/// Paths that fit the same request.
@Suite struct ConcretePathTests {
    @Test(
        "The path with more literal text answers, even if the other has an example",
        arguments: [true, false])
    func concrete(negotiates: Bool) throws {
        let api = try DemoAPI(
            [
                "/tickets/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: integer}, example: 7}], responses: {'200': {content: {application/json: {examples: {one: {value: {id: 7, subject: Fire}}}}}}}}}",
                "/tickets/count: {get: {responses: {'200': {content: {application/json: {schema: {type: object, properties: {count: {type: integer}}}}}}}}}",
                "/tickets/{id}/{part}: {get: {responses: {'200': {content: {application/json: {example: {part: x}}}}}}}",
                "/tickets/{id}/notes: {get: {responses: {'200': {content: {application/json: {schema: {type: object, properties: {notes: {type: string}}}}}}}}}",
            ], negotiates: negotiates)
        #expect(try api.send(.get, "/tickets/count")["count"] != nil)
        #expect(try api.send(.get, "/tickets/7")["subject"] == "Fire")
        #expect(try api.send(.get, "/tickets/7/notes")["notes"] != nil)
        #expect(try api.send(.get, "/tickets/7/owner")["part"] != nil)
    }
}

@Suite struct PathSegmentsTests {
    @Test("Each segment is decoded separately; a final slash begins no segment") func decoded() {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/p%65ts/%zz%41/%2F/?a=%41")
        #expect(ReceivedRequest(request).pathSegments(of: PathTemplate("/{a}/{b}/{c}")) == ["pets", "%zzA", "/"])
    }
}
